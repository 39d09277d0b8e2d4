// Private variables: what an access of any width reads from the cells that it covers, or makes of
// them. Scalars lie at multiples of their size, so an access and a cell that have bytes in common
// lie one within the other.
#include <algorithm>

#include "memory/object_pieces.h"
#include "unfold/interpreter.h"

namespace clmm::litmus {
namespace {

/// The cells that have bytes in common with those at an offset.
std::vector<std::size_t> cells_around(const Variable& variable, std::uint64_t offset,
                                      unsigned width) {
    std::vector<std::size_t> found;
    const auto add = [&](std::size_t begin, std::size_t end) {
        const auto first = variable.places.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto last = variable.places.begin() + static_cast<std::ptrdiff_t>(end);
        auto cell = std::partition_point(first, last, [&](const CellPlace& each) {
            return each.offset + bytes(each.width) <= offset;
        });
        for (; cell != last && cell->offset < offset + bytes(width); ++cell)
            found.push_back(static_cast<std::size_t>(cell - variable.places.begin()));
    };
    add(0, variable.scalars);
    add(variable.scalars, variable.places.size());
    return found;
}

bool is_exact(const CellPlace& cell, std::uint64_t offset, unsigned width) {
    return cell.offset == offset && cell.width == width;
}

}  // namespace

Cells& Interpreter::cells_of(VariableId variable) {
    for (std::size_t i = flow_.variables.size(); i <= variable.index(); ++i)
        flow_.variables.push_back(variables_[i].initial);
    return flow_.variables[variable.index()];
}

TermId Interpreter::is_at(const Lvalue& place, const Variable& variable, std::uint64_t offset) {
    return terms().equal(place.address, terms().constant(variable.base + offset, 64));
}

/// Where in the variable an access may be: at its scalars of that width, or at any multiple of it
/// where the pointer was cast.
std::vector<std::uint64_t> Interpreter::offsets_in(const Lvalue& place, const Variable& variable) {
    const unsigned width = place.type->width();
    const std::uint64_t size = size_of(*variable.type);
    std::vector<std::uint64_t> offsets;
    if (const auto values = possible_values(terms(), place.address)) {
        for (const std::uint64_t value : *values) {
            const std::uint64_t offset = value - variable.base;
            if (offset % bytes(width) == 0 && offset < size && offset + bytes(width) <= size)
                offsets.push_back(offset);
        }
        return offsets;
    }
    for (const CellPlace& cell : variable.places)
        if (cell.width == width) offsets.push_back(cell.offset);
    if (!place.object.recast && !offsets.empty()) return offsets;
    offsets.clear();
    for (std::uint64_t offset = 0; offset + bytes(width) <= size; offset += bytes(width))
        offsets.push_back(offset);
    return offsets;
}

void Interpreter::check_element(const Lvalue& place, const Variable& variable,
                                const std::vector<std::uint64_t>& offsets) {
    if (!is_scalar(place.type))
        reject("E-UNSUPPORTED",
               "an object of type " + to_text(*variable.type) + " is accessed as " +
                   to_text(*place.type),
               place.span);
    const TermId misaligned = is_misaligned(place);
    undefined("misaligned-access", misaligned_text(place), misaligned, place.span);
    TermId hit =
        terms().is_false(misaligned)
            ? misaligned
            : terms().land(misaligned, is_within(place, variable.base, size_of(*variable.type)));
    for (const std::uint64_t offset : offsets)
        hit = terms().lor(hit, is_at(place, variable, offset));
    undefined("out-of-bounds", "an access outside '" + variable.name + "'", terms().lnot(hit),
              place.span);
}

/// A part of a term's bits, or its zero extension.
TermId Interpreter::bits_of(TermId term, std::uint64_t first_byte, unsigned width) {
    const unsigned whole = terms()[term].width;
    const TermId shifted = first_byte == 0
                               ? term
                               : terms().binary(TermOp::logical_shift_right, term,
                                                terms().constant(first_byte * 8, whole));
    return terms().extend(shifted, width, false);
}

/// `term` with `part` in place of as many of its bits.
TermId Interpreter::with_bits(TermId term, std::uint64_t first_byte, TermId part) {
    const unsigned whole = terms()[term].width;
    const unsigned width = terms()[part].width;
    if (width == whole) return part;
    const std::uint64_t mask = ((std::uint64_t{1} << width) - 1) << (first_byte * 8);
    const TermId rest = terms().binary(TermOp::bit_and, term, terms().constant(~mask, whole));
    const TermId moved = terms().binary(TermOp::shift_left, terms().extend(part, whole, false),
                                        terms().constant(first_byte * 8, whole));
    return terms().binary(TermOp::bit_or, rest, moved);
}

void Interpreter::reject_bytes_of_address(Span span) {
    reject("E-UNSUPPORTED", "some of the bytes of an address are accessed", span,
           "addresses have no numbers here; access all of it");
}

/// What the bytes at an offset hold.
Cell Interpreter::cell_at(const Lvalue& place, VariableId variable, std::uint64_t offset) {
    const unsigned width = place.type->width();
    const Variable& whole = variables_[variable.index()];
    const Cells& cells = cells_of(variable);
    Cell result{terms().constant(0, width), dependencies().empty(), {}};
    for (const std::size_t i : cells_around(whole, offset, width)) {
        const CellPlace& cell = whole.places[i];
        if (is_exact(cell, offset, width)) return cells[i];
        if (cell.is_pointer) reject_bytes_of_address(place.span);
        result.reads = dependencies().unite(result.reads, cells[i].reads);
        result.term = cell.width > width
                          ? bits_of(cells[i].term, offset - cell.offset, width)
                          : with_bits(result.term, cell.offset - offset, cells[i].term);
    }
    return result;
}

/// Whether a value, as it is chosen among others, is what a variable holds that has none. What is
/// computed of it is told where it was read.
TermId Interpreter::lacks_value(TermId value) {
    if (const auto known = without_value_.find(value); known != without_value_.end())
        return known->second;
    const Term term = terms()[value];
    if (term.op != TermOp::if_then_else) return terms().boolean(false);
    const TermId lacks = terms().if_then_else(term.a, lacks_value(term.b), lacks_value(term.c));
    without_value_[value] = lacks;
    return lacks;
}

/// Whole structs may be copied with members that have no value.
void Interpreter::check_assigned(const Lvalue& place, TermId value) {
    if (without_value_.empty() || place.in_copy) return;
    const TermId lacks = lacks_value(value);
    if (terms().is_false(lacks)) return;
    undefined("uninitialised-value",
              "'" + variables_[place.object.index].name + "' is read, which has no value yet",
              lacks, place.span);
    // Once is enough.
    without_value_[value] = terms().land(lacks, terms().lnot(flow_.live));
}

Value Interpreter::load_variable(const Lvalue& place) {
    const VariableId id(place.object.index);
    const std::vector<std::uint64_t> offsets = offsets_in(place, variables_[id.index()]);
    check_element(place, variables_[id.index()], offsets);
    for (Trace& trace : traces_)
        if (!trace.has_written(id)) trace.read_before.insert(id);
    Cell result{terms().constant(0, place.type->width()), dependencies().empty(), {}};
    bool first = true;
    for (const std::uint64_t offset : offsets) {
        const TermId here = is_at(place, variables_[id.index()], offset);
        if (terms().is_false(here)) continue;
        const Cell cell = cell_at(place, id, offset);
        if (first || terms().is_true(here))
            result = cell;
        else
            result = {terms().if_then_else(here, cell.term, result.term),
                      dependencies().unite(cell.reads, result.reads), join(terms(), cell, result)};
        first = false;
    }
    check_assigned(place, result.term);
    return {value_type(place.type), result.term, dependencies().unite(result.reads, place.reads),
            result.object};
}

/// Stores into the cells that the bytes at an offset belong to, where `here` holds.
void Interpreter::store_at(const Lvalue& place, VariableId variable, std::uint64_t offset,
                           TermId here, const Cell& stored) {
    const unsigned width = place.type->width();
    const Variable& whole = variables_[variable.index()];
    Cells& cells = cells_of(variable);
    for (const std::size_t i : cells_around(whole, offset, width)) {
        const CellPlace& at = whole.places[i];
        Cell fresh = stored;
        if (!is_exact(at, offset, width)) {
            if (at.is_pointer || stored.object.kind == Provenance::Kind::variable)
                reject_bytes_of_address(place.span);
            fresh.object = {};
            if (at.width > width) {
                fresh.term = with_bits(cells[i].term, offset - at.offset, stored.term);
                fresh.reads = dependencies().unite(stored.reads, cells[i].reads);
            } else {
                fresh.term = bits_of(stored.term, at.offset - offset, at.width);
            }
        }
        if (terms().is_true(here))
            cells[i] = fresh;
        else
            cells[i] = {terms().if_then_else(here, fresh.term, cells[i].term),
                        dependencies().unite(fresh.reads, cells[i].reads),
                        join(terms(), fresh, cells[i])};
    }
}

void Interpreter::store_variable(const Lvalue& place, const Value& value) {
    const VariableId id(place.object.index);
    const std::vector<std::uint64_t> offsets = offsets_in(place, variables_[id.index()]);
    check_element(place, variables_[id.index()], offsets);
    const Variable& variable = variables_[id.index()];
    if (variable.initial.size() == 1 && variable.places.front().width == place.type->width())
        for (Trace& trace : traces_) trace.write(id, flow_.live);
    const Cell stored{value.term, dependencies().unite(value.reads, place.reads), value.object};
    for (const std::uint64_t offset : offsets) {
        const TermId here = is_at(place, variable, offset);
        if (!terms().is_false(here)) store_at(place, id, offset, here, stored);
    }
    if (variable.shadow.valid()) {
        const Cell whole = cells_of(id).front();
        cells_of(variable.shadow).front() = whole;
    }
}

}  // namespace clmm::litmus
