#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "clmm/language/types.h"
#include "clmm/runtime/argument.h"
#include "execute/scalar.h"

/// Types of clmm/language as the compiler makes and takes them apart: values are components, each
/// in a register.
namespace clmm::runtime::compiler {

using language::alignment_of;
using language::Field;
using language::integer_of;
using language::Record;
using language::scalar_of;
using language::size_of;
using language::Type;
using language::TypeKind;
using language::TypePtr;

/// Makes types, and owns the records that they refer to.
class TypeTable {
public:
    TypePtr scalar(Scalar scalar);
    TypePtr boolean() { return language::bool_type(); }
    TypePtr vector(Scalar scalar, unsigned lanes) { return language::vector_type(scalar, lanes); }
    /// A scalar if lanes is 1.
    TypePtr shaped(Scalar scalar, unsigned lanes) { return language::vector_type(scalar, lanes); }
    TypePtr pointer(const TypePtr& to, AddressSpace space) {
        return language::pointer_to(language::in_space(to, space));
    }
    TypePtr array(const TypePtr& of, std::uint64_t count) { return language::array_of(of, count); }
    TypePtr plain(TypeKind kind) { return language::opaque_type(kind); }
    /// Of a block that returns `result`.
    TypePtr block(const TypePtr& result);
    /// Qualifiers that it has stay.
    TypePtr qualified(const TypePtr& type, bool is_const, bool is_volatile);
    TypePtr unqualified(const TypePtr& type) { return language::unqualified(type); }
    Record& new_record() { return records_.emplace_back(); }

private:
    std::map<Scalar, TypePtr> scalars_;
    std::deque<Record> records_;
};

[[nodiscard]] inline bool is_arithmetic(const TypePtr& type) {
    return type->kind == TypeKind::scalar || type->kind == TypeKind::vector;
}
[[nodiscard]] inline bool is_scalar(const TypePtr& type) { return type->kind == TypeKind::scalar; }
[[nodiscard]] inline bool is_integer(const TypePtr& type) {
    return is_arithmetic(type) && !is_floating(type->scalar);
}
[[nodiscard]] inline bool is_pointer(const TypePtr& type) {
    return type->kind == TypeKind::pointer;
}
[[nodiscard]] inline bool is_void(const TypePtr& type) { return language::is_void(*type); }
[[nodiscard]] inline bool is_record(const TypePtr& type) { return type->kind == TypeKind::record; }
[[nodiscard]] inline bool is_same(const TypePtr& a, const TypePtr& b) {
    return language::is_same(*a, *b);
}
/// Where a pointer points to.
[[nodiscard]] AddressSpace pointee_space(const TypePtr& pointer);

/// The numbers of the fields that lead to a member, through structs without a name.
[[nodiscard]] bool find_member(const Record& record, const std::string& name,
                               std::vector<std::size_t>& path);

/// An ndrange_t: dimensions, offset, global size, local size (0: not said).
inline constexpr unsigned kNdRangeNumbers = 10;

/// Components that a value of the type has in registers; 0: it lives in memory (arrays, unions,
/// and structs that have such).
[[nodiscard]] unsigned component_count(const TypePtr& type);
/// The element types of these components, with their offsets in memory.
struct Component {
    Scalar scalar = Scalar::i32;
    std::uint64_t offset = 0;
};
[[nodiscard]] std::vector<Component> components(const TypePtr& type);

[[nodiscard]] inline std::string to_string(const TypePtr& type) { return language::to_text(*type); }
/// What an argument of the type is.
[[nodiscard]] ParameterKind kind_of(const TypePtr& type);

}  // namespace clmm::runtime::compiler
