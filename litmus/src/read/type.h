#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/language/integers.h"
#include "clmm/litmus/litmus_test.h"
#include "clmm/parser/c_tree.h"

namespace clmm::litmus {

struct Type;
using TypePtr = std::shared_ptr<const Type>;

/// The members of a struct, each at its natural alignment. TypeNames owns it.
struct Structure {
    struct Field {
        std::string name;
        TypePtr type;
        std::uint64_t offset = 0;  ///< in bytes
    };
    std::string name;
    std::vector<Field> fields = {};
    std::uint64_t size = 0;  ///< in bytes
    std::uint64_t alignment = 1;
    bool is_complete = false;
};

/// A type of OpenCL C as far as litmus tests need it. long has 64 bits in both dialects.
struct Type {
    enum class Kind : std::uint8_t { void_type, integer, pointer, array, structure };
    Kind kind = Kind::integer;
    std::uint8_t width = 32;  ///< bits of an integer or a pointer
    bool is_signed = true;
    bool is_bool = false;
    bool is_atomic = false;
    bool is_const = false;                   ///< of an array, its elements
    std::optional<AddressSpace> space = {};  ///< of the object that has this type, where written
    TypePtr element = {};                    ///< of a pointer or an array
    std::uint64_t length = 0;                ///< of an array
    /// Of what only built-in functions work on: `memory_order`, `read_only image1d_t`, `pipe int`;
    /// else empty. Images and pipes are pointers to their objects.
    std::string enumeration = {};
    const Structure* structure = nullptr;
};

[[nodiscard]] TypePtr void_type();
[[nodiscard]] TypePtr integer_type(unsigned width, bool is_signed);
[[nodiscard]] TypePtr typed(language::IntegerType type);
[[nodiscard]] language::IntegerType integer_of(const Type& type);  ///< of an integer
[[nodiscard]] TypePtr int_type();
[[nodiscard]] TypePtr bool_type();
[[nodiscard]] TypePtr enumeration_type(std::string name);
[[nodiscard]] TypePtr pointer_to(TypePtr element);
[[nodiscard]] TypePtr array_of(TypePtr element, std::uint64_t length);
[[nodiscard]] TypePtr in_space(const TypePtr& type, std::optional<AddressSpace> space);
/// With `const` in front of it, or without.
[[nodiscard]] TypePtr constant_type(const TypePtr& type, bool is_const = true);
/// As the type of a value: neither atomic nor const nor in an address space.
[[nodiscard]] TypePtr value_type(const TypePtr& type);

/// A type that needs no definition: `int`, `atomic_uint`, `void`.
[[nodiscard]] std::optional<Type> builtin_type(std::string_view name);
[[nodiscard]] std::vector<std::string> builtin_type_names();

[[nodiscard]] std::uint64_t size_of(const Type& type);  ///< bytes; of an array all of it
[[nodiscard]] std::uint64_t alignment_of(const Type& type);

[[nodiscard]] const Structure::Field* find_field(const Structure& structure, std::string_view name);

/// A scalar part of an object.
struct Leaf {
    std::string path;  ///< `[1].f`; empty for a scalar itself
    TypePtr type;      ///< in the address space of the whole
    std::uint64_t offset = 0;
};
/// In the order of their offsets.
[[nodiscard]] std::vector<Leaf> leaves_of(const TypePtr& type);
[[nodiscard]] std::uint64_t leaf_count(const Type& type);
/// The offsets of the bytes that belong to no leaf, of `size` bytes.
[[nodiscard]] std::vector<std::uint64_t> gaps_of(const std::vector<Leaf>& leaves,
                                                 std::uint64_t size);
[[nodiscard]] std::string to_text(const Type& type);

[[nodiscard]] inline bool is_integer(const TypePtr& type) {
    return type->kind == Type::Kind::integer;
}
[[nodiscard]] inline bool is_pointer(const TypePtr& type) {
    return type->kind == Type::Kind::pointer;
}
/// With a value of its own: an integer or a pointer.
[[nodiscard]] inline bool is_scalar(const TypePtr& type) {
    return is_integer(type) || is_pointer(type);
}
[[nodiscard]] inline bool is_structure(const TypePtr& type) {
    return type->kind == Type::Kind::structure;
}
[[nodiscard]] inline bool is_array(const TypePtr& type) { return type->kind == Type::Kind::array; }

[[nodiscard]] inline bool is_image(const TypePtr& type) {
    return is_pointer(type) && type->enumeration.ends_with(" image1d_t");
}
[[nodiscard]] inline bool is_pipe(const TypePtr& type) {
    return is_pointer(type) && type->enumeration.find("pipe ") != std::string::npos;
}

/// The type that two integers meet in (integer promotions, usual arithmetic conversions).
[[nodiscard]] TypePtr promoted(const TypePtr& type);
[[nodiscard]] TypePtr common_type(const TypePtr& a, const TypePtr& b);

[[nodiscard]] const char* to_text(AddressSpace space);

}  // namespace clmm::litmus
