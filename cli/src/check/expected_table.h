#pragma once

#include <map>
#include <optional>
#include <string>

#include "clmm/enumerator/check.h"
#include "inputs.h"

namespace clmm::cli {

/// One line of a table of expected results.
struct ExpectedRow {
    std::optional<litmus::Quantifier> quantifier;
    std::optional<bool> holds;
    std::optional<bool> racy;
};

/// A table `test,quantifier,condition,race` (docs/file-formats.md).
///
/// Errors   E-FILE, E-TABLE with the line at fault.
class ExpectedTable {
public:
    [[nodiscard]] static Result<ExpectedTable> read(SourcePtr csv);

    /// The row of an input: by its path relative to the table's folder, or relative to the
    /// directory that was named on the command line.
    [[nodiscard]] const ExpectedRow* find(const Input& input) const;
    [[nodiscard]] std::size_t size() const { return rows_.size(); }

private:
    std::string folder_;
    std::map<std::string, ExpectedRow> rows_;
};

/// What a result and its row say differently, in words; empty where they agree.
/// `undecided` is set where the result is not definite enough to say.
struct Comparison {
    std::string disagreement;
    bool undecided = false;
};
[[nodiscard]] Comparison compare(const ExpectedRow& row, const enumerator::CheckResult& result);

}  // namespace clmm::cli
