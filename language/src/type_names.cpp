// Types and their names, both ways.
#include <algorithm>
#include <array>

#include "clmm/language/types.h"

namespace clmm::language {
namespace {

struct NamedImage {
    std::string_view name;
    ImageType image;
    bool is_depth = false;
};
constexpr std::array kImages = {
    NamedImage{"image1d_t", ImageType::image_1d},
    NamedImage{"image1d_buffer_t", ImageType::image_1d_buffer},
    NamedImage{"image1d_array_t", ImageType::image_1d_array},
    NamedImage{"image2d_t", ImageType::image_2d},
    NamedImage{"image2d_array_t", ImageType::image_2d_array},
    NamedImage{"image2d_depth_t", ImageType::image_2d, true},
    NamedImage{"image2d_array_depth_t", ImageType::image_2d_array, true},
    NamedImage{"image3d_t", ImageType::image_3d},
};

/// The first of a kind is the name of a type that has none.
struct NamedHandle {
    std::string_view name;
    TypeKind kind;
};
constexpr std::array kHandles = {
    NamedHandle{"sampler_t", TypeKind::sampler},
    NamedHandle{"event_t", TypeKind::event},
    NamedHandle{"reserve_id_t", TypeKind::reserve_id},
    NamedHandle{"queue_t", TypeKind::queue},
    NamedHandle{"cl_command_queue", TypeKind::queue},
    NamedHandle{"clk_event_t", TypeKind::device_event},
    NamedHandle{"cl_event", TypeKind::device_event},
    NamedHandle{"ndrange_t", TypeKind::ndrange},
};

constexpr std::array<std::string_view, 5> kLanes = {"2", "3", "4", "8", "16"};

std::optional<Type> find_vector(std::string_view name) {
    const std::size_t end = name.find_last_not_of("0123456789") + 1;
    const auto lanes = std::ranges::find(kLanes, name.substr(end));
    const auto scalar = find_scalar(name.substr(0, end));
    if (lanes == kLanes.end() || !scalar || name_of(*scalar) != name.substr(0, end))
        return std::nullopt;
    constexpr std::array kNumbers = {2U, 3U, 4U, 8U, 16U};
    return *vector_type(*scalar, kNumbers.at(static_cast<std::size_t>(lanes - kLanes.begin())));
}

std::optional<Type> find_number(std::string_view name) {
    if (name == "memory_order" || name == "memory_scope") return Type{.name = std::string(name)};
    if (name == "bool" || name == "_Bool") return *bool_type();
    if (const auto scalar = find_scalar(name)) return *scalar_type(*scalar);
    return std::nullopt;
}

std::optional<Type> find_atomic_type(std::string_view name) {
    if (!name.starts_with("atomic_")) return std::nullopt;
    name.remove_prefix(7);
    const bool is_flag = name == "flag";
    auto type = is_flag ? std::optional(Type{}) : find_number(name);
    if (!type || !type->name.empty()) return std::nullopt;
    type->is_atomic = true;
    type->is_flag = is_flag;
    return type;
}

std::optional<Type> find_opaque(std::string_view name) {
    if (const auto found = std::ranges::find(kImages, name, &NamedImage::name);
        found != kImages.end())
        return Type{.kind = TypeKind::image,
                    .scalar = Scalar::u64,
                    .is_depth = found->is_depth,
                    .image = found->image};
    if (const auto found = std::ranges::find(kHandles, name, &NamedHandle::name);
        found != kHandles.end())
        return *opaque_type(found->kind, std::string(name));
    return std::nullopt;
}

}  // namespace

std::optional<Type> find_type(std::string_view name) {
    if (name == "void") return *void_type();
    for (const auto find : {find_number, find_vector, find_atomic_type, find_opaque})
        if (auto type = find(name)) return type;
    return std::nullopt;
}

std::vector<std::string> type_names() {
    std::vector<std::string> names = {"void", "bool"};
    for (const std::string_view each : integer_type_names()) {
        names.emplace_back(each);
        const std::string atomic = "atomic_" + std::string(each);
        if (find_atomic_type(atomic)) names.push_back(atomic);
    }
    names.emplace_back("atomic_flag");
    return names;
}

const char* to_text(AddressSpace space) {
    switch (space) {
        case AddressSpace::private_memory:
            return "private";
        case AddressSpace::local:
            return "local";
        case AddressSpace::global:
            return "global";
        case AddressSpace::constant:
            return "constant";
        case AddressSpace::generic:
            break;
    }
    return "";
}

namespace {

/// Each with a space before it.
std::string qualifiers_behind(const Type& type) {
    std::string words;
    if (type.space && *type.space != AddressSpace::generic)
        words += std::string(" ") + to_text(*type.space);
    if (type.is_const) words += " const";
    if (type.is_volatile) words += " volatile";
    return words;
}

/// Each with a space behind it.
std::string qualifiers_before(const Type& type) {
    const std::string words = qualifiers_behind(type);
    return words.empty() ? words : words.substr(1) + " ";
}

/// Lengths from the outside in.
std::string array_text(const Type& type) {
    std::string lengths;
    const Type* element = &type;
    for (; element->kind == TypeKind::array; element = element->element.get())
        lengths += "[" + std::to_string(element->length) + "]";
    return to_text(*element) + lengths;
}

std::string number_text(const Type& type) {
    if (type.is_flag) return "atomic_flag";
    std::string name(type.is_bool ? "bool" : name_of(type.scalar));
    if (type.is_atomic) name = "atomic_" + name;
    return type.lanes > 1 ? name + std::to_string(type.lanes) : name;
}

std::string access_text(AccessQualifier access) {
    static constexpr std::array<const char*, 4> kWords = {"", "read_only ", "write_only ",
                                                          "read_write "};
    return kWords.at(static_cast<std::size_t>(access));
}

/// Without its qualifiers.
std::string plain_text(const Type& type) {
    if (!type.name.empty()) return type.name;
    switch (type.kind) {
        case TypeKind::void_type:
            return "void";
        case TypeKind::scalar:
        case TypeKind::vector:
            return number_text(type);
        case TypeKind::record:
            return (type.record->is_union ? "union " : "struct ") +
                   type.record->name.substr(0, type.record->name.find('#'));
        case TypeKind::image:
            for (const NamedImage& each : kImages)
                if (each.image == type.image && each.is_depth == type.is_depth)
                    return access_text(type.access) + std::string(each.name);
            break;
        case TypeKind::pipe:
            return access_text(type.access) + "pipe " + to_text(*unqualified(type.element));
        case TypeKind::block:
            return type.element ? to_text(*type.element) + " (^)" : "block";
        default:
            break;
    }
    const auto handle = std::ranges::find(kHandles, type.kind, &NamedHandle::kind);
    return handle == kHandles.end() ? "string" : std::string(handle->name);
}

}  // namespace

std::string to_text(const Type& type) {
    if (type.kind == TypeKind::array) return array_text(type);
    if (type.kind == TypeKind::pointer)
        return to_text(*type.element) + "*" + qualifiers_behind(type);
    return qualifiers_before(type) + plain_text(type);
}

}  // namespace clmm::language
