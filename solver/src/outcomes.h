#pragma once

#include <map>
#include <vector>

#include "search.h"

namespace clmm::solver {

/// Enumerates final states: each found one is excluded and the search goes on. First those
/// that some execution without a dependency cycle reaches, then what is left, which comes out
/// of thin air. Nothing else can be asked of the search afterwards.
class OutcomeSearch {
public:
    OutcomeSearch(Search& search, const model::EngineRequest& request, model::EngineAnswer& answer);

    void enumerate();
    /// Only whether the condition can hold, and whether it always does.
    void decide_condition();

private:
    /// One execution with what the report needs of its values.
    struct Reached {
        model::Execution execution;
        std::vector<std::uint64_t> values;
        bool satisfies = false;
    };

    std::optional<Reached> reach(const z3::expr_vector& assumptions, Search::Cycles cycles);
    std::optional<Reached> solve(const z3::expr_vector& skeleton, const z3::expr& extra);
    Reached describe(model::Execution execution);
    void enumerate(Search::Cycles cycles, bool out_of_thin_air);
    bool limit_reached();

    model::OutcomeEntry& record(const Reached& reached, bool out_of_thin_air);
    /// What the outcome becomes where alike units change places.
    void record_images(const Reached& reached);
    void record_thin_air(const Reached& reached);
    void record_family(const Reached& reached, const Reached& other,
                       const z3::expr_vector& skeleton);
    bool record_members(const Reached& reached, const z3::expr_vector& skeleton);
    std::vector<int> free_groups(const Reached& reached, const Reached& other,
                                 const z3::expr_vector& skeleton);

    z3::expr differs_from(const std::vector<std::uint64_t>& values);
    void exclude(const Reached& reached);
    void exclude_skeleton(const z3::expr_vector& skeleton);

    Search& search_;
    const model::EngineRequest& request_;
    model::EngineAnswer& answer_;
    std::map<std::vector<std::uint64_t>, std::size_t> known_;
};

}  // namespace clmm::solver
