#pragma once

#include <functional>
#include <map>
#include <vector>

#include "clmm/model/outcomes.h"
#include "clmm/model/reached.h"
#include "closing.h"
#include "crew.h"
#include "outcomes/arrangements.h"
#include "outcomes/observed_condition.h"
#include "outcomes/remaining_clauses.h"
#include "search.h"

namespace clmm::explorer {

/// Enumerates final states.
///
/// Idea     the observables in their order, of each the values in theirs: a tree of beginnings of
///          outcomes. Where no outcome with a beginning is known, the search is asked for one,
///          under the beginning as assumptions; what it finds is a whole outcome, which answers for
///          all longer beginnings that it has, and so do its images under symmetries. Nothing found
///          need be excluded, and what was learnt holds on. The tree becomes a diagram as it is
///          left. Where clauses turn out to be the whole model (Closing) and speak of observables
///          alone, there is nothing to search (ClauseAutomaton). Once the search has proved long,
///          beginnings of a few observables are put off, and divided among a crew.
///          Executions are counted by excluding each; nothing else can be asked of the search
///          afterwards.
class OutcomeSearch {
public:
    /// `crew`: whom a long search is divided among, if anybody.
    OutcomeSearch(Search& search, const model::EngineRequest& request, model::EngineAnswer& answer,
                  ClosingEffort closing, Crew* crew = nullptr);

    /// First the outcomes of executions without cycles out of thin air, then those that only others
    /// have.
    void enumerate();
    /// Only whether the condition can hold, and whether it always does.
    void decide_condition();

private:
    using Values = model::OutcomeValues;
    using Reached = model::Reached;

    // Executions, one by one.
    void list_executions();
    void list_executions(Search::Cycles cycles, bool out_of_thin_air);
    /// … or some read has another value, which its source does not fix on a cycle.
    void add_other_values(const model::Execution& execution, Clause& other);
    [[nodiscard]] Reached describe(const model::Execution& execution);
    model::OutcomeEntry& record(const Reached& reached);
    [[nodiscard]] std::optional<bool> decide(Lit wanted);

    // Outcomes, as a set.
    struct Choice {
        std::uint64_t value;
        Lit literal;
    };
    void read_choices();
    void find_set();
    [[nodiscard]] bool find_by_clauses();
    void find_by_search();
    void find_out_of_thin_air();
    void explore_all();
    [[nodiscard]] model::OutcomeMark take_mark();
    void keep_found();
    [[nodiscard]] bool is_kept(const Values& values) const;
    using Found = std::map<Values, model::OutcomeMark>;
    [[nodiscard]] model::OutcomeNode listed(Found::const_iterator first, Found::const_iterator last,
                                            std::size_t place);
    [[nodiscard]] bool is_worth_closing() const;
    [[nodiscard]] model::OutcomeNode explore();
    /// What follows the beginning; none() where nothing does.
    [[nodiscard]] model::OutcomeNode follow();
    /// All on which that depends; nullopt where nothing follows.
    [[nodiscard]] std::optional<RemainingClauses::Key> remaining();
    void forget_found();
    /// Searches one order of alike units from now on.
    void demand_order();
    /// What the outcomes of that order become in others.
    void rearrange();
    [[nodiscard]] bool find();
    void note_solution(const model::Execution* execution);
    /// What the outcome becomes where alike units change places.
    void note_images(const Values& values);
    [[nodiscard]] bool has_more(model::OutcomeNode known);
    void assume(const Choice& choice);
    void take_back();
    [[nodiscard]] std::optional<model::Execution> execution_of(const Values& values);
    void keep_first(const Values& values, bool satisfies);
    [[nodiscard]] bool has_witnesses() const {
        return request_.witnesses != model::Witnesses::families;
    }
    void add_witnesses();
    /// Of more outcomes than are wanted, those that come first.
    void cut();
    [[nodiscard]] model::OutcomeNode first(model::OutcomeNode node, std::uint64_t& wanted);
    void decide_cut_condition(bool some, bool always);
    void conclude_set();

    // A long search, divided.
    class Part;
    void find_split();
    [[nodiscard]] bool is_put_off() const;
    void find_put_off();
    /// Knows what the other one does, whose search its own has adopted.
    void begin_like(const OutcomeSearch& other);
    void follow_from(const Values& beginning);
    /// What another one has found, of which diagram_ knows nothing.
    void take(const OutcomeSearch& other);

    [[nodiscard]] bool is_over() const;
    [[nodiscard]] bool limit_reached(std::uint64_t outcomes);
    [[nodiscard]] std::string limit_text() const;

    Search& search_;
    const model::EngineRequest& request_;
    model::EngineAnswer& answer_;
    ClosingEffort closing_;
    Search::Cycles cycles_;

    std::vector<model::OutcomeEntry> entries_;  ///< of executions, as they are found
    model::WitnessKeeper witnesses_;
    std::map<Values, std::size_t> entry_of_;

    ObservedCondition condition_;
    std::vector<std::vector<Choice>> choices_;  ///< by observable
    Lit satisfied_;                             ///< the condition
    model::OutcomeDiagram diagram_;
    model::OutcomeNode root_;
    Found found_;  ///< and not come to yet
    using Clock = Budget::Clock;
    Clock::time_point began_ = Clock::now();
    std::optional<Clock::time_point> keep_until_;  ///< as many of these, where a limit stops
    std::size_t kept_ = 0;
    bool is_late_ = false;
    Values beginning_;
    Clause assumptions_;
    std::uint64_t count_ = 0;
    /// Where clauses are all there is: beginnings that leave the same lead to the same.
    struct Known {
        model::OutcomeNode node;
        std::uint64_t outcomes;
    };
    std::optional<RemainingClauses> clauses_;
    std::map<RemainingClauses::Key, Known> known_;
    std::size_t keys_ = 0;
    std::size_t key_words_ = 0;                 ///< that are kept
    std::size_t merged_ = 0;                    ///< beginnings that led to something known
    bool is_in_order_ = false;                  ///< of alike units one order is searched
    std::optional<Arrangements> arrangements_;  ///< where units may be rearranged
    bool is_rearranged_ = false;
    Crew* crew_;
    std::optional<std::size_t> split_at_;  ///< the length of beginnings that are put off
    std::uint64_t work_before_ = 0;        ///< what there was was put off
    std::vector<Values> put_off_;
    bool is_cut_ = false;  ///< of some beginning there are more outcomes than are wanted
    std::optional<model::OutcomeSet> grounded_;  ///< where others come out of thin air
    std::size_t solutions_ = 0;                  ///< that were looked at as executions
    /// By whether it satisfies the condition: the first that was found, not replayed yet.
    std::map<bool, std::pair<Values, std::shared_ptr<const model::Execution>>> first_;
};

}  // namespace clmm::explorer
