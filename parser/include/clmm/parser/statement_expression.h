#pragma once

#include <string_view>

#include "clmm/parser/c_tree.h"

namespace clmm::syntax {

/// What a Call calls that is a statement expression, `({ int t = f(); t * t; })`: no name that can
/// be written.
///
/// Shape    its one argument is a BlockLiteral; if the last statement of that is an expression, its
///          value is that of the whole, which has none otherwise. Complete only.
/// Errors   none.
/// Source   GNU C, as compilers of OpenCL C take it.
inline constexpr std::string_view kStatementExpression = "({";

[[nodiscard]] inline const Block& statements_of(const Call& node) {
    const auto& literal = std::get<BlockLiteral>(node.arguments.front()->node);
    return std::get<Block>(literal.body->node);
}
/// The expression whose value is that of the whole; null: there is none.
[[nodiscard]] inline const Expression* value_of_statements(const Call& node) {
    const auto& statements = statements_of(node).statements;
    if (statements.empty()) return nullptr;
    const auto* last = std::get_if<ExpressionStatement>(&statements.back()->node);
    return last == nullptr ? nullptr : last->expression.get();
}

}  // namespace clmm::syntax
