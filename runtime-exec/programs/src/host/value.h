#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "clmm/language/integers.h"
#include "clmm/parser/c_tree.h"

namespace clmm::runtime::host {

struct Record;
struct Object;

/// A type of the host's code: an integer, a handle, a struct, what only kernels reach (an image, a
/// pipe), an array of one of these or of pointers to them, or a pointer.
struct Type {
    enum class Kind : std::uint8_t { nothing, integer, queue, event, record, opaque };
    static constexpr std::size_t kDimensions = 4;

    Kind kind = Kind::integer;
    unsigned width = 32;  ///< bits of an integer
    bool is_signed = true;
    bool is_bool = false;
    unsigned pointers = 0;           ///< of the elements, if it is an array
    const Record* record = nullptr;  ///< of kind record
    unsigned rank = 0;               ///< dimensions of an array
    std::array<std::uint64_t, kDimensions> dimensions = {};
    unsigned to_array = 0;  ///< pointers to the array

    [[nodiscard]] bool is_array() const { return rank > 0 && to_array == 0; }
    [[nodiscard]] bool is_pointer() const { return to_array > 0 || (rank == 0 && pointers > 0); }
    [[nodiscard]] bool is_record() const {
        return rank == 0 && pointers == 0 && kind == Kind::record;
    }
    [[nodiscard]] bool is_integer() const {
        return rank == 0 && pointers == 0 && kind == Kind::integer;
    }
    /// Bytes of a value in memory.
    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] std::size_t alignment() const;
    /// Of an array or a pointer.
    [[nodiscard]] Type element() const;
    [[nodiscard]] Type pointer() const;
    friend bool operator==(const Type&, const Type&) = default;
};

/// A struct, at natural alignment.
struct Record {
    struct Field {
        std::string name;
        Type type;
        std::uint64_t offset = 0;
    };
    std::string name;
    std::vector<Field> fields;
    std::uint64_t size = 1;
    std::uint64_t alignment = 1;
};

inline constexpr Type kInt{};
inline constexpr Type kNothing{.kind = Type::Kind::nothing, .width = 8};

/// Rejects (E-UNSUPPORTED) structs, vectors and floating point. With structs: host/types.h.
[[nodiscard]] Type type_of(const syntax::TypeName& name);

/// Bits, sign- or zero-extended to 64 by the type. Of a handle its number, counted from 1; of an
/// array its address; of a struct nothing, it has bytes.
struct Value {
    Type type;
    std::uint64_t bits = 0;
    const Object* part = nullptr;  ///< the sub-buffer that a pointer was made of
    std::vector<std::byte> bytes = {};
};

/// Of anything but an integer: of its address or its number.
[[nodiscard]] language::IntegerType integer_of(const Type& type);
[[nodiscard]] Type typed(language::IntegerType type);

[[nodiscard]] Value converted(const Value& value, const Type& type);
/// As clmm/language/integers.h has it; pointers move by elements.
[[nodiscard]] Value compute(syntax::BinaryOperator op, const Value& left, const Value& right,
                            Span span);

}  // namespace clmm::runtime::host
