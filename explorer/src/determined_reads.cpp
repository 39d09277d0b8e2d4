#include "determined_reads.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace clmm::explorer {
namespace {

using litmus::Event;
using litmus::EventKind;
using litmus::Term;
using litmus::TermOp;

class DeterminedReads {
public:
    DeterminedReads(const EventStructure& structure, const Sources& sources)
        : structure_(structure), sources_(sources), pool_(structure.terms) {}

    /// How many there are.
    std::size_t find() {
        std::size_t known = 0;
        std::size_t before = 0;
        do {
            before = known;
            known = rewrite_terms();
        } while (known != before);
        return known;
    }

    [[nodiscard]] EventStructure structure() && {
        EventStructure out = structure_;
        const auto rewrite = [&](TermId& id) {
            if (id.valid()) id = rewritten_[id.index()];
        };
        for (Event& event : out.events) {
            rewrite(event.guard);
            if (event.kind != EventKind::read) rewrite(event.value);
            for (litmus::Target& target : event.targets) rewrite(target.when);
            keep_possible(event.targets);
        }
        for (litmus::BarrierPair& pair : out.barriers) rewrite(pair.when);
        for (TermId& constraint : out.constraints) rewrite(constraint);
        for (litmus::Observable& observable : out.observables) rewrite(observable.value);
        for (litmus::Conjunct& conjunct : out.conjuncts) rewrite(conjunct.term);
        for (litmus::FreeChoice& choice : out.choices) rewrite(choice.when);
        for (litmus::UndefinedBehaviour& behaviour : out.undefined) rewrite(behaviour.when);
        for (litmus::UnrollBound& bound : out.bounds) {
            rewrite(bound.reached);
            rewrite(bound.forever);
        }
        rewrite(out.condition);
        rewrite(out.filter);
        out.terms = std::move(pool_);
        return out;
    }

private:
    void keep_possible(std::vector<litmus::Target>& targets) const {
        const auto possible = [&](const litmus::Target& each) {
            return !pool_.is_false(each.when);
        };
        if (std::ranges::any_of(targets, possible)) std::erase_if(targets, std::not_fn(possible));
    }

    /// What a read's value comes from can have been rewritten before or not; so how many reads of
    /// known values were met decides whether to try again.
    std::size_t rewrite_terms() {
        const std::vector<TermId> last = std::exchange(rewritten_, {});
        std::size_t known = 0;
        for (std::size_t i = 0; i < structure_.terms.size(); ++i) {
            const TermId id(i);
            const Term& term = structure_.terms[id];
            if (term.op != TermOp::read_value) {
                rewritten_.push_back(rebuilt(id, term));
                continue;
            }
            rewritten_.push_back(value_of(EventId(term.payload), id, last));
            known += rewritten_.back() != id ? 1U : 0U;
        }
        return known;
    }

    [[nodiscard]] TermId rebuilt(TermId id, const Term& term) {
        if (!term.a.valid()) return id;
        const auto operand = [&](TermId of) { return of.valid() ? rewritten_[of.index()] : of; };
        return pool_.rebuild(term, operand(term.a), operand(term.b), operand(term.c));
    }

    /// 0 where it does not take place.
    [[nodiscard]] TermId value_of(EventId read, TermId id, const std::vector<TermId>& last) {
        const auto known = [&](TermId of) {
            if (of < id) return rewritten_[of.index()];
            return last.empty() ? of : last[of.index()];
        };
        const TermId guard = known(structure_[read].guard);
        const Term& term = structure_.terms[id];
        if (pool_.is_false(guard)) return pool_.constant(0, term.width);
        const std::vector<EventId>& sources = sources_[read.index()];
        if (!pool_.is_true(guard) || sources.size() != 1) return id;
        const TermId value = known(structure_[sources.front()].value);
        const bool is_it = pool_.is_constant(value) && pool_[value].width == term.width;
        return is_it ? value : id;
    }

    const EventStructure& structure_;
    const Sources& sources_;
    litmus::TermPool pool_;
    std::vector<TermId> rewritten_;  ///< by the structure's terms
};

}  // namespace

Determined with_determined_reads(const EventStructure& structure, const Sources& sources) {
    DeterminedReads reads(structure, sources);
    const std::size_t count = reads.find();
    return {std::move(reads).structure(), count};
}

}  // namespace clmm::explorer
