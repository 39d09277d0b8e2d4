// What work-items call, and what a copy then does to memory. See copies.h.
#include <algorithm>

#include "clmm/language/builtins.h"
#include "groups/copies.h"
#include "groups/meetings.h"
#include "unfold/interpreter.h"

namespace clmm::litmus {

using syntax::BinaryOperator;

namespace {

constexpr std::uint64_t kMostElements = 65536;
constexpr std::uint64_t kMostEvents = 4096;

TypePtr event_type() { return language::opaque_type(TypeKind::event); }

/// Of the pair that orders a copy and what work-items do.
OpenClEvent pair_half(EventKind kind, const std::string& label, Span span) {
    OpenClEvent event;
    event.kind = kind;
    event.regions = {.global = true, .local = true};
    event.label = label;
    event.span = span;
    return event;
}

}  // namespace

std::optional<Value> Interpreter::call_copy_function(const syntax::Call& call, Span span) {
    const auto known = language::find_builtin(call.function);
    const bool is_prefetch = call.function == "prefetch";
    if (!known || (known->family != language::Builtin::Family::copy && !is_prefetch))
        return std::nullopt;
    require_arguments(call, known->least, known->most);
    if (!is_work_item())
        reject("E-UNSUPPORTED", "a host thread calls '" + call.function + "'", call.function_span,
               "it is in no work-group");
    if (is_prefetch) {  // "does not affect the functional behavior of the kernel"
        (void)evaluate_arguments(call);
        return number(0, void_type());
    }
    return known->least == 2 ? wait_for_copies(call, span) : begin_copy(call, span);
}

// ---- calls ----

void Interpreter::check_copied(const syntax::Call& call, const std::vector<Value>& arguments) {
    const auto element = [&](std::size_t side) {
        const Span span = call.arguments[side]->span;
        const TypePtr& type = arguments[side].type;
        if (!is_pointer(type) || is_opaque(type) || size_of(*type->element) == 0)
            reject("E-TYPE", "'" + call.function + "' takes no '" + to_text(*type) + "' here",
                   span);
        return value_type(type->element);
    };
    if (!language::is_same(*element(0), *element(1)))
        reject("E-TYPE",
               "'" + call.function + "' takes pointers to the same elements, not '" +
                   to_text(*arguments[0].type) + "' and '" + to_text(*arguments[1].type) + "'",
               call.arguments[1]->span);
    const auto is_local = [&](std::size_t side) {
        const auto space = space_of_copied(arguments[side]);
        if (!space || *space == AddressSpace::private_memory)
            reject("E-ADDRESS", "this is not known to point to global or local memory",
                   call.arguments[side]->span);
        return *space == AddressSpace::local;
    };
    if (is_local(0) == is_local(1))
        reject("E-ADDRESS", "this copies between local and global memory", call.function_span);
    reject_constant(dereference(arguments[0], call.arguments[0]->span), call.arguments[0]->span);
}

std::optional<AddressSpace> Interpreter::space_of_copied(const Value& pointer) const {
    const auto written = written_space(*pointer.type->element);
    return written ? written : space_of(pointer);
}

Value Interpreter::begin_copy(const syntax::Call& call, Span span) {
    const std::vector<Value> arguments = evaluate_arguments(call);
    check_copied(call, arguments);
    const TypePtr size = integer_type(64, false);
    const bool is_strided = arguments.size() == 5;
    CopyCall copy{.call = &call, .to = arguments[0], .from = arguments[1]};
    copy.count = convert(arguments[2], size, call.arguments[2]->span);
    copy.stride =
        is_strided ? convert(arguments[3], size, call.arguments[3]->span) : number(1, size);
    copy.given = convert(arguments.back(), event_type(), call.arguments.back()->span);
    if (dead()) return number(0, event_type());
    const TermId zero = terms().constant(0, 64);
    undefined("async-copy", "a stride of 0", terms().equal(copy.stride.term, zero), span);
    copy.control = flow_.control;
    copy.meeting =
        meet(BarrierKind::work_group, call.function, call,
             pair_half(EventKind::barrier_entry, call.function, span), dependencies().empty());
    copy.instance = instance_of_copy(copy.meeting, span);
    copy.event = copy.given;
    copy.event.term =
        terms().if_then_else(terms().equal(copy.given.term, zero),
                             terms().constant(copy_number(copy), 64), copy.given.term);
    unfolding_.copies.push_back(copy);
    return copy.event;
}

std::string Interpreter::instance_of_copy(std::size_t meeting, Span span) {
    auto key = instance_key(unfolding_, unfolding_.meetings[meeting]);
    if (!key)
        reject("E-UNSUPPORTED", "whom this call meets depends on what happens", span,
               "let all work-items of the group come to it equally often");
    return *std::move(key);
}

/// Of the copy among those of its group: its event, where it is given none.
std::uint64_t Interpreter::copy_number(const CopyCall& copy) {
    const auto known = unfolding_.copy_numbers.find(copy.instance);
    if (known != unfolding_.copy_numbers.end()) return known->second;
    const Unit& own = unfolding_.structure.units[unit_.index()];
    std::set<std::string> instances;
    for (const CopyCall& other : unfolding_.copies) {
        const UnitId unit = unfolding_.meetings[other.meeting].unit;
        if (same_work_group(own, unfolding_.structure.units[unit.index()]))
            instances.insert(other.instance);
    }
    return unfolding_.copy_numbers[copy.instance] = instances.size() + 1;
}

Value Interpreter::wait_for_copies(const syntax::Call& call, Span span) {
    const std::vector<Value> arguments = evaluate_arguments(call);
    const Span list_span = call.arguments[1]->span;
    const Value& list = arguments[1];
    if (!is_pointer(list.type) || is_opaque(list.type) ||
        list.type->element->kind != TypeKind::event)
        reject(
            "E-TYPE",
            "'" + call.function + "' takes a pointer to events, not '" + to_text(*list.type) + "'",
            list_span);
    const Value count = convert(arguments[0], int_type(), call.arguments[0]->span);
    if (!dead() && !terms().is_constant(count.term))
        reject("E-UNSUPPORTED", "how many events are waited for depends on what happens",
               call.arguments[0]->span);
    if (dead()) return number(0, void_type());
    if (terms()[count.term].payload > kMostEvents)
        reject("E-TYPE", "so many events are not waited for", call.arguments[0]->span);
    CopyWait wait{.call = &call};
    for (std::uint64_t i = 0; i < terms()[count.term].payload; ++i)
        wait.events.push_back(load(
            dereference(offset_pointer(list, number(i, integer_type(64, false)), false), list_span),
            {.span = list_span}));
    wait.meeting = meet(BarrierKind::work_group, call.function, call,
                        pair_half(EventKind::barrier_exit, call.function, span));
    wait.instance = instance_of_copy(wait.meeting, span);
    unfolding_.copy_waits.push_back(std::move(wait));
    return number(0, void_type());
}

// ---- the copy ----

/// Element by element, in no order.
void Interpreter::perform(CopyCall& copy) {
    const Span span = copy.call->function_span;
    copy.begin = emit(pair_half(EventKind::barrier_exit, copy.call->function, span), {});
    const auto counts = possible_values(terms(), copy.count.term);
    if (!counts)
        reject("E-UNSUPPORTED", "how many elements are copied depends on what happens",
               copy.call->arguments[2]->span,
               "where a parameter says it, give a number: --arg n=4");
    const std::uint64_t most =
        std::min(counts->empty() ? 0 : *std::ranges::max_element(*counts), kMostElements);
    const std::size_t first = event_count();
    for (std::uint64_t k = 0; k < most; ++k) {
        const Value index = number(k, integer_type(64, false));
        const std::size_t middle = event_count();
        under(terms().binary(TermOp::unsigned_less, index.term, copy.count.term), copy.count.reads,
              [&] { copy_element(copy, index); });
        unfolding_.recorder.unsequence(first, middle, event_count());
    }
    copy.end = emit(pair_half(EventKind::barrier_entry, copy.call->function, span), {});
}

/// The stride is that of the side in global memory.
void Interpreter::copy_element(const CopyCall& copy, const Value& index) {
    const Value far = operate(BinaryOperator::multiply, index, copy.stride, Span{});
    const bool to_local = space_of_copied(copy.to) == AddressSpace::local;
    const auto place = [&](std::size_t side, const Value& pointer, bool is_local) {
        return dereference(offset_pointer(pointer, is_local ? index : far, false),
                           copy.call->arguments[side]->span);
    };
    const Lvalue to = place(0, copy.to, to_local);
    const Lvalue from = place(1, copy.from, !to_local);
    const Value value = load(from, {.span = from.span});
    store(to, convert(value, value_type(to.type), to.span), {.span = to.span});
}

}  // namespace clmm::litmus
