#include <algorithm>

#include "interpreter.h"

namespace clmm::litmus {

Place Interpreter::variable_place(VariableId variable, Span span) {
    const Variable& found = variables_[variable.index()];
    return {found.type,
            terms().constant(found.base, 64),
            dependencies().empty(),
            {Provenance::Kind::variable, static_cast<std::uint32_t>(variable.index())},
            span};
}

Place Interpreter::object_place(std::size_t object, Span span) {
    const MemoryObject& found = unfolding_.objects[object];
    const Location& first = unfolding_.structure.locations[found.first.index()];
    return {in_space(found.type, found.space),
            terms().constant(first.address, 64),
            dependencies().empty(),
            {Provenance::Kind::memory, static_cast<std::uint32_t>(object)},
            span};
}

Place Interpreter::dereference(const Value& pointer, Span span) {
    if (!is_pointer(pointer.type))
        reject("E-TYPE", "a value of type " + to_text(*pointer.type) + " is not a pointer", span);
    if (is_image(pointer.type) || is_pipe(pointer.type))
        reject("E-TYPE", "built-in functions access " + to_text(*pointer.type), span);
    if (pointer.type->element->kind == Type::Kind::void_type)
        reject("E-TYPE", "a pointer to void has no value", span);
    if (is_structure(pointer.type->element) && !pointer.type->element->structure->is_complete)
        reject("E-TYPE", "a pointer to a struct that is not defined", span);
    if (pointer.object.kind == Provenance::Kind::mixed)
        reject("E-UNSUPPORTED",
               "which private object this pointer points to depends on what happens", span,
               "pointers to private memory have to point to one object on every path");
    return {pointer.type->element, pointer.term, pointer.reads, pointer.object, span};
}

Place Interpreter::part_of(const Place& place, const TypePtr& type, TermId address) {
    return {type, address, place.reads, place.object, place.span};
}

TermId Interpreter::offset_address(TermId address, std::uint64_t offset) {
    return offset == 0 ? address
                       : terms().binary(TermOp::add, address, terms().constant(offset, 64));
}

/// The scalars of a struct are accessed one by one, in no order.
Value Interpreter::load_struct(const Place& place, const Operation& operation) {
    const std::size_t begin = event_count();
    auto parts = std::make_shared<std::vector<Value>>();
    DependencyId reads = place.reads;
    for (const Leaf& leaf : leaves_of(place.type)) {
        const std::size_t middle = event_count();
        parts->push_back(
            load(part_of(place, leaf.type, offset_address(place.address, leaf.offset)), operation));
        unfolding_.recorder.unsequence(begin, middle, event_count());
        reads = dependencies().unite(reads, parts->back().reads);
    }
    Value value = number(0, value_type(place.type));
    value.reads = reads;
    value.parts = std::move(parts);
    return value;
}

void Interpreter::store_struct(const Place& place, const Value& value, const Operation& operation) {
    const std::size_t begin = event_count();
    std::size_t part = 0;
    for (const Leaf& leaf : leaves_of(place.type)) {
        const std::size_t middle = event_count();
        store(part_of(place, leaf.type, offset_address(place.address, leaf.offset)),
              (*value.parts)[part++], operation);
        unfolding_.recorder.unsequence(begin, middle, event_count());
    }
}

Value Interpreter::load(const Place& place, const Operation& operation) {
    if (is_structure(place.type)) return load_struct(place, operation);
    if (is_private(place)) return load_variable(place);
    return for_each_group(
        place, [&](const TargetGroup& group) { return emit_read(place, group, operation); });
}

void Interpreter::store(const Place& place, const Value& value, const Operation& operation) {
    if (is_structure(place.type)) return store_struct(place, value, operation);
    if (is_private(place)) return store_variable(place, value);
    using Kind = Provenance::Kind;
    if (value.object.kind == Kind::variable || value.object.kind == Kind::mixed)
        reject("E-UNSUPPORTED", "the address of a private object is stored in memory",
               operation.span, "no other unit could use it");
    (void)for_each_group(place, [&](const TargetGroup& group) {
        emit_write(place, group, operation, value.term, value.reads);
        return value;
    });
}

Cells& Interpreter::cells_of(VariableId variable) {
    for (std::size_t i = flow_.variables.size(); i <= variable.index(); ++i)
        flow_.variables.push_back(variables_[i].initial);
    return flow_.variables[variable.index()];
}

/// When the place is the cell at `index`.
TermId Interpreter::element_is(const Place& place, const Variable& variable, std::size_t index) {
    const CellPlace& cell = variable.places[index];
    if (cell.width != place.type->width) return terms().boolean(false);
    return terms().equal(place.address, terms().constant(variable.base + cell.offset, 64));
}

void Interpreter::check_element(const Place& place, const Variable& variable) {
    const bool fits = is_scalar(place.type) &&
                      std::ranges::find(variable.places, place.type->width, &CellPlace::width) !=
                          variable.places.end();
    if (!fits)
        reject("E-UNSUPPORTED",
               "an object of type " + to_text(*variable.type) + " is accessed as " +
                   to_text(*place.type),
               place.span);
    TermId hit = terms().boolean(false);
    for (std::size_t i = 0; i < variable.initial.size(); ++i)
        hit = terms().lor(hit, element_is(place, variable, i));
    undefined("out-of-bounds", "an access outside '" + variable.name + "'", terms().lnot(hit),
              place.span);
}

Value Interpreter::load_variable(const Place& place) {
    const VariableId id(place.object.index);
    const Variable& variable = variables_[id.index()];
    check_element(place, variable);
    for (Trace& trace : traces_)
        if (!trace.written.contains(id)) trace.read_before.insert(id);
    const Cells& cells = cells_of(id);
    std::size_t first = 0;
    while (variable.places[first].width != place.type->width) ++first;
    Cell result = cells[first];
    for (std::size_t i = first + 1; i < cells.size(); ++i) {
        const TermId here = element_is(place, variable, i);
        if (terms().is_false(here)) continue;
        result = {terms().if_then_else(here, cells[i].term, result.term),
                  dependencies().unite(cells[i].reads, result.reads),
                  terms().is_true(here) ? cells[i].object : join(terms(), cells[i], result)};
        if (terms().is_true(here)) result.reads = cells[i].reads;
    }
    return {value_type(place.type), result.term, dependencies().unite(result.reads, place.reads),
            result.object};
}

void Interpreter::store_variable(const Place& place, const Value& value) {
    const VariableId id(place.object.index);
    const Variable& variable = variables_[id.index()];
    check_element(place, variable);
    if (variable.initial.size() == 1)
        for (Trace& trace : traces_)
            if (trace.live == flow_.live) trace.written.insert(id);
    const DependencyId reads = dependencies().unite(value.reads, place.reads);
    Cells& cells = cells_of(id);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const TermId here = element_is(place, variable, i);
        if (terms().is_false(here)) continue;
        const Cell stored{value.term, reads, value.object};
        if (terms().is_true(here))
            cells[i] = stored;
        else
            cells[i] = {terms().if_then_else(here, value.term, cells[i].term),
                        dependencies().unite(reads, cells[i].reads),
                        join(terms(), stored, cells[i])};
    }
    if (variable.shadow.valid()) cells_of(variable.shadow).front() = cells_of(id).front();
}

}  // namespace clmm::litmus
