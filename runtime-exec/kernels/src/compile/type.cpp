#include "compile/type.h"

#include <algorithm>

namespace clmm::runtime::compiler {
namespace {

/// A struct with more components is kept in memory.
constexpr unsigned kMostComponents = 64;

const char* name_of(Scalar scalar) {
    static constexpr const char* kNames[] = {"char", "uchar", "short", "ushort", "int",   "uint",
                                             "long", "ulong", "half",  "float",  "double"};
    return kNames[static_cast<std::size_t>(scalar)];
}

const char* name_of(AddressSpace space) {
    switch (space) {
        case AddressSpace::private_memory:
            return "private ";
        case AddressSpace::local:
            return "local ";
        case AddressSpace::global:
            return "global ";
        case AddressSpace::constant:
            return "constant ";
        default:
            return "";
    }
}

const char* name_of(ImageType image) {
    switch (image) {
        case ImageType::image_1d:
            return "image1d_t";
        case ImageType::image_1d_buffer:
            return "image1d_buffer_t";
        case ImageType::image_1d_array:
            return "image1d_array_t";
        case ImageType::image_2d:
            return "image2d_t";
        case ImageType::image_2d_array:
            return "image2d_array_t";
        default:
            return "image3d_t";
    }
}

}  // namespace

TypePtr TypeTable::intern(Type type) {
    const auto known = std::ranges::find(types_, type);
    return known != types_.end() ? &*known : &types_.emplace_back(type);
}

TypePtr TypeTable::scalar(Scalar scalar) {
    const unsigned size = memory_size(scalar);
    return intern({.kind = TypeKind::scalar, .scalar = scalar, .size = size, .alignment = size});
}

TypePtr TypeTable::boolean() {
    return intern({.kind = TypeKind::scalar,
                   .scalar = Scalar::u8,
                   .is_bool = true,
                   .size = 1,
                   .alignment = 1});
}

TypePtr TypeTable::vector(Scalar scalar, unsigned lanes) {
    const std::uint64_t size = std::uint64_t{memory_size(scalar)} * (lanes == 3 ? 4 : lanes);
    return intern({.kind = TypeKind::vector,
                   .scalar = scalar,
                   .lanes = lanes,
                   .size = size,
                   .alignment = size});
}

TypePtr TypeTable::shaped(Scalar element, unsigned lanes) {
    return lanes == 1 ? scalar(element) : vector(element, lanes);
}

TypePtr TypeTable::pointer(TypePtr to, AddressSpace space) {
    return intern({.kind = TypeKind::pointer,
                   .scalar = Scalar::u64,
                   .element = to,
                   .space = space,
                   .size = 8,
                   .alignment = 8});
}

TypePtr TypeTable::array(TypePtr of, std::uint64_t count) {
    return intern({.kind = TypeKind::array,
                   .element = of,
                   .count = count,
                   .size = of->size * count,
                   .alignment = of->alignment});
}

TypePtr TypeTable::record(const Record* record) {
    return intern({.kind = TypeKind::record,
                   .record = record,
                   .size = record->size,
                   .alignment = record->alignment});
}

TypePtr TypeTable::plain(TypeKind kind, std::uint64_t size) {
    return intern({.kind = kind,
                   .scalar = Scalar::u64,
                   .size = size,
                   .alignment = std::max<std::uint64_t>(size, 1)});
}

TypePtr TypeTable::block(TypePtr result) {
    return intern(
        {.kind = TypeKind::block, .scalar = Scalar::u64, .element = result, .alignment = 1});
}

void TypeTable::complete(const Record& record) {
    for (Type& type : types_) {
        if (type.kind != TypeKind::record || type.record != &record) continue;
        type.size = record.size;
        type.alignment = record.alignment;
    }
}

TypePtr TypeTable::qualified(TypePtr type, bool is_const, bool is_volatile) {
    Type copy = *type;
    copy.is_const = copy.is_const || is_const;
    copy.is_volatile = copy.is_volatile || is_volatile;
    return intern(copy);
}

TypePtr TypeTable::unqualified(TypePtr type) {
    Type copy = *type;
    copy.is_const = copy.is_volatile = false;
    return intern(copy);
}

language::IntegerType integer_of(const Type& type) {
    return {.width = static_cast<std::uint8_t>(8 * memory_size(type.scalar)),
            .is_signed = is_signed(type.scalar),
            .is_bool = type.is_bool};
}

Scalar scalar_of(language::IntegerType type) {
    switch (type.width) {
        case 8:
            return type.is_signed ? Scalar::i8 : Scalar::u8;
        case 16:
            return type.is_signed ? Scalar::i16 : Scalar::u16;
        case 32:
            return type.is_signed ? Scalar::i32 : Scalar::u32;
        default:
            return type.is_signed ? Scalar::i64 : Scalar::u64;
    }
}

bool is_same(TypePtr a, TypePtr b) {
    if (a == b) return true;
    if (a->kind != b->kind) return false;
    if (a->kind == TypeKind::pointer)
        return a->space == b->space && is_same(a->element, b->element);
    if (a->kind == TypeKind::array) return a->count == b->count && is_same(a->element, b->element);
    Type x = *a;
    Type y = *b;
    x.is_const = x.is_volatile = y.is_const = y.is_volatile = false;
    return x == y;
}

bool find_member(const Record& record, const std::string& name, std::vector<std::size_t>& path) {
    for (std::size_t i = 0; i < record.fields.size(); ++i) {
        const Field& field = record.fields[i];
        path.push_back(i);
        if (field.name.empty() ? find_member(*field.type->record, name, path) : field.name == name)
            return true;
        path.pop_back();
    }
    return false;
}

unsigned component_count(TypePtr type) {
    switch (type->kind) {
        case TypeKind::void_type:
        case TypeKind::array:
            return 0;
        case TypeKind::vector:
            return type->lanes;
        case TypeKind::ndrange:
            return kNdRangeNumbers;
        case TypeKind::block:
        case TypeKind::string:
            return 0;
        case TypeKind::record:
            break;
        default:
            return 1;
    }
    if (type->record->is_union) return 0;
    unsigned sum = 0;
    for (const Field& field : type->record->fields) {
        const unsigned count = component_count(field.type);
        if (count == 0) return 0;
        sum += count;
    }
    return sum > kMostComponents ? 0 : sum;
}

std::vector<Component> components(TypePtr type) {
    std::vector<Component> out;
    if (type->kind == TypeKind::record) {
        for (const Field& field : type->record->fields)
            for (const Component& each : components(field.type))
                out.push_back({each.scalar, field.offset + each.offset});
        return out;
    }
    if (type->kind == TypeKind::ndrange) {
        for (unsigned i = 0; i < kNdRangeNumbers; ++i) out.push_back({Scalar::u64, 8ULL * i});
        return out;
    }
    const unsigned count = component_count(type);
    for (unsigned i = 0; i < count; ++i)
        out.push_back({type->scalar, std::uint64_t{i} * memory_size(type->scalar)});
    return out;
}

std::string to_string(TypePtr type) {
    const std::string qualifiers =
        std::string(type->is_const ? "const " : "") + (type->is_volatile ? "volatile " : "");
    switch (type->kind) {
        case TypeKind::void_type:
            return qualifiers + "void";
        case TypeKind::scalar:
        case TypeKind::vector: {
            std::string name = type->is_bool ? "bool" : name_of(type->scalar);
            if (type->is_flag) return qualifiers + "atomic_flag";
            if (type->lanes > 1) name += std::to_string(type->lanes);
            return qualifiers + (type->is_atomic ? "atomic_" : "") + name;
        }
        case TypeKind::pointer:
            return name_of(type->space) + to_string(type->element) + "*" +
                   (type->is_const ? " const" : "");
        case TypeKind::array:
            return to_string(type->element) + "[" + std::to_string(type->count) + "]";
        case TypeKind::record:
            return qualifiers + (type->record->is_union ? "union " : "struct ") +
                   type->record->name.substr(0, type->record->name.find('#'));
        case TypeKind::image:
            return name_of(type->image);
        case TypeKind::pipe:
            return "pipe " + to_string(type->element);
        case TypeKind::sampler:
            return "sampler_t";
        case TypeKind::event:
            return "event_t";
        case TypeKind::reserve_id:
            return "reserve_id_t";
        case TypeKind::queue:
            return "queue_t";
        case TypeKind::device_event:
            return "clk_event_t";
        case TypeKind::ndrange:
            return "ndrange_t";
        case TypeKind::block:
            return type->element ? to_string(type->element) + " (^)" : "block";
        default:
            return "string";
    }
}

}  // namespace clmm::runtime::compiler
