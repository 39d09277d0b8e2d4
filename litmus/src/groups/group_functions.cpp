// work_group_reduce_add and so on. The value is a choice that is constrained to what the function
// yields once all work-items of the group have run. They order no memory: "The use of these
// work-group functions implies sequenced-before relationships between statements within the
// execution of a single work-item in order to satisfy data dependencies." [Work-group Functions]
#include <algorithm>
#include <array>

#include "unfold/interpreter.h"

namespace clmm::litmus {
namespace {

constexpr std::array<std::string_view, 12> kFunctions = {
    "all",
    "any",
    "broadcast",
    "reduce_add",
    "reduce_min",
    "reduce_max",
    "scan_exclusive_add",
    "scan_exclusive_min",
    "scan_exclusive_max",
    "scan_inclusive_add",
    "scan_inclusive_min",
    "scan_inclusive_max",
};

}  // namespace

std::optional<Value> Interpreter::call_group_function(const syntax::Call& call, Span span) {
    std::string_view name = call.function;
    const bool of_work_group = name.starts_with("work_group_");
    if (!of_work_group && !name.starts_with("sub_group_")) return std::nullopt;
    name.remove_prefix(of_work_group ? 11 : 10);
    if (std::ranges::find(kFunctions, name) == kFunctions.end()) return std::nullopt;
    const bool is_broadcast = name == "broadcast";
    require_arguments(call, is_broadcast ? 2 : 1,
                      is_broadcast && of_work_group ? 4
                      : is_broadcast                ? 2
                                                    : 1);
    const std::vector<Value> arguments = evaluate_arguments(call);
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (!is_integer(arguments[i].type))
            reject("E-TYPE", "a value of type " + to_text(*arguments[i].type) + " is not a number",
                   call.arguments[i]->span);
    const Value operand = convert(arguments[0], promoted(arguments[0].type), span);
    if (dead()) return number(0, operand.type);
    const bool is_predicate = name == "all" || name == "any";
    const TypePtr type = is_predicate ? int_type() : operand.type;

    DependencyId reads = operand.reads;
    TermId broadcaster = terms().constant(0, 64);
    const Index size = start_.item ? start_.item->group_size() : Index{1, 1, 1};
    std::uint64_t stride = 1;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const Value index = convert(arguments[i], integer_type(64, false), span);
        broadcaster = terms().binary(
            TermOp::add, broadcaster,
            terms().binary(TermOp::multiply, index.term, terms().constant(stride, 64)));
        stride *= size[i - 1];
        reads = dependencies().unite(reads, index.reads);
    }
    Event event;
    event.kind = EventKind::group_function;
    event.barrier_label = call.function;
    event.span = span;
    const std::size_t meeting =
        meet(of_work_group ? BarrierKind::work_group : BarrierKind::sub_group, std::string(name),
             call, event, reads);
    const TermId result = terms().choice(type->width);
    unfolding_.group_calls.push_back({.meeting = meeting,
                                      .operand = is_predicate ? truth(operand, span) : operand.term,
                                      .broadcaster = broadcaster,
                                      .result = result,
                                      .type = type});
    const EventId id = unfolding_.meetings[meeting].event;
    return Value{type, result, dependencies().single(id)};
}

}  // namespace clmm::litmus
