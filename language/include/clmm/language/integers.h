#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "clmm/language/constants.h"
#include "clmm/parser/c_tree.h"

namespace clmm::language {

/// An integer type of OpenCL C; of host code, too, where long has 64 bits as well.
///
/// Units    bits: 8, 16, 32 or 64. A bool has 8.
struct IntegerType {
    std::uint8_t width = 32;
    bool is_signed = true;
    bool is_bool = false;
    friend bool operator==(const IntegerType&, const IntegerType&) = default;
};
inline constexpr IntegerType kInt{};
inline constexpr IntegerType kSizeType{.width = 64, .is_signed = false};

/// `char`, `size_t`, `uint32_t`, `_Bool`; nothing for atomic types, which are names with `atomic_`.
[[nodiscard]] std::optional<IntegerType> find_integer_type(std::string_view name);
/// All but the names of bool.
[[nodiscard]] std::vector<std::string_view> integer_type_names();

/// Of predefined constants that are no floating-point values; NULL is an address, which is as wide
/// as a ulong.
[[nodiscard]] IntegerType integer_type(Constant::Type type);

/// Source   C11 6.3.1.1 p2 (integer promotions), 6.3.1.8 (usual arithmetic conversions),
///          6.4.4.1 p5 (constants), 6.5.15 p5 (`?:` has the common type).
[[nodiscard]] IntegerType promoted(IntegerType type);
[[nodiscard]] IntegerType common_type(IntegerType a, IntegerType b);
[[nodiscard]] IntegerType type_of(const syntax::IntegerLiteral& literal);
/// Of an operator that is neither `,` nor an assignment.
[[nodiscard]] IntegerType type_of(syntax::BinaryOperator op, IntegerType left, IntegerType right);
/// Of `+`, `-`, `~` and `!`.
[[nodiscard]] IntegerType type_of(syntax::UnaryOperator op, IntegerType operand);

/// A value of an integer type: its bits, sign- or zero-extended to 64 by the type.
struct Integer {
    IntegerType type;
    std::uint64_t bits = 0;
};

/// Source   C11 6.3.1.2 (bool), 6.3.1.3: modulo two to the power of the width, signed types too.
[[nodiscard]] Integer converted(const Integer& value, IntegerType type);

/// What C leaves undefined is defined here: signed arithmetic wraps around, and shift counts are
/// taken modulo the width, as OpenCL C has it (6.3 "Operators", j).
///
/// Errors   nothing: a division by zero, or an operator that works on no two integers.
[[nodiscard]] std::optional<Integer> compute(syntax::BinaryOperator op, const Integer& left,
                                             const Integer& right);
/// Of `+`, `-`, `~` and `!`; nothing for others.
[[nodiscard]] std::optional<Integer> compute(syntax::UnaryOperator op, const Integer& operand);

/// What a name means in a constant expression, beyond the predefined constants.
using ConstantNames = std::function<std::optional<Integer>(std::string_view name)>;

/// What a `sizeof` yields that is of no integer type and no constant, where that is known.
using ConstantSizes = std::function<std::optional<std::uint64_t>(const syntax::SizeOf& node)>;

/// The value of an integer constant expression: literals, predefined constants, operators, `?:`,
/// casts to integer types and `sizeof`. Nothing where it is none.
/// Source   C11 6.6 p3, p6
[[nodiscard]] std::optional<Integer> constant_value(const syntax::Expression& expression,
                                                    const ConstantNames& names = {},
                                                    const ConstantSizes& sizes = {});

}  // namespace clmm::language
