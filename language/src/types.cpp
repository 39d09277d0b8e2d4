#include "clmm/language/types.h"

#include <algorithm>

namespace clmm::language {
namespace {

TypePtr made(Type type) { return std::make_shared<Type>(std::move(type)); }

}  // namespace

unsigned Type::width() const {
    switch (kind) {
        case TypeKind::void_type:
        case TypeKind::record:
            return 8;
        case TypeKind::scalar:
        case TypeKind::vector:
            return 8 * memory_size(scalar);
        default:
            return 64;
    }
}

// ---- making types ----

TypePtr void_type() {
    static const TypePtr type = made({.kind = TypeKind::void_type});
    return type;
}

TypePtr bool_type() {
    static const TypePtr type = made({.scalar = Scalar::u8, .is_bool = true});
    return type;
}

TypePtr scalar_type(Scalar scalar) { return made({.scalar = scalar}); }

TypePtr typed(IntegerType type) {
    return type.is_bool ? bool_type() : scalar_type(scalar_of(type));
}

TypePtr vector_type(Scalar scalar, unsigned lanes) {
    if (lanes == 1) return scalar_type(scalar);
    return made(
        {.kind = TypeKind::vector, .scalar = scalar, .lanes = static_cast<std::uint8_t>(lanes)});
}

TypePtr pointer_to(TypePtr element) {
    return made({.kind = TypeKind::pointer, .scalar = Scalar::u64, .element = std::move(element)});
}

TypePtr array_of(TypePtr element, std::uint64_t length) {
    const auto space = element->space;
    return made({.kind = TypeKind::array,
                 .scalar = Scalar::u64,
                 .space = space,
                 .element = std::move(element),
                 .length = length});
}

TypePtr record_type(const Record& record) {
    return made({.kind = TypeKind::record, .record = &record});
}

TypePtr opaque_type(TypeKind kind, std::string name) {
    return made({.kind = kind, .scalar = Scalar::u64, .name = std::move(name)});
}

// ---- qualifiers ----

TypePtr in_space(const TypePtr& type, std::optional<AddressSpace> space) {
    if (type->space == space) return type;
    Type copy = *type;
    copy.space = space;
    if (copy.kind == TypeKind::array) copy.element = in_space(copy.element, space);
    return made(std::move(copy));
}

TypePtr constant_type(const TypePtr& type, bool is_const) {
    Type copy = *type;
    if (copy.kind == TypeKind::array)
        copy.element = constant_type(type->element, is_const);
    else
        copy.is_const = is_const;
    return made(std::move(copy));
}

TypePtr unqualified(const TypePtr& type) {
    if (!type->is_const && !type->is_volatile && !type->space) return type;
    Type copy = *type;
    copy.is_const = copy.is_volatile = false;
    copy.space.reset();
    return made(std::move(copy));
}

TypePtr value_type(const TypePtr& type) {
    if (!type->is_atomic) return unqualified(type);
    Type copy = *unqualified(type);
    copy.is_atomic = copy.is_flag = false;
    return made(std::move(copy));
}

Qualifiers read_qualifiers(const std::vector<std::string>& words) {
    Qualifiers out;
    const auto in = [&](AddressSpace space) {
        out.has_two_spaces |= out.space && *out.space != space;
        out.space = space;
    };
    for (const std::string& word : words) {
        for (const AddressSpace space : {AddressSpace::private_memory, AddressSpace::local,
                                         AddressSpace::global, AddressSpace::constant})
            if (word == to_text(space)) in(space);
        if (word == "generic") in(AddressSpace::generic);
        out.is_const |= word == "const";
        out.is_volatile |= word == "volatile";
        out.is_atomic |= word == "_Atomic" || word == "atomic";
        out.is_pipe |= word == "pipe";
        if (word == "read_only") out.access = AccessQualifier::read_only;
        if (word == "write_only") out.access = AccessQualifier::write_only;
        if (word == "read_write") out.access = AccessQualifier::read_write;
    }
    return out;
}

// ---- what they are ----

bool is_handle(const Type& type) {
    return type.kind >= TypeKind::sampler && type.kind <= TypeKind::ndrange;
}

IntegerType integer_of(const Type& type) {
    return {.width = static_cast<std::uint8_t>(type.width()),
            .is_signed = type.is_signed(),
            .is_bool = type.is_bool};
}

bool is_same(const Type& a, const Type& b) {
    if (&a == &b) return true;
    if (a.kind != b.kind || a.scalar != b.scalar || a.is_bool != b.is_bool ||
        a.is_atomic != b.is_atomic || a.is_flag != b.is_flag || a.lanes != b.lanes ||
        a.length != b.length || a.record != b.record || a.access != b.access ||
        (a.kind == TypeKind::image && (a.image != b.image || a.is_depth != b.is_depth)))
        return false;
    if (!a.element || !b.element) return a.element == b.element;
    const auto space = [](const Type& type) { return type.space.value_or(AddressSpace::generic); };
    if (a.kind == TypeKind::pointer && space(*a.element) != space(*b.element)) return false;
    return is_same(*a.element, *b.element);
}

// ---- layout ----

namespace {

/// dimensions, offset, global size, local size: ten numbers.
constexpr std::uint64_t kNdRangeSize = 80;

}  // namespace

std::uint64_t size_of(const Type& type) {
    switch (type.kind) {
        case TypeKind::void_type:
        case TypeKind::block:
        case TypeKind::string:
            return 0;
        case TypeKind::array:
            return type.length * size_of(*type.element);
        case TypeKind::record:
            return type.record->is_complete ? type.record->size : 0;
        case TypeKind::vector:  // three components take the place of four
            return std::uint64_t{type.lanes == 3 ? 4U : type.lanes} * memory_size(type.scalar);
        case TypeKind::ndrange:
            return kNdRangeSize;
        default:
            return type.width() / 8;
    }
}

std::uint64_t alignment_of(const Type& type) {
    if (type.kind == TypeKind::array) return alignment_of(*type.element);
    if (type.kind == TypeKind::record) return type.record->alignment;
    if (type.kind == TypeKind::ndrange) return 8;
    return std::max<std::uint64_t>(size_of(type), 1);
}

std::uint64_t round_up(std::uint64_t offset, std::uint64_t alignment) {
    return (offset + alignment - 1) / alignment * alignment;
}

void add_field(Record& record, std::string name, TypePtr type,
               std::optional<std::uint64_t> alignment) {
    const std::uint64_t aligned = alignment.value_or(alignment_of(*type));
    const std::uint64_t offset = record.is_union ? 0 : round_up(record.size, aligned);
    record.size = std::max(record.size, offset + size_of(*type));
    record.alignment = std::max(record.alignment, aligned);
    record.fields.push_back({std::move(name), std::move(type), offset});
}

void complete(Record& record, std::uint64_t alignment) {
    record.alignment = std::max(record.alignment, alignment);
    record.size = round_up(std::max<std::uint64_t>(record.size, 1), record.alignment);
    record.is_complete = true;
}

const Field* find_field(const Record& record, std::string_view name) {
    const auto found = std::ranges::find(record.fields, name, &Field::name);
    return found == record.fields.end() ? nullptr : &*found;
}

std::optional<Member> find_member(const Record& record, std::string_view name) {
    if (const Field* field = find_field(record, name); field != nullptr && !name.empty())
        return Member{field->type, field->offset, record.is_union};
    for (const Field& field : record.fields) {
        if (!field.name.empty() || field.type->kind != TypeKind::record) continue;
        if (auto inner = find_member(*field.type->record, name)) {
            inner->offset += field.offset;
            inner->in_union = inner->in_union || record.is_union;
            return inner;
        }
    }
    return std::nullopt;
}

std::vector<std::string> member_names(const Record& record) {
    std::vector<std::string> names;
    for (const Field& field : record.fields)
        std::ranges::copy(member_names(field), std::back_inserter(names));
    return names;
}

std::vector<std::string> member_names(const Field& field) {
    if (!field.name.empty()) return {field.name};
    if (field.type->kind != TypeKind::record) return {};
    return member_names(*field.type->record);
}

}  // namespace clmm::language
