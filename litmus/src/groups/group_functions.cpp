// work_group_reduce_add and so on. The value is a choice that is constrained to what the function
// yields once all work-items of the group have run. They order no memory: "The use of these
// work-group functions implies sequenced-before relationships between statements within the
// execution of a single work-item in order to satisfy data dependencies." [Work-group Functions]
#include "clmm/language/builtins.h"
#include "unfold/interpreter.h"

namespace clmm::litmus {
namespace {

std::string named(const language::GroupFunction& function, const Type& type) {
    const std::string name(function.name), of = to_text(type);
    return of == to_text(*int_type()) ? name : name + " of " + of;
}

}  // namespace

std::optional<Value> Interpreter::call_group_function(const syntax::Call& call, Span span) {
    using Kind = language::GroupFunction::Kind;
    const auto known = language::find_group_function(call.function);
    if (!known) return std::nullopt;
    const language::Builtin shape = *language::find_builtin(call.function);
    require_arguments(call, shape.least, shape.most);
    const std::vector<Value> arguments = evaluate_arguments(call);
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (!(i == 0 ? is_number(arguments[i].type) : is_integer(arguments[i].type)))
            reject("E-TYPE", "a value of type " + to_text(*arguments[i].type) + " is not a number",
                   call.arguments[i]->span);
    const Value operand = convert(arguments[0], promoted(arguments[0].type), span);
    if (dead()) return number(0, operand.type);
    const bool is_predicate = known->kind == Kind::all || known->kind == Kind::any;
    const TypePtr type = is_predicate ? int_type() : operand.type;

    DependencyId reads = operand.reads;
    TermId broadcaster = terms().constant(0, 64);
    const Index size = start_.item ? start_.item->group_size() : Index{1, 1, 1};
    std::uint64_t stride = 1;
    AgreedCall agreed;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const Value index = convert(arguments[i], integer_type(64, false), span);
        broadcaster = terms().binary(
            TermOp::add, broadcaster,
            terms().binary(TermOp::multiply, index.term, terms().constant(stride, 64)));
        stride *= size[i - 1];
        reads = dependencies().unite(reads, index.reads);
        agreed.arguments.push_back({"another index", index.term});
    }
    OpenClEvent event;
    event.kind = EventKind::other;
    event.tags.add(Tag::group_function);
    event.label = call.function;
    event.span = span;
    const std::size_t meeting =
        meet(known->of_sub_group ? BarrierKind::sub_group : BarrierKind::work_group,
             named(*known, *type), call, event, reads);
    agreed.meeting = meeting;
    if (!agreed.arguments.empty()) unfolding_.agreed_calls.push_back(std::move(agreed));
    // What is added up of floating-point values depends on the order; see floating.cpp.
    if (is_floating(type) && known->kind != Kind::broadcast)
        return opaque_value(type, dependencies().single(unfolding_.meetings[meeting].event), span);
    const TermId result = terms().choice(type->width());
    unfolding_.group_calls.push_back({.meeting = meeting,
                                      .operand = is_predicate ? truth(operand, span) : operand.term,
                                      .broadcaster = broadcaster,
                                      .result = result,
                                      .type = type,
                                      .function = *known});
    const EventId id = unfolding_.meetings[meeting].event;
    return Value{type, result, dependencies().single(id)};
}

}  // namespace clmm::litmus
