#include <algorithm>
#include <array>
#include <map>

#include "brute_force.h"
#include "clmm/engines/built_in.h"
#include "clmm/litmus/opencl_events.h"
#include "clmm/model/replay.h"
#include "explanation_checks.h"
#include "unit/model/evaluator_test_support.h"

namespace clmm::test {
namespace {

using enumerator::Strengthening;
using litmus::Event;
using litmus::EventKind;
using litmus::OpenClEvent;
using litmus::Order;
using litmus::Scope;
using model::EventStructure;
using model::Execution;

enum class What : std::uint8_t { order, scope, region, atomic };

/// What an order promises: acquire, release, a place in the order of seq_cst.
unsigned promises(Order order) {
    switch (order) {
        case Order::acquire:
            return 1;
        case Order::release:
            return 2;
        case Order::acq_rel:
            return 3;
        case Order::seq_cst:
            return 7;
        default:
            return 0;
    }
}
bool is_weaker(Order x, Order y) { return x != y && (promises(x) & promises(y)) == promises(x); }

/// A strengthening by what it means in OpenCL, read from its words.
struct Change {
    What what = What::order;
    std::vector<litmus::EventId> events = {};
    std::vector<litmus::LocationId> locations = {};
    Order order = Order::none;
    Scope scope = Scope::none;
    litmus::Regions regions = {};
};

template <class Enum>
Enum named(const std::string& words, const std::map<std::string, Enum>& known) {
    return known.at(words.substr(words.find(' ') + 1));
}

litmus::Regions flags(const std::string& words) {
    const auto says = [&](const char* name) { return words.find(name) != std::string::npos; };
    const bool both = says("both memory flags");
    return {.global = both || says("CLK_GLOBAL_MEM_FENCE"),
            .local = both || says("CLK_LOCAL_MEM_FENCE"),
            .image = says("CLK_IMAGE_MEM_FENCE")};
}

Change read(const Strengthening& from) {
    static const std::map<std::string, Order> orders{{"memory_order_acquire", Order::acquire},
                                                     {"memory_order_release", Order::release},
                                                     {"memory_order_acq_rel", Order::acq_rel},
                                                     {"memory_order_seq_cst", Order::seq_cst}};
    static const std::map<std::string, Scope> scopes{{"memory_scope_sub_group", Scope::sub_group},
                                                     {"memory_scope_work_group", Scope::work_group},
                                                     {"memory_scope_device", Scope::device},
                                                     {"memory_scope_all_svm_devices", Scope::all}};
    Change change{.events = from.events, .locations = from.locations};
    if (from.kind == "order") {
        change.order = named(from.words, orders);
    } else if (from.kind == "scope") {
        change.what = What::scope;
        change.scope = named(from.words, scopes);
    } else if (from.kind == "region") {
        change.what = What::region;
        if (from.locations.empty()) change.regions = flags(from.words);
    } else {
        change.what = What::atomic;
    }
    return change;
}

bool is_on(const Event& event, const std::vector<litmus::LocationId>& locations) {
    return std::ranges::any_of(event.targets, [&](const litmus::Target& target) {
        return std::ranges::find(locations, target.location) != locations.end();
    });
}

void make(OpenClEvent& event, const Change& by) {
    const bool is_part = std::ranges::find(by.events, event.id) != by.events.end();
    const bool is_its_object = is_on(event, by.locations);
    if (by.what == What::atomic && is_its_object) {
        event.atomic_location = true;
        if (event.initial || event.atomic) return;
        event.atomic = true;
        event.order = Order::relaxed;
        event.written_scope = Scope::all;
    }
    if (by.what == What::region && is_its_object) event.regions = {.global = true};
    if (by.what == What::region && is_part) event.regions = by.regions;
    if (by.what == What::scope && is_part) event.written_scope = by.scope;
    if (by.what == What::order && is_part && !is_weaker(by.order, event.order))
        event.order = by.order;
}

/// The text: local memory is seen by the work-group, what is no fine-grained SVM with atomics by
/// the device. Such memory is all that the test has where an object comes from local memory.
void settle_scope(const EventStructure& structure, OpenClEvent& event) {
    if (event.targets.empty()) {
        event.scope = event.written_scope;
        return;
    }
    if (litmus::attributes(structure, event.id).regions.local && event.regions.global)
        event.tags.add(litmus::Tag::on_atomic_svm);
    if (event.written_scope == Scope::none) return;
    const auto allocation = structure.locations[event.targets.front().location.index()].allocation;
    if (event.tags.has(litmus::Tag::host)) {
        event.scope = Scope::all;
        return;
    }
    const Scope widest =
        event.regions.local
            ? (litmus::opencl_data(structure).narrows_local ? Scope::work_group : Scope::all)
        : allocation == litmus::Allocation::fine_grained_svm_atomics ||
                allocation == litmus::Allocation::system_svm ||
                allocation == litmus::Allocation::host_memory
            ? Scope::all
            : Scope::device;
    event.scope = std::min(event.written_scope, widest);
}

/// The structure with changes made to it.
EventStructure changed(const EventStructure& structure, std::vector<Change> changes) {
    // What becomes atomic gets the weakest order first.
    std::ranges::stable_partition(changes,
                                  [](const Change& each) { return each.what == What::atomic; });
    EventStructure result = structure;
    for (const Event& each : structure.events) {
        OpenClEvent event = litmus::with_attributes(structure, each.id);
        for (const Change& by : changes) make(event, by);
        settle_scope(structure, event);
        litmus::own_opencl_data(result).of[each.id.index()] = event;
    }
    for (const Change& each : changes)
        for (const litmus::LocationId location : each.locations)
            if (each.what == What::region)
                result.locations[location.index()].space = litmus::AddressSpace::global;
            else
                result.locations[location.index()].atomic_type = true;
    return result;
}

bool same_actions(const EventStructure& x, const EventStructure& y) {
    return std::ranges::equal(x.events, y.events, [&](const Event& left, const Event& right) {
        const litmus::OpenClAttributes& a = litmus::attributes(x, left.id);
        const litmus::OpenClAttributes& b = litmus::attributes(y, right.id);
        return a.order == b.order && a.scope == b.scope && a.regions == b.regions &&
               a.atomic == b.atomic && a.atomic_location == b.atomic_location &&
               a.tags.bits() == b.tags.bits();
    });
}

/// A change less strong than this, and more than nothing.
std::vector<Change> weaker(const EventStructure& structure, const Change& change) {
    std::vector<Change> all;
    if (change.events.empty()) return all;
    const litmus::OpenClAttributes now = litmus::attributes(structure, change.events.front());
    const auto any = [&](EventKind kind) {
        return std::ranges::any_of(change.events, [&](litmus::EventId event) {
            return structure[event].kind == kind || structure[event].kind == EventKind::fence;
        });
    };
    const unsigned sensible = (any(EventKind::read) ? 1U : 0U) | (any(EventKind::write) ? 2U : 0U);
    if (change.what == What::order)
        for (const Order order : {Order::acquire, Order::release, Order::acq_rel})
            if ((promises(order) & ~sensible) == 0 && is_weaker(order, change.order) &&
                is_weaker(now.order, order)) {
                all.push_back(change);
                all.back().order = order;
            }
    if (change.what == What::scope)
        for (const Scope scope : {Scope::sub_group, Scope::work_group, Scope::device})
            if (now.written_scope < scope && scope < change.scope) {
                all.push_back(change);
                all.back().scope = scope;
            }
    if (change.what == What::region)
        for (const auto& [global, local] : {std::pair(true, false), std::pair(false, true)}) {
            const litmus::Regions less{now.regions.global || global, now.regions.local || local,
                                       now.regions.image};
            if (less == now.regions || less == change.regions) continue;
            all.push_back(change);
            all.back().regions = less;
        }
    return all;
}

/// Every change of one place, as strong as it can be, and every weaker one.
std::vector<Change> single_changes(const EventStructure& structure, bool with_atomicity) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<litmus::EventId>> statements;
    for (const Event& event : structure.events)
        if (!event.initial && event.span.begin != event.span.end)
            statements[{event.span.begin, event.span.end}].push_back(event.id);
    std::vector<Change> all;
    const auto add = [&](const Change& strongest) {
        std::ranges::move(weaker(structure, strongest), std::back_inserter(all));
        all.push_back(strongest);
    };
    for (const auto& [_, events] : statements) {
        const OpenClEvent first = litmus::with_attributes(structure, events.front());
        const bool is_access = !first.targets.empty();
        if (is_access && !first.atomic) continue;
        if (is_access || first.kind == EventKind::fence)
            add({.what = What::order, .events = events, .order = Order::seq_cst});
        if (first.written_scope != Scope::none && !first.tags.has(litmus::Tag::host))
            add({.what = What::scope, .events = events, .scope = Scope::all});
        if (!is_access && first.written_scope != Scope::none)
            add({.what = What::region,
                 .events = events,
                 .regions = {true, true, first.regions.image}});
    }
    std::map<std::uint32_t, std::vector<litmus::LocationId>> objects;
    for (const litmus::Location& location : structure.locations) {
        if (location.space == litmus::AddressSpace::local)
            objects[location.object].push_back(location.id);
        if (with_atomicity) all.push_back({.what = What::atomic, .locations = {location.id}});
    }
    for (const auto& [_, locations] : objects)
        all.push_back({.what = What::region, .locations = locations});
    return all;
}

model::EngineAnswer ask(const EventStructure& structure, const model::MemoryModel& model,
                        const model::EngineRequest& request) {
    const auto engine =
        enumerator::make_engine(engines::built_in().get(), enumerator::EngineChoice::automatic);
    return (*engine)->run(structure, model, request);
}

/// Atomic accesses are the last resort.
bool is_atomic(const std::vector<Change>& changes) {
    return std::ranges::any_of(changes,
                               [](const Change& each) { return each.what == What::atomic; });
}

class CheckingChanges {
public:
    using IsThere = std::function<std::optional<bool>(const EventStructure&)>;
    CheckingChanges(const EventStructure& structure, IsThere is_there)
        : structure_(structure), is_there_(std::move(is_there)) {}

    Checked operator()(const enumerator::Stronger& stronger) {
        std::vector<Change> changes;
        for (const Strengthening& each : stronger.strengthenings) changes.push_back(read(each));
        require(!changes.empty(), "no strengthenings are named");
        require(same_actions(changed(structure_, changes), stronger.structure),
                "the strengthened test differs in something else");
        require(is_there_(stronger.structure) == false, "it is still there");
        for (std::size_t i = 0; i < changes.size(); ++i) {
            std::vector<Change> rest = changes;
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
            expect_there(rest, "a strengthening is not needed");
            for (const Change& less : weaker(structure_, changes[i])) {
                std::vector<Change> others = rest;
                others.push_back(less);
                expect_there(others, "a weaker strengthening is enough");
            }
        }
        if (changes.size() > 1)
            for (const Change& single : single_changes(structure_, is_atomic(changes)))
                expect_there({single}, "one strengthening is enough");
        return std::move(checked_);
    }

private:
    void require(bool holds, const char* problem) {
        if (!holds) checked_.problems.emplace_back(problem);
    }
    void expect_there(const std::vector<Change>& changes, const char* problem) {
        ++checked_.changes;
        require(is_there_(changed(structure_, changes)) == true, problem);
    }

    const EventStructure& structure_;
    IsThere is_there_;
    Checked checked_;
};

/// The naive evaluator finds nothing wrong.
bool is_consistent(const EventStructure& structure, const model::MemoryModel& model,
                   const Execution& execution) {
    const auto values = model::test::naive_values(model.program, structure, execution);
    return std::ranges::all_of(model.program.checks, [&](const model::Check& check) {
        return check.role != model::CheckRole::axiom ||
               model::test::naive_passes(check, values[check.node.index()]);
    });
}

bool has_all(const EventStructure& structure, const std::vector<litmus::TermId>& wanted,
             const Execution& execution) {
    const model::ExecutionValues values(execution);
    return std::ranges::all_of(wanted, [&](litmus::TermId term) {
        return litmus::evaluate(structure.terms, term, values) != 0;
    });
}

Checked check_witness(const EventStructure& structure, const model::MemoryModel& model,
                      const enumerator::StateExplanation& explanation) {
    Checked checked;
    const Execution& witness = *explanation.witness;
    const auto require = [&](bool holds, std::string problem) {
        if (!holds) checked.problems.push_back(std::move(problem));
    };
    for (const std::string& defect : model::defects(structure, witness))
        require(false, "the witness is no execution: " + defect);
    model::Evaluator evaluator(model, structure);
    evaluator.evaluate(witness);
    for (const std::string& defect : model::order_defects(model.program, evaluator, witness))
        require(false, "the witness is no execution: " + defect);
    require(is_consistent(structure, model, witness), "the witness is not consistent");
    require(has_all(structure, explanation.question.wanted, witness),
            "the witness lacks the state");
    require(explanation.arguments.empty(), "there are arguments against an allowed state");
    return checked;
}

/// The engine's answer, and where affordable that of all candidates.
std::optional<bool> state_is_there(EventStructure structure, const model::MemoryModel& model,
                                   const std::vector<litmus::TermId>& wanted,
                                   model::ThinAir forbidden) {
    structure.condition = structure.terms.boolean(true);
    for (const litmus::TermId term : wanted)
        structure.condition = structure.terms.land(structure.condition, term);
    model::EngineRequest request;
    request.outcomes = false;
    request.undefined_behaviour = false;
    request.forbid_thin_air = forbidden;
    return ask(structure, model, request).condition_satisfiable;
}

}  // namespace

Checked check_expected_state(const EventStructure& structure, const model::MemoryModel& model,
                             const enumerator::StateExplanation& explanation,
                             model::ThinAir forbidden) {
    if (!explanation.expected) return {};
    return CheckingChanges(structure, [&](const EventStructure& other) {
        return state_is_there(other, model, explanation.question.wanted, forbidden);
    })(*explanation.expected);
}

Checked check_state(const EventStructure& structure, const model::MemoryModel& model,
                    const enumerator::StateExplanation& explanation, model::ThinAir forbidden) {
    Checked checked;
    if (explanation.incomplete)
        checked.problems.push_back("incomplete: " + *explanation.incomplete);
    if (!explanation.witness) {
        if (explanation.impossible_by_values) {
            checked.affordable =
                for_each_candidate(structure, model, {}, [&](const Execution& each) {
                    ++checked.candidates;
                    if (has_all(structure, explanation.question.wanted, each))
                        checked.problems.emplace_back("the values are possible");
                });
            return checked;
        }
        if (explanation.arguments.empty()) checked.problems.emplace_back("there is no argument");
        return checked += check_arguments(structure, model, explanation.question.wanted,
                                          explanation.arguments, forbidden);
    }
    checked += check_witness(structure, model, explanation);
    if (!explanation.expected) return checked;
    checked += check_expected_state(structure, model, explanation, forbidden);
    if (explanation.expected->arguments.empty())
        checked.problems.emplace_back("there is no argument for the strengthened test");
    return checked +=
           check_arguments(explanation.expected->structure, model, explanation.question.wanted,
                           explanation.expected->arguments, forbidden);
}

Checked check_race(const enumerator::CheckResult& result, const model::MemoryModel& model,
                   const enumerator::RaceExplanation& explanation) {
    Checked checked;
    const model::UndefinedEntry& race = result.answer.undefined[explanation.entry];
    const auto flag = std::ranges::find(model.program.checks, race.kind, &model::Check::name);
    if (flag != model.program.checks.end() && !race.events.empty()) {
        const std::size_t number = static_cast<std::size_t>(flag - model.program.checks.begin());
        const auto is_flag = [&](std::vector<litmus::EventId> events) {
            return !explanation.inferences.empty() &&
                   model::facts_of(model.program, {number, std::move(events)}).front() ==
                       explanation.inferences.back().fact;
        };
        std::vector<litmus::EventId> other(race.events.rbegin(), race.events.rend());
        if (!is_flag(race.events) && !is_flag(other))
            checked.problems.emplace_back("the last inference is not that of the flag");
        if (!is_consistent(result.structure, model, race.witness))
            checked.problems.emplace_back("the witness is not consistent");
    }
    if (!explanation.expected) return checked;
    model::EngineRequest request;
    request.outcomes = false;
    request.condition = false;
    request.wanted = [&](std::string_view kind) { return kind == race.kind; };
    request.forbid_thin_air = result.forbidden_thin_air;
    return checked += CheckingChanges(
               result.structure, [&](const EventStructure& other) -> std::optional<bool> {
                   const model::EngineAnswer answer = ask(other, model, request);
                   for (const model::UndefinedEntry& each : answer.undefined)
                       if (each.kind == race.kind &&
                           std::ranges::is_permutation(each.events, race.events))
                           return true;
                   if (answer.undefined_incomplete) return std::nullopt;
                   return false;
               })(*explanation.expected);
}

}  // namespace clmm::test
