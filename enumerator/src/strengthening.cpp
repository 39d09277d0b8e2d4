#include "strengthening.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>

#include "clmm/base/ensure.h"
#include "clmm/enumerator/check.h"
#include "strengthening_places.h"

namespace clmm::enumerator {
namespace {

using litmus::Scope;
using model::EventStructure;
using What = Strengthening::What;
using Steps = std::vector<std::size_t>;  ///< by place

using Gone = std::function<bool(const EventStructure&)>;

/// Looks for a least vector of steps under which something is gone.
class Search {
public:
    Search(const EventStructure& structure, const Gone& gone)
        : structure_(structure), gone_(gone), places_(strengthening_places(structure)) {}

    std::optional<Stronger> operator()(bool with_atomicity) {
        std::optional<Steps> steps = first_kind_enough(with_atomicity);
        if (!steps) return std::nullopt;
        lower(*steps);
        if (changed(*steps) > 1)
            if (std::optional<Steps> single = single_enough(has_atomicity(*steps))) steps = single;
        Stronger result{{}, strengthened(structure_, places_, *steps), {}};
        for (std::size_t i = 0; i < places_.size(); ++i)
            if ((*steps)[i] > 0) result.strengthenings.push_back(places_[i].at((*steps)[i]));
        return result;
    }

private:
    static constexpr std::array kKinds{What::scope, What::order, What::region, What::atomic};

    static std::size_t changed(const Steps& steps) {
        return steps.size() - static_cast<std::size_t>(std::ranges::count(steps, 0U));
    }

    /// What one kind of change can do, then two together, and so on. Scopes that should be alike
    /// are raised together, to each height in turn.
    std::optional<Steps> first_kind_enough(bool with_atomicity) {
        const unsigned kinds = with_atomicity ? 4 : 3;
        for (unsigned size = 1; size <= kinds; ++size)
            for (unsigned mask = 1; mask < 1U << kinds; ++mask) {
                if (static_cast<unsigned>(std::popcount(mask)) != size) continue;
                const auto chosen = [&](What what) {
                    for (unsigned k = 0; k < kinds; ++k)
                        if (kKinds[k] == what) return (mask >> k & 1U) != 0;
                    return false;
                };
                for (const Scope scope : {Scope::work_group, Scope::device, Scope::all}) {
                    const Steps steps = all_of(chosen, scope);
                    if (gone(steps)) return steps;
                    if (!chosen(What::scope)) break;
                }
            }
        return std::nullopt;
    }

    template <class Chosen>
    Steps all_of(const Chosen& chosen, Scope scope) const {
        Steps steps(places_.size());
        for (std::size_t i = 0; i < places_.size(); ++i) {
            const StrengtheningPlace& place = places_[i];
            if (!chosen(place.what)) continue;
            steps[i] = place.top();
            if (place.what == What::scope)
                while (steps[i] > 0 && place.scopes[steps[i] - 1] > scope) --steps[i];
        }
        return steps;
    }

    /// Each place as low as it can be, given the others. A wider scope can undo what another one
    /// does, so that a place may go down only after those behind it did.
    void lower(Steps& steps) {
        Steps before;
        do {
            before = steps;
            for (std::size_t i = 0; i < steps.size(); ++i) lower(steps, i);
        } while (steps != before);
    }

    void lower(Steps& steps, std::size_t place) {
        for (std::size_t step = 0; step < steps[place]; ++step) {
            Steps lower = steps;
            lower[place] = step;
            if (gone(lower)) steps = std::move(lower);
        }
    }

    [[nodiscard]] bool has_atomicity(const Steps& steps) const {
        for (std::size_t i = 0; i < steps.size(); ++i)
            if (steps[i] > 0 && places_[i].what == What::atomic) return true;
        return false;
    }

    /// Atomic accesses end a race without ordering anything, so they do not replace what orders.
    std::optional<Steps> single_enough(bool with_atomicity) {
        for (const What what : kKinds)
            for (std::size_t i = 0; i < places_.size(); ++i)
                for (std::size_t step = 1; step <= places_[i].top(); ++step) {
                    if (places_[i].what != what) continue;
                    if (what == What::atomic && !with_atomicity) continue;
                    Steps single(places_.size());
                    single[i] = step;
                    if (gone(single)) return single;
                }
        return std::nullopt;
    }

    bool gone(const Steps& steps) {
        if (changed(steps) == 0) return false;
        const auto [known, is_new] = known_.try_emplace(steps, false);
        if (is_new) known->second = gone_(strengthened(structure_, places_, steps));
        return known->second;
    }

    const EventStructure& structure_;
    const Gone& gone_;
    std::vector<StrengtheningPlace> places_;
    std::map<Steps, bool> known_;
};

model::EngineAnswer ask(const EventStructure& structure, const model::MemoryModel& model,
                        const model::EngineRequest& request, const ExplainOptions& options) {
    auto engine = make_engine(options.check.engines.get(), options.check.engine);
    ensure(static_cast<bool>(engine), "an engine that has answered answers again");
    return engine.value()->run(structure, model, request);
}

}  // namespace

std::optional<Stronger> strengthened_without_state(const EventStructure& structure,
                                                   const model::MemoryModel& model,
                                                   const std::vector<litmus::TermId>& wanted,
                                                   const model::Execution& witness,
                                                   const ExplainOptions& options) {
    EventStructure asked = structure;
    asked.condition = asked.terms.boolean(true);
    for (const litmus::TermId term : wanted)
        asked.condition = asked.terms.land(asked.condition, term);
    ensure(litmus::evaluate(asked.terms, asked.condition, model::ExecutionValues(witness)) != 0,
           "the witness satisfies what is wanted");
    model::EngineRequest request;
    request.outcomes = false;
    request.undefined_behaviour = false;
    request.forbid_thin_air = forbidden_thin_air(model, options.check);
    request.budget = options.check.budget;
    bool is_open = false;
    const Gone gone = [&](const EventStructure& stronger) {
        is_open = is_open || options.check.budget.exceeded();
        if (is_open) return false;
        const auto satisfiable = ask(stronger, model, request, options).condition_satisfiable;
        is_open = !satisfiable;
        return satisfiable == false;
    };
    std::optional<Stronger> result = Search(asked, gone)(false);
    if (is_open) return std::nullopt;  // it may not be the least
    if (result) {
        const auto refuter = make_refuter(options.check.engines.get(), options.check.engine);
        ensure(static_cast<bool>(refuter), "what has given a witness gives reasons again");
        model::Refuted refuted = (*refuter)->refute(
            result->structure, model, wanted, {1, options.check.budget, request.forbid_thin_air});
        result->arguments = with_inferences(result->structure, model, std::move(refuted.arguments));
    }
    return result;
}

std::optional<Stronger> strengthened_without_race(const CheckResult& result,
                                                  const model::MemoryModel& model,
                                                  const model::UndefinedEntry& race,
                                                  const ExplainOptions& options) {
    model::EngineRequest request;
    request.outcomes = false;
    request.condition = false;
    request.wanted = [kind = race.kind](std::string_view each) { return each == kind; };
    request.forbid_thin_air = forbidden_thin_air(model, options.check);
    request.budget = options.check.budget;
    bool is_open = false;
    const Gone gone = [&](const EventStructure& stronger) {
        is_open = is_open || options.check.budget.exceeded();
        if (is_open) return false;
        const model::EngineAnswer answer = ask(stronger, model, request, options);
        const bool is_there =
            std::ranges::any_of(answer.undefined, [&](const model::UndefinedEntry& each) {
                return each.kind == race.kind && each.message == race.message &&
                       std::ranges::is_permutation(each.events, race.events);
            });
        is_open = !is_there && (answer.undefined_incomplete || answer.incomplete);
        return !is_there && !is_open;
    };
    std::optional<Stronger> stronger = Search(result.structure, gone)(true);
    if (is_open) return std::nullopt;
    return stronger;
}

}  // namespace clmm::enumerator
