#include "strengthening.h"

#include <algorithm>
#include <bit>
#include <map>
#include <memory>

#include "clmm/base/ensure.h"
#include "clmm/enumerator/check.h"
#include "clmm/litmus/strengthening.h"

namespace clmm::enumerator {
namespace {

using litmus::StrengthKind;
using litmus::StrengthPlace;
using model::EventStructure;
using Steps = std::vector<std::size_t>;  ///< by place

using Gone = std::function<bool(const EventStructure&)>;

/// Looks for a least vector of steps under which something is gone.
class Search {
public:
    Search(const EventStructure& structure, const Gone& gone)
        : gone_(gone),
          all_(structure.language->strengthenings(structure)),
          kinds_(all_->kinds()),
          places_(all_->places()) {}

    std::optional<Stronger> operator()(bool for_race) {
        std::optional<Steps> steps = first_kind_enough(for_race);
        if (!steps) return std::nullopt;
        lower(*steps);
        if (changed(*steps) > 1)
            if (std::optional<Steps> single = single_enough(is_for_race(*steps))) steps = single;
        Stronger result{{}, all_->made(*steps), {}};
        for (std::size_t i = 0; i < places_.size(); ++i)
            if ((*steps)[i] > 0) result.strengthenings.push_back(told(places_[i], (*steps)[i]));
        return result;
    }

private:
    [[nodiscard]] Strengthening told(const StrengthPlace& place, std::size_t step) const {
        return {kinds_[place.kind].name, place.events, place.locations,
                place.steps[step - 1].words};
    }

    static std::size_t changed(const Steps& steps) {
        return steps.size() - static_cast<std::size_t>(std::ranges::count(steps, 0U));
    }

    [[nodiscard]] bool is_asked_for(std::size_t kind, bool for_race) const {
        return for_race || !kinds_[kind].for_races;
    }

    /// What one kind of change can do, then two together, and so on. Places that should be alike
    /// are raised together, to each height in turn.
    std::optional<Steps> first_kind_enough(bool for_race) {
        unsigned asked = 0;
        for (std::size_t k = 0; k < kinds_.size(); ++k)
            if (is_asked_for(k, for_race)) asked |= 1U << k;
        for (int size = 1; size <= std::popcount(asked); ++size)
            for (unsigned mask = 1; mask <= asked; ++mask) {
                if (std::popcount(mask) != size || (mask & ~asked) != 0) continue;
                for (unsigned height = 1; height <= most_heights(mask); ++height)
                    if (const Steps steps = all_of(mask, height); gone(steps)) return steps;
            }
        return std::nullopt;
    }

    [[nodiscard]] unsigned most_heights(unsigned mask) const {
        unsigned most = 0;
        for (std::size_t k = 0; k < kinds_.size(); ++k)
            if ((mask >> k & 1U) != 0) most = std::max(most, kinds_[k].heights);
        return most;
    }

    /// All places of these kinds as strong as they can be, up to this height.
    [[nodiscard]] Steps all_of(unsigned mask, unsigned height) const {
        Steps steps(places_.size());
        for (std::size_t i = 0; i < places_.size(); ++i)
            if ((mask >> places_[i].kind & 1U) != 0)
                steps[i] = static_cast<std::size_t>(std::ranges::count_if(
                    places_[i].steps,
                    [&](const litmus::StrengthStep& step) { return step.height <= height; }));
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

    /// What ends races without ordering anything is among them.
    [[nodiscard]] bool is_for_race(const Steps& steps) const {
        for (std::size_t i = 0; i < steps.size(); ++i)
            if (steps[i] > 0 && kinds_[places_[i].kind].for_races) return true;
        return false;
    }

    /// What ends a race without ordering anything does not replace what orders.
    std::optional<Steps> single_enough(bool for_race) {
        for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
            for (std::size_t i = 0; i < places_.size(); ++i)
                for (std::size_t step = 1; step <= places_[i].steps.size(); ++step) {
                    if (places_[i].kind != kind || !is_asked_for(kind, for_race)) continue;
                    Steps single(places_.size());
                    single[i] = step;
                    if (gone(single)) return single;
                }
        return std::nullopt;
    }

    bool gone(const Steps& steps) {
        if (changed(steps) == 0) return false;
        const auto [known, is_new] = known_.try_emplace(steps, false);
        if (is_new) known->second = gone_(all_->made(steps));
        return known->second;
    }

    const Gone& gone_;
    std::unique_ptr<const litmus::Strengthenings> all_;
    const std::vector<StrengthKind>& kinds_;
    const std::vector<StrengthPlace>& places_;
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
