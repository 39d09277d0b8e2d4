#pragma once

#include <optional>

#include "clmm/enumerator/check.h"

namespace clmm::enumerator {

/// Whether a changed test still does what the test does that is no access: a change that makes a
/// unit wait for ever ends its races, too.
///
/// Idea     such actions have guards that only waiting can make false in a test without branches.
///          Where they are true already in the text's meaning, nothing is asked; else an engine is,
///          whether all of them take place in each execution, or in some, as before.
/// Errors   none: what an engine leaves open counts as a test that does not go on.
/// Cost     at most two questions for the original, and two for each changed test.
class GoingOn {
public:
    /// The three are kept by reference.
    GoingOn(const CheckResult& original, const model::MemoryModel& model,
            const CheckOptions& options)
        : original_(original), model_(model), options_(options) {}

    [[nodiscard]] bool as_before(const CheckResult& changed);

private:
    /// In each execution, in some, or in none.
    enum class Often : std::uint8_t { always, sometimes, never };
    [[nodiscard]] Often how_often(const litmus::EventStructure& structure) const;
    [[nodiscard]] std::optional<bool> exists(const litmus::EventStructure& structure,
                                             litmus::TermId condition) const;

    const CheckResult& original_;
    const model::MemoryModel& model_;
    const CheckOptions& options_;
    std::optional<Often> before_;
};

}  // namespace clmm::enumerator
