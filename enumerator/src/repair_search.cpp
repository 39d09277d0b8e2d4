#include "repair_search.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

#include "clmm/targets/languages.h"

namespace clmm::enumerator {
namespace {

using litmus::Change;
using litmus::Changes;
using litmus::ChangeSpace;

/// The truth of the condition's proposition in a state that is not wanted.
bool unwanted_truth(const litmus::LitmusTest& test) {
    return test.quantifier != litmus::Quantifier::forall;
}

/// A cycle of reads-from and of what the option or the switch of the model names.
bool is_out_of_thin_air(const litmus::EventStructure& structure, const model::Execution& execution,
                        model::ThinAir forbidden) {
    if (forbidden == model::ThinAir::none) return false;
    BitMatrix edges(structure.size());
    const auto add = [&](const BitMatrix& relation) {
        relation.for_each([&](std::size_t a, std::size_t b) {
            if (execution.executed.test(a) && execution.executed.test(b)) edges.set(a, b);
        });
    };
    if (forbidden == model::ThinAir::sb)
        add(structure.sb);
    else
        for (const BitMatrix* relation : {&structure.data, &structure.addr, &structure.control()})
            add(*relation);
    add(execution.reads_from);
    edges.close_transitively();
    return !edges.is_irreflexive();
}

Counterexamples::Shows shows_of(const RepairResult& result, const model::Program& program) {
    const model::ThinAir forbidden = result.original.forbidden_thin_air;
    if (result.goal != RepairGoal::forbid)
        return [&program, forbidden, races = result.goal == RepairGoal::race_free](
                   const litmus::EventStructure& structure, const model::Execution& execution,
                   const model::Evaluator& evaluator) {
            return !is_out_of_thin_air(structure, execution, forbidden) &&
                   std::ranges::any_of(evaluator.flags(), [&](const model::Finding& finding) {
                       return !races || model::is_race(program.checks[finding.check].name);
                   });
        };
    return [forbidden, wanted = unwanted_truth(result.original.test)](
               const litmus::EventStructure& structure, const model::Execution& execution,
               const model::Evaluator&) {
        const model::ExecutionValues values(execution);
        return !is_out_of_thin_air(structure, execution, forbidden) &&
               (litmus::evaluate(structure.terms, structure.condition, values) != 0) == wanted;
    };
}

unsigned total_rank(const ChangeSpace& space, const Changes& changes) {
    unsigned sum = 0;
    for (const Change& change : changes) sum += space.rank(change);
    return sum;
}

std::string first_error(const Diagnostics& diagnostics) {
    for (const Diagnostic& each : diagnostics)
        if (each.severity == Severity::error) return each.message + " [" + each.code + "]";
    return {};
}

}  // namespace

std::optional<bool> reaches_unwanted(const CheckResult& result) {
    if (unwanted_truth(result.test)) return allowed(result.answer);
    const std::optional<bool> every = always(result.answer);
    return every ? std::optional(!*every) : std::nullopt;
}

std::string why_open(const CheckResult& result) {
    return result.reason.empty() ? result.answer.undefined_incomplete.value_or("incomplete")
                                 : result.reason;
}

CheckOptions with_budget_of(CheckOptions options) {
    if (!options.timeout) return options;
    const auto left = options.budget.time_left();
    options.budget.set_timeout(left ? std::min(*left, *options.timeout) : *options.timeout);
    options.timeout.reset();
    return options;
}

RepairSearch::RepairSearch(const model::MemoryModel& model, const RepairOptions& options,
                           RepairResult& result)
    : model_(model),
      options_(options),
      result_(result),
      known_(model, shows_of(result, model.program)),
      kinds_(undefined_kinds(result.original.answer)),
      goes_on_(result.original, model, options.check) {}

void RepairSearch::operator()() {
    judge(result_.original, {});  // what shows that the original needs a repair
    std::vector<std::size_t> places;
    for (unsigned count = 1; count <= options_.most_changes && result_.repairs.empty(); ++count)
        try_places(0, count, places);
    for (Repair& repair : result_.repairs) count_weaker(repair);
    sort_repairs();
}

/// All choices of `count` more places from `first` on.
void RepairSearch::try_places(std::size_t first, std::size_t count,
                              std::vector<std::size_t>& places) {
    if (count == 0) return try_levels(places);
    for (std::size_t place = first; place < result_.space->places().size(); ++place) {
        places.push_back(place);
        try_places(place + 1, count - 1, places);
        places.pop_back();
    }
}

void RepairSearch::try_levels(const std::vector<std::size_t>& places) {
    const ChangeSpace& space = *result_.space;
    std::vector<Changes> all{{}};
    for (const std::size_t place : places) {
        std::vector<Changes> longer;
        for (const Changes& changes : all)
            for (std::size_t level = 0; level < space.places()[place].texts.size(); ++level) {
                longer.push_back(changes);
                longer.back().push_back({place, level});
            }
        all = std::move(longer);
    }
    // What is weaker has a lower rank, so it comes first.
    std::ranges::stable_sort(all, {}, [&](const Changes& c) { return total_rank(space, c); });
    trials_.clear();
    for (const Changes& changes : all) {
        if (!space.admissible(changes) || is_above_one_known(changes)) continue;
        if (is_stopped()) return;
        ++result_.checked;
        Trial* const trial = trial_of(changes);
        if (trial == nullptr || !trial->refutes(changes)) try_changes(changes);
    }
}

bool RepairSearch::inserts(const Change& change) const {
    return result_.space->places()[change.place].inserts;
}

/// The trial of all changes that differ in their fences only, at the same places; null where the
/// test with all these fences is too large.
Trial* RepairSearch::trial_of(const Changes& changes) {
    Changes arguments;
    std::vector<std::size_t> fence_places;
    for (const Change& change : changes)
        if (inserts(change) && !result_.space->places()[change.place].has_actions)
            fence_places.push_back(change.place);
        else
            arguments.push_back(change);
    const auto [found, is_new] = trials_.try_emplace(arguments);
    if (is_new) {
        const litmus::ChangedText text = result_.space->superpose(arguments, fence_places);
        const auto test = targets::read_test(std::make_shared<const Source>("", text.text));
        if (!test) return nullptr;
        auto structure = unfold_for(*test, model_, options_.check);
        if (structure) found->second.emplace(known_, std::move(structure).value(), text.fences);
    }
    return found->second ? &*found->second : nullptr;
}

bool RepairSearch::is_stopped() {
    if (result_.stopped.empty())
        if (const auto reason = options_.check.budget.exceeded())
            result_.stopped = describe(*reason);
    return !result_.stopped.empty();
}

/// Above a repair, or above what may be one.
bool RepairSearch::is_above_one_known(const Changes& changes) const {
    const auto is_below = [&](const auto& known) {
        return result_.space->weaker_or_equal(known.changes, changes);
    };
    return std::ranges::any_of(result_.repairs, is_below) ||
           std::ranges::any_of(result_.undecided, is_below);
}

/// Decides a change by a check of the changed text.
void RepairSearch::try_changes(const Changes& changes) {
    litmus::ChangedText changed = result_.space->apply(changes);
    const auto result =
        check(std::make_shared<const Source>(result_.original.test.source->name(), changed.text),
              model_, options_.check);
    if (!result) {
        result_.undecided.push_back({changes, "rejected: " + first_error(result.diagnostics())});
        return;
    }
    switch (judge(*result, changed.fences)) {
        case Judgement::enough:
            if (goes_on_.as_before(*result))
                result_.repairs.push_back({changes, std::move(changed.text)});
            break;
        case Judgement::undecided:
            result_.undecided.push_back({changes, why_open(*result)});
            break;
        case Judgement::not_enough:
            break;
    }
}

/// What the goal excludes.
bool RepairSearch::is_unwanted(std::string_view kind) const {
    return result_.goal == RepairGoal::defined || model::is_race(kind);
}

RepairSearch::Judgement RepairSearch::judge(const CheckResult& result,
                                            const std::vector<litmus::ChangedText::Fence>& fences) {
    const model::EngineAnswer& answer = result.answer;
    const auto learn = [&](const model::Execution& witness) {
        known_.learn(result.structure, fences, witness);
        return Judgement::not_enough;
    };
    const bool for_states = result_.goal == RepairGoal::forbid;
    for (const model::UndefinedEntry& entry : answer.undefined)
        if (!for_states && is_unwanted(entry.kind)) return learn(entry.witness);
    for (const model::OutcomeEntry& outcome : answer.outcomes)
        if (for_states && outcome.satisfies_condition == unwanted_truth(result.test))
            // Of an interrupted search, the first one need not have an execution.
            return outcome.witness ? learn(*outcome.witness) : Judgement::not_enough;
    // A kind that the original has not is new, if all kinds that it has are known.
    for (const std::string& kind : undefined_kinds(answer))
        if (!std::ranges::binary_search(kinds_, kind))
            return result_.original.answer.undefined_incomplete ? Judgement::undecided
                                                                : Judgement::not_enough;

    const std::optional<bool> missed = for_states ? reaches_unwanted(result) : result.racy;
    if (missed == true) return Judgement::not_enough;
    const bool nothing_left = answer.outcomes.empty();
    if (!missed || !result.racy || answer.undefined_incomplete ||
        (nothing_left && !is_complete(answer)))
        return Judgement::undecided;
    return nothing_left ? Judgement::not_enough : Judgement::enough;
}

/// How many changes lie below a repair, and which of them are undecided.
void RepairSearch::count_weaker(Repair& repair) const {
    const ChangeSpace& space = *result_.space;
    std::vector<Changes> below{{}};
    for (const Change& change : repair.changes) {
        std::vector<Changes> longer = below;  // without this place
        for (const Changes& changes : below)
            for (std::size_t level = 0; level <= change.level; ++level)
                if (space.weaker_or_equal({{change.place, level}}, {change})) {
                    longer.push_back(changes);
                    longer.back().push_back({change.place, level});
                }
        below = std::move(longer);
    }
    for (const Changes& changes : below)
        if (!changes.empty() && changes != repair.changes && space.admissible(changes))
            ++repair.weaker;
    for (const UndecidedChanges& open : result_.undecided)
        if (space.weaker_or_equal(open.changes, repair.changes)) ++repair.weaker_undecided;
}

void RepairSearch::sort_repairs() {
    const ChangeSpace& space = *result_.space;
    const auto key = [&](const Repair& repair) {
        const auto fences = std::ranges::count_if(
            repair.changes, [&](const Change& change) { return inserts(change); });
        return std::tuple(fences, total_rank(space, repair.changes));
    };
    std::ranges::stable_sort(result_.repairs, {}, key);
}

}  // namespace clmm::enumerator
