#include "thin_air.h"

#include <optional>
#include <vector>

namespace clmm::solver {
namespace {

using litmus::EventId;
using litmus::EventStructure;
using litmus::Term;
using litmus::TermId;
using litmus::TermOp;
using model::Execution;

/// Rewrites terms with every read replaced by the value of the write it reads.
class Substitution {
public:
    Substitution(const EventStructure& structure, const Execution& execution)
        : structure_(structure),
          pool_(structure.terms),
          sources_(structure.size()),
          symbolic_(structure.size()),
          state_(structure.terms.size(), State::unseen),
          memo_(structure.terms.size()) {
        execution.reads_from.for_each(
            [&](std::size_t write, std::size_t read) { sources_[read] = EventId(write); });
    }

    TermId rewrite(TermId id) {
        if (state_[id.index()] == State::done) return memo_[id.index()];
        const Term term = structure_.terms[id];
        if (term.op == TermOp::read_value) return rewrite_read(id, EventId(term.payload));
        const TermId result = rebuild(id, term);
        state_[id.index()] = State::done;
        memo_[id.index()] = result;
        return result;
    }

    [[nodiscard]] const litmus::TermPool& pool() const { return pool_; }
    /// Reads where a cycle was cut, with their own values and what they must equal.
    std::vector<std::pair<TermId, TermId>> cuts;

private:
    enum class State { unseen, active, done };

    TermId rewrite_read(TermId id, EventId read) {
        const EventId source = sources_[read.index()];
        if (!source.valid() || state_[id.index()] == State::active) {
            symbolic_.set(read.index());
            return id;
        }
        state_[id.index()] = State::active;
        const TermId value = rewrite(structure_[source].value);
        state_[id.index()] = State::done;
        if (symbolic_.test(read.index())) {
            cuts.emplace_back(id, value);
            memo_[id.index()] = id;
            return id;
        }
        return memo_[id.index()] = value;
    }

    TermId rebuild(TermId id, const Term& term) {
        if (!term.a.valid()) return id;
        const TermId a = rewrite(term.a);
        if (term.op == TermOp::if_then_else)
            return pool_.if_then_else(a, rewrite(term.b), rewrite(term.c));
        if (term.op == TermOp::zero_extend || term.op == TermOp::truncate)
            return pool_.extend(a, term.width, false);
        if (term.op == TermOp::sign_extend) return pool_.extend(a, term.width, true);
        if (!term.b.valid()) return pool_.unary(term.op, a);
        return pool_.binary(term.op, a, rewrite(term.b));
    }

    const EventStructure& structure_;
    litmus::TermPool pool_;
    std::vector<EventId> sources_;
    BitSet symbolic_;
    std::vector<State> state_;
    std::vector<TermId> memo_;
};

}  // namespace

bool any_value_possible(const EventStructure& structure, const Execution& execution) {
    Substitution substitution(structure, execution);
    bool identical = true;
    const auto expect = [&](TermId id, bool value) {
        const TermId result = substitution.rewrite(id);
        identical = identical && (value ? substitution.pool().is_true(result)
                                        : substitution.pool().is_false(result));
    };
    for (const litmus::Event& event : structure.events) {
        expect(event.guard, execution.executed.test(event.id.index()));
        if (!execution.executed.test(event.id.index())) continue;
        for (const litmus::Target& target : event.targets)
            expect(target.when, target.location == execution.locations[event.id.index()]);
        if (event.value.valid()) substitution.rewrite(event.value);
    }
    for (const TermId constraint : structure.constraints) expect(constraint, true);
    expect(structure.filter, true);
    for (const auto& [read, value] : substitution.cuts) identical = identical && read == value;
    return identical;
}

}  // namespace clmm::solver
