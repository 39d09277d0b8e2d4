#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "clmm/litmus/litmus_test.h"
#include "clmm/parser/c_tree.h"

namespace clmm::litmus {

struct Type;
using TypePtr = std::shared_ptr<const Type>;

/// A type of OpenCL C as far as litmus tests need it. long has 64 bits in both dialects.
struct Type {
    enum class Kind : std::uint8_t { void_type, integer, pointer, array };
    Kind kind = Kind::integer;
    std::uint8_t width = 32;  ///< bits of an integer or a pointer
    bool is_signed = true;
    bool is_bool = false;
    bool is_atomic = false;
    std::optional<AddressSpace> space = {};  ///< of the object that has this type, where written
    TypePtr element = {};                    ///< of a pointer or an array
    std::uint64_t length = 0;                ///< of an array
    std::string enumeration = {};            ///< `memory_order`, `memory_scope`; else empty
};

[[nodiscard]] TypePtr void_type();
[[nodiscard]] TypePtr integer_type(unsigned width, bool is_signed);
[[nodiscard]] TypePtr int_type();
[[nodiscard]] TypePtr bool_type();
[[nodiscard]] TypePtr enumeration_type(std::string name);
[[nodiscard]] TypePtr pointer_to(TypePtr element);
[[nodiscard]] TypePtr array_of(TypePtr element, std::uint64_t length);
[[nodiscard]] TypePtr in_space(const TypePtr& type, std::optional<AddressSpace> space);
/// As the type of a value: neither atomic nor in an address space.
[[nodiscard]] TypePtr value_type(const TypePtr& type);

/// Rejects (E-TYPE, E-UNSUPPORTED) what litmus tests have no use for: floats, vectors, structs.
[[nodiscard]] TypePtr resolve_type(const syntax::TypeName& name);

[[nodiscard]] std::uint64_t size_of(const Type& type);  ///< bytes; of an array all of it
[[nodiscard]] std::string to_text(const Type& type);

[[nodiscard]] inline bool is_integer(const TypePtr& type) {
    return type->kind == Type::Kind::integer;
}
[[nodiscard]] inline bool is_pointer(const TypePtr& type) {
    return type->kind == Type::Kind::pointer;
}
[[nodiscard]] inline bool is_array(const TypePtr& type) { return type->kind == Type::Kind::array; }

/// The type that two integers meet in (integer promotions, usual arithmetic conversions).
[[nodiscard]] TypePtr promoted(const TypePtr& type);
[[nodiscard]] TypePtr common_type(const TypePtr& a, const TypePtr& b);

[[nodiscard]] const char* to_text(AddressSpace space);

}  // namespace clmm::litmus
