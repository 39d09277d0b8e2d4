// What a work-item reads and writes: what is found there, and whether that lies within its object.
#include <algorithm>

#include "operations.h"
#include "walk.h"

namespace clmm::runtime::launches {

// ---- private memory ----

void Walk::forget_cells(State& state, TermId address, std::uint64_t size) {
    const auto places = memory_.places(address);
    if (places.empty()) state.cells.clear();
    for (const MemoryMap::Place& each : places) {
        if (memory_[each.memory].kind != Memory::Kind::private_memory) continue;
        if (!terms_.is_constant(each.offset)) {
            state.cells.clear();
            return;
        }
        const std::uint64_t begin = terms_[each.offset].payload;
        std::erase_if(state.cells, [&](const auto& cell) {
            return cell.first < begin + size && begin < cell.first + cell.second.size;
        });
    }
}

void Walk::load(State& state, std::uint32_t place) {
    const Instruction& i = code_.instructions[place];
    const unsigned width = i.sizes[0] * 8U;
    const std::string scalar = split_name(flow_.name(place)).scalar;
    const TermId address = formulas_.add(
        state.registers[i.a], formulas_.number(static_cast<std::uint64_t>(i.immediate), 64));
    const auto places = memory_.places(address);
    if (places.size() != 1) return write_fresh(state, i);
    const Memory& memory = memory_[places.front().memory];
    const TermId offset = places.front().offset;
    if (memory.kind == Memory::Kind::private_memory && terms_.is_constant(offset) &&
        scalar != "f16") {
        const auto cell = state.cells.find(terms_[offset].payload);
        if (cell != state.cells.end() && cell->second.size * 8U == width)
            return void(state.registers[i.d] = cell->second.value);
        write_fresh(state, i);
        forget_cells(state, address, width / 8);
        state.cells[terms_[offset].payload] = {width / 8, state.registers[i.d]};
        return;
    }
    if (memory.written) {
        write_fresh(state, i);
        // Who writes it between two that read it, with no barrier between these, races with one.
        if (memory.is_shared())
            formulas_.knowledge().alike.push_back(
                {guard(state), state.registers[i.d], passes_around(), offset});
        return;
    }
    state.registers[i.d] = formulas_.function(
        width, {offset}, memory.name + " " + std::to_string(memory.parameter) + " " + scalar);
    if (memory.kind == Memory::Kind::program && scalar != "f16")
        state.registers[i.d] = read_constant(offset, width, state.registers[i.d]);
}

void Walk::store(State& state, std::uint32_t place) {
    const Instruction& i = code_.instructions[place];
    const TermId address = formulas_.add(
        state.registers[i.a], formulas_.number(static_cast<std::uint64_t>(i.immediate), 64));
    const std::string scalar = split_name(flow_.name(place)).scalar;
    const std::uint32_t size = i.sizes[2];
    forget_cells(state, address, size);
    const auto places = memory_.places(address);
    if (places.size() != 1 || scalar == "f16") return;
    const bool own = memory_[places.front().memory].kind == Memory::Kind::private_memory;
    if (own && terms_.is_constant(places.front().offset))
        state.cells[terms_[places.front().offset].payload] = {size, state.registers[i.b]};
}

// ---- accesses ----

void Walk::watch(State& state, const Instruction& i) {
    state.registers[i.d] = state.registers[i.a];
    record(state, site(i), state.registers[i.a]);
}

void Walk::record(const State& state, const Site& site, TermId address, int step) {
    record(state, site, address, {.bytes = formulas_.number(site.size, 64), .step = step});
}

/// `as`: how many bytes it accesses, and what kind of access it is.
void Walk::record(const State& state, const Site& site, TermId address, const Access& as) {
    if (!recording_) return;
    const TermId at =
        formulas_.add(address, formulas_.number(static_cast<std::uint64_t>(site.offset), 64));
    const auto places = places_of(state, at);
    if (places.empty()) {
        if (site.writes) counters_.write();
        const bool own = site.space == AddressSpace::private_memory;
        obstacle({site.span, "it is not known into which object this points: " + site.text, !own,
                  false, true});
        // A number may be near null, which a run shows.
        if (canonical_ && memory_.is_number(at))
            deeds_.limits.push_back({site.span, site.text, guard(state)});
        return;
    }
    for (const MemoryMap::Place& place : places) {
        const TermId when = terms_.land(guard(state), place.when);
        if (terms_.is_false(when)) continue;
        const TermId inside = within(site, place, as.bytes);
        if (canonical_ && !terms_.is_true(inside))
            deeds_.limits.push_back({site.span, site.text, terms_.land(when, terms_.lnot(inside))});
        const Memory& memory = memory_[place.memory];
        if (!memory.is_shared()) continue;
        Access access = as;
        access.span = site.span;
        access.text = site.text;
        access.guard = when;
        access.offset = place.offset;
        access.within = inside;
        access.memory = place.memory;
        access.reads = site.reads;
        access.writes = site.writes;
        access.atomic = site.kind == SiteKind::atomic;
        access.variable = variable_of(site, memory);
        access.scope = site.scope;
        access.around = around_;
        access.canonical = canonical_;
        add_access(std::move(access));
    }
}

void Walk::add_access(Access access) {
    note_write(access);
    if (!memory_[access.memory].written) return;
    const std::size_t index = deeds_.accesses.size();
    const auto may_conflict = [&](const Active& each) {
        return deeds_.accesses[each.access].memory == access.memory &&
               (deeds_.accesses[each.access].writes || access.writes);
    };
    for (const Active& each : active_)
        if (meeting_ && may_conflict(each))
            deeds_.meetings.push_back({.first = each.access,
                                       .second = index,
                                       .alive = each.alive,
                                       .by_one = deeds_.accesses[each.access].copy != 0});
    // The work-items of a group make one copy together.
    if (meeting_ && access.writes && access.copy == 0)
        deeds_.meetings.push_back({index, index, terms_.boolean(true)});
    deeds_.accesses.push_back(std::move(access));
    active_.push_back({index, terms_.boolean(true)});
}

/// Where the object begins and how many bytes it has.
std::optional<std::pair<std::uint64_t, TermId>> Walk::object_of(const Site& site,
                                                                const MemoryMap::Place& place) {
    const Memory& memory = memory_[place.memory];
    if (memory.kind == Memory::Kind::buffer || memory.kind == Memory::Kind::local_argument) {
        const auto size = sizes_.find(memory.parameter);
        if (size == sizes_.end()) return std::nullopt;
        return std::pair{std::uint64_t{0}, size->second};
    }
    const auto known = [&](std::uint64_t offset, std::uint64_t size) {
        return std::pair{offset, formulas_.number(size, 64)};
    };
    if (memory.kind == Memory::Kind::nowhere) return known(0, 0);
    if (site.root.kind != Root::Kind::unknown && site.root.kind != Root::Kind::parameter)
        return known(site.root.offset, site.root.size);
    const std::vector<CodeObject>& objects =
        memory.kind == Memory::Kind::local     ? code_.local_objects
        : memory.kind == Memory::Kind::program ? code_.program_objects
                                               : code_.private_objects;
    // A constant offset is in one of them; of a single one it is the question.
    if (objects.size() == 1) return known(objects.front().offset, objects.front().size);
    if (terms_.is_constant(place.offset))
        for (const CodeObject& each : objects) {
            const std::uint64_t at = terms_[place.offset].payload;
            if (at >= each.offset && at - each.offset < each.size)
                return known(each.offset, each.size);
        }
    obstacle({site.span, "it is not known into which object this points: " + site.text, false,
              false, true});
    return std::nullopt;
}

/// Whether an access stays within its object. Elements outside of an image are none, by its
/// functions.
TermId Walk::within(const Site& site, const MemoryMap::Place& place, TermId bytes) {
    const Memory::Kind kind = memory_[place.memory].kind;
    const bool is_bounded = kind != Memory::Kind::value && kind != Memory::Kind::image;
    const auto object = is_bounded ? object_of(site, place) : std::nullopt;
    if (!object) return terms_.boolean(true);
    const auto [begin, size] = *object;
    const TermId offset = formulas_.subtract(place.offset, formulas_.number(begin, 64));
    return terms_.land(formulas_.less_equal(bytes, size, false),
                       formulas_.less_equal(offset, formulas_.subtract(size, bytes), false));
}

}  // namespace clmm::runtime::launches
