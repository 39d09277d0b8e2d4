#pragma once

#include <string>
#include <vector>

#include "clmm/parser/litmus_tree.h"
#include "kernel_text/kernel_text.h"

namespace clmm::hardware {

using StatementList = std::vector<const syntax::Statement*>;
[[nodiscard]] StatementList statements_of(const syntax::Block& block);

/// Statements of a role in a row.
struct Row {
    const Role* role = nullptr;
    CodePrinter* printer = nullptr;
    RoleVariables* variables = nullptr;
    StatementList statements;
};

/// Code of several roles that meet in barriers, as one piece of code.
///
/// Idea     all work-items of a group must come to the same call of a barrier. So the rows are cut
///          where a statement is a barrier or has one in it; the n-th such statements of all roles
///          become one, what is between them stands in branches on `clmm_role`. Declarations of
///          the rows become variables outside, with the role's number in their names.
/// Errors   Rejected where the roles' rows do not match.
class BarrierRows {
public:
    explicit BarrierRows(const DeviceInfo& device) : device_(device) {}
    [[nodiscard]] std::string text(const std::vector<Row>& rows, unsigned depth);

private:
    std::string between(const Row& row, std::size_t begin, std::size_t end, unsigned depth);
    std::string joint(const std::vector<Row>& rows, const StatementList& statements,
                      unsigned depth);
    std::string barrier(const std::vector<Row>& rows, const StatementList& statements,
                        unsigned depth);
    std::string branches(const std::vector<Row>& rows, const StatementList& statements,
                         unsigned depth);
    std::string loops(const std::vector<Row>& rows, const StatementList& statements,
                      unsigned depth);
    std::string inner(const std::vector<Row>& rows, const std::vector<const syntax::Statement*>& of,
                      unsigned depth);
    /// `clmm_c0`, with what each role has for it.
    std::string condition(const std::vector<Row>& rows,
                          const std::vector<const syntax::Expression*>& conditions, unsigned depth,
                          std::string& code);
    static std::string in_branch(const Row& row, const std::string& code, unsigned depth);

    const DeviceInfo& device_;
    unsigned conditions_ = 0;
};

}  // namespace clmm::hardware
