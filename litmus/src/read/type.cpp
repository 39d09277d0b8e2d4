#include "read/type.h"

namespace clmm::litmus {

TypePtr integer_type(unsigned width, bool is_signed) {
    return typed({.width = static_cast<std::uint8_t>(width), .is_signed = is_signed});
}

TypePtr int_type() {
    static const TypePtr type = integer_type(32, true);
    return type;
}

TypePtr enumeration_type(std::string name) {
    return std::make_shared<Type>(Type{.name = std::move(name)});
}

// ---- address spaces ----

std::optional<AddressSpace> written_space(const Type& type) {
    using Space = language::AddressSpace;
    switch (type.space.value_or(Space::generic)) {
        case Space::global:
            return AddressSpace::global;
        case Space::local:
            return AddressSpace::local;
        case Space::constant:
            return AddressSpace::constant;
        case Space::private_memory:
            return AddressSpace::private_memory;
        case Space::generic:
            break;
    }
    return std::nullopt;
}

namespace {

language::AddressSpace space_of_types(AddressSpace space) {
    switch (space) {
        case AddressSpace::global:
            return language::AddressSpace::global;
        case AddressSpace::local:
            return language::AddressSpace::local;
        case AddressSpace::constant:
            return language::AddressSpace::constant;
        case AddressSpace::private_memory:
            break;
    }
    return language::AddressSpace::private_memory;
}

}  // namespace

TypePtr in_space(const TypePtr& type, std::optional<AddressSpace> space) {
    return language::in_space(type, space ? std::optional(space_of_types(*space)) : std::nullopt);
}

const char* to_text(AddressSpace space) { return language::to_text(space_of_types(space)); }

// ---- scalars of objects ----

std::uint64_t leaf_count(const Type& type) {
    if (type.kind == TypeKind::array) return type.length * leaf_count(*type.element);
    if (type.kind == TypeKind::vector) return type.lanes;
    if (type.kind != TypeKind::record) return 1;
    if (type.record->is_union) return leaves_of(std::make_shared<Type>(type)).size();
    std::uint64_t count = 0;
    for (const Field& field : type.record->fields) count += leaf_count(*field.type);
    return count;
}

namespace {

/// `.x` to `.w`, or `.s0` to `.sf` of longer vectors.
std::string component_name(unsigned i, unsigned lanes) {
    if (lanes <= 4) return std::string(".") + "xyzw"[i];
    return std::string(".s") + "0123456789abcdef"[i];
}

void add_leaves(std::vector<Leaf>& leaves, const TypePtr& type, std::uint64_t offset,
                const std::string& path);

std::string member_path(const std::string& path, const Field& field) {
    return field.name.empty() ? path : path + "." + field.name;
}

/// Those of the member that has most bytes, then the bytes that only others have.
void add_union_leaves(std::vector<Leaf>& leaves, const TypePtr& type, std::uint64_t offset,
                      const std::string& path) {
    std::vector<std::vector<Leaf>> members;
    std::vector<std::vector<bool>> covered;
    for (const Field& field : type->record->fields) {
        std::vector<Leaf>& own = members.emplace_back();
        std::vector<bool>& bytes = covered.emplace_back(size_of(*type));
        add_leaves(own, in_space(field.type, type->space), 0, member_path(path, field));
        for (const Leaf& leaf : own)
            for (std::uint64_t i = 0; i < size_of(*leaf.type); ++i) bytes[leaf.offset + i] = true;
    }
    const auto count = [](const std::vector<bool>& bytes) {
        return std::ranges::count(bytes, true);
    };
    const auto largest =
        static_cast<std::size_t>(std::ranges::max_element(covered, {}, count) - covered.begin());
    std::vector<Leaf>& whole = members[largest];
    for (std::uint64_t i = 0; i < size_of(*type); ++i)
        if (!covered[largest][i] &&
            std::ranges::any_of(covered, [&](const auto& bytes) { return bytes[i]; }))
            whole.push_back(
                {path + "+" + std::to_string(i), in_space(integer_type(8, false), type->space), i});
    std::ranges::stable_sort(whole, {}, &Leaf::offset);
    for (Leaf& leaf : whole) {
        leaf.offset += offset;
        leaves.push_back(std::move(leaf));
    }
}

void add_leaves(std::vector<Leaf>& leaves, const TypePtr& type, std::uint64_t offset,
                const std::string& path) {
    if (is_array(type)) {
        const std::uint64_t size = size_of(*type->element);
        for (std::uint64_t i = 0; i < type->length; ++i)
            add_leaves(leaves, type->element, offset + i * size,
                       path + "[" + std::to_string(i) + "]");
    } else if (is_vector(type)) {
        const TypePtr component = component_type(type);
        for (unsigned i = 0; i < type->lanes; ++i)
            leaves.push_back({path + component_name(i, type->lanes), component,
                              offset + i * size_of(*component)});
    } else if (is_structure(type) && type->record->is_union) {
        add_union_leaves(leaves, type, offset, path);
    } else if (is_structure(type)) {
        for (const Field& field : type->record->fields)
            add_leaves(leaves, in_space(field.type, type->space), offset + field.offset,
                       member_path(path, field));
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

TypePtr component_type(const TypePtr& vector) {
    Type component = *vector;
    component.kind = TypeKind::scalar;
    component.lanes = 1;
    return std::make_shared<Type>(std::move(component));
}

TypePtr promoted(const TypePtr& type) {
    if (is_vector(type)) return value_type(type);
    if (is_opaque(type)) return int_type();
    if (is_floating(type)) return value_type(type);
    const language::IntegerType own = integer_of(*type);
    return language::promoted(own) == own ? value_type(type) : typed(language::promoted(own));
}

TypePtr common_type(const TypePtr& a, const TypePtr& b) {
    if (is_floating(a) && is_floating(b)) return value_type(a->scalar < b->scalar ? b : a);
    if (is_floating(a) || is_floating(b)) return value_type(is_floating(a) ? a : b);
    return typed(language::common_type(integer_of(*promoted(a)), integer_of(*promoted(b))));
}

}  // namespace clmm::litmus
