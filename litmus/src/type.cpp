#include "type.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "diagnose.h"
#include "host_handles.h"
#include "names.h"

namespace clmm::litmus {
namespace {

struct Named {
    std::string_view name;
    std::uint8_t width;
    bool is_signed;
};

constexpr std::array kIntegers = {
    Named{"char", 8, true},
    Named{"uchar", 8, false},
    Named{"short", 16, true},
    Named{"ushort", 16, false},
    Named{"int", 32, true},
    Named{"uint", 32, false},
    Named{"long", 64, true},
    Named{"ulong", 64, false},
    Named{"size_t", 64, false},
    Named{"ptrdiff_t", 64, true},
    Named{"intptr_t", 64, true},
    Named{"uintptr_t", 64, false},
    Named{"int8_t", 8, true},
    Named{"uint8_t", 8, false},
    Named{"int16_t", 16, true},
    Named{"uint16_t", 16, false},
    Named{"int32_t", 32, true},
    Named{"uint32_t", 32, false},
    Named{"int64_t", 64, true},
    Named{"uint64_t", 64, false},
    Named{"signed char", 8, true},
    Named{"unsigned", 32, false},
    Named{"signed", 32, true},
    Named{"llong", 64, true},
    Named{"ullong", 64, false},
    Named{"flag", 32, true},
    Named{"cl_mem_fence_flags", 32, false},
};

constexpr std::array<std::string_view, 5> kFloats = {"float", "double", "half", "atomic_float",
                                                     "atomic_double"};

std::optional<Type> named_integer(std::string_view name) {
    if (name == "bool" || name == "_Bool")
        return Type{.width = 8, .is_signed = false, .is_bool = true};
    if (name == "memory_order" || name == "memory_scope")
        return Type{.enumeration = std::string(name)};
    if (is_handle_type(name)) return *handle_type(name);
    for (const Named& named : kIntegers)
        if (named.name == name) return Type{.width = named.width, .is_signed = named.is_signed};
    return std::nullopt;
}

std::vector<std::string> known_names() {
    std::vector<std::string> names = {"void", "bool", "memory_order", "memory_scope"};
    for (const Named& named : kIntegers) {
        names.emplace_back(named.name);
        names.push_back("atomic_" + std::string(named.name));
    }
    return names;
}

[[noreturn]] void reject_base(const syntax::TypeName& name) {
    const auto floating = std::ranges::find(kFloats, name.base);
    if (name.is_struct || floating != kFloats.end())
        reject("E-UNSUPPORTED",
               std::string(name.is_struct ? "struct " : "") + name.base +
                   " is not supported in litmus tests",
               name.span, "integers, pointers and arrays of them are");
    reject("E-TYPE", "unknown type '" + name.base + "'", name.span,
           did_you_mean(name.base, known_names()));
}

Type resolve_base(const syntax::TypeName& name) {
    if (name.is_struct) reject_base(name);
    if (name.base == "void") return Type{.kind = Type::Kind::void_type, .width = 8};
    std::string_view base = name.base;
    const bool is_atomic = base.starts_with("atomic_");
    if (is_atomic) base.remove_prefix(7);
    auto type = named_integer(base);
    if (!type || (base == "flag" && !is_atomic)) reject_base(name);
    type->is_atomic = is_atomic;
    return *type;
}

void apply_qualifiers(Type& type, const std::vector<std::string>& qualifiers) {
    for (const std::string& qualifier : qualifiers) {
        if (qualifier == "global") type.space = AddressSpace::global;
        if (qualifier == "local") type.space = AddressSpace::local;
        if (qualifier == "constant") type.space = AddressSpace::constant;
        if (qualifier == "private") type.space = AddressSpace::private_memory;
        if (qualifier == "_Atomic" || qualifier == "atomic") type.is_atomic = true;
    }
}

}  // namespace

TypePtr void_type() {
    static const TypePtr type =
        std::make_shared<Type>(Type{.kind = Type::Kind::void_type, .width = 8});
    return type;
}

TypePtr integer_type(unsigned width, bool is_signed) {
    return std::make_shared<Type>(
        Type{.width = static_cast<std::uint8_t>(width), .is_signed = is_signed});
}

TypePtr int_type() {
    static const TypePtr type = integer_type(32, true);
    return type;
}

TypePtr bool_type() {
    static const TypePtr type =
        std::make_shared<Type>(Type{.width = 8, .is_signed = false, .is_bool = true});
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

TypePtr value_type(const TypePtr& type) {
    if (!type->is_atomic && !type->space) return type;
    Type copy = *type;
    copy.is_atomic = false;
    copy.space.reset();
    return std::make_shared<Type>(std::move(copy));
}

TypePtr resolve_type(const syntax::TypeName& name) {
    Type base = resolve_base(name);
    apply_qualifiers(base, name.qualifiers);
    TypePtr type = std::make_shared<Type>(std::move(base));
    for (const auto& qualifiers : name.pointers) {
        Type pointer = *pointer_to(type);
        apply_qualifiers(pointer, qualifiers);
        type = std::make_shared<Type>(std::move(pointer));
    }
    return type;
}

std::uint64_t size_of(const Type& type) {
    if (type.kind == Type::Kind::array) return type.length * size_of(*type.element);
    return type.width / 8U;
}

TypePtr promoted(const TypePtr& type) {
    if (type->width < 32 || !type->enumeration.empty()) return int_type();
    return value_type(type);
}

TypePtr common_type(const TypePtr& a, const TypePtr& b) {
    const TypePtr left = promoted(a);
    const TypePtr right = promoted(b);
    if (left->width != right->width) return left->width > right->width ? left : right;
    return left->is_signed ? right : left;
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

std::string to_text(const Type& type) {
    const std::string space = type.space ? std::string(to_text(*type.space)) + " " : "";
    switch (type.kind) {
        case Type::Kind::void_type:
            return space + "void";
        case Type::Kind::pointer:
            return to_text(*type.element) + "*" +
                   (type.space ? std::string(" ") + to_text(*type.space) : std::string());
        case Type::Kind::array:
            return to_text(*type.element) + "[" + std::to_string(type.length) + "]";
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
