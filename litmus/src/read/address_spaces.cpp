// Pointers to named address spaces and to the generic one, which an unqualified pointer is.
#include <array>

#include "unfold/interpreter.h"

namespace clmm::litmus {
namespace {

constexpr std::uint64_t kFlagLocal = 1;
constexpr std::uint64_t kFlagGlobal = 2;

struct Conversion {
    std::string_view name;
    AddressSpace space;
};

constexpr std::array kConversions = {
    Conversion{"to_global", AddressSpace::global},
    Conversion{"to_local", AddressSpace::local},
    Conversion{"to_private", AddressSpace::private_memory},
};

std::string pointer_text(AddressSpace space) {
    return std::string("a pointer to ") + to_text(space) + " memory";
}

TypePtr in_pointed_space(const TypePtr& pointer, std::optional<AddressSpace> space) {
    return pointer_to(in_space(pointer->element, space));
}

}  // namespace

/// Where the object of an address is, as far as that is known.
std::optional<AddressSpace> Interpreter::space_of(const Value& pointer) const {
    switch (pointer.object.kind) {
        case Provenance::Kind::variable:
            return AddressSpace::private_memory;
        case Provenance::Kind::memory:
            return unfolding_.objects[pointer.object.index].space;
        default:
            return std::nullopt;
    }
}

/// When an address that was read from memory, or made from a number, is in a space.
TermId Interpreter::points_into(const Value& pointer, AddressSpace space) {
    if (const auto known = space_of(pointer)) return terms().boolean(*known == space);
    TermId result = terms().boolean(false);
    for (const Location& location : unfolding_.structure.locations) {
        if (location.space != space) continue;
        for (std::uint64_t offset = 0; offset < (pointer.object.recast ? location.width / 8U : 1U);
             ++offset)
            result = terms().lor(
                result,
                terms().equal(pointer.term, terms().constant(location.address + offset, 64)));
    }
    return result;
}

/// Whether a pointer of a type leads to scalars of the object as they were declared, wherever in
/// the object it points.
bool Interpreter::leads_to_scalars(const Value& pointer, const TypePtr& type) const {
    const auto scalar = [](TypePtr each) {
        while (is_array(each)) each = each->element;
        return is_vector(each) ? component_type(each) : each;
    };
    const auto alike = [&](const TypePtr& a, const TypePtr& b) {
        return a->kind == b->kind && a->width() == b->width() && a->record == b->record;
    };
    const TypePtr to = scalar(type->element);
    if (to->kind == TypeKind::void_type || alike(scalar(pointer.type->element), to)) return true;
    switch (pointer.object.kind) {
        case Provenance::Kind::memory:
            return alike(scalar(unfolding_.objects[pointer.object.index].type), to);
        case Provenance::Kind::variable:
            return alike(scalar(variables_[pointer.object.index].type), to);
        default:
            return pointer.type->element->kind == TypeKind::void_type;
    }
}

/// A named space becomes the generic one by itself, the other way takes a cast; constant memory
/// is apart, and so are two named spaces.
Value Interpreter::convert_pointer(const Value& value, const TypePtr& type, Span span,
                                   bool is_explicit) {
    const auto from = written_space(*value.type->element);
    const auto to = written_space(*type->element);
    Value result = value;
    result.type = type;
    if (!leads_to_scalars(value, type)) result.object.recast = true;
    if (is_image(type) != is_image(value.type) || is_pipe(type) != is_pipe(value.type))
        reject("E-TYPE",
               "a value of type " + to_text(*value.type) + " where one of type " + to_text(*type) +
                   " is needed",
               span);
    const bool is_null = terms().is_constant(value.term) && terms()[value.term].payload == 0;
    if (from == to || is_null) return result;
    const auto wrong = [&](AddressSpace is, const std::string& hint = "") {
        reject("E-ADDRESS",
               pointer_text(is) + " where one to " + (to ? to_text(*to) : "generic") +
                   " memory is needed",
               span, hint);
    };
    if (!to) {
        if (*from == AddressSpace::constant)
            wrong(*from, "an unqualified pointer points to global, local or private memory");
        result.type = in_pointed_space(type, from);  // keeps what is known
        return result;
    }
    if (from) wrong(*from);
    const auto known = space_of(value);
    if (known && *known != *to) wrong(*known);
    if (*to == AddressSpace::constant && !known)
        reject("E-ADDRESS", "a generic pointer where one to constant memory is needed", span);
    if (known == AddressSpace::private_memory || unfolding_.test.language == Language::c)
        return result;
    if (!is_explicit)
        reject("E-ADDRESS",
               std::string("a generic pointer where one to ") + to_text(*to) + " memory is needed",
               span, "cast it: (" + to_text(*type) + ")");
    if (!known) {
        TermId elsewhere = terms().boolean(false);
        for (const AddressSpace space :
             {AddressSpace::global, AddressSpace::local, AddressSpace::constant})
            if (space != *to) elsewhere = terms().lor(elsewhere, points_into(value, space));
        undefined("address-space",
                  std::string("a pointer that does not point to ") + to_text(*to) +
                      " memory is cast to one that does",
                  elsewhere, span);
    }
    return result;
}

/// to_global(p) and so on: p, or a null pointer where p points elsewhere.
std::optional<Value> Interpreter::call_address_function(const syntax::Call& call, Span span) {
    const auto one_pointer = [&] {
        require_arguments(call, 1, 1);
        Value pointer = evaluate_arguments(call)[0];
        if (!is_pointer(pointer.type))
            reject("E-TYPE", "'" + call.function + "' takes a pointer", call.arguments[0]->span);
        if (pointer.object.kind == Provenance::Kind::mixed)
            reject("E-UNSUPPORTED",
                   "which private object this pointer points to depends on what happens",
                   call.arguments[0]->span);
        return pointer;
    };
    if (call.function == "get_fence") return get_fence(one_pointer(), span);
    for (const Conversion& each : kConversions) {
        if (each.name != call.function) continue;
        Value pointer = one_pointer();
        if (written_space(*pointer.type->element) == AddressSpace::constant)
            reject("E-ADDRESS", pointer_text(AddressSpace::constant) + " is never generic",
                   call.arguments[0]->span);
        const TermId here = points_into(pointer, each.space);
        pointer.term = terms().if_then_else(here, pointer.term, terms().constant(0, 64));
        if (terms().is_false(here)) pointer.object = {};
        pointer.type = in_pointed_space(pointer.type, each.space);
        return pointer;
    }
    return std::nullopt;
}

/// The flags of a fence that orders what the pointer points to; none for private memory.
Value Interpreter::get_fence(const Value& pointer, Span span) {
    const auto named = written_space(*pointer.type->element);
    const auto space = named ? named : space_of(pointer);
    if (!space)
        reject("E-UNSUPPORTED", "get_fence() of a pointer that is read from memory", span,
               "the flags of a fence are constant here");
    const std::uint64_t flags = *space == AddressSpace::local            ? kFlagLocal
                                : *space == AddressSpace::private_memory ? 0
                                                                         : kFlagGlobal;
    return number(flags, integer_type(32, false));
}

}  // namespace clmm::litmus
