#pragma once

#include <functional>

#include "clmm/parser/c_tree.h"

namespace clmm::litmus {

/// What to call for the parts of a body; empty members are skipped.
struct CodeVisitor {
    std::function<void(const syntax::Call&, Span)> call;
    std::function<void(const syntax::Expression&)> expression;
    /// Statements in a row, between braces.
    std::function<void(const std::vector<syntax::StatementPtr>&)> row;
    /// A statement under an `if` or a loop without braces.
    std::function<void(const syntax::Statement&)> single;
};

/// Visits a body with everything in it, in the order of the text.
void walk(const syntax::Block& body, const CodeVisitor& visitor);
void walk(const syntax::Statement& statement, const CodeVisitor& visitor);

}  // namespace clmm::litmus
