#include "herd/structure_builder.h"

#include <algorithm>

#include "clmm/base/reject.h"
#include "clmm/litmus/addresses.h"
#include "clmm/litmus/exclusion.h"
#include "herd/elaborate.h"

namespace clmm::targets {

using litmus::Event;
using litmus::EventId;
using litmus::EventKind;
using litmus::LocationId;
using litmus::TermId;
using litmus::UnitId;

namespace {

/// Beyond any limit that is asked for: ways through nested loops multiply.
constexpr std::size_t kMostEvents = 5000;

BitMatrix& set_all(BitMatrix& relation, const std::set<EventId>& reads, std::size_t event) {
    for (const EventId read : reads) relation.set(read.index(), event);
    return relation;
}

TermId address_of(litmus::TermPool& terms, const litmus::Location& location, unsigned width) {
    const unsigned bytes = location.width / 8U;
    return litmus::address_of(terms, {location.address, bytes, bytes}, location.address, width);
}

/// Of a location that is initially a pointer.
TermId address_at(litmus::TermPool& terms, const litmus::LitmusTest& test, std::uint64_t address,
                  unsigned width) {
    const auto found = std::ranges::find(test.locations, address, &litmus::Location::address);
    return found == test.locations.end() ? terms.constant(address, width)
                                         : address_of(terms, *found, width);
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
                                   const TestFile& file, unsigned register_width)
    : test_(test),
      file_(file),
      register_width_(register_width),
      initial_registers_(test.units.size()),
      ends_(test.units.size()) {
    structure_.language = &language;
    structure_.units = test.units;
    structure_.locations = test.locations;
    for (const litmus::Location& location : test.locations) {
        Event event;
        event.kind = EventKind::write;
        event.initial = true;
        event.value = location.is_pointer
                          ? address_at(terms(), test, location.initial, location.width)
                          : terms().constant(location.initial, location.width);
        event.targets = place(location.id).targets;
        add(std::move(event), {});
    }
    structure_.initial_count = structure_.events.size();
    for (const InitialValue& each : file.initial) {
        if (each.target.kind != Atom::Kind::reg) continue;
        const UnitId unit = find_unit(test, each.target.unit, each.target.span);
        initial_registers_[unit.index()][each.target.name] = {
            final_value(each.value), {}, each.value.kind == Atom::Kind::address};
    }
}

Path StructureBuilder::begin(UnitId unit) const {
    return {.guard = structure_.terms.boolean(true), .registers = initial_registers_[unit.index()]};
}

void StructureBuilder::enter(UnitId unit, Path& path) {
    unit_ = unit;
    path_ = &path;
}

void StructureBuilder::end(UnitId unit, const Path& path) {
    std::optional<Path>& known = ends_[unit.index()];
    known = known ? targets::join(terms(), *known, path) : path;
}

/// A turn that writes nothing and takes nothing from the one before: an execution without it has
/// the same outcome, and models of processors, which forbid circles, have less to forbid.
bool StructureBuilder::can_be_left_out(const Path& path) {
    const bool carries = std::ranges::any_of(
        path.turn.used, [&](const std::string& name) { return path.turn.changed.contains(name); });
    return !carries && std::ranges::all_of(path.turn.events, [&](EventId id) {
        const Event& event = structure_[id];
        return event.kind == EventKind::read || event.kind == EventKind::fence ||
               litmus::exclude(terms(), event.guard, path.guard);
    });
}

/// Such turns lead to no further outcomes, however many there are.
void StructureBuilder::bound(const Path& path, std::size_t head, Span span) {
    const bool is_exhaustive = path.turn.head == head && can_be_left_out(path);
    structure_.bounds.push_back(
        {.reached = path.guard, .span = span, .exhaustive = is_exhaustive, .unit = unit_});
}

void StructureBuilder::wait(UnitId unit, TermId when, Span span) {
    if (!terms().is_false(when))
        structure_.bounds.push_back(
            {.reached = when, .span = span, .exhaustive = true, .unit = unit});
}

RegisterValue StructureBuilder::get(const std::string& name) {
    if (!path_->turn.written.contains(name)) path_->turn.used.insert(name);
    const auto found = path_->registers.find(name);
    if (found != path_->registers.end()) return found->second;
    return {terms().constant(0, register_width_)};
}

void StructureBuilder::set(const std::string& name, RegisterValue value) {
    path_->turn.written.insert(name);
    path_->turn.changed.insert(name);
    path_->registers.insert_or_assign(name, std::move(value));
}

Pointee StructureBuilder::place(LocationId location) const {
    const litmus::Location& at = test_.locations[location.index()];
    const TermId always = structure_.terms.boolean(true);
    return {{{location, always}}, at.width, at.is_pointer, always};
}

Pointee StructureBuilder::place(TermId address, unsigned width, Span span) {
    Pointee found{{}, width, false, terms().boolean(false)};
    for (const litmus::Location& each : test_.locations) {
        const TermId here =
            terms().equal(address, terms().constant(each.address, terms()[address].width));
        if (terms().is_true(here) && each.width != width)
            reject("E-TYPE",
                   "an access of " + std::to_string(width) + " bits to '" + each.name +
                       "', which has " + std::to_string(each.width),
                   span,
                   "give it a type of this width: " + std::string(type_of_width(width)) + " " +
                       each.name);
        if (terms().is_false(here) || each.width != width) continue;
        found.targets.push_back({each.id, here});
        found.holds_pointers = found.holds_pointers || each.is_pointer;
        found.is_any = terms().lor(found.is_any, here);
    }
    if (found.targets.empty())
        reject("E-ADDRESS", "this address is that of no location", span,
               "addresses come from the initial state, as values of registers");
    const TermId missed = terms().land(path_->guard, terms().lnot(found.is_any));
    if (!terms().is_false(missed))
        structure_.undefined.push_back(
            {"out-of-bounds", "an access outside every location", missed, span});
    return found;
}

EventId StructureBuilder::add(Event event, const Dependencies& on) {
    if (structure_.events.size() >= kMostEvents)
        reject("E-LIMIT", "the test has more than " + std::to_string(kMostEvents) + " events",
               event.span, "--unroll 1 follows loops less far");
    event.id = EventId(structure_.events.size());
    event.guard = path_ == nullptr ? terms().boolean(true) : path_->guard;
    dependencies_.push_back(on);
    if (path_ != nullptr) {
        event.unit = unit_;
        path_->events.insert(event.id);
        path_->turn.events.insert(event.id);
        dependencies_.back().ctrl.insert(path_->branched_on.begin(), path_->branched_on.end());
    }
    structure_.events.push_back(std::move(event));
    return structure_.events.back().id;
}

EventId StructureBuilder::access(EventKind kind, TermId value, const Pointee& at, Span span,
                                 const Dependencies& on) {
    Event event;
    event.kind = kind;
    event.span = span;
    event.value = value;
    event.targets = at.targets;
    const EventId made = add(std::move(event), on);
    guard(made, at.is_any);
    return made;
}

EventId StructureBuilder::read(const Pointee& from, Span span, const Dependencies& on) {
    const EventId next(structure_.events.size());
    return access(EventKind::read, terms().read_value(next, from.width), from, span, on);
}

EventId StructureBuilder::write(const Pointee& to, TermId value, Span span,
                                const Dependencies& on) {
    return access(EventKind::write, terms().extend(value, to.width, false), to, span, on);
}

EventId StructureBuilder::fence(const std::string& name, Span span, EventKind kind) {
    Event event;
    event.kind = kind;
    event.span = span;
    event.label = name;
    return add(std::move(event), {});
}

void StructureBuilder::guard(EventId event, TermId when) {
    TermId& guard = structure_.events[event.index()].guard;
    guard = terms().land(guard, when);
}

void StructureBuilder::control(EventId event, const std::set<EventId>& reads) {
    dependencies_[event.index()].ctrl.insert(reads.begin(), reads.end());
}

void StructureBuilder::choose(std::string text, TermId when, Span span) {
    structure_.choices.push_back({std::move(text), terms().land(path_->guard, when), {}, span});
}

void StructureBuilder::join(EventId read, EventId write) { rmw_.emplace_back(read, write); }

void StructureBuilder::put(std::size_t set, EventId event) { members_.emplace_back(set, event); }

void StructureBuilder::relate(std::size_t relation, EventId from, EventId to) {
    pairs_.emplace_back(relation, from, to);
}

void StructureBuilder::pair(EventId entry, EventId exit, TermId when) {
    if (!terms().is_false(when)) structure_.barriers.push_back({entry, exit, when});
}

void StructureBuilder::constrain(TermId holds) {
    if (!terms().is_true(holds)) structure_.constraints.push_back(holds);
}

void StructureBuilder::qualify(EventId event, const std::string& word) {
    structure_.events[event.index()].label = word;
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
    structure_.relations.assign(structure_.language->vocabulary().relations.size(),
                                BitMatrix(size));
    for (const auto& [relation, from, to] : pairs_)
        structure_.relations[relation].set(from.index(), to.index());
}

RegisterValue StructureBuilder::final_register(const Atom& atom) {
    const std::optional<Path>& end = ends_[find_unit(test_, atom.unit, atom.span).index()];
    const RegisterValue zero{terms().constant(0, register_width_)};
    if (!end) return zero;
    const auto found = end->registers.find(atom.name);
    return found == end->registers.end() ? zero : found->second;
}

TermId StructureBuilder::final_value(const Atom& atom) {
    switch (atom.kind) {
        case Atom::Kind::constant:
            return terms().constant(static_cast<std::uint64_t>(atom.constant), register_width_);
        case Atom::Kind::reg:
            return final_register(atom).term;
        case Atom::Kind::address:
            return address_of(terms(),
                              test_.locations[find_location(test_, atom.name, atom.span).index()],
                              register_width_);
        case Atom::Kind::location:
            break;
    }
    const LocationId location = find_location(test_, atom.name, atom.span);
    return terms().final_value(location, structure_.locations[location.index()].width);
}

void StructureBuilder::note(const Atom& atom) {
    litmus::Observable observable{to_text(atom), final_value(atom)};
    if (atom.kind == Atom::Kind::reg) {
        observable.is_pointer = final_register(atom).is_address;
        observables_[{false, atom.unit, atom.name}] = observable;
    } else if (atom.kind == Atom::Kind::location) {
        const litmus::Location& location =
            structure_.locations[find_location(test_, atom.name, atom.span).index()];
        observable.is_pointer = location.is_pointer;
        observable.is_signed = location.is_signed;
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
