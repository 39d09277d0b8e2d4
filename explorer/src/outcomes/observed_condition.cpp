#include "outcomes/observed_condition.h"

#include <algorithm>

#include "value_domains.h"

namespace clmm::explorer {

using litmus::Term;
using litmus::TermOp;

ObservedCondition::ObservedCondition(const EventStructure& structure)
    : structure_(structure), mentioned_(structure.observables.size()) {
    for (std::size_t i = 0; i < structure.observables.size(); ++i)
        observable_of_.try_emplace(structure.observables[i].value, i);
    std::vector<TermId> inside;
    parts_ = unknown_parts(structure.terms, structure.condition, [&](TermId id) {
        const auto observed = observable_of_.find(id);
        if (observed == observable_of_.end()) return false;
        inside.push_back(id);
        return true;
    });
    for (const TermId id : inside) {
        mentioned_[observable_of_.at(id)] = true;
        parts_.push_back(id);
    }
    std::ranges::sort(parts_);
    parts_.erase(std::unique(parts_.begin(), parts_.end()), parts_.end());
    for (const TermId id : parts_) {
        const TermOp op = structure.terms[id].op;
        const bool is_leaf =
            op == TermOp::read_value || op == TermOp::final_value || op == TermOp::choice;
        if (is_leaf && !observable_of_.contains(id)) is_function_ = false;
    }
}

bool ObservedCondition::is_of_equalities() const {
    const litmus::TermPool& terms = structure_.terms;
    return is_function_ && std::ranges::all_of(parts_, [&](TermId id) {
               const Term& term = terms[id];
               const bool is_logical = term.op == TermOp::logical_and ||
                                       term.op == TermOp::logical_or ||
                                       term.op == TermOp::logical_not;
               const bool is_comparison = term.op == TermOp::equal &&
                                          (terms.is_constant(term.a) || terms.is_constant(term.b));
               return is_logical || is_comparison || term.op == TermOp::constant ||
                      observable_of_.contains(id);
           });
}

std::vector<std::uint64_t> ObservedCondition::constants() const {
    std::vector<std::uint64_t> all;
    for (const TermId id : parts_)
        if (structure_.terms.is_constant(id)) all.push_back(structure_.terms[id].payload);
    return all;
}

void ObservedCondition::append_state(std::span<const std::uint64_t> first,
                                     std::vector<std::uint64_t>& key) const {
    if (const std::optional<bool> known = holds(first)) {
        key.push_back(*known ? 1 : 0);
        return;
    }
    key.push_back(2);
    for (std::size_t i = 0; i < first.size(); ++i)
        if (mentioned_[i]) key.push_back(first[i]);
}

std::optional<bool> ObservedCondition::holds(std::span<const std::uint64_t> first) const {
    using Value = std::optional<std::uint64_t>;
    std::vector<Value> values(parts_.size());
    const auto value_of = [&](TermId id) -> Value {
        if (!id.valid()) return 0;
        const auto found = std::ranges::lower_bound(parts_, id);
        return values[static_cast<std::size_t>(found - parts_.begin())];
    };
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const Term& term = structure_.terms[parts_[i]];
        if (const auto observed = observable_of_.find(parts_[i]);
            observed != observable_of_.end()) {
            if (observed->second < first.size()) values[i] = first[observed->second];
            continue;
        }
        if (term.op == TermOp::constant) {
            values[i] = term.payload;
            continue;
        }
        const bool decides_alone = term.op == TermOp::logical_and || term.op == TermOp::logical_or;
        const Value a = value_of(term.a), b = value_of(term.b), c = value_of(term.c);
        const std::uint64_t absorbing = term.op == TermOp::logical_or ? 1 : 0;
        if (decides_alone && (a == absorbing || b == absorbing))
            values[i] = absorbing;
        else if (a && b && c && term.a.valid())
            values[i] = litmus::apply(term, structure_.terms[term.a].width, *a, *b, *c);
    }
    const Value result = value_of(structure_.condition);
    return result ? std::optional(*result != 0) : std::nullopt;
}

}  // namespace clmm::explorer
