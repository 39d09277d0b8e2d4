// Conversions between types, vectors in memory, shuffles.
#include <array>
#include <optional>

#include "compile/builtins/call.h"

namespace clmm::runtime::compiler {
namespace {

constexpr std::array<std::pair<const char*, Scalar>, 11> kElements = {{{"char", Scalar::i8},
                                                                       {"uchar", Scalar::u8},
                                                                       {"short", Scalar::i16},
                                                                       {"ushort", Scalar::u16},
                                                                       {"int", Scalar::i32},
                                                                       {"uint", Scalar::u32},
                                                                       {"long", Scalar::i64},
                                                                       {"ulong", Scalar::u64},
                                                                       {"half", Scalar::f16},
                                                                       {"float", Scalar::f32},
                                                                       {"double", Scalar::f64}}};

/// `float4` as an element and a number of components.
struct ShapeName {
    Scalar scalar;
    unsigned lanes;
};

std::optional<ShapeName> read_shape(const std::string& name) {
    const std::size_t end = name.find_last_not_of("0123456789") + 1;
    const std::string digits = name.substr(end);
    const std::string element = name.substr(0, end);
    unsigned lanes = 1;
    if (!digits.empty()) {
        if (digits != "2" && digits != "3" && digits != "4" && digits != "8" && digits != "16")
            return std::nullopt;
        lanes = static_cast<unsigned>(std::stoul(digits));
    }
    for (const auto& [known, scalar] : kElements)
        if (element == known) return ShapeName{scalar, lanes};
    return std::nullopt;
}

/// Takes a suffix such as `_rte` off a name.
loops::Rounding take_rounding(std::string& name) {
    static constexpr std::array<std::pair<const char*, loops::Rounding>, 4> kModes = {
        {{"_rte", loops::Rounding::to_even},
         {"_rtz", loops::Rounding::to_zero},
         {"_rtp", loops::Rounding::up},
         {"_rtn", loops::Rounding::down}}};
    for (const auto& [suffix, rounding] : kModes)
        if (name.ends_with(suffix)) {
            name.resize(name.size() - 4);
            return rounding;
        }
    return loops::Rounding::none;
}

std::optional<unsigned> read_lanes(const std::string& digits) {
    if (digits.empty()) return 1;
    const auto shape = read_shape("int" + digits);
    if (!shape) return std::nullopt;
    return shape->lanes;
}

}  // namespace

BuiltinCall::Result BuiltinCall::conversion() {
    std::string function = name();
    if (function.starts_with("convert_")) {
        function = function.substr(8);
        const loops::Rounding rounding = take_rounding(function);
        const bool saturate = function.ends_with("_sat");
        if (saturate) function.resize(function.size() - 4);
        const auto shape = read_shape(function);
        if (!shape) return std::nullopt;
        const Value value = argument(0);
        if (!is_arithmetic(value.type) || value.type->lanes != shape->lanes)
            wrong_argument(0, std::to_string(shape->lanes) + " components");
        require(!saturate || !is_floating(shape->scalar), "E-TYPE",
                "only conversions to integers saturate", at());
        Value out;
        out.type = types_.shaped(shape->scalar, shape->lanes);
        for (const Reg reg : value.parts)
            out.parts.push_back(t_.convert_element(reg, types_.scalar(value.type->scalar),
                                                   types_.scalar(shape->scalar), rounding,
                                                   saturate));
        return out;
    }
    if (!function.starts_with("as_")) return std::nullopt;
    const auto shape = read_shape(function.substr(3));
    if (!shape) return std::nullopt;
    const Value value = argument(0);
    const TypePtr type = types_.shaped(shape->scalar, shape->lanes);
    if (!is_arithmetic(value.type) || size_of(*value.type) != size_of(*type))
        wrong_argument(0, "a type of " + std::to_string(size_of(*type)) + " bytes");
    // Of one element size, registers hold the same bits; but halves are held as floats.
    const bool halves = shape->scalar == Scalar::f16 || value.type->scalar == Scalar::f16;
    if (value.parts.size() == shape->lanes && (!halves || shape->scalar == value.type->scalar)) {
        Value out;
        out.type = type;
        const unsigned size = register_size(shape->scalar);
        for (const Reg reg : value.parts)
            out.parts.push_back(
                out_.pure({handlers::pure(), loops::copy(size), shape->scalar}, {reg}, at()));
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
    std::string function = name();
    if (function.starts_with("prefetch")) {
        if (function != "prefetch") return std::nullopt;
        arguments();
        return t_.void_value();
    }
    const bool loads = function.starts_with("vload");
    if (!loads && !function.starts_with("vstore")) return std::nullopt;
    const loops::Rounding rounding = loads ? loops::Rounding::none : take_rounding(function);
    std::string rest = function.substr(loads ? 5 : 6);
    const bool aligned = rest.starts_with("a_half");
    const bool half = aligned || rest.starts_with("_half");
    if (half) rest = rest.substr(aligned ? 6 : 5);
    const auto lanes = read_lanes(rest);
    if (!lanes || (!half && *lanes == 1)) return std::nullopt;
    return loads ? load_vector(*lanes, half, aligned)
                 : store_vector(*lanes, half, aligned, rounding);
}

/// vloadn and vstoren access so many elements, aligned as `together` of them are.
Reg BuiltinCall::watched_elements(Value pointer, Scalar scalar, unsigned lanes, unsigned together,
                                  bool writes) {
    pointer.alignment = std::uint64_t{together} * memory_size(scalar);
    return watched_pointer(pointer, types_.shaped(scalar, lanes), writes);
}

/// vloadn: (offset, pointer); element offset * n of it, aligned as an element.
Value BuiltinCall::load_vector(unsigned lanes, bool half, bool aligned) {
    const Value pointer = argument(1);
    if (!is_pointer(pointer.type) || !is_scalar(pointer.type->element))
        wrong_argument(1, "a pointer to scalars");
    const Scalar scalar = pointer.type->element->scalar;
    require(!half || scalar == Scalar::f16, "E-TYPE", "a pointer to halves is needed here", at());
    const unsigned step = aligned && lanes == 3 ? 4 : lanes;
    const Value index =
        t_.binary(syntax::BinaryOperator::multiply, converted(0, types_.scalar(Scalar::u64)),
                  t_.scalar_value(Scalar::u64, out_.integer(Scalar::u64, step)));
    const Value from = t_.offset_pointer(pointer, index, false);
    const Reg address = watched_elements(from, scalar, lanes, aligned ? step : 1, false);
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
Value BuiltinCall::store_vector(unsigned lanes, bool half, bool aligned, loops::Rounding rounding) {
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
    const unsigned step = aligned && lanes == 3 ? 4 : lanes;
    const Value index =
        t_.binary(syntax::BinaryOperator::multiply, converted(1, types_.scalar(Scalar::u64)),
                  t_.scalar_value(Scalar::u64, out_.integer(Scalar::u64, step)));
    const Value to = t_.offset_pointer(pointer, index, false);
    const Reg address = watched_elements(to, scalar, lanes, aligned ? step : 1, true);
    for (unsigned i = 0; i < lanes; ++i) {
        Reg part = value.parts[i];
        if (half)
            part = t_.convert_element(part, types_.scalar(value.type->scalar),
                                      types_.scalar(Scalar::f16), rounding);
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
