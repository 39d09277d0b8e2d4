#include "herd/structure_builder.h"

#include <algorithm>

#include "herd/reject.h"

namespace clmm::targets {

using litmus::Event;
using litmus::EventId;
using litmus::EventKind;
using litmus::LocationId;
using litmus::TermId;
using litmus::UnitId;

namespace {

constexpr unsigned kWidth = 32;

BitMatrix& set_all(BitMatrix& relation, const std::set<EventId>& reads, std::size_t event) {
    for (const EventId read : reads) relation.set(read.index(), event);
    return relation;
}

}  // namespace

LocationId find_location(const litmus::LitmusTest& test, std::string_view name, Span span) {
    const auto found = std::ranges::find(test.locations, name, &litmus::Location::name);
    if (found == test.locations.end())
        reject("E-NAME", "there is no location '" + std::string(name) + "'", span,
               "a register is named with its thread: 0:" + std::string(name));
    return found->id;
}

UnitId find_unit(const litmus::LitmusTest& test, std::uint32_t number, Span span) {
    const auto found = std::ranges::find(test.units, number, &litmus::Unit::number);
    if (found == test.units.end())
        reject("E-NAME", "there is no thread P" + std::to_string(number), span);
    return found->id;
}

StructureBuilder::StructureBuilder(const litmus::FrontEnd& language, const litmus::LitmusTest& test,
                                   const TestFile& file)
    : test_(test), file_(file) {
    structure_.language = &language;
    structure_.units = test.units;
    structure_.locations = test.locations;
    for (const litmus::Location& location : test.locations) {
        Event event;
        event.kind = EventKind::write;
        event.initial = true;
        event.value = terms().constant(location.initial, kWidth);
        event.targets = {{location.id, terms().boolean(true)}};
        add(std::move(event), {});
    }
    structure_.initial_count = structure_.events.size();
    for (const InitialValue& each : file.initial) {
        if (each.target.kind != Atom::Kind::reg) continue;
        const UnitId unit = find_unit(test, each.target.unit, each.target.span);
        RegisterValue& value = reg(unit, each.target.name);
        value.is_address = each.value.kind == Atom::Kind::address;
        value.term = final_value(each.value);
    }
}

RegisterValue& StructureBuilder::reg(UnitId unit, const std::string& name) {
    const auto [found, is_new] = registers_.try_emplace({unit, name});
    if (is_new) found->second.term = terms().constant(0, kWidth);
    return found->second;
}

EventId StructureBuilder::add(Event event, const Dependencies& on) {
    event.id = EventId(structure_.events.size());
    event.guard = terms().boolean(true);
    dependencies_.push_back(on);
    structure_.events.push_back(std::move(event));
    return structure_.events.back().id;
}

EventId StructureBuilder::read(UnitId unit, LocationId from, Span span, const Dependencies& on) {
    Event event;
    event.unit = unit;
    event.kind = EventKind::read;
    event.span = span;
    event.value = terms().read_value(EventId(structure_.events.size()), kWidth);
    event.targets = {{from, terms().boolean(true)}};
    return add(std::move(event), on);
}

EventId StructureBuilder::write(UnitId unit, LocationId to, TermId value, Span span,
                                const Dependencies& on) {
    Event event;
    event.unit = unit;
    event.kind = EventKind::write;
    event.span = span;
    event.value = value;
    event.targets = {{to, terms().boolean(true)}};
    return add(std::move(event), on);
}

EventId StructureBuilder::fence(UnitId unit, const std::string& name, Span span) {
    Event event;
    event.unit = unit;
    event.kind = EventKind::fence;
    event.span = span;
    event.barrier_label = name;
    return add(std::move(event), {});
}

void StructureBuilder::guard(EventId event, TermId when) {
    structure_.events[event.index()].guard = when;
}

void StructureBuilder::control(EventId event, const std::set<EventId>& reads) {
    dependencies_[event.index()].ctrl.insert(reads.begin(), reads.end());
}

void StructureBuilder::join(EventId read, EventId write) { rmw_.emplace_back(read, write); }

void StructureBuilder::put(std::size_t set, EventId event) { members_.emplace_back(set, event); }

void StructureBuilder::qualify(EventId event, const std::string& word) {
    structure_.events[event.index()].barrier_label = word;
}

TermId StructureBuilder::value_of(EventId read) const { return structure_[read].value; }

litmus::EventStructure StructureBuilder::finish() {
    relate();
    observe();
    return std::move(structure_);
}

/// Program order is the order in which a thread's events were added.
void StructureBuilder::relate() {
    const std::size_t size = structure_.size();
    for (BitMatrix* matrix : {&structure_.sb, &structure_.data, &structure_.addr, &structure_.ctrl,
                              &structure_.ctrl_until_join, &structure_.rmw})
        *matrix = BitMatrix(size);
    for (const Event& a : structure_.events)
        for (const Event& b : structure_.events)
            if (a.unit.valid() && a.unit == b.unit && a.id < b.id)
                structure_.sb.set(a.id.index(), b.id.index());
    for (std::size_t i = 0; i < size; ++i) {
        set_all(structure_.data, dependencies_[i].data, i);
        set_all(structure_.addr, dependencies_[i].addr, i);
        set_all(structure_.ctrl, dependencies_[i].ctrl, i);
        set_all(structure_.ctrl_until_join, dependencies_[i].ctrl, i);
    }
    for (const auto& [read, write] : rmw_) structure_.rmw.set(read.index(), write.index());
    structure_.sets.assign(structure_.language->vocabulary().sets.size(), BitSet(size));
    for (const auto& [set, event] : members_) structure_.sets[set].set(event.index());
}

TermId StructureBuilder::final_value(const Atom& atom) {
    switch (atom.kind) {
        case Atom::Kind::constant:
            return terms().constant(static_cast<std::uint64_t>(atom.constant), kWidth);
        case Atom::Kind::reg:
            return reg(find_unit(test_, atom.unit, atom.span), atom.name).term;
        case Atom::Kind::address:
            return terms().constant(
                structure_.locations[find_location(test_, atom.name, atom.span).index()].address,
                kWidth);
        case Atom::Kind::location:
            break;
    }
    return terms().final_value(find_location(test_, atom.name, atom.span), kWidth);
}

void StructureBuilder::note(const Atom& atom) {
    litmus::Observable observable{to_text(atom), final_value(atom)};
    if (atom.kind == Atom::Kind::reg) {
        observable.is_pointer = reg(find_unit(test_, atom.unit, atom.span), atom.name).is_address;
        observables_[{false, atom.unit, atom.name}] = observable;
    } else if (atom.kind == Atom::Kind::location) {
        observable.is_pointer =
            structure_.locations[find_location(test_, atom.name, atom.span).index()].is_pointer;
        observables_[{true, 0, atom.name}] = observable;
    }
}

void StructureBuilder::observe() {
    const FinalValue value = [&](const Atom& atom) { return final_value(atom); };
    structure_.condition = structure_.filter = terms().boolean(true);
    if (file_.condition) {
        structure_.condition = term_of(*file_.condition, terms(), value);
        add_conjuncts(*file_.condition, file_.quantifier != litmus::Quantifier::forall, terms(),
                      value, structure_.conjuncts);
        for_each_atom(*file_.condition, [&](const Atom& atom) { note(atom); });
    }
    if (file_.filter) {
        structure_.filter = term_of(*file_.filter, terms(), value);
        for_each_atom(*file_.filter, [&](const Atom& atom) { note(atom); });
    }
    for (const Atom& atom : file_.locations) note(atom);
    for (auto& [_, observable] : observables_) structure_.observables.push_back(observable);
}

}  // namespace clmm::targets
