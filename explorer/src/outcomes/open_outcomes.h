#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "clmm/model/fixed_reads.h"
#include "clmm/model/outcomes.h"
#include "outcomes/bit_pattern.h"
#include "outcomes/observed_condition.h"
#include "search.h"

namespace clmm::explorer {

/// Enumerates final states where observables may show values that nothing fixes, with those that
/// differ in such values alone as families.
///
/// Idea     what takes place depends on no such value (Search::look_for_open_values has told): so
///          with reads-from fixed, an observable that shows one is a term over choices that may be
///          anything and reads of values that go round, and which values it takes is a BitPattern.
///          Executions are gone through one by one; of a family one is enough. Which members the
///          condition names is found by trying its constants, and one value more for all that it
///          does not mention: it compares for equality alone.
/// Errors   refusal(): what is observed is no such term, or not decided so; all else is
///          meaningless then.
class OpenOutcomes {
public:
    OpenOutcomes(Search& search, const model::EngineRequest& request, model::EngineAnswer& answer);

    /// Whether some execution shows such a value, or it matters otherwise; not known where the
    /// search has stopped.
    [[nodiscard]] bool matter();
    void enumerate();
    [[nodiscard]] const std::optional<std::string>& refusal() const { return refusal_; }

private:
    using Values = model::OutcomeValues;
    /// What the observables show in one execution.
    struct Shown {
        std::vector<litmus::TermId> terms;  ///< by group, reads fixed
        std::vector<BitPattern> patterns;   ///< by group
        std::vector<int> group;             ///< by observable, -1: its value is fixed
        Values values;                      ///< the fixed ones
        Clause pattern;                     ///< that it is so, as literals
    };
    /// Members of a family for which the condition holds, or does not.
    struct Members {
        std::vector<Values> some;  ///< two at the most
        bool is_one = false;       ///< there are no others
    };

    [[nodiscard]] bool are_compared();
    void enumerate(Search::Cycles cycles, bool out_of_thin_air, const Clause& assumptions = {});
    void note(const model::Execution& execution, bool out_of_thin_air);
    [[nodiscard]] std::optional<Shown> shown(const model::Execution& execution);
    /// Each term's choices are its own.
    [[nodiscard]] bool are_independent(const std::vector<litmus::TermId>& terms) const;
    [[nodiscard]] bool goes_round(litmus::TermId read) const;
    [[nodiscard]] bool are_unspecified(const std::vector<litmus::TermId>& terms) const;
    void list_members(const model::Execution& execution, const Shown& shown, unsigned free_bits,
                      bool out_of_thin_air);
    void record_family(const model::Execution& execution, const Shown& shown, bool out_of_thin_air);
    [[nodiscard]] Members members(const Shown& shown, bool satisfying);
    void extend(const Shown& shown, bool satisfying, std::vector<std::optional<std::uint64_t>>& of,
                Values& first, Members& found);
    [[nodiscard]] std::vector<std::uint64_t> candidates(const BitPattern& pattern) const;
    [[nodiscard]] std::uint64_t unmentioned(const BitPattern& pattern,
                                            const std::vector<std::uint64_t>& mentioned) const;
    [[nodiscard]] static bool contains(const model::OutcomeEntry& all,
                                       const model::OutcomeEntry& special);
    void drop_special_cases();
    model::OutcomeEntry* record(const model::Execution& execution, const Shown& shown,
                                const Values& values, bool out_of_thin_air);
    [[nodiscard]] model::Execution member(model::Execution execution, const Shown& shown,
                                          const Values& values);
    [[nodiscard]] bool is_in_family(const Values& values) const;
    void exclude(const model::Execution& execution, const Shown& shown);
    void decide_extents();
    void conclude();
    void keep_what_decides();
    void refuse(std::string reason);

    Search& search_;
    const model::EngineRequest& request_;
    model::EngineAnswer& answer_;
    ObservedCondition condition_;
    std::optional<std::string> refusal_;
    std::set<std::uint64_t> shown_;  ///< what observables show that is fixed
    std::vector<model::OutcomeEntry> entries_;
    std::map<Values, std::size_t> entry_of_;
    std::map<std::size_t, std::vector<std::vector<BitPattern>>> patterns_;  ///< of families
    model::WitnessKeeper witnesses_;
    std::optional<model::FixedReads> fixed_;  ///< of the execution that is looked at
    std::size_t executions_ = 0;
    std::size_t steps_ = 0;
};

}  // namespace clmm::explorer
