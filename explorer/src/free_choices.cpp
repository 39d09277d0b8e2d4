#include "free_choices.h"

#include <algorithm>

namespace clmm::explorer {

using litmus::Term;
using litmus::TermOp;

FreeChoices::FreeChoices(const litmus::EventStructure& structure) : structure_(structure) {
    for (const TermId constraint : structure.constraints) define(constraint);
    find_ranks();
}

const std::vector<FreeChoices::Definition>& FreeChoices::definitions(std::uint64_t choice) const {
    static const std::vector<Definition> none;
    const auto found = definitions_.find(choice);
    return found == definitions_.end() ? none : found->second;
}

bool FreeChoices::is_choice(TermId id) const {
    const Term& term = structure_.terms[id];
    return term.op == TermOp::choice && term.width > 1;
}

/// An equation of a choice, or one that holds unless something else does.
void FreeChoices::define(TermId constraint) {
    std::vector<TermId> pending{constraint}, unless;
    std::optional<TermId> equation;
    while (!pending.empty()) {
        const TermId id = pending.back();
        const Term& term = structure_.terms[id];
        pending.pop_back();
        if (term.op == TermOp::logical_or)
            pending.insert(pending.end(), {term.b, term.a});
        else if (!equation && term.op == TermOp::equal && (is_choice(term.a) || is_choice(term.b)))
            equation = id;
        else
            unless.push_back(id);
    }
    if (!equation) return;
    const Term& term = structure_.terms[*equation];
    const bool is_first = is_choice(term.a);
    const TermId choice = is_first ? term.a : term.b, value = is_first ? term.b : term.a;
    if (is_choice(value)) return;
    definitions_[structure_.terms[choice].payload].push_back({choice, std::move(unless), value});
    constraints_.insert(constraint);
}

void FreeChoices::find_ranks() {
    std::set<TermId> others;  // choices of which more than their order matters
    const auto note = [&](TermId id) {
        if (id.valid() && is_choice(id)) others.insert(id);
    };
    for (const litmus::Event& event : structure_.events) note(event.value);
    for (const litmus::Observable& observable : structure_.observables) note(observable.value);
    const litmus::TermPool& terms = structure_.terms;
    const auto is_comparison = [&](const Term& term) {
        return term.op == TermOp::unsigned_less || term.op == TermOp::unsigned_less_equal ||
               term.op == TermOp::equal;
    };
    for (std::size_t again = 0, before = 1; again != before;) {
        before = others.size();
        for (std::size_t i = 0; i < terms.size(); ++i) {
            const Term& term = terms[TermId(i)];
            const bool orders = is_comparison(term) && is_choice(term.a) && is_choice(term.b) &&
                                !others.contains(term.a) && !others.contains(term.b);
            if (orders) continue;
            for (const TermId operand : {term.a, term.b, term.c}) note(operand);
        }
        again = others.size();
    }
    for (std::size_t i = 0; i < terms.size(); ++i)
        if (is_choice(TermId(i)) && !others.contains(TermId(i)))
            ranks_.insert(terms[TermId(i)].payload);
}

}  // namespace clmm::explorer
