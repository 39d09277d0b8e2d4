#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/language/integers.h"
#include "clmm/language/qualifiers.h"
#include "clmm/language/scalars.h"

namespace clmm::language {

struct Type;
using TypePtr = std::shared_ptr<const Type>;

struct Field {
    std::string name;  ///< empty: a struct or union whose members count as the record's
    TypePtr type;
    std::uint64_t offset = 0;  ///< in bytes
};

/// A struct or union with its layout. Whoever reads the definitions owns it; types refer to it, and
/// may do so before it is complete.
struct Record {
    std::string name;  ///< behind a '#' what tells it from others of the same name
    bool is_union = false;
    std::vector<Field> fields = {};
    std::uint64_t size = 0;  ///< in bytes
    std::uint64_t alignment = 1;
    bool is_complete = false;
};

enum class TypeKind : std::uint8_t {
    void_type,
    scalar,
    vector,
    pointer,
    array,
    record,
    image,
    pipe,
    sampler,
    event,
    reserve_id,
    queue,         ///< queue_t, cl_command_queue
    device_event,  ///< clk_event_t, cl_event
    ndrange,
    block,
    string,  ///< of a literal
};

/// A type of OpenCL C and of host code.
///
/// Shape    `scalar` is a scalar's, and of a vector that of its elements; u64 of pointers and
///          handles. `element`: of pointers, arrays and pipes, and what a block returns. Qualifiers
///          are of the object that has the type; where a pointer points to is its element's
///          `space`. Qualifiers of an array are its elements'.
/// Source   OpenCL C 3.0, "Supported Data Types", "Address Space Qualifiers"
struct Type {
    TypeKind kind = TypeKind::scalar;
    Scalar scalar = Scalar::i32;
    bool is_bool = false;
    bool is_atomic = false;
    bool is_flag = false;  ///< atomic_flag
    bool is_const = false;
    bool is_volatile = false;
    bool is_depth = false;  ///< an image whose colour is one float
    ImageType image = ImageType::image_2d;
    AccessQualifier access = AccessQualifier::none;  ///< of images and pipes
    std::uint8_t lanes = 1;                          ///< of a vector
    std::optional<AddressSpace> space = {};          ///< where it is written or known
    TypePtr element = {};
    std::uint64_t length = 0;  ///< of an array
    const Record* record = nullptr;
    /// What tells it from others of its kind: `memory_order` is an int, `cl_event` a device_event.
    std::string name = {};

    /// Bits of a scalar, an element of a vector, an address or a handle; 8 of what has no value.
    [[nodiscard]] unsigned width() const;
    [[nodiscard]] bool is_signed() const {
        return is_arithmetic_kind() && language::is_signed(scalar);
    }
    [[nodiscard]] bool is_arithmetic_kind() const {
        return kind == TypeKind::scalar || kind == TypeKind::vector;
    }
};

// ---- making types ----

[[nodiscard]] TypePtr void_type();
[[nodiscard]] TypePtr bool_type();
[[nodiscard]] TypePtr scalar_type(Scalar scalar);
[[nodiscard]] TypePtr typed(IntegerType type);
/// A scalar if lanes is 1.
[[nodiscard]] TypePtr vector_type(Scalar scalar, unsigned lanes);
[[nodiscard]] TypePtr pointer_to(TypePtr element);
[[nodiscard]] TypePtr array_of(TypePtr element, std::uint64_t length);
[[nodiscard]] TypePtr record_type(const Record& record);
/// Of handles, blocks, strings: by their kind alone.
[[nodiscard]] TypePtr opaque_type(TypeKind kind, std::string name = {});
/// A type by its name alone: `int`, `atomic_uint`, `float4`, `image2d_t`, `queue_t`, `cl_event`.
[[nodiscard]] std::optional<Type> find_type(std::string_view name);
/// Scalars, their atomic types and void: what a misspelt name may have meant.
[[nodiscard]] std::vector<std::string> type_names();

/// Arrays pass it on to their elements.
[[nodiscard]] TypePtr in_space(const TypePtr& type, std::optional<AddressSpace> space);
/// With `const` in front of it, or without.
[[nodiscard]] TypePtr constant_type(const TypePtr& type, bool is_const = true);
/// Neither const nor volatile nor in an address space.
[[nodiscard]] TypePtr unqualified(const TypePtr& type);
/// As the type of a value: not atomic either.
[[nodiscard]] TypePtr value_type(const TypePtr& type);

// ---- what they are ----

[[nodiscard]] inline bool is_void(const Type& type) { return type.kind == TypeKind::void_type; }
/// Handles are numbers that stand for what the runtime keeps.
[[nodiscard]] bool is_handle(const Type& type);
/// Of a scalar that is no floating-point number, or the elements of a vector.
[[nodiscard]] IntegerType integer_of(const Type& type);
/// Equal but for qualifiers, at the top and in what pointers point to; address spaces of what is
/// pointed to count, and none is the generic one.
[[nodiscard]] bool is_same(const Type& a, const Type& b);

// ---- layout ----

/// Bytes; 0 of what no object can have: void, blocks, records that are not complete.
[[nodiscard]] std::uint64_t size_of(const Type& type);
[[nodiscard]] std::uint64_t alignment_of(const Type& type);
[[nodiscard]] std::uint64_t round_up(std::uint64_t offset, std::uint64_t alignment);

/// The next member, at its natural alignment or at the one given.
/// Source   C11 6.7.2.1 p15, p16; OpenCL C 3.0, "Alignment of Types"
void add_field(Record& record, std::string name, TypePtr type,
               std::optional<std::uint64_t> alignment = std::nullopt);
/// No members follow. `alignment` is the least that was asked for.
void complete(Record& record, std::uint64_t alignment = 1);
[[nodiscard]] const Field* find_field(const Record& record, std::string_view name);

/// A member where it lies in a record, also one of an unnamed struct or union in it.
struct Member {
    TypePtr type;
    std::uint64_t offset = 0;
    bool in_union = false;  ///< others may lie there, too
};
[[nodiscard]] std::optional<Member> find_member(const Record& record, std::string_view name);
/// Of the record and the unnamed ones in it, in the order of the text; and those of one field.
[[nodiscard]] std::vector<std::string> member_names(const Record& record);
[[nodiscard]] std::vector<std::string> member_names(const Field& field);

// ---- text ----

/// `const global int*`, `uint4`, `struct s`, `int[4]`
[[nodiscard]] std::string to_text(const Type& type);

}  // namespace clmm::language
