// Conversions: those that C makes by itself, and casts.
#include <algorithm>

#include "compile/translator.h"

namespace clmm::runtime::compiler {

void Translator::cannot_convert(TypePtr from, TypePtr to) {
    reject("E-TYPE", quote(to_string(from)) + " does not convert to " + quote(to_string(to)), at_);
}

void Translator::warn(std::string code, std::string message) {
    program_.add(
        Rejected{{Severity::warning, std::move(code), std::move(message), "", nullptr, at_}});
}

Reg Translator::convert_element(Reg reg, TypePtr from, TypePtr to, loops::Rounding rounding,
                                bool saturate) {
    if (to->is_bool) {
        if (from->is_bool) return reg;
        return out_.pure({handlers::pure(), loops::to_bool(from->scalar), Scalar::u8}, {reg}, at_);
    }
    const Scalar a = from->scalar;
    const Scalar b = to->scalar;
    if (a == b) return reg;
    const bool plain = rounding == loops::Rounding::none && !saturate;
    return out_.pure({plain ? handlers::convert(a, b) : handlers::pure(),
                      loops::convert(a, b, rounding, saturate), b},
                     {reg}, at_);
}

Value Translator::convert(const Value& value, TypePtr to, bool is_explicit) {
    to = types_.unqualified(to);
    if (value.text && is_pointer(to)) return convert(decayed(value), to, is_explicit);
    if (is_same(value.type, to)) {
        Value out = value;
        out.type = to;
        return out;
    }
    if (to->kind == TypeKind::block && value.block && !value.type->element) {
        // A literal returns what its variable says.
        Value out = value;
        out.type = to;
        return out;
    }
    if (is_void(to) && is_explicit) return void_value();
    if (is_pointer(to) || is_pointer(value.type)) return convert_pointer(value, to, is_explicit);
    // Handles are initialised with 0 and the like: CLK_NULL_EVENT, CLK_NULL_QUEUE, samplers.
    const bool handle = to->kind == TypeKind::sampler || to->kind == TypeKind::event ||
                        to->kind == TypeKind::device_event || to->kind == TypeKind::queue ||
                        to->kind == TypeKind::reserve_id;
    if (handle && is_scalar(value.type) && is_integer(value.type)) {
        Value out;
        out.type = to;
        out.parts = {convert_element(value.reg(), value.type, types_.scalar(Scalar::u64))};
        return out;
    }
    if (!is_arithmetic(value.type) || !is_arithmetic(to)) cannot_convert(value.type, to);
    Value out;
    out.type = to;
    if (value.type->kind == TypeKind::vector) {
        const bool same_shape = to->kind == TypeKind::vector && to->lanes == value.type->lanes;
        if (!same_shape || to->scalar != value.type->scalar)
            reject("E-TYPE",
                   quote(to_string(value.type)) + " does not convert to " + quote(to_string(to)),
                   at_, same_shape ? "call convert_" + to_string(to) + "()" : "");
        out.parts = value.parts;
        return out;
    }
    if (to->kind == TypeKind::vector) {
        const Reg element = convert_element(value.reg(), value.type, types_.scalar(to->scalar));
        out.parts.assign(to->lanes, element);
        return out;
    }
    out.parts = {convert_element(value.reg(), value.type, to)};
    return out;
}

Value Translator::convert_pointer(const Value& value, TypePtr to, bool is_explicit) {
    Value out;
    out.type = to;
    // Host code has one address space, and converts as it needs to.
    is_explicit = is_explicit || is_host();
    if (is_host() && is_pointer(to) && is_pointer(value.type)) {
        out.parts = value.parts;
        out.root = value.root;
        return out;
    }
    if (is_pointer(to) && is_pointer(value.type)) {
        const AddressSpace from_space = pointee_space(value.type);
        const bool constant =
            (from_space == AddressSpace::constant) != (pointee_space(to) == AddressSpace::constant);
        const bool narrows =
            from_space != pointee_space(to) && pointee_space(to) != AddressSpace::generic;
        const bool from_generic = from_space == AddressSpace::generic;
        if (constant || (narrows && !(is_explicit && from_generic)))
            reject("E-ADDRESS",
                   quote(to_string(value.type)) + " does not convert to " + quote(to_string(to)),
                   at_, "the address spaces differ");
        const bool same = is_same(value.type->element, to->element);
        const bool differs = !same && !is_void(value.type->element) && !is_void(to->element);
        const bool drops = value.type->element->is_const && !to->element->is_const;
        // Compilers take it, too, and warn.
        if (!is_explicit && differs)
            warn("W-POINTER", quote(to_string(value.type)) + " becomes " + quote(to_string(to)) +
                                  " without a cast");
        else if (!is_explicit && drops)
            warn("W-POINTER", "this conversion drops 'const'");
        out.parts = value.parts;
        out.root = value.root;
        out.alignment = value.alignment;
        return out;
    }
    if (is_pointer(to)) {
        if (!is_arithmetic(value.type) || !is_integer(value.type) || !is_scalar(value.type))
            cannot_convert(value.type, to);
        const auto constant = out_.value(value.reg());
        if (!is_explicit && constant != 0) cannot_convert(value.type, to);
        out.parts = {convert_element(value.reg(), value.type, types_.scalar(Scalar::u64))};
        return out;
    }
    if (!is_explicit && !(to->is_bool && is_scalar(to))) cannot_convert(value.type, to);
    if (!is_scalar(to) || (is_floating(to->scalar))) cannot_convert(value.type, to);
    out.parts = {convert_element(value.reg(), types_.scalar(Scalar::u64), to)};
    return out;
}

/// As a condition: 32 bits, 0 or not.
Reg Translator::truth(const Value& value) {
    require(is_scalar(value.type) || is_pointer(value.type), "E-TYPE",
            "a condition is a scalar, not " + quote(to_string(value.type)), at_);
    const Scalar scalar = out_.scalar(value.reg());
    if (scalar == Scalar::i32 || scalar == Scalar::u32) return value.reg();
    return out_.pure({handlers::pure(), loops::is_true(scalar), Scalar::i32}, {value.reg()}, at_);
}

/// Small integers become int.
Value Translator::promoted(const Value& value) {
    if (!is_scalar(value.type) || is_floating(value.type->scalar)) return value;
    const language::IntegerType own = integer_of(*value.type);
    const language::IntegerType type = language::promoted(own);
    return type == own ? value : convert(value, types_.scalar(scalar_of(type)));
}

/// The usual arithmetic conversions of two scalars.
TypePtr Translator::usual_type(TypePtr a, TypePtr b) {
    if (is_floating(a->scalar) || is_floating(b->scalar))  // later types are wider
        return types_.scalar(std::max(a->scalar, b->scalar));
    return types_.scalar(scalar_of(language::common_type(integer_of(*a), integer_of(*b))));
}

}  // namespace clmm::runtime::compiler
