#pragma once

#include <string>
#include <utility>
#include <vector>

#include "clmm/parser/litmus_tree.h"

namespace clmm::runtime::host {

// Pieces of trees that a test does not have as such, at the places that they come from.

template <class Node>
[[nodiscard]] syntax::ExpressionPtr make(Span span, Node node) {
    return std::make_unique<syntax::Expression>(syntax::Expression{span, std::move(node)});
}
[[nodiscard]] inline syntax::ExpressionPtr make_number(Span span, std::uint64_t value) {
    return make(span, syntax::IntegerLiteral{.value = value});
}
[[nodiscard]] inline syntax::ExpressionPtr make_name(Span span, std::string name) {
    return make(span, syntax::Name{std::move(name)});
}
[[nodiscard]] inline syntax::StatementPtr make_statement(syntax::ExpressionPtr expression) {
    const Span span = expression->span;
    return std::make_unique<syntax::Statement>(
        syntax::Statement{span, syntax::ExpressionStatement{std::move(expression)}});
}
/// `space base*`
[[nodiscard]] inline syntax::TypeName pointer_type(Span span, std::string space, std::string base) {
    return {
        .span = span, .base = std::move(base), .qualifiers = {std::move(space)}, .pointers = {{}}};
}

}  // namespace clmm::runtime::host
