#pragma once

#include <functional>
#include <map>
#include <vector>

#include "clmm/model/reached.h"
#include "search.h"

namespace clmm::explorer {

/// Enumerates final states.
///
/// Idea     the observables in their order, of each the values in theirs: a tree of beginnings of
///          outcomes. Where no outcome with a beginning is known, the search is asked for one,
///          under the beginning as assumptions; what it finds is a whole outcome, which answers for
///          all longer beginnings that it has, and so do its images under symmetries. So nothing
///          found need be excluded, and what was learnt holds on. Executions are counted by
///          excluding each; nothing else can be asked of the search afterwards.
class OutcomeSearch {
public:
    OutcomeSearch(Search& search, const model::EngineRequest& request, model::EngineAnswer& answer);

    /// Whether all outcomes are ordinary ones; else some come out of thin air, which this engine
    /// does not tell from others that have the same values, and the answer is of no use.
    [[nodiscard]] bool enumerate();
    /// Only whether the condition can hold, and whether it always does.
    void decide_condition();

private:
    using Values = std::vector<std::uint64_t>;
    using Reached = model::Reached;

    using Visit = std::function<void(const model::Execution&)>;

    [[nodiscard]] bool has_more();
    void list_executions(Search::Cycles cycles);
    /// Calls `visit` with an execution for each beginning without a known outcome. The visitor
    /// makes the outcome known, or stops all.
    void explore(Search::Cycles cycles, const Visit& visit);
    void explore_from(Values& beginning, Clause& assumptions, Search::Cycles cycles,
                      const Visit& visit);
    [[nodiscard]] bool is_known(const Values& beginning) const;
    void note(const model::Execution& execution);
    [[nodiscard]] bool is_over() const;
    [[nodiscard]] Reached describe(const model::Execution& execution);
    model::OutcomeEntry& record(const Reached& reached);
    /// What the outcome becomes where alike units change places.
    void record_images(const Reached& reached);
    [[nodiscard]] bool limit_reached();
    [[nodiscard]] std::optional<bool> decide(Lit wanted);
    void conclude();

    Search& search_;
    const model::EngineRequest& request_;
    model::EngineAnswer& answer_;
    std::vector<model::OutcomeEntry> entries_;  ///< of the answer, as they are found
    model::WitnessKeeper witnesses_;
    std::map<Values, std::size_t> known_;
    bool stopped_ = false;  ///< by a visitor
};

}  // namespace clmm::explorer
