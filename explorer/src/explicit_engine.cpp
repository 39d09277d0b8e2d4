#include "clmm/explorer/explicit_engine.h"

#include <algorithm>

#include "clmm/model/possible_sources.h"
#include "clmm/model/seed.h"
#include "clmm/model/undefined_search.h"
#include "crew.h"
#include "determined_reads.h"
#include "outcomes/open_outcomes.h"
#include "outcomes/outcomes.h"
#include "own_sources.h"
#include "proposals.h"
#include "settled/settled.h"

namespace clmm::explorer {

using model::EngineAnswer;
using model::EngineRequest;

namespace {

/// Bound on the work for a test that would be declined else.
constexpr std::size_t kMostEvaluations = 4000;
constexpr std::size_t kMostOwnEvaluations = 20'000;
constexpr std::size_t kMostEventsEvaluated = 4096;
/// So many reads-from pairs within units are worth a look at each before the search.
constexpr std::size_t kManyOwnPairs = 64;
/// Of tests that are worth a look without any search.
constexpr std::size_t kManyEvents = 100;

/// Whether some execution goes on past a loop's unrolling in a way that may matter; nullopt where
/// the budget is spent before that is known.
std::optional<bool> bound_reached(Search& search) {
    const Lit active = search.fresh();
    Clause some{~active};
    for (const litmus::UnrollBound& bound : search.structure().bounds)
        if (!bound.exhaustive && !search.structure().terms.is_false(bound.reached))
            some.push_back(search.encoding().term(bound.reached));
    if (some.size() == 1) return false;
    search.add(some);
    const bool found = search.next({active}).has_value();
    search.add({~active});  // asked once
    if (found) return true;
    return search.stopped() ? std::nullopt : std::optional(false);
}

/// Units that stay where they are for ever in some execution, where there is one.
std::vector<std::size_t> endless(Search& search) {
    const EventStructure& structure = search.structure();
    const Lit active = search.fresh();
    Clause some{~active};
    for (const litmus::UnrollBound& bound : structure.bounds) {
        Clause lasting{~active, ~search.encoding().term(bound.reached)};
        if (bound.forever.valid() && !structure.terms.is_false(bound.forever)) {
            lasting.push_back(search.encoding().term(bound.forever));
            some.push_back(lasting.back());
        }
        search.add(lasting);
    }
    if (some.size() == 1) return {};
    search.add(some);
    const auto execution = search.next({active, search.begun()});
    search.add({~active});
    std::vector<std::size_t> found;
    if (!execution) return found;
    for (std::size_t i = 0; i < structure.bounds.size(); ++i)
        if (search.encoding().value_of(structure.bounds[i].reached) != 0) found.push_back(i);
    return found;
}

void find_undefined(Search& search, Crew* crew, const EngineRequest& request,
                    EngineAnswer& answer) {
    const std::optional<bool> beyond = bound_reached(search);
    answer.bound_reached = beyond.value_or(true);
    if (!beyond) answer.bound_undecided = search.stopped();
    if (!request.undefined_behaviour) return;
    Proposals proposals(search, crew);
    model::UndefinedSearch(proposals, answer).run(request.wanted);
    const bool racy =
        std::ranges::any_of(answer.undefined, model::is_race, &model::UndefinedEntry::kind);
    if (racy || !search.stopped()) answer.race_free = !racy;
    answer.undefined_incomplete = search.stopped();
}

/// An answer that knows nothing.
EngineAnswer nothing(const EventStructure& structure, const model::MemoryModel& model,
                     const EngineRequest& request, const std::string& reason) {
    EngineAnswer answer;
    answer.incomplete = reason;
    answer.bound_reached = true;
    answer.bound_undecided = reason;
    if (!request.undefined_behaviour) return answer;
    answer.undefined_incomplete = reason;
    for (const model::Check& check : model.program.checks)
        if (check.role != model::CheckRole::axiom) answer.unsearched.push_back(check.name);
    for (const litmus::UndefinedBehaviour& behaviour : structure.undefined)
        answer.unsearched.push_back(behaviour.kind);
    return answer;
}

/// Takes away sources from which no consistent execution reads, as far as bounds tell: values that
/// go round in the order of a unit, say. Whether there are any.
bool remove_refuted(Sources& sources, const EventStructure& structure,
                    const model::MemoryModel& model, const EngineRequest& request, bool own_units) {
    if (structure.size() > kMostEventsEvaluated) return false;
    std::size_t pairs = 0;
    for (const std::vector<EventId>& of_read : sources) pairs += of_read.size();
    const model::SeedLimits limits{
        .pairs = false,
        .own_units = own_units,
        .evaluations = own_units ? kMostOwnEvaluations : std::min(2 * pairs, kMostEvaluations),
        .budget = request.budget};
    bool some = false;
    for (const model::Reason& reason : model::seed_conflicts(model, structure, limits)) {
        if (reason.size() != 1 || reason[0].kind != model::Literal::Kind::reads_from) continue;
        some = std::erase(sources[reason[0].b.index()], reason[0].a) != 0 || some;
    }
    return some;
}

/// Reads that may read from many writes of their own unit, of which coherence leaves one as a rule.
bool have_many_own_sources(const Sources& sources, const EventStructure& structure) {
    std::size_t beyond_one = 0;
    for (std::size_t read = 0; read < sources.size(); ++read) {
        const auto own = std::ranges::count(sources[read], structure[EventId(read)].unit,
                                            [&](EventId write) { return structure[write].unit; });
        if (own > 1) beyond_one += static_cast<std::size_t>(own) - 1;
    }
    return beyond_one >= kManyOwnPairs;
}

/// First those for which it is enough that writes take place in each execution; bounds know of what
/// takes place together, too, but of long threads they are too dear.
void narrow_own_sources(Sources& sources, const EventStructure& structure,
                        const model::MemoryModel& model, const EngineRequest& request) {
    if (!have_many_own_sources(sources, structure)) return;
    remove_own_sources(sources, structure, model, request.budget);
    if (have_many_own_sources(sources, structure))
        remove_refuted(sources, structure, model, request, true);
}

EngineAnswer declined(const std::string& reason) {
    EngineAnswer answer;
    answer.declined = "the explicit engine does not decide this test: " + reason;
    return answer;
}

/// Half of the time, where outcomes are searched in the other.
Budget first_half(const EngineRequest& request, bool has_second_half) {
    Budget budget = request.budget;
    if (const auto left = budget.time_left(); left && has_second_half)
        budget.set_timeout(*left / 2);
    return budget;
}

/// Why they are left to another engine, where they are.
std::optional<std::string> find_outcomes(Search& search, Crew* crew, const EngineRequest& request,
                                         bool are_open, ClosingEffort closing,
                                         EngineAnswer& answer) {
    search.allow(request.budget);
    if (request.endless) answer.endless = endless(search);
    OpenOutcomes open(search, request, answer);
    const bool open_values_matter = are_open && open.matter();
    search.add({search.finished()});
    if (open_values_matter) {
        open.enumerate();
        return open.refusal();
    }
    OutcomeSearch outcomes(search, request, answer, closing, crew);
    if (request.outcomes || request.all_executions)
        outcomes.enumerate();
    else
        outcomes.decide_condition();
    return std::nullopt;
}

/// Those that are still sources where more is known of places and guards.
void keep_possible(Sources& sources, const EventStructure& structure) {
    const Sources possible = model::possible_sources(structure);
    for (std::size_t read = 0; read < sources.size(); ++read)
        std::erase_if(sources[read], [&](EventId write) {
            return !std::ranges::binary_search(possible[read], write);
        });
}

struct Effort {
    ClosingEffort closing;
    Dividing dividing;
};

/// One search is enough as a rule. Where undefined behaviour takes more than its share of the time,
/// outcomes have a search of their own, and the first one goes on with the time that they leave.
class TimedAnswer {
public:
    TimedAnswer(const EventStructure& structure, const Sources& sources,
                const ValueDomains& domains, const model::MemoryModel& model,
                const EngineRequest& request, Effort effort)
        : structure_(structure),
          model_(model),
          sources_(sources),
          domains_(domains),
          request_(request),
          effort_(effort),
          crew_(structure, model, request, sources, domains, effort.dividing),
          has_second_half_(request.outcomes || request.all_executions || request.condition) {}

    EngineAnswer operator()() {
        if (const auto spent = request_.budget.exceeded())
            return nothing(structure_, model_, request_, describe(*spent));
        Search search(structure_, model_, request_, sources_, domains_);
        if (search.stopped()) return nothing(structure_, model_, request_, *search.stopped());
        const Search::Values values = search.look_for_open_values();
        if (values == Search::Values::undecided)
            return nothing(structure_, model_, request_, *search.stopped());
        if (values == Search::Values::refused) return declined(search.refusal());
        // Outcomes come last: what they exclude from the search, they exclude for good.
        search.allow(first_half(request_, has_second_half_));
        // What is flagged is flagged with such cycles or without; a proof that there are none may
        // take long, and leaves a solver behind that has forgotten its guesses.
        if (has_second_half_ || request_.forbid_thin_air != model::ThinAir::none)
            search.rule_out_cycles();
        EngineAnswer answer;
        find_undefined(search, divides(values), request_, answer);
        // A proof is of one search.
        const bool is_cut_short =
            search.stopped() && !request_.budget.exceeded() && !request_.lemmas;
        if (!has_second_half_)
            finish(search, answer);
        else if (is_cut_short)
            return with_two_searches(search, values, std::move(answer));
        else if (const auto refusal = list_outcomes(search, values, answer))
            return declined(*refusal);
        return answer;
    }

private:
    /// What is learnt elsewhere is no part of a proof; open values are settled in one search.
    Crew* divides(Search::Values values) {
        return values == Search::Values::known && !request_.lemmas ? &crew_ : nullptr;
    }

    std::optional<std::string> list_outcomes(Search& search, Search::Values values,
                                             EngineAnswer& answer) {
        auto refusal = find_outcomes(search, divides(values), request_,
                                     values == Search::Values::open, effort_.closing, answer);
        finish(search, answer);
        return refusal;
    }

    EngineAnswer with_two_searches(Search& first, Search::Values values, EngineAnswer answer) {
        Search second(structure_, model_, request_, sources_, domains_);
        if (values == Search::Values::known) {
            first.rest();
            second.adopt(first);
        } else if (second.look_for_open_values() != values) {
            finish(second, answer);
            return answer;
        }
        if (const auto refusal = list_outcomes(second, values, answer)) return declined(*refusal);
        if (!has_open_undefined(answer) || request_.budget.exceeded()) return answer;
        first.allow(request_.budget);
        EngineAnswer later;
        find_undefined(first, divides(values), request_, later);
        take_over_undefined(answer, std::move(later));
        return answer;
    }

    void finish(Search& search, EngineAnswer& answer) const {
        if (search.stopped()) answer.incomplete = search.stopped();
        answer.lemmas = search.lemmas();
        answer.statistics = search.statistics();
        if (crew_.parts() != 0) answer.statistics.push_back({"parts", crew_.parts()});
    }

    const EventStructure& structure_;
    const model::MemoryModel& model_;
    const Sources& sources_;
    const ValueDomains& domains_;
    const EngineRequest& request_;
    Effort effort_;
    Crew crew_;
    bool has_second_half_;
};

/// Where it is undefined behaviour alone that is asked for, of a test that may take long.
bool may_be_settled(const EventStructure& structure, const EngineRequest& request,
                    Settling settling) {
    const bool is_large = structure.size() - structure.initial_count >= kManyEvents;
    return settling != Settling::never && (is_large || settling == Settling::always) &&
           request.undefined_behaviour && !request.outcomes && !request.all_executions &&
           !request.condition && !request.endless && !request.lemmas;
}

}  // namespace

EngineAnswer ExplicitEngine::run(const EventStructure& structure, const model::MemoryModel& model,
                                 const EngineRequest& request) {
    // What reads may read decides values, which decide where accesses are, which decides what reads
    // may read. (A proof would have to tell why a read has not all its sources.)
    const bool may_narrow = !request.lemmas;
    const bool always = may_narrow && determining_ == Determining::always;
    std::optional<Determined> determined;
    Sources sources = model::possible_sources(structure);
    if (may_be_settled(structure, request, settling_))
        if (auto answer = settled(structure, sources, model, request)) return *std::move(answer);
    while (true) {
        const EventStructure& current = determined ? determined->structure : structure;
        if (may_narrow) narrow_own_sources(sources, current, model, request);
        std::optional<ValueDomains> domains(std::in_place, current, sources, request.budget);
        if (may_narrow && !domains->stopped() && (domains->refusal() || always) &&
            remove_refuted(sources, current, model, request, false))
            domains.emplace(current, sources, request.budget);
        // What is unknown for want of time is nothing that another engine should be asked for.
        if (const auto spent = domains->stopped())
            return nothing(current, model, request, describe(*spent));
        std::optional<Determined> next;
        if (may_narrow && (domains->refusal() || always))
            next = with_determined_reads(current, sources);
        if (!next || next->reads == (determined ? determined->reads : 0))
            return domains->refusal() ? declined(*domains->refusal())
                                      : TimedAnswer(current, sources, *domains, model, request,
                                                    {closing_, dividing_})();
        determined = std::move(next);
        keep_possible(sources, determined->structure);
    }
}

}  // namespace clmm::explorer
