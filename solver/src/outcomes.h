#pragma once

#include <map>
#include <vector>

#include "clmm/model/reached.h"
#include "coverage.h"
#include "search.h"

namespace clmm::solver {

/// Enumerates final states: each found one is excluded and the search goes on. First those
/// that some execution without a dependency cycle reaches, then what is left, which comes out
/// of thin air. States that differ in values which nothing fixes are found, and excluded, as
/// one family. Nothing else can be asked of the search afterwards.
class OutcomeSearch {
public:
    OutcomeSearch(Search& search, const model::EngineRequest& request, model::EngineAnswer& answer);

    void enumerate();
    /// Only whether the condition can hold, and whether it always does.
    void decide_condition();

private:
    using Reached = model::Reached;

    std::optional<Reached> reach(const z3::expr_vector& assumptions, Search::Cycles cycles);
    std::optional<Reached> solve(const z3::expr_vector& skeleton, const z3::expr& extra);
    Reached describe(model::Execution execution);
    void enumerate(Search::Cycles cycles, bool out_of_thin_air);
    bool limit_reached();
    void keep_least(Reached reached, Search::Cycles cycles);
    /// The outcome comes before these values.
    [[nodiscard]] z3::expr precedes(const std::vector<std::uint64_t>& values);
    void decide_cut_condition(bool some, bool always);

    model::OutcomeEntry& record(const Reached& reached, bool out_of_thin_air);
    /// What the outcome becomes where alike units change places.
    void record_images(const Reached& reached);
    /// The outcome alone, or with those that other values in its skeleton make of it.
    void record_with_others(const Reached& reached, bool out_of_thin_air);
    void record_family(const Reached& reached, const Reached& other,
                       const z3::expr_vector& skeleton, bool out_of_thin_air);
    bool record_members(const Reached& reached, const z3::expr_vector& skeleton,
                        bool out_of_thin_air);
    std::vector<int> free_groups(const Reached& reached, const Reached& other,
                                 const z3::expr_vector& skeleton);

    /// No other member of the skeleton fulfils the formula.
    bool is_only(const Reached& member, const z3::expr& with, const z3::expr_vector& skeleton);
    /// The entry of the family, where it is known.
    model::OutcomeEntry* known_family(const std::vector<int>& free_group, const Reached& member);
    void exclude_family(const Reached& member, const std::vector<int>& free_group,
                        const Coverage& coverage, const z3::expr_vector& skeleton);
    /// Which values the families have, now that all outcomes are known.
    void decide_extents();
    [[nodiscard]] z3::expr covers(std::size_t entry, const std::vector<z3::expr>& values);
    [[nodiscard]] model::Extent extent_of(const z3::expr& covered,
                                          const std::vector<z3::expr>& groups);
    [[nodiscard]] std::optional<bool> has_solution(const z3::expr& formula);

    /// Whether the proposition can have the truth, and a final state that shows it.
    struct Truth {
        std::optional<bool> possible;
        std::optional<Reached> shown;
        bool out_of_thin_air = false;
    };
    Truth ask_for(bool truth);
    void keep_decided(const Truth& truth, bool value);

    z3::expr differs_from(const std::vector<std::uint64_t>& values);
    void exclude(const Reached& reached);
    void exclude_skeleton(const z3::expr_vector& skeleton);

    Search& search_;
    const model::EngineRequest& request_;
    model::EngineAnswer& answer_;
    std::vector<model::OutcomeEntry> entries_;  ///< of the answer, as they are found
    bool found_true_ = false;   ///< an outcome that satisfies the condition, listed or not
    bool found_false_ = false;  ///< one that does not
    model::WitnessKeeper witnesses_;
    std::map<std::vector<std::uint64_t>, std::size_t> known_;
    std::map<std::size_t, std::vector<Coverage>> coverages_;  ///< by entry: those of a family
    bool has_unspecified_ = false;  ///< values that nothing fixes, besides those out of thin air
};

}  // namespace clmm::solver
