#include "clmm/model/fixed_reads.h"

namespace clmm::model {

using litmus::Term;
using litmus::TermId;
using litmus::TermOp;

FixedReads::FixedReads(const EventStructure& structure, const Execution& execution)
    : structure_(structure),
      pool_(structure.terms),
      sources_(structure.size()),
      last_write_(structure.locations.size()),
      symbolic_(structure.size()),
      state_(structure.terms.size(), State::unseen),
      memo_(structure.terms.size()) {
    execution.reads_from.for_each(
        [&](std::size_t write, std::size_t read) { sources_[read] = EventId(write); });
    for (const litmus::Event& event : structure.events) {
        const std::size_t write = event.id.index();
        if (event.kind != litmus::EventKind::write || !execution.executed.test(write)) continue;
        bool is_last = true;
        execution.modification_order.for_each_in_row(write, [&](std::size_t) { is_last = false; });
        const LocationId location = execution.locations[write];
        if (is_last && location.valid()) last_write_[location.index()] = event.id;
    }
}

TermId FixedReads::operator()(TermId id) {
    if (state_[id.index()] == State::done) return memo_[id.index()];
    const Term term = structure_.terms[id];
    if (term.op == TermOp::read_value) return rewrite_read(id, EventId(term.payload));
    const TermId result = term.op == TermOp::final_value ? rewrite_final(LocationId(term.payload))
                                                         : rebuild(id, term);
    state_[id.index()] = State::done;
    memo_[id.index()] = result;
    return result;
}

TermId FixedReads::rewrite_read(TermId id, EventId read) {
    const EventId source = sources_[read.index()];
    if (!source.valid() || state_[id.index()] == State::active) {
        symbolic_.set(read.index());
        return id;
    }
    state_[id.index()] = State::active;
    const TermId value = (*this)(structure_[source].value);
    state_[id.index()] = State::done;
    if (symbolic_.test(read.index())) {
        cuts_.emplace_back(id, value);
        memo_[id.index()] = id;
        return id;
    }
    return memo_[id.index()] = value;
}

TermId FixedReads::rewrite_final(LocationId location) {
    const EventId last = last_write_[location.index()];
    if (last.valid()) return (*this)(structure_[last].value);
    const litmus::Location& of = structure_.locations[location.index()];
    return pool_.constant(of.initial, of.width);
}

TermId FixedReads::rebuild(TermId id, const Term& term) {
    if (!term.a.valid()) return id;
    const auto operand = [&](TermId of) { return of.valid() ? (*this)(of) : of; };
    return pool_.rebuild(term, operand(term.a), operand(term.b), operand(term.c));
}

}  // namespace clmm::model
