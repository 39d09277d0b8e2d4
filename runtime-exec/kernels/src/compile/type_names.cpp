// Types as they are written.
#include <algorithm>
#include <optional>
#include <utility>

#include "compile/designation.h"
#include "compile/program.h"

namespace clmm::runtime::compiler {
namespace {

std::optional<Scalar> scalar_named(const std::string& name) {
    if (name == "half") return Scalar::f16;
    if (name == "float") return Scalar::f32;
    if (name == "double") return Scalar::f64;
    const auto integer = language::find_integer_type(name);
    return integer && !integer->is_bool ? std::optional(scalar_of(*integer)) : std::nullopt;
}

TypePtr vector_named(TypeTable& types, const std::string& name) {
    const std::size_t end = name.find_last_not_of("0123456789") + 1;
    const auto scalar = scalar_named(name.substr(0, end));
    if (!scalar || end == name.size() || name.ends_with("_t")) return nullptr;
    return types.vector(*scalar, static_cast<unsigned>(std::stoul(name.substr(end))));
}

TypePtr atomic_named(TypeTable& types, std::string name) {
    if (!name.starts_with("atomic_")) return nullptr;
    name = name.substr(7);
    Type type = *types.scalar(Scalar::i32);
    if (name == "flag") {
        type.is_flag = true;
    } else if (const auto scalar = scalar_named(name)) {
        type = *types.scalar(*scalar);
    } else {
        return nullptr;
    }
    type.is_atomic = true;
    return types.intern(type);
}

TypePtr image_named(TypeTable& types, const std::string& name) {
    struct Known {
        const char* name;
        ImageType image;
        bool is_depth;
    };
    static constexpr Known kImages[] = {{"image1d_t", ImageType::image_1d, false},
                                        {"image1d_buffer_t", ImageType::image_1d_buffer, false},
                                        {"image1d_array_t", ImageType::image_1d_array, false},
                                        {"image2d_t", ImageType::image_2d, false},
                                        {"image2d_array_t", ImageType::image_2d_array, false},
                                        {"image2d_depth_t", ImageType::image_2d, true},
                                        {"image2d_array_depth_t", ImageType::image_2d_array, true},
                                        {"image3d_t", ImageType::image_3d, false}};
    for (const Known& known : kImages) {
        if (name != known.name) continue;
        Type type = *types.plain(TypeKind::image, 8);
        type.image = known.image;
        type.is_depth = known.is_depth;
        return types.intern(type);
    }
    return nullptr;
}

TypePtr opaque_named(TypeTable& types, const std::string& name) {
    if (name == "sampler_t") return types.plain(TypeKind::sampler, 8);
    if (name == "event_t") return types.plain(TypeKind::event, 8);
    if (name == "reserve_id_t") return types.plain(TypeKind::reserve_id, 8);
    if (name == "queue_t") return types.plain(TypeKind::queue, 8);
    if (name == "clk_event_t") return types.plain(TypeKind::device_event, 8);
    if (name == "ndrange_t") return types.plain(TypeKind::ndrange, 80);
    return nullptr;
}

std::optional<AddressSpace> space_named(const std::string& qualifier) {
    if (qualifier == "global") return AddressSpace::global;
    if (qualifier == "local") return AddressSpace::local;
    if (qualifier == "constant") return AddressSpace::constant;
    if (qualifier == "private") return AddressSpace::private_memory;
    if (qualifier == "generic") return AddressSpace::generic;
    return std::nullopt;
}

struct Qualifiers {
    std::optional<AddressSpace> space;
    bool is_const = false;
    bool is_volatile = false;
    bool is_pipe = false;
    AccessQualifier access = AccessQualifier::none;
};

Qualifiers read_qualifiers(const std::vector<std::string>& words, Span span) {
    Qualifiers out;
    for (const std::string& word : words) {
        if (const auto space = space_named(word)) {
            require(!out.space || out.space == space, "E-ADDRESS", "two address spaces", span);
            out.space = space;
        }
        out.is_const = out.is_const || word == "const";
        out.is_volatile = out.is_volatile || word == "volatile";
        out.is_pipe = out.is_pipe || word == "pipe";
        if (word == "read_only") out.access = AccessQualifier::read_only;
        if (word == "write_only") out.access = AccessQualifier::write_only;
        if (word == "read_write") out.access = AccessQualifier::read_write;
    }
    return out;
}

TypePtr with_access(TypeTable& types, TypePtr base, const Qualifiers& given, Span span) {
    Type type = *base;
    if (given.is_pipe) {
        require(given.access != AccessQualifier::read_write, "E-TYPE",
                "a pipe is read_only or write_only", span);
        type = *types.plain(TypeKind::pipe, 8);
        type.element = base;
    } else if (base->kind != TypeKind::image) {
        require(given.access == AccessQualifier::none, "E-TYPE",
                "only images and pipes have access qualifiers", span);
        return base;
    }
    type.access = given.access == AccessQualifier::none ? AccessQualifier::read_only : given.access;
    return types.intern(type);
}

}  // namespace

TypePtr Program::base_type(const syntax::TypeName& name) {
    if (name.is_struct) {
        const Record* record = find_record(name.base);
        require(record != nullptr, "E-NAME", "the struct " + quote(name.base) + " is not defined",
                name.span);
        return types_.record(record);
    }
    if (const auto defined = typedefs_.find(name.base); defined != typedefs_.end())
        return defined->second;
    if (name.base == "void") return types_.plain(TypeKind::void_type);
    if (const auto integer = language::find_integer_type(name.base); integer && integer->is_bool)
        return types_.boolean();
    if (const auto scalar = scalar_named(name.base)) return types_.scalar(*scalar);
    if (TypePtr type = vector_named(types_, name.base)) return type;
    if (TypePtr type = atomic_named(types_, name.base)) return type;
    if (TypePtr type = image_named(types_, name.base)) return type;
    if (TypePtr type = opaque_named(types_, name.base)) return type;
    if (host_ != nullptr && name.base == "cl_event") return types_.plain(TypeKind::device_event, 8);
    if (host_ != nullptr && name.base == "cl_command_queue")
        return types_.plain(TypeKind::queue, 8);
    reject("E-UNSUPPORTED", "the type " + quote(name.base) + " is not supported", name.span);
}

Program::Declared Program::type_of(const syntax::TypeName& name) {
    Declared out;
    Qualifiers level = read_qualifiers(name.qualifiers, name.span);
    out.type = with_access(types_, base_type(name), level, name.span);
    for (const std::string& word : name.qualifiers) {
        out.is_static = out.is_static || word == "static";
        out.is_extern = out.is_extern || word == "extern";
    }
    if (const auto space = typedef_spaces_.find(name.base);
        space != typedef_spaces_.end() && !level.space)
        level.space = space->second;
    out.type = types_.qualified(out.type, level.is_const, level.is_volatile);
    for (const auto& pointer : name.pointers) {
        out.type = types_.pointer(out.type, level.space.value_or(AddressSpace::generic));
        level = read_qualifiers(pointer, name.span);
        out.type = types_.qualified(out.type, level.is_const, level.is_volatile);
    }
    out.has_space = level.space.has_value();
    out.space = level.space.value_or(AddressSpace::private_memory);
    return out;
}

namespace {

/// Takes what initialises one object of the type off the list; inner braces may be left out.
void take_part(TypePtr type, const std::vector<syntax::ExpressionPtr>& elements,
               std::size_t& next) {
    if (next >= elements.size()) return;
    const auto& node = elements[next]->node;
    const bool is_number = std::holds_alternative<syntax::IntegerLiteral>(node) ||
                           std::holds_alternative<syntax::FloatingLiteral>(node) ||
                           std::holds_alternative<syntax::Unary>(node) ||
                           std::holds_alternative<syntax::Binary>(node) ||
                           std::holds_alternative<syntax::SizeOf>(node);
    const bool is_whole = std::holds_alternative<syntax::InitializerList>(node) ||
                          std::holds_alternative<syntax::StringLiteral>(node);
    if (type->kind == TypeKind::array && !is_whole) {
        for (std::uint64_t i = 0; i < type->count && next < elements.size(); ++i)
            take_part(type->element, elements, next);
    } else if (type->kind == TypeKind::record && is_number) {
        for (const Field& field : type->record->fields) {
            take_part(field.type, elements, next);
            if (type->record->is_union) break;
        }
    } else {
        ++next;
    }
}

/// How many elements of a type a list without designations initialises.
std::optional<std::uint64_t> count_of(TypePtr element, const syntax::ExpressionPtr& initializer) {
    const auto* list =
        initializer ? std::get_if<syntax::InitializerList>(&initializer->node) : nullptr;
    if (list == nullptr || has_designations(list->elements)) return std::nullopt;
    std::uint64_t count = 0;
    for (std::size_t next = 0; next < list->elements.size(); ++count)
        take_part(element, list->elements, next);
    return count;
}

}  // namespace

Program::Declared Program::type_of(const syntax::Declarator& declarator, std::uint64_t elements) {
    Declared out = type_of(declarator.type);
    if (declarator.is_block) out.type = types_.block(out.type);
    const auto& dimensions = declarator.dimensions;
    for (std::size_t i = dimensions.size(); i-- > 0;) {
        std::uint64_t count = elements;
        if (dimensions[i]) {
            const std::int64_t value = constant(*dimensions[i]);
            require(value > 0, "E-TYPE", "an array needs a positive size", dimensions[i]->span);
            count = static_cast<std::uint64_t>(value);
        } else {
            require(i == 0 && elements > 0, "E-TYPE", "the size of this array is missing",
                    declarator.span);
            count = count_of(out.type, declarator.initializer).value_or(elements);
        }
        require(out.type->size > 0 && count < (std::uint64_t{1} << 32) / out.type->size, "E-TYPE",
                "this array is too large, or its elements have no size", declarator.span);
        out.type = types_.array(out.type, count);
    }
    return out;
}

}  // namespace clmm::runtime::compiler
