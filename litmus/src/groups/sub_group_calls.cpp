// What extensions let the work-items of a sub-group do together: shuffles, and accesses of blocks.
// See sub_groups.h.
#include "clmm/language/builtins.h"
#include "clmm/language/vectors.h"
#include "groups/sub_groups.h"
#include "unfold/interpreter.h"

namespace clmm::litmus {
namespace {

using Other = language::ShuffleFunction::Other;

OpenClEvent call_event(const syntax::Call& call, Span span) {
    OpenClEvent event;
    event.kind = EventKind::other;
    event.tags.add(Tag::group_function);
    event.label = call.function;
    event.span = span;
    return event;
}

}  // namespace

void Interpreter::require_sub_group(const syntax::Call& call) const {
    if (!start_.item)
        reject("E-UNSUPPORTED",
               "'" + call.function + "' in a thread that is no work-item of an NDRange",
               call.function_span, "launch a kernel: 'NDRange k(x), global_size(4), …'");
}

// ---- shuffles ----

/// Where the work-item is in its sub-group whose value is taken, 64 bits; of two values side by
/// side, from the first of the first one.
TermId Interpreter::place_of_other(const language::ShuffleFunction& function, const Value& number) {
    const TermId given = terms().extend(number.term, 64, false);
    if (function.other == Other::given) return given;
    const TermId own = terms().constant(start_.item->sub_group_local(), 64);
    if (function.other == Other::exclusive_or) return terms().binary(TermOp::bit_xor, own, given);
    if (function.other == Other::plus) return terms().binary(TermOp::add, own, given);
    const TermId place = terms().binary(TermOp::subtract, own, given);
    if (!function.joins_two) return place;
    const TermId width = terms().constant(start_.item->largest_sub_group(), 64);
    return terms().binary(TermOp::add, place, width);
}

std::optional<Value> Interpreter::call_shuffle(const syntax::Call& call, Span span) {
    const auto known = language::find_shuffle(call.function);
    if (!known) return std::nullopt;
    const std::size_t last = known->joins_two ? 2 : 1;
    require_arguments(call, last + 1, last + 1);
    require_sub_group(call);
    std::vector<Value> arguments = evaluate_arguments(call);
    const TypePtr type = value_type(arguments.front().type);
    if ((!is_number(type) && !is_vector(type)) || type->is_bool)
        reject("E-TYPE", "a value of type " + to_text(*type) + " is not shuffled",
               call.arguments.front()->span);
    for (std::size_t i = 1; i < last; ++i)
        arguments[i] = convert(arguments[i], type, call.arguments[i]->span);
    const Value number =
        convert(arguments[last], integer_type(32, false), call.arguments[last]->span);
    if (dead()) return arguments.front();
    ShuffleCall shuffle{.unit = unit_,
                        .path = path_,
                        .place_of_own = start_.item->sub_group_local(),
                        .width = start_.item->largest_sub_group(),
                        .place = place_of_other(*known, number)};
    shuffle.path.emplace_back(&call, 0);
    DependencyId reads = number.reads;
    for (std::size_t i = 0; i < last; ++i) {
        reads = dependencies().unite(reads, arguments[i].reads);
        std::vector<TermId>& side = shuffle.values.emplace_back();
        for (const Value& part : components_of(arguments[i], 1)) side.push_back(part.term);
    }
    shuffle.event = emit(call_event(call, span), {.data = reads, .addr = {}, .ctrl = {}});
    std::vector<Value> results;
    for (const Value& part : components_of(arguments.front(), 1)) {
        shuffle.results.push_back(terms().choice(part.type->width()));
        results.push_back(
            {part.type, shuffle.results.back(), dependencies().single(shuffle.event)});
    }
    unfolding_.shuffles.push_back(std::move(shuffle));
    return is_vector(type) ? vector_of(std::move(results)) : results.front();
}

// ---- blocks ----

/// "The pointer … must be the same for all work items in the sub-group", and is aligned.
Value Interpreter::block_pointer(const language::BlockAccess& access, const syntax::Call& call,
                                 const Value& given, Span span) {
    const Span at = call.arguments.front()->span;
    if (!is_pointer(given.type) || is_opaque(given.type))
        reject("E-TYPE", "'" + call.function + "' takes no " + to_text(*given.type), at);
    const auto space = space_of_copied(given);
    if (space && *space != AddressSpace::global && *space != AddressSpace::local)
        reject("E-ADDRESS", "this accesses global or local memory", at);
    const bool is_local = space == AddressSpace::local;
    const TypePtr element = language::scalar_type(access.scalar);
    const TypePtr wanted = language::in_space(element, given.type->element->space);
    const Value pointer = convert(given, pointer_to(wanted), at, true);
    if (dead()) return pointer;
    const std::size_t meeting =
        meet(BarrierKind::sub_group, call.function, call, call_event(call, span), pointer.reads);
    unfolding_.agreed_calls.push_back({meeting, {{"another pointer", pointer.term}}});
    const std::uint64_t alignment = access.alignment(is_local);
    const TermId over =
        terms().binary(TermOp::bit_and, pointer.term, terms().constant(alignment - 1, 64));
    undefined(
        "misaligned-access",
        call.function + " is given an address that is no multiple of " + std::to_string(alignment),
        terms().lnot(terms().equal(over, terms().constant(0, 64))), at);
    return pointer;
}

std::optional<Value> Interpreter::call_block_access(const syntax::Call& call, Span span) {
    const auto access = language::find_block_access(call.function);
    if (!access) return std::nullopt;
    const std::size_t count = access->stores ? 2 : 1;
    require_arguments(call, count, count + 1);
    require_sub_group(call);
    const std::vector<Value> arguments = evaluate_arguments(call);
    if (is_image(arguments.front().type))
        reject("E-UNSUPPORTED", "blocks of images are not accessed here", call.function_span);
    require_arguments(call, count, count);
    const Value pointer = block_pointer(*access, call, arguments.front(), span);
    const std::uint64_t own = start_.item->sub_group_local();
    const std::uint64_t width = start_.item->largest_sub_group();
    std::vector<Lvalue> places;
    for (unsigned i = 0; i < access->lanes; ++i) {
        const Value index = number(own + i * width, integer_type(64, false));
        places.push_back(dereference(offset_pointer(pointer, index, false), span));
    }
    return access->stores ? store_components(places, arguments.back(), false, span)
                          : load_components(places, false, span);
}

}  // namespace clmm::litmus
