#include <algorithm>

#include "unfold/interpreter.h"

namespace clmm::litmus {

Lvalue Interpreter::variable_place(VariableId variable, Span span) {
    const Variable& found = variables_[variable.index()];
    return {found.type,
            terms().constant(found.base, 64),
            dependencies().empty(),
            {Provenance::Kind::variable, static_cast<std::uint32_t>(variable.index())},
            span};
}

Lvalue Interpreter::object_place(std::size_t object, Span span) {
    const MemoryObject& found = unfolding_.objects[object];
    const Location& first = unfolding_.structure.locations[found.first.index()];
    return {in_space(found.type, found.space),
            terms().constant(first.address, 64),
            dependencies().empty(),
            {Provenance::Kind::memory, static_cast<std::uint32_t>(object)},
            span};
}

Lvalue Interpreter::dereference(const Value& pointer, Span span) {
    if (!is_pointer(pointer.type))
        reject("E-TYPE", "a value of type " + to_text(*pointer.type) + " is not a pointer", span);
    if (is_image(pointer.type) || is_pipe(pointer.type))
        reject("E-TYPE", "built-in functions access " + to_text(*pointer.type), span);
    if (pointer.type->element->kind == TypeKind::void_type)
        reject("E-TYPE", "a pointer to void has no value", span);
    if (is_structure(pointer.type->element) && !pointer.type->element->record->is_complete)
        reject("E-TYPE", "a pointer to a struct that is not defined", span);
    if (pointer.object.kind == Provenance::Kind::mixed)
        reject("E-UNSUPPORTED",
               "which private object this pointer points to depends on what happens", span,
               "pointers to private memory have to point to one object on every path");
    return {pointer.type->element, pointer.term, pointer.reads, pointer.object, span};
}

Lvalue Interpreter::part_of(const Lvalue& place, const TypePtr& type, TermId address) {
    Lvalue part = place;
    part.type = type;
    part.address = address;
    part.lanes.clear();
    return part;
}

TermId Interpreter::offset_address(TermId address, std::uint64_t offset) {
    return offset == 0 ? address
                       : terms().binary(TermOp::add, address, terms().constant(offset, 64));
}

/// The scalars of a struct, or of a vector, are accessed one by one, in no order.
Value Interpreter::load_struct(const Lvalue& place, const Operation& operation) {
    const std::size_t begin = event_count();
    auto parts = std::make_shared<std::vector<Value>>();
    DependencyId reads = place.reads;
    for (const Leaf& leaf : accessed_leaves(place)) {
        const std::size_t middle = event_count();
        Lvalue part = part_of(place, leaf.type, offset_address(place.address, leaf.offset));
        part.in_copy = place.in_copy || is_structure(place.type);
        parts->push_back(load(part, operation));
        unfolding_.recorder.unsequence(begin, middle, event_count());
        reads = dependencies().unite(reads, parts->back().reads);
    }
    Value value = number(0, value_type(place.type));
    value.reads = reads;
    value.parts = std::move(parts);
    return value;
}

void Interpreter::store_struct(const Lvalue& place, const Value& value,
                               const Operation& operation) {
    const std::size_t begin = event_count();
    std::size_t part = 0;
    for (const Leaf& leaf : accessed_leaves(place)) {
        const std::size_t middle = event_count();
        store(part_of(place, leaf.type, offset_address(place.address, leaf.offset)),
              (*value.parts)[part++], operation);
        unfolding_.recorder.unsequence(begin, middle, event_count());
    }
    if (is_structure(place.type) && is_private(place) && has_arbitrary_variables())
        blur_gaps(place);
}

/// The bytes between members take unspecified values. [C11 6.2.6.1 p6]
void Interpreter::blur_gaps(const Lvalue& place) {
    const TypePtr byte = integer_type(8, false);
    for (const std::uint64_t offset : gaps_of(leaves_of(place.type), size_of(*place.type))) {
        Lvalue gap = part_of(place, byte, offset_address(place.address, offset));
        gap.object.recast = true;
        store_variable(gap, {byte, terms().choice(8), dependencies().empty()});
    }
}

Value Interpreter::load(const Lvalue& place, const Operation& operation) {
    if (is_vector(place.type)) check_alignment(place);
    if (has_parts(place.type)) return load_struct(place, operation);
    if (is_private(place)) return load_variable(place);
    if (const auto width = width_of_pieces(place)) return load_pieces(place, operation, *width);
    return for_each_group(
        place, [&](const TargetGroup& group) { return emit_read(place, group, operation); });
}

void Interpreter::store(const Lvalue& place, const Value& value, const Operation& operation) {
    if (is_vector(place.type)) check_alignment(place);
    if (has_parts(place.type)) return store_struct(place, value, operation);
    if (is_private(place)) return store_variable(place, value);
    using Kind = Provenance::Kind;
    if (value.object.kind == Kind::variable || value.object.kind == Kind::mixed)
        reject("E-UNSUPPORTED", "the address of a private object is stored in memory",
               operation.span, "no other unit could use it");
    if (const auto width = width_of_pieces(place))
        return store_pieces(place, value, operation, *width);
    (void)for_each_group(place, [&](const TargetGroup& group) {
        emit_write(place, group, operation, value.term, value.reads);
        return value;
    });
}

}  // namespace clmm::litmus
