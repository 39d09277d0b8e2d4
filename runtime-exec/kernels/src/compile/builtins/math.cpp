// Functions on floating-point values: math, common, relational, geometric.
#include "execute/loops/math.h"

#include <algorithm>
#include <array>

#include "clmm/language/builtins.h"
#include "compile/builtins/call.h"
#include "execute/loops/integer.h"

namespace clmm::runtime::compiler {

BuiltinCall::Result BuiltinCall::math() {
    const loops::FloatFunction* function = loops::float_function(name());
    if (!function) return std::nullopt;
    std::vector<Value> values = arguments();
    TypePtr type = nullptr;
    if (function->shape == loops::FloatShape::from_bits) {
        TypePtr bits = nullptr;
        values = generic(values, false, bits);
        const bool wide = bits->scalar == Scalar::u64;
        if (bits->scalar == Scalar::u16) {
            const Value word = with_elements(values[0], Scalar::u32);
            return with_elements(
                map(word.type, Scalar::f32, handlers::pure(), function->f32, {&word}), Scalar::f16);
        }
        require(wide || bits->scalar == Scalar::u32, "E-TYPE", "nan() takes uint or ulong", at());
        return map(bits, wide ? Scalar::f64 : Scalar::f32, handlers::pure(),
                   wide ? function->f64 : function->f32, {&values[0]});
    }
    const bool with_int = function->shape == loops::FloatShape::with_int;
    std::vector<Value> floats(values.begin(), values.end() - (with_int ? 1 : 0));
    floats = generic(floats, true, type);
    const Loop loop = type->scalar == Scalar::f64 ? function->f64 : function->f32;
    if (with_int) {
        const Value count =
            converted(values.size() - 1, is_scalar(values.back().type)
                                             ? types_.scalar(Scalar::i32)
                                             : types_.vector(Scalar::i32, type->lanes));
        floats.push_back(count);
    }
    std::vector<const Value*> operands;
    for (const Value& each : floats) operands.push_back(&each);
    switch (function->shape) {
        case loops::FloatShape::to_int:
            return map(type, Scalar::i32, handlers::pure(), loop, operands);
        case loops::FloatShape::relational:
            return boolean_result(map(type, Scalar::i32, handlers::pure(), loop, operands), type);
        default:
            break;
    }
    if (type->scalar != Scalar::f16)
        return map(type, type->scalar, handlers::pure(), loop, operands);
    // Computed as float, then rounded.
    const Value wide = map(type, Scalar::f32, handlers::pure(), loop, operands);
    return map(type, Scalar::f16, handlers::pure(),
               loops::convert(Scalar::f32, Scalar::f16, loops::Rounding::none, false), {&wide});
}

/// Functions that write a second result through a pointer.
BuiltinCall::Result BuiltinCall::math_with_pointer() {
    using Stored = language::Builtin::Stored;
    const auto known = language::find_builtin(name());
    if (!known || known->stored == Stored::nothing) return std::nullopt;
    const bool quotient = name() == "remquo";
    std::vector<Value> values = arguments();
    const Value pointer = values.back();
    const std::size_t last = values.size() - 1;
    if (!is_pointer(pointer.type)) wrong_argument(last, "a pointer");
    values.pop_back();
    TypePtr type = nullptr;
    values = generic(values, true, type);
    // Halves are computed as floats.
    const bool halves = type->scalar == Scalar::f16;
    const Scalar scalar = halves ? Scalar::f32 : type->scalar;
    const bool to_int = known->stored == Stored::integer;
    const Scalar second_scalar = to_int ? Scalar::i32 : scalar;
    const Scalar stored = to_int ? Scalar::i32 : type->scalar;
    const Lvalue target = t_.pointee(pointer);
    if (!is_same(target.type, types_.shaped(stored, type->lanes)))
        wrong_argument(last,
                       "a pointer to " + quote(to_string(types_.shaped(stored, type->lanes))));
    if (halves)
        for (Value& each : values) each = with_elements(each, Scalar::f32);
    std::vector<const Value*> operands;
    for (const Value& each : values) operands.push_back(&each);
    const auto part = [&](loops::Part which) {
        return quotient ? loops::remquo(which, scalar) : loops::two_results(name(), which, scalar);
    };
    Value first = map(type, scalar, handlers::pure(), part(loops::Part::first), operands);
    const Value second =
        map(type, second_scalar, handlers::pure(), part(loops::Part::second), operands);
    if (halves) first = with_elements(first, Scalar::f16);
    if (halves && name() == "fract") {
        // Rounding must not make it 1.
        const Reg most = out_.floating(Scalar::f16, 0x1.ffcp-1);
        for (Reg& reg : first.parts)
            reg = out_.pure({handlers::pure(), loops::minimum(Scalar::f16), Scalar::f16},
                            {reg, most}, at());
    }
    t_.write(target, halves ? with_elements(second, stored) : second);
    return first;
}

/// Converted component by component.
Value BuiltinCall::with_elements(const Value& value, Scalar scalar) {
    Value out;
    out.type = types_.shaped(scalar, value.type->lanes);
    for (const Reg reg : value.parts)
        out.parts.push_back(
            t_.convert_element(reg, types_.scalar(value.type->scalar), types_.scalar(scalar)));
    return out;
}

/// min, max and clamp are for integers too.
BuiltinCall::Result BuiltinCall::common() {
    const bool clamps = name() == "clamp";
    if (!clamps && name() != "min" && name() != "max") return std::nullopt;
    TypePtr type = nullptr;
    std::vector<Value> values = arguments();
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!is_arithmetic(values[i].type)) wrong_argument(i, "a number");
    const bool floating = std::ranges::any_of(
        values, [](const Value& each) { return is_floating(each.type->scalar); });
    values = generic(values, floating, type);
    const Scalar scalar = type->scalar;
    const Loop low = loops::minimum(scalar);
    const Loop high = loops::maximum(scalar);
    if (!clamps)
        return map(type, scalar, handlers::pure(), name() == "min" ? low : high,
                   {&values[0], &values[1]});
    const Value above = map(type, scalar, handlers::pure(), high, {&values[0], &values[1]});
    return map(type, scalar, handlers::pure(), low, {&above, &values[2]});
}

/// A register holds a half as a float: its bits are those of memory.
Value BuiltinCall::half_bit_select(const std::vector<Value>& operands) {
    const TypePtr bits = types_.shaped(Scalar::u16, operands[0].type->lanes);
    std::vector<Value> as_bits;
    for (const Value& each : operands) {
        Lvalue memory = t_.spill(each);
        memory.type = bits;
        as_bits.push_back(t_.read(memory));
    }
    const Value chosen =
        map(bits, Scalar::u16, handlers::pure(), loops::bit_select(register_size(Scalar::u16)),
            {&as_bits[0], &as_bits[1], &as_bits[2]});
    Lvalue memory = t_.spill(chosen);
    memory.type = types_.unqualified(operands[0].type);
    return t_.read(memory);
}

/// Of bytes that are packed in two numbers, or components.
Value BuiltinCall::byte_dot(const language::ByteDot& dot) {
    using Op = syntax::BinaryOperator;
    const TypePtr word = types_.scalar(Scalar::u32);
    const TypePtr result = types_.scalar(dot.yields_signed() ? Scalar::i32 : Scalar::u32);
    const auto byte = [&](std::size_t i, unsigned k, bool is_signed) {
        if (!is_scalar(argument(i).type)) return t_.convert(element_of(argument(i), k), result);
        Value shift;
        shift.type = word;
        shift.parts = {out_.integer(Scalar::u32, 8U * k)};
        const Value moved = t_.binary(Op::shift_right, converted(i, word), shift);
        return t_.convert(
            t_.convert(moved, types_.scalar(is_signed ? Scalar::i8 : Scalar::u8), true), result);
    };
    std::optional<Value> sum;
    for (unsigned k = 0; k < 4; ++k) {
        const Value product =
            t_.binary(Op::multiply, byte(0, k, dot.first_signed), byte(1, k, dot.second_signed));
        sum = sum ? t_.binary(Op::add, *sum, product) : product;
    }
    if (!dot.accumulates) return *sum;
    const Value before = converted(2, result);
    return map(result, result->scalar, handlers::pure(),
               loops::integer_loop("add_sat", result->scalar), {&before, &*sum});
}

BuiltinCall::Result BuiltinCall::integer() {
    if (const auto dot = language::find_packed_dot(name())) {
        for (const std::size_t i : {0, 1})
            if (!is_scalar(argument(i).type)) wrong_argument(i, "four bytes in a 'uint'");
        return byte_dot(*dot);
    }
    if (name() == "dot" || name() == "dot_acc_sat") {
        const auto dot = language::find_vector_dot(name(), *argument(0).type, *argument(1).type);
        if (dot) return byte_dot(*dot);
        if (name() == "dot_acc_sat") wrong_argument(0, "two vectors of four char or uchar");
    }
    if (name() == "upsample") {
        const Value high = argument(0);
        const Value low = argument(1);
        if (!is_integer(high.type) || memory_size(high.type->scalar) > 4)
            wrong_argument(0, "an integer of at most 32 bits");
        const unsigned bits = memory_size(high.type->scalar) * 8;
        if (!is_integer(low.type) || is_signed(low.type->scalar) ||
            memory_size(low.type->scalar) * 8 != bits || low.type->lanes != high.type->lanes)
            wrong_argument(1, "the unsigned type of the same width");
        const auto wider = static_cast<Scalar>(static_cast<unsigned>(high.type->scalar) + 2);
        const auto count = out_.integer(wider, bits);
        Value out;
        out.type = types_.shaped(wider, high.type->lanes);
        for (std::size_t i = 0; i < high.parts.size(); ++i) {
            const auto widen = [&](const Value& value) {
                return t_.convert_element(value.parts[i], types_.scalar(value.type->scalar),
                                          types_.scalar(wider));
            };
            const Reg shifted = t_.compute(loops::Binary::shift_left, widen(high), count);
            out.parts.push_back(t_.compute(loops::Binary::bit_or, shifted, widen(low)));
        }
        return out;
    }
    const auto* function = language::find_integer_function(name());
    const bool by_component = loops::integer_loop(name(), Scalar::i32) != nullptr;
    if (function == nullptr || !by_component) return std::nullopt;
    TypePtr type = nullptr;
    const std::vector<Value> values = generic(arguments(), false, type);
    std::vector<const Value*> operands;
    for (const Value& each : values) operands.push_back(&each);
    Scalar result = type->scalar;
    if (function->yields_unsigned && is_signed(result))
        result = static_cast<Scalar>(static_cast<unsigned>(result) + 1);
    return map(type, result, handlers::pure(), loops::integer_loop(name(), type->scalar), operands);
}

BuiltinCall::Result BuiltinCall::relational() {
    if (name() == "any" || name() == "all") {
        const Value value = argument(0);
        if (!is_integer(value.type)) wrong_argument(0, "integers");
        const Value bits = map(value.type, Scalar::i32, handlers::pure(),
                               loops::sign_bit(value.type->scalar), {&value});
        Reg sum = bits.parts.front();
        for (std::size_t i = 1; i < bits.parts.size(); ++i)
            sum = t_.compute(name() == "any" ? loops::Binary::bit_or : loops::Binary::bit_and, sum,
                             bits.parts[i]);
        return t_.int_value(sum);
    }
    if (name() == "bitselect") {
        const std::vector<Value> v = arguments();
        for (std::size_t i = 1; i < 3; ++i)
            if (!is_arithmetic(v[i].type) || !is_same(v[i].type, v[0].type))
                wrong_argument(i, quote(to_string(v[0].type)));
        const Scalar scalar = v[0].type->scalar;
        if (scalar == Scalar::f16) return half_bit_select(v);
        return map(v[0].type, scalar, handlers::pure(), loops::bit_select(register_size(scalar)),
                   {&v[0], &v[1], &v[2]});
    }
    if (name() != "select") return std::nullopt;
    const std::vector<Value> v = arguments();
    if (!is_arithmetic(v[0].type)) wrong_argument(0, "numbers");
    if (!is_same(v[1].type, v[0].type)) wrong_argument(1, quote(to_string(v[0].type)));
    const bool shaped = is_integer(v[2].type) && v[2].type->lanes == v[0].type->lanes &&
                        memory_size(v[2].type->scalar) == memory_size(v[0].type->scalar);
    if (!shaped && !(is_scalar(v[0].type) && is_integer(v[2].type) && is_scalar(v[2].type)))
        wrong_argument(2, "integers of the same width and number");
    // A scalar is tested for 0, components for their most significant bit.
    const Value test = is_scalar(v[0].type) ? t_.int_value(t_.truth(v[2]))
                                            : map(v[2].type, Scalar::i32, handlers::pure(),
                                                  loops::sign_bit(v[2].type->scalar), {&v[2]});
    const Scalar scalar = v[0].type->scalar;
    return map(v[0].type, scalar, handlers::pure(), loops::choose(register_size(scalar)),
               {&test, &v[1], &v[0]});
}

// ---- geometric functions ----

Value BuiltinCall::element_of(const Value& value, std::size_t i) {
    Value out;
    out.type = types_.scalar(value.type->scalar);
    out.parts = {value.parts[i]};
    return out;
}

Value BuiltinCall::dot(const Value& a, const Value& b) {
    Value sum = t_.binary(syntax::BinaryOperator::multiply, element_of(a, 0), element_of(b, 0));
    for (std::size_t i = 1; i < a.parts.size(); ++i)
        sum = t_.binary(
            syntax::BinaryOperator::add, sum,
            t_.binary(syntax::BinaryOperator::multiply, element_of(a, i), element_of(b, i)));
    return sum;
}

BuiltinCall::Result BuiltinCall::geometric() {
    const auto known = language::find_builtin(name());
    if (!known || known->family != language::Builtin::Family::geometric) return std::nullopt;
    TypePtr type = nullptr;
    std::vector<Value> v = generic(arguments(), true, type);
    require(type->lanes <= 4, "E-TYPE", "geometric functions take at most four components", at());
    using Op = syntax::BinaryOperator;
    if (name() == "dot") return dot(v[0], v[1]);
    if (name() == "cross") {
        require(type->lanes >= 3, "E-TYPE", "cross takes three or four components", at());
        Value out = v[0];
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t j = (i + 1) % 3;
            const std::size_t k = (i + 2) % 3;
            out.parts[i] =
                t_.binary(Op::subtract,
                          t_.binary(Op::multiply, element_of(v[0], j), element_of(v[1], k)),
                          t_.binary(Op::multiply, element_of(v[0], k), element_of(v[1], j)))
                    .reg();
        }
        if (type->lanes == 4) out.parts[3] = out_.constant(type->scalar, 0);
        return out;
    }
    Value difference = v[0];
    if (known->least == 2) difference = t_.binary(Op::subtract, v[0], v[1]);
    // In double, where squares of floats neither overflow nor vanish.
    Value wide;
    wide.type = types_.shaped(Scalar::f64, type->lanes);
    for (const Reg reg : difference.parts)
        wide.parts.push_back(
            t_.convert_element(reg, types_.scalar(type->scalar), types_.scalar(Scalar::f64)));
    const bool is_double = type->scalar == Scalar::f64;
    Value length;
    if (is_double && type->lanes > 1) {
        const loops::FloatFunction* hypot = loops::float_function("hypot");
        length = element_of(wide, 0);
        for (std::size_t i = 1; i < wide.parts.size(); ++i) {
            const Value next = element_of(wide, i);
            length = map(length.type, Scalar::f64, handlers::pure(), hypot->f64, {&length, &next});
        }
    } else {
        const Value squares = dot(wide, wide);
        length = map(squares.type, Scalar::f64, handlers::pure(),
                     loops::float_function("sqrt")->f64, {&squares});
    }
    const auto narrow = [&](Reg reg) {
        return t_.convert_element(reg, types_.scalar(Scalar::f64), types_.scalar(type->scalar));
    };
    if (!name().ends_with("normalize")) return t_.scalar_value(type->scalar, narrow(length.reg()));
    // A vector of length 0 stays as it is.
    const Reg zero = out_.floating(Scalar::f64, 0);
    const Reg one = out_.floating(Scalar::f64, 1);
    const Reg is_zero = t_.compare(loops::Binary::equal, length.reg(), zero);
    const Reg divisor = out_.pure({handlers::pure(), loops::choose(8), Scalar::f64},
                                  {is_zero, one, length.reg()}, at());
    Value out = v[0];
    for (std::size_t i = 0; i < out.parts.size(); ++i)
        out.parts[i] = narrow(t_.compute(loops::Binary::divide, wide.parts[i], divisor));
    return out;
}

}  // namespace clmm::runtime::compiler
