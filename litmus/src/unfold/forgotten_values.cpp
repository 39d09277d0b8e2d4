// Values that are not followed, and that nothing hangs on: of those any one will do, and engines
// have fewer to find.
#include "unfold/forgotten_values.h"

#include <vector>

#include "clmm/base/bit_matrix.h"
#include "clmm/litmus/opaque_values.h"

namespace clmm::litmus {
namespace {

class NeededValues {
public:
    explicit NeededValues(const EventStructure& structure)
        : structure_(structure),
          seen_(structure.terms.size()),
          written_(structure.locations.size()),
          writes_(structure.locations.size()),
          needed_(structure.size()) {
        for (const Event& event : structure.events)
            for (const Target& target : event.targets)
                if (event.kind == EventKind::write)
                    writes_[target.location.index()].push_back(event.id);
        add_roots();
        while (!pending_.empty()) {
            const TermId next = pending_.back();
            pending_.pop_back();
            follow(structure.terms[next]);
        }
    }

    [[nodiscard]] bool is_needed(EventId write) const { return needed_.test(write.index()); }

private:
    void add(TermId term) {
        if (!term.valid() || seen_.test(term.index())) return;
        seen_.set(term.index());
        pending_.push_back(term);
    }

    /// All that decides what takes place, and what is undefined.
    void add_roots() {
        for (const Event& event : structure_.events) {
            add(event.guard);
            for (const Target& target : event.targets) add(target.when);
        }
        for (const BarrierPair& pair : structure_.barriers) add(pair.when);
        for (const TermId each : structure_.constraints) add(each);
        for (const UndefinedBehaviour& each : structure_.undefined) add(each.when);
        for (const FreeChoice& each : structure_.choices) add(each.when);
        for (const UnrollBound& each : structure_.bounds) {
            add(each.reached);
            add(each.forever);
        }
        add(structure_.condition);
        add(structure_.filter);
    }

    void follow(const Term& term) {
        for (const TermId operand : {term.a, term.b, term.c}) add(operand);
        if (term.op == TermOp::final_value) need(LocationId(term.payload));
        if (term.op != TermOp::read_value) return;
        for (const Target& target : structure_[EventId(term.payload)].targets)
            need(target.location);
    }

    void need(LocationId location) {
        if (written_.test(location.index())) return;
        written_.set(location.index());
        for (const EventId write : writes_[location.index()]) {
            needed_.set(write.index());
            add(structure_[write].value);
        }
    }

    const EventStructure& structure_;
    BitSet seen_;     ///< by TermId
    BitSet written_;  ///< by LocationId: what is there matters
    std::vector<std::vector<EventId>> writes_;
    BitSet needed_;  ///< by EventId
    std::vector<TermId> pending_;
};

}  // namespace

void forget_values(EventStructure& structure) {
    const OpaqueDependence dependence(structure);
    if (dependence.is_empty()) return;
    const NeededValues needed(structure);
    structure.observables.clear();
    for (Event& event : structure.events)
        if (event.kind == EventKind::write && !needed.is_needed(event.id) &&
            dependence.is_part_of(event.value))
            event.value = structure.terms.constant(0, structure.terms[event.value].width);
}

}  // namespace clmm::litmus
