#include "read/type.h"

#include <algorithm>
#include <string_view>

#include "clmm/language/names.h"
#include "host/handles.h"
#include "read/diagnose.h"

namespace clmm::litmus {
namespace {

std::optional<Type> named_integer(std::string_view name) {
    if (name == "memory_order" || name == "memory_scope")
        return Type{.enumeration = std::string(name)};
    if (name == "reserve_id_t")
        return Type{.width = 64, .is_signed = false, .enumeration = std::string(name)};
    if (is_handle_type(name)) return *handle_type(name);
    if (name == "flag") return Type{};  // of atomic_flag
    if (const auto type = language::find_integer_type(name)) return *typed(*type);
    return std::nullopt;
}

}  // namespace

TypePtr void_type() {
    static const TypePtr type =
        std::make_shared<Type>(Type{.kind = Type::Kind::void_type, .width = 8});
    return type;
}

TypePtr typed(language::IntegerType type) {
    return std::make_shared<Type>(
        Type{.width = type.width, .is_signed = type.is_signed, .is_bool = type.is_bool});
}

language::IntegerType integer_of(const Type& type) {
    return {.width = type.width, .is_signed = type.is_signed, .is_bool = type.is_bool};
}

TypePtr integer_type(unsigned width, bool is_signed) {
    return typed({.width = static_cast<std::uint8_t>(width), .is_signed = is_signed});
}

TypePtr int_type() {
    static const TypePtr type = integer_type(32, true);
    return type;
}

TypePtr bool_type() {
    static const TypePtr type = typed(*language::find_integer_type("bool"));
    return type;
}

TypePtr enumeration_type(std::string name) {
    return std::make_shared<Type>(Type{.enumeration = std::move(name)});
}

TypePtr pointer_to(TypePtr element) {
    return std::make_shared<Type>(Type{.kind = Type::Kind::pointer,
                                       .width = 64,
                                       .is_signed = false,
                                       .element = std::move(element)});
}

TypePtr array_of(TypePtr element, std::uint64_t length) {
    const auto space = element->space;
    return std::make_shared<Type>(Type{.kind = Type::Kind::array,
                                       .width = 64,
                                       .is_signed = false,
                                       .space = space,
                                       .element = std::move(element),
                                       .length = length});
}

TypePtr in_space(const TypePtr& type, std::optional<AddressSpace> space) {
    if (type->space == space) return type;
    Type copy = *type;
    copy.space = space;
    if (copy.kind == Type::Kind::array) copy.element = in_space(copy.element, space);
    return std::make_shared<Type>(std::move(copy));
}

TypePtr constant_type(const TypePtr& type, bool is_const) {
    Type copy = *type;
    if (is_array(type))
        copy.element = constant_type(type->element, is_const);
    else
        copy.is_const = is_const;
    return std::make_shared<Type>(std::move(copy));
}

TypePtr value_type(const TypePtr& type) {
    if (!type->is_atomic && !type->is_const && !type->space) return type;
    Type copy = *type;
    copy.is_atomic = false;
    copy.is_const = false;
    copy.space.reset();
    return std::make_shared<Type>(std::move(copy));
}

std::optional<Type> builtin_type(std::string_view name) {
    if (name == "void") return Type{.kind = Type::Kind::void_type, .width = 8};
    std::string_view base = name;
    const bool is_atomic = base.starts_with("atomic_");
    if (is_atomic) base.remove_prefix(7);
    auto type = named_integer(base);
    if (!type || (base == "flag" && !is_atomic)) return std::nullopt;
    type->is_atomic = is_atomic;
    return type;
}

std::vector<std::string> builtin_type_names() {
    std::vector<std::string> names = {"void", "bool", "memory_order", "memory_scope"};
    for (const std::string_view each : language::integer_type_names()) {
        names.emplace_back(each);
        names.push_back("atomic_" + std::string(each));
    }
    names.emplace_back("atomic_flag");
    return names;
}

// ---- layout ----

std::uint64_t size_of(const Type& type) {
    if (type.kind == Type::Kind::array) return type.length * size_of(*type.element);
    if (type.kind == Type::Kind::structure) return type.structure->size;
    return type.width / 8U;
}

std::uint64_t alignment_of(const Type& type) {
    if (type.kind == Type::Kind::array) return alignment_of(*type.element);
    if (type.kind == Type::Kind::structure) return type.structure->alignment;
    return type.width / 8U;
}

const Structure::Field* find_field(const Structure& structure, std::string_view name) {
    const auto found = std::ranges::find(structure.fields, name, &Structure::Field::name);
    return found == structure.fields.end() ? nullptr : &*found;
}

std::uint64_t leaf_count(const Type& type) {
    if (type.kind == Type::Kind::array) return type.length * leaf_count(*type.element);
    if (type.kind != Type::Kind::structure) return 1;
    std::uint64_t count = 0;
    for (const Structure::Field& field : type.structure->fields) count += leaf_count(*field.type);
    return count;
}

namespace {

void add_leaves(std::vector<Leaf>& leaves, const TypePtr& type, std::uint64_t offset,
                const std::string& path) {
    if (is_array(type)) {
        const std::uint64_t size = size_of(*type->element);
        for (std::uint64_t i = 0; i < type->length; ++i)
            add_leaves(leaves, type->element, offset + i * size,
                       path + "[" + std::to_string(i) + "]");
    } else if (is_structure(type)) {
        for (const Structure::Field& field : type->structure->fields)
            add_leaves(leaves, in_space(field.type, type->space), offset + field.offset,
                       path + "." + field.name);
    } else {
        leaves.push_back({path, type, offset});
    }
}

}  // namespace

std::vector<Leaf> leaves_of(const TypePtr& type) {
    std::vector<Leaf> leaves;
    add_leaves(leaves, type, 0, {});
    return leaves;
}

std::vector<std::uint64_t> gaps_of(const std::vector<Leaf>& leaves, std::uint64_t size) {
    std::vector<std::uint64_t> gaps;
    std::uint64_t next = 0;
    const auto fill_up_to = [&](std::uint64_t offset) {
        for (; next < offset; ++next) gaps.push_back(next);
    };
    for (const Leaf& leaf : leaves) {
        fill_up_to(leaf.offset);
        next = leaf.offset + size_of(*leaf.type);
    }
    fill_up_to(size);
    return gaps;
}

TypePtr promoted(const TypePtr& type) {
    if (!type->enumeration.empty()) return int_type();
    const language::IntegerType own = integer_of(*type);
    return language::promoted(own) == own ? value_type(type) : typed(language::promoted(own));
}

TypePtr common_type(const TypePtr& a, const TypePtr& b) {
    return typed(language::common_type(integer_of(*promoted(a)), integer_of(*promoted(b))));
}

const char* to_text(AddressSpace space) {
    switch (space) {
        case AddressSpace::global:
            return "global";
        case AddressSpace::local:
            return "local";
        case AddressSpace::constant:
            return "constant";
        case AddressSpace::private_memory:
            return "private";
    }
    return "";
}

namespace {

/// Lengths from the outside in.
std::string array_text(const Type& type) {
    std::string lengths;
    const Type* element = &type;
    for (; element->kind == Type::Kind::array; element = element->element.get())
        lengths += "[" + std::to_string(element->length) + "]";
    return to_text(*element) + lengths;
}

}  // namespace

std::string to_text(const Type& type) {
    const std::string space = type.space ? std::string(to_text(*type.space)) + " " : "";
    switch (type.kind) {
        case Type::Kind::void_type:
            return space + "void";
        case Type::Kind::pointer:
            if (!type.enumeration.empty()) return type.enumeration;
            return to_text(*type.element) + "*" +
                   (type.space ? std::string(" ") + to_text(*type.space) : std::string());
        case Type::Kind::array:
            return array_text(type);
        case Type::Kind::structure:
            return space + "struct " + type.structure->name;
        case Type::Kind::integer:
            break;
    }
    if (!type.enumeration.empty()) return type.enumeration;
    if (type.is_bool) return space + (type.is_atomic ? "atomic_bool" : "bool");
    const char* const words[] = {"char", "short", "int", "long"};
    const unsigned index = type.width == 8    ? 0U
                           : type.width == 16 ? 1U
                           : type.width == 32 ? 2U
                                              : 3U;
    return space + (type.is_atomic ? "atomic_" : "") + (type.is_signed ? "" : "u") + words[index];
}

}  // namespace clmm::litmus
