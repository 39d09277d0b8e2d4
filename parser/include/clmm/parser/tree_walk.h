#pragma once

#include <functional>
#include <vector>

#include "clmm/parser/litmus_tree.h"

namespace clmm::syntax {

/// What to call for the parts of code; empty members are skipped.
struct CodeVisitor {
    /// Before its operands; may put something else in its place.
    std::function<void(Expression&)> expression;
    std::function<void(const Call&, Span)> call;
    std::function<void(const Statement&)> statement;
    /// Of variables, and of a block's parameters.
    std::function<void(const Declarator&)> declarator;
    /// Statements in a row, between braces.
    std::function<void(const std::vector<StatementPtr>&)> row;
    /// A statement under an `if` or a loop without braces.
    std::function<void(const Statement&)> single;
    /// Visits what is only looked at, too: the operand of sizeof, sizes of arrays, labels of cases.
    bool unevaluated = false;
};
/// Visits all that is in a body, a statement, a declaration or an expression (with itself), in the
/// order of the text.
///
/// Errors   what the visitor throws goes through.
/// Cost     linear; nested as deep as the text is, which the parser limits.
void walk(const Block& body, const CodeVisitor& visitor);
void walk(const Statement& statement, const CodeVisitor& visitor);
void walk(const Declarator& declarator, const CodeVisitor& visitor);
void walk(const ExpressionPtr& expression, const CodeVisitor& visitor);  ///< null: nothing

/// Calls `visit` for each statement and for all that is in it, in the order of the text.
void for_each_statement(const Statement& statement,
                        const std::function<void(const Statement&)>& visit);
/// Calls `visit` for each declaration in a body, in the order of the text.
void for_each_declarator(const Block& body, const std::function<void(const Declarator&)>& visit);

/// Calls `visit` for both sides of each comparison, in the order of the text.
void for_each_atom(const Proposition& proposition,
                   const std::function<void(const PropositionAtom&)>& visit);

}  // namespace clmm::syntax
