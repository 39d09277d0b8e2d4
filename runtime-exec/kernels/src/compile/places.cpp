// Variables, members, elements: what can be read, assigned to and pointed at.
#include <algorithm>
#include <cstring>

#include "clmm/language/vectors.h"
#include "clmm/runtime/image_format.h"
#include "compile/translator.h"

namespace clmm::runtime::compiler {

using handlers::ItemQuery;

Variable Translator::make_variable(TypePtr type, bool in_memory) {
    Variable out;
    out.type = type;
    if (in_memory || component_count(type) == 0) {
        out.place = based_place(type, ItemQuery::private_address, allocate_private(type),
                                AddressSpace::private_memory);
        out.place.trusted = is_host();
        name_object(out.place, "");
        return out;
    }
    out.place.type = type;
    for (const Component& component : components(type))
        out.place.parts.push_back(out_.variable(component.scalar));
    return out;
}

Lvalue Translator::memory_place(TypePtr type, Reg address, std::int64_t offset,
                                AddressSpace space) {
    Lvalue out;
    out.type = type;
    out.in_memory = true;
    out.address = address;
    out.offset = offset;
    out.space = space;
    return out;
}

Lvalue Translator::based_place(TypePtr type, ItemQuery base, std::uint64_t offset,
                               AddressSpace space) {
    Lvalue out = memory_place(type, kNoRegister, static_cast<std::int64_t>(offset), space);
    out.base = base;
    return out;
}

std::uint64_t Translator::allocate_private(TypePtr type) {
    const std::uint64_t alignment = std::max<std::uint64_t>(alignment_of(*type), 1);
    // Variables of watched code share no memory, so that their lives can be told apart.
    private_alignment_ = std::max(private_alignment_, alignment);
    if (program_.watched()) private_now_ = private_bytes_ + kRedZone;
    private_now_ = (private_now_ + alignment - 1) / alignment * alignment;
    const std::uint64_t offset = private_now_;
    private_now_ += size_of(*type);
    require(private_now_ < (1U << 24), "E-UNSUPPORTED",
            "more than 16 MiB of private memory for each work-item", at_);
    private_bytes_ = std::max(private_bytes_, private_now_);
    private_sum_ += size_of(*type);
    if (program_.watched())
        out_.code().private_objects.push_back({offset, size_of(*type), "", false});
    return offset;
}

std::uint32_t Translator::private_stride() const {
    return static_cast<std::uint32_t>((private_bytes_ + private_alignment_ - 1) /
                                      private_alignment_ * private_alignment_);
}

std::uint64_t Translator::allocate_local(std::uint64_t size, std::uint64_t alignment) {
    alignment = std::max<std::uint64_t>(alignment, 16);
    if (program_.watched()) local_bytes_ += kRedZone;
    local_bytes_ = (local_bytes_ + alignment - 1) / alignment * alignment;
    local_sum_ = (local_sum_ + alignment - 1) / alignment * alignment + size;
    const std::uint64_t offset = local_bytes_;
    local_bytes_ += size;
    require(local_bytes_ < (1U << 30), "E-UNSUPPORTED", "more than 1 GiB of local memory", at_);
    return offset;
}

std::optional<Lvalue> Translator::try_place(const syntax::Expression& expression) {
    const Span around = at_;
    at_ = expression.span;
    std::optional<Lvalue> out;
    if (const auto* name = std::get_if<syntax::Name>(&expression.node)) {
        Variable* variable = find(name->text);
        if (variable && !variable->block && !variable->enumerator) out = variable->place;
    } else if (const auto* unary = std::get_if<syntax::Unary>(&expression.node)) {
        if (unary->op == syntax::UnaryOperator::dereference)
            out = pointee(evaluate(*unary->operand));
    } else if (const auto* subscript = std::get_if<syntax::Subscript>(&expression.node)) {
        out = subscripted(*subscript);
    } else if (const auto* access = std::get_if<syntax::Member>(&expression.node)) {
        if (access->arrow) {
            out = member(pointee(evaluate(*access->object)), access->field);
        } else if (auto object = try_place(*access->object)) {
            at_ = expression.span;
            out = member(std::move(*object), access->field);
        }
    } else if (const auto* text = std::get_if<syntax::StringLiteral>(&expression.node)) {
        out = program_place(program_.text(text->text));
    } else if (const auto* cast = std::get_if<syntax::Cast>(&expression.node)) {
        // A compound literal is an object.
        if (std::holds_alternative<syntax::InitializerList>(cast->operand->node)) {
            const Program::Declared declared = program_.type_of(cast->type);
            Variable variable = make_variable(declared.type, true);
            initialize(variable.place, *cast->operand);
            out = variable.place;
        }
    }
    if (out) out->span = expression.span;
    at_ = around;
    return out;
}

/// The vector that an expression stands for, if it is an object.
std::optional<Lvalue> Translator::vector_place(const syntax::Expression& expression) {
    if (const auto* name = std::get_if<syntax::Name>(&expression.node)) {
        const Variable* variable = find(name->text);
        const bool is_vector = variable && variable->type->kind == TypeKind::vector;
        return is_vector ? try_place(expression) : std::nullopt;
    }
    if (type_of(expression)->kind != TypeKind::vector) return std::nullopt;
    return try_place(expression);
}

Lvalue Translator::subscripted(const syntax::Subscript& node) {
    if (auto vector = vector_place(*node.array))
        return component(std::move(*vector), evaluate(*node.index));
    const Value array = evaluate(*node.array);
    const Value index = evaluate(*node.index);
    if (array.type->kind != TypeKind::vector)
        return is_pointer(index.type) ? element(index, array) : element(array, index);
    Lvalue value;
    value.type = array.type;
    value.parts = array.parts;
    return component(std::move(value), index);
}

Lvalue Translator::place(const syntax::Expression& expression) {
    if (auto out = try_place(expression)) return std::move(*out);
    reject("E-TYPE", "this expression is no object that can be changed or pointed at",
           expression.span);
}

/// A string literal as the pointer to its first character.
Value Translator::decayed(const Value& value) {
    return value.text ? read(program_place(program_.text(*value.text))) : value;
}

Lvalue Translator::pointee(const Value& given) {
    const Value pointer = decayed(given);
    require(is_pointer(pointer.type), "E-TYPE",
            "a pointer is needed here, not " + quote(to_string(pointer.type)), at_);
    require(size_of(*pointer.type->element) > 0, "E-TYPE",
            "this points to " + quote(to_string(pointer.type->element)) + ", which has no value",
            at_);
    Lvalue out = memory_place(pointer.type->element, pointer.reg(), 0, pointee_space(pointer.type));
    out.root = pointer.root;
    out.alignment = pointer.alignment;
    return out;
}

Lvalue Translator::element(const Value& array, const Value& index) {
    const Value pointer = decayed(array);
    require(is_pointer(pointer.type), "E-TYPE", quote(to_string(pointer.type)) + " has no elements",
            at_);
    require(is_scalar(index.type) && is_integer(index.type), "E-TYPE", "an index is an integer",
            at_);
    // A constant index becomes part of the instruction.
    if (const auto constant = out_.value(index.reg())) {
        Lvalue out = pointee(pointer);
        out.offset = *constant * static_cast<std::int64_t>(size_of(*pointer.type->element));
        note_index(out, pointer, index);
        return out;
    }
    Lvalue out = pointee(offset_pointer(pointer, index, false));
    note_index(out, pointer, index);
    return out;
}

Lvalue Translator::member(Lvalue object, const std::string& field) {
    if (object.type->kind == TypeKind::vector) return swizzle(std::move(object), field);
    require(is_record(object.type), "E-TYPE", quote(to_string(object.type)) + " has no members",
            at_);
    std::vector<std::size_t> path;
    if (!find_member(*object.type->record, field, path))
        reject("E-NAME", quote(to_string(object.type)) + " has no member " + quote(field), at_);
    for (const std::size_t i : path) object = member_at(std::move(object), i);
    return object;
}

Lvalue Translator::member_at(Lvalue object, std::size_t index) {
    const std::vector<Field>& fields = object.type->record->fields;
    const Field& field = fields[index];
    if (object.in_memory) {
        // Members of packed structs may stand anywhere.
        const std::uint64_t whole =
            object.alignment != 0 ? object.alignment : object.type->record->alignment;
        if (whole < alignment_of(*field.type) || object.alignment != 0) object.alignment = whole;
        object.offset += static_cast<std::int64_t>(field.offset);
    } else {
        unsigned first = 0;
        for (std::size_t i = 0; i < index; ++i) first += component_count(fields[i].type);
        const auto begin = object.parts.begin() + first;
        object.parts = std::vector<Reg>(begin, begin + component_count(field.type));
    }
    object.type = types_.qualified(field.type, object.type->is_const, object.type->is_volatile);
    return object;
}

Lvalue Translator::swizzle(Lvalue vector, const std::string& field) {
    std::vector<unsigned> chosen = language::components_named(field, vector.type->lanes);
    // The odd half of three components has one that is undefined: it reads the padding, as 0.
    const bool pads = vector.type->lanes == 3 && (field == "hi" || field == "odd");
    require(!chosen.empty(), "E-NAME",
            quote(to_string(vector.type)) + " has no component " + quote(field), at_);
    require(!pads, "E-UNSUPPORTED",
            quote(field) + " of a vector of three has an undefined component", at_,
            "name the components");
    return components_of(std::move(vector), std::move(chosen));
}

/// Component `index` of a vector; one that is not known is a place in memory, or any of the parts.
Lvalue Translator::component(Lvalue vector, const Value& index) {
    require(is_scalar(index.type) && is_integer(index.type), "E-TYPE", "an index is an integer",
            at_);
    const unsigned lanes = vector.type->lanes;
    vector.span = {};
    if (const auto known = out_.value(index.reg())) {
        require(*known >= 0 && *known < lanes, "E-TYPE",
                quote(to_string(vector.type)) + " has no component " + std::to_string(*known), at_);
        return components_of(std::move(vector), {static_cast<unsigned>(*known)});
    }
    require(vector.swizzle.empty(), "E-UNSUPPORTED",
            "an index that is no constant, of chosen components in memory", at_,
            "assign them to a variable first");
    const TypePtr type = types_.qualified(types_.scalar(vector.type->scalar), vector.type->is_const,
                                          vector.type->is_volatile);
    const Reg wide = convert_element(index.reg(), index.type, types_.scalar(Scalar::u64));
    Lvalue out = vector;
    out.type = type;
    if (program_.watched()) out.indices.push_back({wide, lanes});
    if (!vector.in_memory) {
        out.component = convert_element(index.reg(), index.type, types_.scalar(Scalar::i32));
        return out;
    }
    const Reg bytes = compute(
        loops::Binary::multiply, wide,
        out_.integer(Scalar::u64, static_cast<std::int64_t>(memory_size(vector.type->scalar))));
    out.address = compute(loops::Binary::add, address_register(vector), bytes);
    out.base.reset();
    out.offset = 0;
    return out;
}

/// 1 where the part is the one that the place means.
Reg Translator::is_component(const Lvalue& place, std::size_t i) {
    return compare(loops::Binary::equal, *place.component,
                   out_.integer(Scalar::i32, static_cast<std::int64_t>(i)));
}

void Translator::watch_component(const Lvalue& place, bool writes) {
    Site site;
    site.span = place.span.end > place.span.begin ? place.span : at_;
    site.text = text_at(site.span);
    (writes ? site.writes : site.reads) = true;
    watch_indices(place, site);
}

Value Translator::read_component(const Lvalue& place) {
    watch_component(place, false);
    const Scalar scalar = out_.scalar(place.parts.front());
    Reg chosen = place.parts.front();
    for (std::size_t i = 1; i < place.parts.size(); ++i)
        chosen = out_.pure({handlers::pure(), loops::choose(register_size(scalar)), scalar},
                           {is_component(place, i), place.parts[i], chosen}, at_);
    Value out;
    out.type = types_.unqualified(place.type);
    out.parts = {chosen};
    return out;
}

void Translator::write_component(const Lvalue& place, const Value& value) {
    watch_component(place, true);
    const Scalar scalar = out_.scalar(place.parts.front());
    for (std::size_t i = 0; i < place.parts.size(); ++i)
        out_.move(place.parts[i],
                  out_.pure({handlers::pure(), loops::choose(register_size(scalar)), scalar},
                            {is_component(place, i), value.reg(), place.parts[i]}, at_),
                  at_);
    note_assigned(place);
}

Lvalue Translator::components_of(Lvalue vector, std::vector<unsigned> chosen) {
    Lvalue out = vector;
    for (std::size_t i = 0; i < chosen.size(); ++i)
        for (std::size_t k = 0; k < i; ++k) out.repeats = out.repeats || chosen[i] == chosen[k];
    const TypePtr type = types_.shaped(vector.type->scalar, static_cast<unsigned>(chosen.size()));
    out.type = types_.qualified(type, vector.type->is_const, vector.type->is_volatile);
    if (!vector.in_memory) {
        out.parts.clear();
        for (const unsigned i : chosen) out.parts.push_back(vector.parts[i]);
        return out;
    }
    if (!vector.swizzle.empty())
        for (unsigned& i : chosen) i = vector.swizzle[i];
    out.swizzle = std::move(chosen);
    return out;
}

Reg Translator::base_register(const Lvalue& place) {
    return place.base ? out_.query(*place.base, 0, at_) : place.address;
}

Reg Translator::address_register(const Lvalue& place) {
    std::int64_t offset = place.offset;
    if (place.swizzle.size() == 1)
        offset +=
            static_cast<std::int64_t>(place.swizzle.front() * memory_size(place.type->scalar));
    if (place.base) return out_.query(*place.base, offset, at_);
    if (offset == 0) return place.address;
    return compute(loops::Binary::add, place.address, out_.integer(Scalar::u64, offset));
}

/// The value of constant memory at a known place.
std::optional<Value> Translator::constant_value(const Lvalue& place) {
    if (place.base != ItemQuery::program_address || place.space != AddressSpace::constant)
        return std::nullopt;
    const std::vector<std::byte>& memory = program_.initial_values();
    Value out;
    out.type = types_.unqualified(place.type);
    const std::vector<Component> list = components(place.type);
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::uint64_t inside =
            place.swizzle.empty() ? list[i].offset : place.swizzle[i] * memory_size(list[i].scalar);
        const std::uint64_t at = static_cast<std::uint64_t>(place.offset) + inside;
        const unsigned size = memory_size(list[i].scalar);
        if (place.offset < 0 || at + size > memory.size() || program_.is_relocated(at))
            return std::nullopt;
        std::uint64_t bits = 0;
        std::memcpy(&bits, memory.data() + at, size);
        if (list[i].scalar == Scalar::f16) {
            const float wide = half_to_float(static_cast<std::uint16_t>(bits));
            bits = read_bytes<std::uint32_t>(&wide);
        }
        out.parts.push_back(out_.constant(list[i].scalar, bits));
    }
    return out;
}

Value Translator::read(const Lvalue& place) {
    Value out;
    out.type = types_.unqualified(place.type);
    if (place.component) return read_component(place);
    if (!place.in_memory) {
        check_assigned(place);
        out.parts = place.parts;
        return out;
    }
    if (place.type->kind == TypeKind::array) {
        // An array is the address of its first element.
        out.type = types_.pointer(place.type->element, place.space);
        out.parts = {address_register(place)};
        out.root = place.root;
        out.alignment = place.alignment;
        // Of a whole variable it is known which bytes it has.
        const bool whole = place.root != nullptr && place.root->size == size_of(*place.type);
        if (!whole) out.array = place.type;
        out.indices = place.indices;
        return out;
    }
    if (component_count(place.type) == 0) {
        out.in_memory = true;
        out.parts = {address_register(place)};
        out.root = place.root;
        out.alignment = place.alignment;
        out.trusted = place.trusted;
        return out;
    }
    if (auto known = constant_value(place)) return std::move(*known);
    if (is_scattered(place)) {
        for (const Lvalue& single : single_components(place))
            out.parts.push_back(read(single).reg());
        return out;
    }
    const Reg address = base_register(watched(place, false));
    if (!place.swizzle.empty()) {
        for (const unsigned i : place.swizzle)
            out.parts.push_back(out_.load(
                place.type->scalar, address,
                place.offset + static_cast<std::int64_t>(i * memory_size(place.type->scalar)),
                at_));
        return out;
    }
    for (const Component& component : components(place.type))
        out.parts.push_back(out_.load(component.scalar, address,
                                      place.offset + static_cast<std::int64_t>(component.offset),
                                      at_));
    if (place.type->is_volatile) out_.note_atomic();
    return out;
}

void Translator::write(const Lvalue& place, const Value& value) {
    require(!place.repeats, "E-TYPE", "a component stands twice in what is assigned to", at_);
    if (place.component) return write_component(place, value);
    if (component_count(place.type) == 0) {
        const Reg from = watched_copy_source(value);
        out_.copy(address_register(watched(place, true)), from, size_of(*place.type), at_);
        return;
    }
    if (place.in_memory && is_scattered(place)) {
        const std::vector<Lvalue> singles = single_components(place);
        for (std::size_t i = 0; i < singles.size(); ++i)
            write(singles[i], scalar_value(place.type->scalar, value.parts[i]));
        return;
    }
    if (place.in_memory) {
        const Reg address = base_register(watched(place, true));
        const std::vector<Component> list = components(place.type);
        for (std::size_t i = 0; i < list.size(); ++i) {
            const std::uint64_t offset = place.swizzle.empty()
                                             ? list[i].offset
                                             : place.swizzle[i] * memory_size(list[i].scalar);
            out_.store(list[i].scalar, address, place.offset + static_cast<std::int64_t>(offset),
                       value.parts[i], at_);
        }
        return;
    }
    // A part that is written before it is read, as in v.xy = v.yx, is copied first.
    std::vector<Reg> from = value.parts;
    for (std::size_t i = 0; i < from.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            if (from[i] == place.parts[k] && !out_.is_constant(from[i])) {
                const Reg copy = out_.fresh(out_.scalar(from[i]));
                out_.move(copy, from[i], at_, true);
                from[i] = copy;
            }
    for (std::size_t i = 0; i < from.size(); ++i) {
        const bool again = std::count(from.begin(), from.end(), from[i]) > 1;
        out_.move(place.parts[i], from[i], at_, again);
    }
    note_assigned(place);
}

Value Translator::address_of(const Lvalue& place) {
    require(place.in_memory && place.swizzle.size() <= 1, "E-TYPE",
            "this has no address: it is part of a vector", at_);
    Value out;
    out.type = types_.pointer(place.type, place.space);
    out.parts = {address_register(place)};
    out.root = place.root;
    out.alignment = place.alignment;
    return out;
}

/// Private memory that holds the value.
Lvalue Translator::spill(const Value& value) {
    Variable variable = make_variable(value.type, true);
    variable.place.trusted = true;
    write(variable.place, value);
    return variable.place;
}

/// Registers that nothing else writes.
Value Translator::temporary_copy(const Value& value) {
    Value out = value;
    for (Reg& reg : out.parts) {
        const Reg copy = out_.fresh(out_.scalar(reg));
        out_.move(copy, reg, at_, true);
        reg = copy;
    }
    return out;
}

}  // namespace clmm::runtime::compiler
