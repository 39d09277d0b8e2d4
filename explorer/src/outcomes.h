#pragma once

#include <map>
#include <vector>

#include "search.h"

namespace clmm::explorer {

/// Enumerates final states: each found one is excluded and the search goes on. Nothing else can be
/// asked of the search afterwards.
class OutcomeSearch {
public:
    OutcomeSearch(Search& search, const model::EngineRequest& request, model::EngineAnswer& answer);

    /// Whether all outcomes are ordinary ones; else some come out of thin air, which this engine
    /// does not tell from others that have the same values, and the answer is of no use.
    [[nodiscard]] bool enumerate();
    /// Only whether the condition can hold, and whether it always does.
    void decide_condition();

private:
    /// One execution with what the report needs of its values.
    struct Reached {
        model::Execution execution;
        std::vector<std::uint64_t> values;
        bool satisfies = false;
    };

    void list(Search::Cycles cycles);
    [[nodiscard]] Reached describe(const model::Execution& execution);
    model::OutcomeEntry& record(const Reached& reached);
    /// What the outcome becomes where alike units change places.
    void record_images(const Reached& reached);
    [[nodiscard]] bool limit_reached();
    [[nodiscard]] std::optional<bool> decide(Lit wanted);
    void exclude(const Reached& reached);
    void conclude();

    Search& search_;
    const model::EngineRequest& request_;
    model::EngineAnswer& answer_;
    std::map<std::vector<std::uint64_t>, std::size_t> known_;
};

}  // namespace clmm::explorer
