#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "clmm/language/integers.h"
#include "clmm/runtime/argument.h"
#include "execute/scalar.h"

namespace clmm::runtime::compiler {

struct Type;
using TypePtr = const Type*;  ///< owned by a TypeTable, in which equal types are one

struct Field {
    std::string name;  ///< empty: a struct or union whose members count as the record's
    TypePtr type = nullptr;
    std::uint64_t offset = 0;
};

/// A struct or union with its layout.
struct Record {
    std::string name;  ///< behind a '#' what tells it from others of the same name
    bool is_union = false;
    std::vector<Field> fields;
    std::uint64_t size = 0;
    std::uint64_t alignment = 1;
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
    queue,
    device_event,  ///< clk_event_t
    ndrange,
    block,
    string,  ///< of a literal
};

/// A type of OpenCL C.
///
/// Shape    `scalar` of scalars and of the elements of vectors; `element` of pointers, arrays and
///          pipes, and what a block returns; `space` is where a pointer points to.
/// Units    bytes.
struct Type {
    TypeKind kind = TypeKind::void_type;
    Scalar scalar = Scalar::i32;
    bool is_bool = false;
    bool is_atomic = false;
    bool is_const = false;
    bool is_volatile = false;
    unsigned lanes = 1;  ///< of a vector
    TypePtr element = nullptr;
    AddressSpace space = AddressSpace::private_memory;
    std::uint64_t count = 0;  ///< of an array
    const Record* record = nullptr;
    ImageType image = ImageType::image_2d;
    AccessQualifier access = AccessQualifier::none;
    bool is_flag = false;   ///< atomic_flag
    bool is_depth = false;  ///< an image whose colour is one float
    std::uint64_t size = 0;
    std::uint64_t alignment = 1;

    friend bool operator==(const Type&, const Type&) = default;
};

class TypeTable {
public:
    TypePtr intern(Type type);
    TypePtr scalar(Scalar scalar);
    TypePtr boolean();
    TypePtr vector(Scalar scalar, unsigned lanes);
    /// A scalar if lanes is 1.
    TypePtr shaped(Scalar scalar, unsigned lanes);
    TypePtr pointer(TypePtr to, AddressSpace space);
    TypePtr array(TypePtr of, std::uint64_t count);
    TypePtr record(const Record* record);
    TypePtr plain(TypeKind kind, std::uint64_t size = 0);
    /// Of a block that returns `result`.
    TypePtr block(TypePtr result);
    TypePtr qualified(TypePtr type, bool is_const, bool is_volatile);
    TypePtr unqualified(TypePtr type);
    Record& new_record() { return records_.emplace_back(); }
    /// The types of a struct that has got its fields since they were made.
    void complete(const Record& record);

private:
    std::deque<Type> types_;
    std::deque<Record> records_;
};

[[nodiscard]] inline bool is_arithmetic(TypePtr type) {
    return type->kind == TypeKind::scalar || type->kind == TypeKind::vector;
}
[[nodiscard]] inline bool is_scalar(TypePtr type) { return type->kind == TypeKind::scalar; }
[[nodiscard]] inline bool is_integer(TypePtr type) {
    return is_arithmetic(type) && !is_floating(type->scalar);
}
[[nodiscard]] inline bool is_pointer(TypePtr type) { return type->kind == TypeKind::pointer; }
[[nodiscard]] inline bool is_void(TypePtr type) { return type->kind == TypeKind::void_type; }
[[nodiscard]] inline bool is_record(TypePtr type) { return type->kind == TypeKind::record; }
/// What clmm/language says of integers, and its own types as elements.
[[nodiscard]] language::IntegerType integer_of(const Type& type);
[[nodiscard]] Scalar scalar_of(language::IntegerType type);
/// Equal but for qualifiers, at the top and in what pointers point to.
[[nodiscard]] bool is_same(TypePtr a, TypePtr b);

/// The numbers of the fields that lead to a member, through structs without a name.
[[nodiscard]] bool find_member(const Record& record, const std::string& name,
                               std::vector<std::size_t>& path);

/// An ndrange_t: dimensions, offset, global size, local size (0: not said).
inline constexpr unsigned kNdRangeNumbers = 10;

/// Components that a value of the type has in registers; 0: it lives in memory (arrays, unions,
/// and structs that have such).
[[nodiscard]] unsigned component_count(TypePtr type);
/// The element types of these components, with their offsets in memory.
struct Component {
    Scalar scalar = Scalar::i32;
    std::uint64_t offset = 0;
};
[[nodiscard]] std::vector<Component> components(TypePtr type);

[[nodiscard]] std::string to_string(TypePtr type);
/// What an argument of the type is.
[[nodiscard]] ParameterKind kind_of(TypePtr type);

}  // namespace clmm::runtime::compiler
