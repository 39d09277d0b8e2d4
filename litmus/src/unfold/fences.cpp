#include "clmm/language/functions.h"
#include "groups/meetings.h"
#include "read/constant.h"
#include "unfold/interpreter.h"

namespace clmm::litmus {

Regions Interpreter::flags_argument(const Value& value, Span span) {
    const std::uint64_t number = constant_argument(value, {}, span);
    const auto flags = regions_of(static_cast<std::int64_t>(number));
    if (!flags)
        reject("E-TYPE",
               "flags are CLK_GLOBAL_MEM_FENCE, CLK_LOCAL_MEM_FENCE and CLK_IMAGE_MEM_FENCE", span);
    if (number == 0)
        unfolding_.reporter.warn("W-FLAGS", "without flags this orders no memory", span);
    return *flags;
}

namespace {

std::uint64_t numbered_flags(Regions regions) {
    return (regions.global ? 1U : 0U) | (regions.local ? 2U : 0U) | (regions.image ? 4U : 0U);
}

}  // namespace

void Interpreter::emit_fence(Order order, Scope scope, Regions regions, Span span) {
    if (dead()) return;
    if (!regions.image) check_work_item_scope(scope, span);
    OpenClEvent event;
    event.kind = EventKind::fence;
    event.order = order;
    event.scope = is_host() ? Scope::all : scope;
    event.regions = regions;
    event.span = span;
    emit(std::move(event), {});
}

void Interpreter::emit_barrier(BarrierKind kind, const std::vector<Value>& arguments,
                               const syntax::Call& call, Span span) {
    if (dead()) return;
    const Regions regions = flags_argument(arguments[0], call.arguments[0]->span);
    const Scope usual = kind == BarrierKind::work_group ? Scope::work_group : Scope::sub_group;
    const Scope scope =
        arguments.size() > 1 ? scope_argument(arguments[1], call.arguments[1]->span) : usual;
    if (!regions.image) check_work_item_scope(scope, span);
    OpenClEvent event;
    event.kind = EventKind::barrier_entry;
    event.order = Order::release;
    event.scope = scope;
    event.regions = regions;
    event.label = label_;
    event.span = span;
    const std::size_t meeting = meet(kind, "", call, event);
    // Threads of a test have calls of their own, whose halves the model knows by their flags.
    if (kind == BarrierKind::work_group && start_.item)
        unfolding_.agreed_calls.push_back(
            {meeting,
             {{"other flags", terms().constant(numbered_flags(regions), 8)},
              {"another scope", terms().constant(static_cast<std::uint64_t>(scope), 8)}}});
    event.kind = EventKind::barrier_exit;
    event.order = Order::acquire;
    unfolding_.meetings[meeting].exit = emit(std::move(event), {});
}

/// Meetings of one kind, function and label are counted; two units meet where the counts agree.
std::size_t Interpreter::meet(BarrierKind kind, const std::string& function,
                              const syntax::Call& call, const OpenClEvent& event,
                              DependencyId reads) {
    const std::string name = (kind == BarrierKind::work_group ? "wg " : "sg ") +
                             (function.empty() ? "" : call.function) + label_;
    Meeting meeting{.unit = unit_,
                    .kind = kind,
                    .function = function,
                    .event = {},
                    .span = event.span,
                    .path = path_,
                    .label = label_,
                    .ordinal = count(name, event.span),
                    .stopped = unfolding_.stopped[unit_]};
    meeting.path.emplace_back(&call, 0);
    meeting.event = emit(event, {.data = reads, .addr = {}, .ctrl = {}});
    meeting.passes = when_passed(unfolding_, meeting);
    if (meeting.passes.valid()) {
        const TermId waits = terms().land(flow_.live, terms().lnot(meeting.passes));
        unfolding_.structure.bounds.push_back({waits, meeting.span, true, unit_});
        go_on_where(meeting.passes);
    }
    unfolding_.meetings.push_back(std::move(meeting));
    return unfolding_.meetings.size() - 1;
}

TermId Interpreter::count(const std::string& name, Span span) {
    auto counter = counters_.find(name);
    if (counter == counters_.end())
        counter = counters_.emplace(name, new_variable(name, int_type())).first;
    const Lvalue place = variable_place(counter->second, span);
    const Value ordinal = load_variable(place);
    store_variable(place,
                   operate(syntax::BinaryOperator::add, ordinal, number(1, int_type()), span));
    return ordinal.term;
}

std::optional<Value> Interpreter::call_fence(const syntax::Call& call, Span span) {
    using Kind = language::FenceFunction::Kind;
    const language::FenceFunction* known = language::find_fence(call.function);
    if (known == nullptr) return std::nullopt;
    require_arguments(call, known->least, known->most);
    const std::vector<Value> arguments = evaluate_arguments(call);
    const auto at = [&](std::size_t argument) { return call.arguments[argument]->span; };
    if (known->is_barrier()) {
        const bool of_work_group = known->kind == Kind::work_group_barrier;
        emit_barrier(of_work_group ? BarrierKind::work_group : BarrierKind::sub_group, arguments,
                     call, span);
        return number(0, void_type());
    }
    const auto is_given = [&](std::size_t argument) { return argument < arguments.size(); };
    const Order order = is_given(known->order)
                            ? order_argument(arguments[known->order], at(known->order))
                            : order_of(known->implied_order);
    // A signal fence is within one unit, which nothing here reorders.
    if (known->kind == Kind::signal_fence) return number(0, void_type());
    const Scope scope = is_given(known->scope)
                            ? scope_argument(arguments[known->scope], at(known->scope))
                            : scope_of(known->implied_scope);
    const Regions both{.global = true, .local = true};
    const Regions flags =
        is_given(known->flags) ? flags_argument(arguments[known->flags], at(known->flags)) : both;
    emit_fence(order, scope, flags, span);
    return number(0, void_type());
}

}  // namespace clmm::litmus
