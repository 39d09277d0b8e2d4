#include "sample.h"

#include "clmm/litmus/opencl_events.h"

namespace clmm::report {
namespace {

using enumerator::CheckResult;
using litmus::Event;
using litmus::EventId;
using litmus::EventKind;
using litmus::EventStructure;
using litmus::LocationId;
using litmus::Order;
using litmus::Scope;
using litmus::UnitId;
using model::Execution;

constexpr const char* kText =
    "OPENCL LB\n"
    "{ x = 0; y = 0; }\n"
    "P0 { r0 = load(y); store(x, r0); }\n"
    "P1 { r1 = load(x); store(y, r1); }\n"
    "exists (x=42 /\\ y=42)\n";

Span span_of(const std::string& text, const std::string& word, std::size_t from = 0) {
    const auto begin = static_cast<std::uint32_t>(text.find(word, from));
    return {begin, begin + static_cast<std::uint32_t>(word.size())};
}

litmus::LitmusTest sample_test() {
    litmus::LitmusTest test;
    test.source = std::make_shared<const Source>("lb.litmus", kText);
    test.name = "LB";
    test.quantifier = litmus::Quantifier::exists;
    test.condition_text = "exists (x=42 /\\ y=42)";
    return test;
}

/// Events 0 and 1 initialise; 2 and 3 are P0's, 4 and 5 P1's.
EventStructure sample_structure() {
    EventStructure structure;
    for (const char* name : {"x", "y"}) {
        litmus::Location location;
        location.id = LocationId(structure.locations.size());
        location.name = name;
        location.address = 0x100 + 0x100 * structure.locations.size();
        structure.locations.push_back(location);
    }
    for (std::size_t i = 0; i < 2; ++i) {
        litmus::Unit unit;
        unit.id = UnitId(i);
        unit.name = "P" + std::to_string(i);
        unit.number = static_cast<std::uint32_t>(i);
        structure.units.push_back(unit);
    }
    const std::string text = kText;
    const auto add = [&](UnitId unit, EventKind kind, Order order, Span span) {
        litmus::OpenClEvent event;
        event.unit = unit;
        event.kind = kind;
        event.order = order;
        event.scope = order == Order::none ? Scope::none : Scope::device;
        event.regions.global = true;
        event.initial = !unit.valid();
        event.span = span;
        litmus::append(structure, event);
    };
    add(UnitId::none(), EventKind::write, Order::none, {});
    add(UnitId::none(), EventKind::write, Order::none, {});
    add(UnitId(0), EventKind::read, Order::acquire, span_of(text, "load(y)"));
    add(UnitId(0), EventKind::write, Order::release, span_of(text, "store(x, r0)"));
    add(UnitId(1), EventKind::read, Order::acquire, span_of(text, "load(x)"));
    add(UnitId(1), EventKind::write, Order::release, span_of(text, "store(y, r1)"));
    structure.initial_count = 2;
    structure.sb = structure.data = structure.addr = structure.ctrl = structure.ctrl_until_join =
        structure.rmw = BitMatrix(6);
    structure.data.set(2, 3);
    structure.data.set(4, 5);
    for (std::size_t i = 0; i < 2; ++i)
        structure.observables.push_back(
            {.name = i == 0 ? "x" : "y", .value = structure.terms.final_value(LocationId(i), 32)});
    return structure;
}

/// Everybody reads and writes `value`; from the initial writes where it is 0.
Execution sample_execution(std::uint64_t value) {
    Execution execution(6);
    execution.executed.fill();
    const std::size_t of[6] = {0, 1, 1, 0, 0, 1};
    for (std::size_t i = 0; i < 6; ++i) {
        execution.locations[i] = LocationId(of[i]);
        execution.values[i] = i < 2 ? 0 : value;
    }
    execution.reads_from.set(value == 0 ? 1 : 5, 2);
    execution.reads_from.set(value == 0 ? 0 : 3, 4);
    execution.modification_order.set(0, 3);
    execution.modification_order.set(1, 5);
    return execution;
}

model::OutcomeEntry outcome(std::uint64_t value) {
    model::OutcomeEntry entry;
    entry.values = {value, value};
    entry.satisfies_condition = value == 42;
    entry.out_of_thin_air = value != 0;
    entry.executions = 1;
    entry.witness = std::make_shared<const model::Execution>(sample_execution(value));
    return entry;
}

CheckResult conclude(litmus::LitmusTest test, EventStructure structure,
                     model::EngineAnswer answer) {
    CheckResult result;
    result.test = std::move(test);
    result.structure = std::move(structure);
    result.model = "opencl-3.0";
    result.engine = "smt";
    result.answer = std::move(answer);
    result.verdict = enumerator::verdict(result.test.quantifier, result.answer);
    result.observation = enumerator::observe(result.answer);
    result.racy = enumerator::racy(result.answer);
    return result;
}

}  // namespace

CheckResult load_buffering() {
    model::EngineAnswer answer;
    model::OutcomeEntry family = outcome(7);
    family.family = model::Family{{0, 0}, model::Extent::every};
    answer.outcomes = {outcome(0), outcome(42), family};
    answer.condition_satisfiable = true;
    answer.condition_always = false;
    answer.race_free = true;
    return conclude(sample_test(), sample_structure(), std::move(answer));
}

CheckResult racing() {
    model::EngineAnswer answer;
    answer.outcomes = {outcome(0)};
    answer.condition_satisfiable = false;
    answer.condition_always = false;
    answer.race_free = false;
    answer.undefined.push_back(
        {"data-race", "cited", {EventId(3), EventId(4)}, sample_execution(0)});
    EventStructure structure = sample_structure();
    litmus::own_opencl_data(structure).of[3] = {.regions = {.global = true}};
    return conclude(sample_test(), std::move(structure), std::move(answer));
}

}  // namespace clmm::report
