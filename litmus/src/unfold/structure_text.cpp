#include <sstream>

#include "clmm/litmus/event_structure.h"
#include "read/type.h"
#include "terms/rules.h"

namespace clmm::litmus {
namespace {

std::string target_text(const EventStructure& structure, const Event& event) {
    std::string result;
    for (const Target& target : event.targets)
        result += (result.empty() ? "" : "|") + structure.locations[target.location.index()].name;
    return result;
}

std::string value_text(const EventStructure& structure, const Event& event) {
    const Term& term = structure.terms[event.value];
    const Location& location = structure.locations[event.targets.front().location.index()];
    if (term.op != TermOp::constant) return structure.terms.to_text(event.value);
    if (location.is_pointer)
        for (const Location& other : structure.locations)
            if (other.address == term.payload) return "&" + other.name;
    if (!location.is_signed) return std::to_string(term.payload);
    return std::to_string(as_signed(term.payload, term.width));
}

void write_relation(std::ostream& out, const char* name, const BitMatrix& relation,
                    std::size_t target) {
    std::string sources;
    for (std::size_t source = 0; source < relation.size(); ++source)
        if (relation.test(source, target))
            sources += (sources.empty() ? "e" : ",e") + std::to_string(source);
    if (!sources.empty()) out << ' ' << name << '<' << sources << '>';
}

/// The predecessors in sb that no other comes between.
std::string nearest_in_sb(const EventStructure& structure, std::size_t event) {
    std::string result;
    for (std::size_t before = 0; before < event; ++before) {
        if (!structure.sb.test(before, event)) continue;
        bool nearest = true;
        for (std::size_t between = before + 1; between < event; ++between)
            nearest = nearest &&
                      !(structure.sb.test(before, between) && structure.sb.test(between, event));
        if (nearest) result += (result.empty() ? "e" : ",e") + std::to_string(before);
    }
    return result;
}

void write_event(std::ostream& out, const EventStructure& structure, const Event& event) {
    out << 'e' << event.id.index() << ' ';
    if (event.initial)
        out << "init";
    else
        out << structure.units[event.unit.index()].name;
    out << ' ' << label(structure, event.id);
    if (is_access(event)) out << structure.language->detail(structure, event.id);
    if (!structure.terms.is_true(event.guard))
        out << " if " << structure.terms.to_text(event.guard);
    for (const Target& target : event.targets)
        if (!structure.terms.is_true(target.when))
            out << " at " << structure.locations[target.location.index()].name << " if "
                << structure.terms.to_text(target.when);
    const std::string before = nearest_in_sb(structure, event.id.index());
    if (!before.empty()) out << " sb<" << before << '>';
    write_relation(out, "data", structure.data, event.id.index());
    write_relation(out, "addr", structure.addr, event.id.index());
    write_relation(out, "ctrl", structure.ctrl, event.id.index());
    write_relation(out, "rmw", structure.rmw, event.id.index());
    out << '\n';
}

void write_rest(std::ostream& out, const EventStructure& structure) {
    const TermPool& terms = structure.terms;
    for (const BarrierPair& pair : structure.barriers)
        out << "barrier e" << pair.entry.index() << " -> e" << pair.exit.index()
            << (terms.is_true(pair.when) ? "" : " if " + terms.to_text(pair.when)) << '\n';
    for (const TermId constraint : structure.constraints)
        out << "constraint " << terms.to_text(constraint) << '\n';
    for (const Observable& observable : structure.observables)
        out << "observe " << observable.name << " = " << terms.to_text(observable.value) << '\n';
    if (!terms.is_true(structure.filter))
        out << "filter " << terms.to_text(structure.filter) << '\n';
    out << "condition " << terms.to_text(structure.condition) << '\n';
    for (const UndefinedBehaviour& undefined : structure.undefined)
        out << "undefined " << undefined.kind << ": " << undefined.message << " if "
            << terms.to_text(undefined.when) << '\n';
    for (const UnrollBound& bound : structure.bounds)
        out << "bound" << (bound.exhaustive ? " (exhaustive)" : "") << " reached if "
            << terms.to_text(bound.reached) << '\n';
}

}  // namespace

std::string to_text(const EventStructure& structure) {
    std::ostringstream out;
    for (const Event& event : structure.events) write_event(out, structure, event);
    write_rest(out, structure);
    return out.str();
}

std::string label(const EventStructure& structure, EventId id) {
    const Event& event = structure[id];
    const std::string operation = structure.language->operation(structure, id);
    if (!is_access(event)) return operation + structure.language->detail(structure, id);
    const std::string access = operation + " " + target_text(structure, event);
    return event.kind == EventKind::read ? access : access + "=" + value_text(structure, event);
}

}  // namespace clmm::litmus
