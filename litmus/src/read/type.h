#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clmm/language/types.h"
#include "clmm/litmus/litmus_test.h"

/// Types of clmm/language as litmus tests have them: objects are scalars side by side, and values
/// are words.
namespace clmm::litmus {

using language::array_of;
using language::bool_type;
using language::constant_type;
using language::Field;
using language::find_field;
using language::find_member;
using language::integer_of;
using language::pointer_to;
using language::Record;
using language::Type;
using language::typed;
using language::TypeKind;
using language::TypePtr;
using language::value_type;
using language::void_type;

[[nodiscard]] TypePtr integer_type(unsigned width, bool is_signed);
[[nodiscard]] TypePtr int_type();
/// An int that only some functions take: `memory_order`.
[[nodiscard]] TypePtr enumeration_type(std::string name);

/// Where the object that has the type lies, as far as the type says.
[[nodiscard]] std::optional<AddressSpace> written_space(const Type& type);
[[nodiscard]] TypePtr in_space(const TypePtr& type, std::optional<AddressSpace> space);
[[nodiscard]] const char* to_text(AddressSpace space);

/// A scalar part of an object. A union has those of its largest member, and bytes where only others
/// lie; what else lies there is accessed in them.
struct Leaf {
    std::string path;  ///< `[1].f`; empty for a scalar itself; `+3` for such a byte
    TypePtr type;      ///< in the address space of the whole
    std::uint64_t offset = 0;
};
/// In the order of their offsets.
[[nodiscard]] std::vector<Leaf> leaves_of(const TypePtr& type);
[[nodiscard]] std::uint64_t leaf_count(const Type& type);
/// The offsets of the bytes that belong to no leaf, of `size` bytes.
[[nodiscard]] std::vector<std::uint64_t> gaps_of(const std::vector<Leaf>& leaves,
                                                 std::uint64_t size);

[[nodiscard]] inline bool is_image(const TypePtr& type) { return type->kind == TypeKind::image; }
[[nodiscard]] inline bool is_pipe(const TypePtr& type) { return type->kind == TypeKind::pipe; }
[[nodiscard]] inline bool is_floating(const TypePtr& type) {
    return type->kind == TypeKind::scalar && language::is_floating(type->scalar);
}
[[nodiscard]] inline bool is_vector(const TypePtr& type) { return type->kind == TypeKind::vector; }
/// Of one component, in the memory of the whole.
[[nodiscard]] TypePtr component_type(const TypePtr& vector);
/// Handles are numbers; so are the orders and scopes.
[[nodiscard]] inline bool is_integer(const TypePtr& type) {
    return (type->kind == TypeKind::scalar && !is_floating(type)) || language::is_handle(*type);
}
[[nodiscard]] inline bool is_number(const TypePtr& type) {
    return is_integer(type) || is_floating(type);
}
/// Images and pipes are pointers to their objects.
[[nodiscard]] inline bool is_pointer(const TypePtr& type) {
    return type->kind == TypeKind::pointer || is_image(type) || is_pipe(type);
}
/// With a value of its own: a number or a pointer.
[[nodiscard]] inline bool is_scalar(const TypePtr& type) {
    return is_number(type) || is_pointer(type);
}
[[nodiscard]] inline bool is_structure(const TypePtr& type) {
    return type->kind == TypeKind::record;
}
/// Whose values are those of their scalar parts.
[[nodiscard]] inline bool has_parts(const TypePtr& type) {
    return is_structure(type) || is_vector(type);
}
[[nodiscard]] inline bool is_array(const TypePtr& type) { return type->kind == TypeKind::array; }
/// Of asynchronous copies.
[[nodiscard]] inline bool is_event(const TypePtr& type) { return type->kind == TypeKind::event; }
/// What only built-in functions work on.
[[nodiscard]] inline bool is_opaque(const TypePtr& type) {
    return is_image(type) || is_pipe(type) || !type->name.empty();
}

/// The type that two numbers meet in (integer promotions, usual arithmetic conversions).
[[nodiscard]] TypePtr promoted(const TypePtr& type);
[[nodiscard]] TypePtr common_type(const TypePtr& a, const TypePtr& b);

}  // namespace clmm::litmus
