#include "clmm/litmus/opaque_values.h"

#include "clmm/litmus/opencl_events.h"

namespace clmm::litmus {
namespace {

const std::vector<OpaqueValue>& opaque_values(const EventStructure& structure) {
    static const std::vector<OpaqueValue> none;
    const auto* data = dynamic_cast<const OpenClData*>(structure.own.get());
    return data == nullptr ? none : data->opaque;
}

}  // namespace

OpaqueDependence::OpaqueDependence(const EventStructure& structure) : structure_(structure) {
    const auto& opaque = opaque_values(structure);
    is_empty_ = opaque.empty();
    if (is_empty_) return;
    of_term_.resize(structure.terms.size());
    of_read_.resize(structure.size());
    writes_.resize(structure.locations.size());
    for (std::size_t i = 0; i < opaque.size(); ++i) of_term_[opaque[i].choice.index()] = i;
    for (const Event& event : structure.events)
        for (const Target& target : event.targets)
            if (event.kind == EventKind::write && !structure.terms.is_false(target.when))
                writes_[target.location.index()].push_back(event.id);
    spread();
    find_order();
}

void OpaqueDependence::spread() {
    do spread_through_terms();
    while (spread_through_memory());
}

/// Operands come before their users.
void OpaqueDependence::spread_through_terms() {
    for (std::size_t i = 0; i < of_term_.size(); ++i) {
        if (of_term_[i]) continue;
        const Term& term = structure_.terms[TermId(i)];
        if (term.op == TermOp::read_value) of_term_[i] = of_read_[term.payload];
        for (const TermId operand : {term.a, term.b, term.c})
            if (operand.valid() && !of_term_[i]) of_term_[i] = of_term_[operand.index()];
    }
}

/// A read yields what any write to its locations leaves there.
bool OpaqueDependence::spread_through_memory() {
    bool grows = false;
    for (const Event& read : structure_.events) {
        if (read.kind != EventKind::read || of_read_[read.id.index()]) continue;
        Origin& own = of_read_[read.id.index()];
        for (const Target& target : read.targets) {
            if (!own) own = origin(target.when);
            for (const EventId write : writes_[target.location.index()]) {
                if (!own) own = where(structure_[write]);
                if (!own) own = origin(structure_[write].value);
            }
        }
        grows = grows || own;
    }
    return grows;
}

/// Whether, and where, an atomic operation, fence or barrier takes place, and from which writes
/// atomic operations may read.
void OpaqueDependence::find_order() {
    const auto add = [&](Origin part) {
        if (!order_) order_ = part;
    };
    for (const Event& event : structure_.events) {
        const bool is_plain = is_access(event) && !attributes(structure_, event.id).atomic;
        if (event.initial || is_plain) continue;
        add(where(event));
        if (event.kind != EventKind::read) continue;
        for (const Target& target : event.targets)
            for (const EventId write : writes_[target.location.index()])
                add(where(structure_[write]));
    }
    for (const BarrierPair& pair : structure_.barriers) add(origin(pair.when));
    for (const TermId constraint : structure_.constraints) add(origin(constraint));
}

OpaqueDependence::Origin OpaqueDependence::where(const Event& event) const {
    Origin own = origin(event.guard);
    for (const Target& target : event.targets)
        if (!own) own = origin(target.when);
    return own;
}

OpaqueDependence::Origin OpaqueDependence::origin(TermId term) const {
    return !is_empty_ && term.valid() ? of_term_[term.index()] : std::nullopt;
}

std::optional<Span> OpaqueDependence::place(Origin own) const {
    if (!own) own = order_;
    if (!own) return std::nullopt;
    return opaque_values(structure_)[*own].span;
}

std::optional<Span> OpaqueDependence::of(const std::vector<EventId>& events) const {
    Origin own;
    for (const EventId event : events)
        if (!own) own = where(structure_[event]);
    return place(own);
}

std::optional<Span> OpaqueDependence::of(TermId holds) const { return place(origin(holds)); }

}  // namespace clmm::litmus
