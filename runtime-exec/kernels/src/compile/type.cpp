#include "compile/type.h"

namespace clmm::runtime::compiler {
namespace {

/// A struct with more components is kept in memory.
constexpr unsigned kMostComponents = 64;

}  // namespace

TypePtr TypeTable::scalar(Scalar scalar) {
    TypePtr& known = scalars_[scalar];
    if (!known) known = language::scalar_type(scalar);
    return known;
}

TypePtr TypeTable::block(const TypePtr& result) {
    Type type = *plain(TypeKind::block);
    type.element = result;
    return std::make_shared<Type>(std::move(type));
}

TypePtr TypeTable::qualified(const TypePtr& type, bool is_const, bool is_volatile) {
    if (!is_const && !is_volatile) return type;
    Type copy = *type;
    copy.is_const |= is_const;
    copy.is_volatile |= is_volatile;
    return std::make_shared<Type>(std::move(copy));
}

AddressSpace pointee_space(const TypePtr& pointer) {
    return pointer->element->space.value_or(AddressSpace::generic);
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

unsigned component_count(const TypePtr& type) {
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

std::vector<Component> components(const TypePtr& type) {
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

}  // namespace clmm::runtime::compiler
