// Conversions between types, vectors in memory, shuffles.
#include "compile/builtins/call.h"

namespace clmm::runtime::compiler {
BuiltinCall::Result BuiltinCall::conversion() {
    const auto to = language::find_conversion(name());
    if (!to) return std::nullopt;
    return to->reinterprets ? reinterpreted(*to) : converted_to(*to);
}

Value BuiltinCall::converted_to(const language::ConversionName& to) {
    const Value value = argument(0);
    if (!is_arithmetic(value.type) || value.type->lanes != to.lanes)
        wrong_argument(0, std::to_string(to.lanes) + " components");
    require(!to.saturates || !is_floating(to.scalar), "E-TYPE",
            "only conversions to integers saturate", at());
    Value out;
    out.type = types_.shaped(to.scalar, to.lanes);
    for (const Reg reg : value.parts)
        out.parts.push_back(t_.convert_element(reg, types_.scalar(value.type->scalar),
                                               types_.scalar(to.scalar), to.rounding,
                                               to.saturates));
    return out;
}

Value BuiltinCall::reinterpreted(const language::ConversionName& to) {
    const Value value = argument(0);
    const TypePtr type = types_.shaped(to.scalar, to.lanes);
    if (!is_arithmetic(value.type) || size_of(*value.type) != size_of(*type))
        wrong_argument(0, "a type of " + std::to_string(size_of(*type)) + " bytes");
    // Of one element size, registers hold the same bits; but halves are held as floats.
    const bool halves = to.scalar == Scalar::f16 || value.type->scalar == Scalar::f16;
    if (value.parts.size() == to.lanes && (!halves || to.scalar == value.type->scalar)) {
        Value out;
        out.type = type;
        const unsigned size = register_size(to.scalar);
        for (const Reg reg : value.parts)
            out.parts.push_back(
                out_.pure({handlers::pure(), loops::copy(size), to.scalar}, {reg}, at()));
        return out;
    }
    // Else by way of memory, where the bytes are what they are.
    Lvalue place = t_.spill(value);
    if (value.parts.size() == 3 && type->lanes == 4) {
        // The padding is the fourth component, with any value: 0.
        Lvalue padding = place;
        padding.type = types_.scalar(value.type->scalar);
        padding.offset += 3 * static_cast<std::int64_t>(memory_size(value.type->scalar));
        t_.write(padding, t_.default_value(padding.type));
    }
    place.type = type;
    return t_.read(place);
}

BuiltinCall::Result BuiltinCall::memory() {
    if (name() == "prefetch") {
        arguments();
        return t_.void_value();
    }
    const auto access = language::find_vector_access(name());
    if (!access) return std::nullopt;
    return access->stores ? store_vector(*access) : load_vector(*access);
}

/// vloadn and vstoren access so many elements, aligned as `together` of them are.
Reg BuiltinCall::watched_elements(Value pointer, Scalar scalar, unsigned lanes, unsigned together,
                                  bool writes) {
    pointer.alignment = std::uint64_t{together} * memory_size(scalar);
    return watched_pointer(pointer, types_.shaped(scalar, lanes), writes);
}

/// vloadn: (offset, pointer); element offset * n of it, aligned as an element.
Value BuiltinCall::load_vector(const language::VectorAccess& access) {
    const bool half = access.of_halves;
    const unsigned lanes = access.lanes;
    const Value pointer = argument(1);
    if (!is_pointer(pointer.type) || !is_scalar(pointer.type->element))
        wrong_argument(1, "a pointer to scalars");
    const Scalar scalar = pointer.type->element->scalar;
    require(!half || scalar == Scalar::f16, "E-TYPE", "a pointer to halves is needed here", at());
    const unsigned step = access.is_aligned && lanes == 3 ? 4 : lanes;
    const Value index =
        t_.binary(syntax::BinaryOperator::multiply, converted(0, types_.scalar(Scalar::u64)),
                  t_.scalar_value(Scalar::u64, out_.integer(Scalar::u64, step)));
    const Value from = t_.offset_pointer(pointer, index, false);
    const Reg address = watched_elements(from, scalar, lanes, access.is_aligned ? step : 1, false);
    Value out;
    out.type = types_.shaped(half ? Scalar::f32 : scalar, lanes);
    for (unsigned i = 0; i < lanes; ++i)
        out.parts.push_back(out_.load(scalar, address, i * memory_size(scalar), at()));
    if (half)
        for (Reg& reg : out.parts)
            reg = t_.convert_element(reg, types_.scalar(Scalar::f16), types_.scalar(Scalar::f32));
    return out;
}

/// vstoren: (value, offset, pointer).
Value BuiltinCall::store_vector(const language::VectorAccess& access) {
    const bool half = access.of_halves;
    const unsigned lanes = access.lanes;
    const Value value = argument(0);
    const Value pointer = argument(2);
    if (!is_arithmetic(value.type) || value.type->lanes != lanes)
        wrong_argument(0, std::to_string(lanes) + " components");
    if (!is_pointer(pointer.type) || !is_scalar(pointer.type->element))
        wrong_argument(2, "a pointer to scalars");
    require(!pointer.type->element->is_const, "E-TYPE", "this is const and cannot be changed",
            at());
    const Scalar scalar = pointer.type->element->scalar;
    const bool fits = half ? scalar == Scalar::f16 && is_floating(value.type->scalar)
                           : scalar == value.type->scalar;
    if (!fits) wrong_argument(2, half ? "a pointer to halves" : "a pointer to the same elements");
    const unsigned step = access.is_aligned && lanes == 3 ? 4 : lanes;
    const Value index =
        t_.binary(syntax::BinaryOperator::multiply, converted(1, types_.scalar(Scalar::u64)),
                  t_.scalar_value(Scalar::u64, out_.integer(Scalar::u64, step)));
    const Value to = t_.offset_pointer(pointer, index, false);
    const Reg address = watched_elements(to, scalar, lanes, access.is_aligned ? step : 1, true);
    for (unsigned i = 0; i < lanes; ++i) {
        Reg part = value.parts[i];
        if (half)
            part = t_.convert_element(part, types_.scalar(value.type->scalar),
                                      types_.scalar(Scalar::f16), access.rounding);
        out_.store(scalar, address, i * memory_size(scalar), part, at());
    }
    return t_.void_value();
}

/// The components that a mask names, by way of memory: masks need not be constants.
BuiltinCall::Result BuiltinCall::shuffles() {
    const bool two = name() == "shuffle2";
    if (!two && name() != "shuffle") return std::nullopt;
    const std::vector<Value> v = arguments();
    const Value& mask = v.back();
    if (v[0].type->kind != TypeKind::vector) wrong_argument(0, "a vector");
    if (two && !is_same(v[0].type, v[1].type)) wrong_argument(1, quote(to_string(v[0].type)));
    if (mask.type->kind != TypeKind::vector || !is_integer(mask.type) ||
        memory_size(mask.type->scalar) != memory_size(v[0].type->scalar))
        wrong_argument(v.size() - 1, "a vector of unsigned integers of the same width");
    const Scalar scalar = v[0].type->scalar;
    const unsigned lanes = v[0].type->lanes;
    require(lanes != 3, "E-TYPE", "a vector of three cannot be shuffled", at());
    const TypePtr both = types_.array(types_.scalar(scalar), two ? 2 * lanes : lanes);
    Variable table = t_.make_variable(both, true);
    const Reg base = t_.address_register(table.place);
    for (unsigned k = 0; k < (two ? 2U : 1U); ++k)
        for (unsigned i = 0; i < lanes; ++i)
            out_.store(scalar, base, (k * lanes + i) * memory_size(scalar), v[k].parts[i], at());
    Value out;
    out.type = types_.vector(scalar, mask.type->lanes);
    const Reg most = out_.integer(Scalar::u64, static_cast<std::int64_t>(both->length) - 1);
    const Reg size = out_.integer(Scalar::u64, memory_size(scalar));
    for (const Reg part : mask.parts) {
        const Reg wide =
            t_.convert_element(part, types_.scalar(mask.type->scalar), types_.scalar(Scalar::u64));
        const Reg index = t_.compute(loops::Binary::bit_and, wide, most);
        const Reg address =
            t_.compute(loops::Binary::add, base, t_.compute(loops::Binary::multiply, index, size));
        out.parts.push_back(out_.load(scalar, address, 0, at()));
    }
    return out;
}

}  // namespace clmm::runtime::compiler
