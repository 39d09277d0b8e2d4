#pragma once

#include <z3++.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "clmm/model/execution.h"

namespace clmm::model {
class FixedReads;
}

namespace clmm::solver {

/// Which values the free observables of a family have within one skeleton: events that take place,
/// reads-from, modification order, dynamic locations.
///
/// Idea     there every value is a term over few leaves: values that the specification leaves
///          unspecified, and one read of each cycle out of which values come from thin air. That
///          the skeleton is one of an execution, that cut reads have the values they read, and what
///          the observables show are conditions on the leaves. A leaf that an observable shows, or
///          shows in a way that can be undone, is that observable's value; of the others, which
///          are hidden, there have to be some.
/// Shape    groups as in model::Family; `values` are those of the observables in the execution.
class Coverage {
public:
    Coverage(const litmus::EventStructure& structure, const model::Execution& execution,
             const std::vector<int>& free_group, const std::vector<std::uint64_t>& values);
    ~Coverage();
    Coverage(Coverage&&) noexcept;

    /// What the values of the groups must fulfil, and whether hidden leaves are quantified there.
    struct Formula {
        z3::expr holds;
        bool is_quantified = false;
    };
    [[nodiscard]] Formula formula(const std::vector<z3::expr>& groups) const;

    /// Every value that goes into a group can be traced to an unspecified one or to thin air.
    [[nodiscard]] bool has_unspecified() const { return has_unspecified_; }

private:
    std::unique_ptr<model::FixedReads> terms_;
    std::vector<litmus::TermId> conditions_;
    std::vector<litmus::TermId> shown_;  ///< by observable
    std::vector<int> free_group_;
    bool has_unspecified_ = false;
};

/// Whether values of the variables fulfil the formula, which may be quantified; nullopt where that
/// takes too long.
[[nodiscard]] std::optional<bool> satisfiable(const z3::expr& formula, unsigned milliseconds);

}  // namespace clmm::solver
