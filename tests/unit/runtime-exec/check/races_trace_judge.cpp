#include <algorithm>
#include <map>

#include "clmm/litmus/litmus_test.h"
#include "clmm/litmus/spelling.h"
#include "clmm/model/evaluator.h"
#include "races_trace.h"

/// A trace as a litmus test, and as an execution of it.
namespace clmm::runtime::check::test {
namespace {

std::string flags_name(Regions flags) {
    if (flags.global && flags.local) return "CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE";
    return flags.global ? "CLK_GLOBAL_MEM_FENCE" : "CLK_LOCAL_MEM_FENCE";
}

std::string memory_name(Memory memory) {
    switch (memory) {
        case Memory::buffer:
            return "buffer ";
        case Memory::coarse_svm:
            return "coarse_svm ";
        case Memory::fine_svm:
            return "fine_svm ";
        default:
            return "";
    }
}

bool takes_part(const Trace& trace, const Step& step, std::size_t unit) {
    const TraceUnit& place = trace.units[unit];
    if (step.kind == StepKind::barrier) return step.group == place.group;
    if (step.kind == StepKind::sub_group_barrier)
        return step.group == place.group && step.sub_group == place.sub_group;
    return step.unit == static_cast<int>(unit);
}

std::string statement(const Trace& trace, std::size_t number) {
    const Step& step = trace.steps[number];
    const std::string value = std::to_string(number + 1);
    const std::string tail =
        litmus::spelling(step.order) + ", " + litmus::spelling(step.scope) + ");";
    if (step.kind == StepKind::fence)
        return "atomic_work_item_fence(" + flags_name(step.flags) + ", " + tail;
    if (step.kind != StepKind::access) {
        const bool all = step.kind == StepKind::barrier;
        return "B" + value + ": " + (all ? "work_group_barrier(" : "sub_group_barrier(") +
               flags_name(step.flags) + ", " + litmus::spelling(step.scope) + ");";
    }
    const std::string& name = trace.locations[static_cast<std::size_t>(step.location)].name;
    const std::string left = step.reads ? "int r" + value + " = " : "";
    if (step.order == Order::none)
        return step.writes ? "*" + name + " = " + value + ";" : left + "*" + name + ";";
    if (!step.writes) return left + "atomic_load_explicit(" + name + ", " + tail;
    return left + (step.reads ? "atomic_exchange_explicit(" : "atomic_store_explicit(") + name +
           ", " + value + ", " + tail;
}

class Printing {
public:
    explicit Printing(const Trace& trace) : trace_(trace) {}

    std::string text() {
        text_ = "OPENCL trace\n\n{ ";
        for (const TraceLocation& each : trace_.locations)
            text_ += memory_name(each.memory).empty()
                         ? "[" + each.name + "] = 0; "
                         : memory_name(each.memory) + type(each) + " " + each.name + " = 0; ";
        text_ += "}\n";
        for (std::size_t u = 0; u < trace_.units.size(); ++u) unit(u);
        return text_ + "\nexists (x = 0)\n";
    }

private:
    static std::string type(const TraceLocation& location) {
        return location.atomic ? "atomic_int" : "int";
    }

    void unit(std::size_t number) {
        const TraceUnit& place = trace_.units[number];
        const TraceGroup& group = trace_.groups[static_cast<std::size_t>(place.group)];
        text_ += "\nP" + std::to_string(number) + "@wg " + std::to_string(group.number) +
                 ", dev 0, sg " + std::to_string(place.sub_group) + ", ker " +
                 std::to_string(group.kernel) + " (";
        bool first = true;
        for (const TraceLocation& each : trace_.locations) {
            if (each.of_group >= 0 && each.of_group != place.group) continue;
            text_ += (first ? "" : ", ") + std::string(each.of_group >= 0 ? "local " : "global ") +
                     type(each) + "* " + each.name;
            first = false;
        }
        text_ += ") {\n";
        for (std::size_t s = 0; s < trace_.steps.size(); ++s)
            if (takes_part(trace_, trace_.steps[s], number))
                text_ += "  " + statement(trace_, s) + "\n";
        text_ += "}\n";
    }

    const Trace& trace_;
    std::string text_;
};

/// The execution of the litmus test that the trace is.
class Replay {
public:
    Replay(const Trace& trace, const litmus::EventStructure& structure)
        : trace_(trace), structure_(structure), made_(structure.size()) {
        find_events();
        relate();
    }

    [[nodiscard]] model::Execution with_orders(const model::MemoryModel& model,
                                               model::Evaluator& evaluator) {
        const auto& orders = model.program.total_orders;
        made_.total_orders.assign(orders.size(), BitMatrix(structure_.size()));
        evaluator.evaluate(made_);
        for (std::size_t i = 0; i < orders.size(); ++i)
            for (std::size_t a = 0; a < sequence_.size(); ++a)
                for (std::size_t b = a + 1; b < sequence_.size(); ++b)
                    if (evaluator.set(orders[i].over).test(sequence_[a]) &&
                        evaluator.set(orders[i].over).test(sequence_[b]))
                        made_.total_orders[i].set(sequence_[a], sequence_[b]);
        return made_;
    }

private:
    /// Each unit's events, in order, are those of its steps.
    void find_events() {
        std::vector<std::vector<std::size_t>> of_unit(trace_.units.size());
        for (const litmus::Event& event : structure_.events) {
            made_.executed.set(event.id.index());
            if (!event.targets.empty())
                made_.locations[event.id.index()] = event.targets[0].location;
            if (event.initial)
                initial_[made_.locations[event.id.index()]] = event.id.index();
            else
                of_unit[event.unit.index()].push_back(event.id.index());
        }
        std::vector<std::size_t> next(trace_.units.size());
        for (std::size_t s = 0; s < trace_.steps.size(); ++s) {
            const Step& step = trace_.steps[s];
            for (std::size_t u = 0; u < trace_.units.size(); ++u) {
                if (!takes_part(trace_, step, u)) continue;
                const std::size_t events = step.kind == StepKind::fence ? 1
                                           : step.kind == StepKind::access
                                               ? std::size_t{step.reads} + std::size_t{step.writes}
                                               : 2;
                for (std::size_t i = 0; i < events; ++i) {
                    const std::size_t event = of_unit[u].at(next[u]++);
                    sequence_.push_back(event);
                    if (step.kind != StepKind::access) continue;
                    if (structure_.events[event].kind == litmus::EventKind::read)
                        reads_[s] = event;
                    else
                        writes_[s] = event;
                }
            }
        }
        for (std::size_t u = 0; u < next.size(); ++u)
            if (next[u] != of_unit[u].size()) throw std::logic_error("events are left over");
    }

    void relate() {
        std::map<litmus::LocationId, std::vector<std::size_t>> writes;
        for (const auto& [location, event] : initial_) writes[location].push_back(event);
        for (const auto& [step, event] : writes_) writes[made_.locations[event]].push_back(event);
        for (const auto& [location, line] : writes)
            for (std::size_t i = 0; i < line.size(); ++i)
                for (std::size_t j = i + 1; j < line.size(); ++j)
                    made_.modification_order.set(line[i], line[j]);
        for (const auto& [step, event] : reads_) {
            const int source = trace_.steps[step].source;
            const std::size_t from = source < 0 ? initial_.at(made_.locations[event])
                                                : writes_.at(static_cast<std::size_t>(source));
            made_.reads_from.set(from, event);
        }
        for (std::size_t a = 0; a < structure_.size(); ++a)
            for (std::size_t b = 0; b < structure_.size(); ++b)
                if (made_.locations[a].valid() && made_.locations[a] == made_.locations[b])
                    made_.same_location.set(a, b);
        for (const litmus::BarrierPair& pair : structure_.barriers)
            made_.barrier_pairs.set(pair.entry.index(), pair.exit.index());
    }

    const Trace& trace_;
    const litmus::EventStructure& structure_;
    model::Execution made_;
    std::map<litmus::LocationId, std::size_t> initial_;
    std::map<std::size_t, std::size_t> reads_, writes_;  ///< by step
    std::vector<std::size_t> sequence_;                  ///< all events in the trace's order
};

}  // namespace

std::string to_litmus(const Trace& trace) { return Printing(trace).text(); }

namespace {

/// Units of the text have no parents.
void add_ancestors(const Trace& trace, litmus::EventStructure& structure) {
    for (litmus::Unit& unit : structure.units) {
        const auto kernel = [](int number) { return static_cast<std::uint32_t>(number); };
        int parent = trace.parents[unit.kernel];
        for (; parent >= 0; parent = trace.parents[static_cast<std::size_t>(parent)])
            unit.ancestors.insert(unit.ancestors.begin(), kernel(parent));
    }
}

}  // namespace

Judgement judge(const Trace& trace, const model::MemoryModel& model) {
    const auto test = litmus::read_test(std::make_shared<const Source>("trace", to_litmus(trace)));
    auto structure = litmus::unfold(
        test.value(), {.narrow_local_scopes = model.value_of("local-scope") != "as-written"});
    add_ancestors(trace, structure.value());
    model::Evaluator evaluator(model, structure.value());
    Replay replay(trace, structure.value());
    const model::Execution execution = replay.with_orders(model, evaluator);
    evaluator.evaluate(execution);
    Judgement judgement{.consistent = evaluator.consistent()};
    for (const model::Finding& finding : evaluator.flags())
        judgement.racy = judgement.racy || model.program.checks[finding.check].name == "data-race";
    return judgement;
}

}  // namespace clmm::runtime::check::test
