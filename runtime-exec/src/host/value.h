#pragma once

#include <cstdint>
#include <string>

#include "clmm/parser/c_tree.h"

namespace clmm::runtime::host {

/// A type of the host's code: an integer, a handle, or a pointer to one of these.
struct Type {
    enum class Kind : std::uint8_t { nothing, integer, queue, event };
    Kind kind = Kind::integer;
    unsigned width = 32;  ///< bits of an integer
    bool is_signed = true;
    bool is_bool = false;
    unsigned pointers = 0;

    [[nodiscard]] bool is_pointer() const { return pointers > 0; }
    [[nodiscard]] bool is_integer() const { return pointers == 0 && kind == Kind::integer; }
    /// Bytes of a value in memory.
    [[nodiscard]] std::size_t size() const { return is_pointer() ? 8 : width / 8; }
    [[nodiscard]] Type element() const;
    [[nodiscard]] Type pointer() const;
    friend bool operator==(const Type&, const Type&) = default;
};

inline constexpr Type kInt{};
inline constexpr Type kNothing{.kind = Type::Kind::nothing, .width = 8};

/// Rejects (E-UNSUPPORTED) structs, vectors and floating point.
[[nodiscard]] Type type_of(const syntax::TypeName& name);

/// Bits, sign- or zero-extended to 64 by the type. Of a handle its number, counted from 1.
struct Value {
    Type type;
    std::uint64_t bits = 0;
};

[[nodiscard]] Value converted(const Value& value, const Type& type);
/// In the type that C's usual conversions give; the right operand of a shift keeps its own.
[[nodiscard]] Value compute(syntax::BinaryOperator op, const Value& left, const Value& right,
                            Span span);

}  // namespace clmm::runtime::host
