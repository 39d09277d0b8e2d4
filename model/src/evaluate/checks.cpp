// Which axioms fail, where, and why.
#include <algorithm>

#include "evaluate/explain.h"
#include "evaluate/state.h"

namespace clmm::model {

namespace k = kernels;

namespace {

constexpr std::size_t kCycles = 8;  ///< findings an axiom
constexpr std::size_t kMembers = 16;
constexpr std::size_t kCycleStarts = 48;  ///< events from which cycles are looked for

std::uint32_t number(std::size_t index) { return static_cast<std::uint32_t>(index); }

/// The least event first.
void rotate(std::vector<EventId>& cycle) {
    std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
}

bool same_events(std::vector<EventId> a, std::vector<EventId> b) {
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    return a == b;
}

/// Facts that together are what a finding says.
std::vector<Fact> facts_of(EvaluatorState& state, const Finding& finding) {
    const Check& check = state.checks[finding.check];
    const std::uint32_t node = state.subject(check);
    std::vector<Fact> facts;
    if (!finding.events.empty()) {
        const bool single = check.kind == CheckKind::irreflexive || finding.events.size() == 1;
        const std::size_t steps =
            single || check.kind == CheckKind::empty ? 1 : finding.events.size();
        for (std::size_t i = 0; i < steps; ++i) {
            const EventId next =
                single ? finding.events[i] : finding.events[(i + 1) % finding.events.size()];
            facts.push_back({node, number(finding.events[i].index()), number(next.index())});
        }
        return facts;
    }
    // Nothing is in the node that would be a witness.
    for (std::uint32_t a = 0; a < state.shape.n; ++a)
        for (std::uint32_t b = 0; b < state.shape.n; ++b) {
            const bool diagonal = state.is_set(node) || check.kind == CheckKind::irreflexive;
            if ((!diagonal || a == b) && !state.holds(node, a, b)) facts.push_back({node, a, b});
        }
    return facts;
}

}  // namespace

bool EvaluatorState::has_witness(const Check& check) {
    const std::uint32_t node = subject(check);
    const Word* words = value(node);
    switch (check.kind) {
        case CheckKind::acyclic:
            return !k::acyclic(shape, words, alive_.data());
        case CheckKind::irreflexive:
            return !k::irreflexive(shape, words);
        case CheckKind::empty:
            break;
    }
    return !k::none(shape.words(is_set(node)), words);
}

bool EvaluatorState::passes(std::size_t check) {
    if (checks[check].role == CheckRole::axiom) advance(prefix_[check]);
    return has_witness(checks[check]) == checks[check].negated;
}

bool EvaluatorState::consistent() {
    if (verdict_stamp_ == stamp) return verdict_;
    verdict_stamp_ = stamp;
    verdict_ = true;
    for (std::size_t i = 0; verdict_ && i < checks.size(); ++i)
        if (checks[i].role == CheckRole::axiom) verdict_ = passes(i);
    return verdict_;
}

std::vector<Finding> EvaluatorState::cycles(std::size_t check) {
    const std::uint32_t relation = subject(checks[check]);
    std::vector<std::uint32_t> starts;  // what has_witness() left
    k::for_each(shape, alive_.data(), [&](std::size_t event) { starts.push_back(number(event)); });
    std::vector<Finding> found;
    std::size_t left = kCycleStarts;
    for (const std::uint32_t start : starts) {
        const Explainer::Paths& paths = explainer->paths(relation, start);
        if (paths.cost[start * shape.n + start] == Explainer::kUnreachable) continue;
        Finding finding{check, {}};
        std::vector<std::uint32_t> events = explainer->path(paths, start, start, start);
        events.pop_back();
        for (const std::uint32_t event : events) finding.events.push_back(EventId(event));
        rotate(finding.events);
        const auto known = [&](const Finding& other) {
            return same_events(other.events, finding.events);
        };
        if (std::none_of(found.begin(), found.end(), known)) found.push_back(std::move(finding));
        if (--left == 0) break;
    }
    return found;
}

std::vector<Finding> EvaluatorState::members(std::size_t check) {
    const std::uint32_t node = subject(checks[check]);
    const Word* words = value(node);
    std::vector<Finding> found;
    if (is_set(node)) {
        k::for_each(shape, words, [&](std::size_t a) { found.push_back({check, {EventId(a)}}); });
        return found;
    }
    for (std::size_t a = 0; a < shape.n; ++a)
        k::for_each(shape, words + a * shape.stride, [&](std::size_t b) {
            if (a == b)
                found.push_back({check, {EventId(a)}});
            else if (checks[check].kind == CheckKind::empty)
                found.push_back({check, {EventId(a), EventId(b)}});
        });
    return found;
}

std::vector<Finding> EvaluatorState::witnesses(std::size_t check) {
    if (!has_witness(checks[check])) return {{check, {}}};
    return checks[check].kind == CheckKind::acyclic ? cycles(check) : members(check);
}

/// The cheapest to explain, without those whose reason contains another's.
void EvaluatorState::keep_best(std::vector<Finding> findings, std::size_t limit,
                               std::vector<Finding>& into) {
    const auto cost = [&](const Finding& finding) {
        unsigned sum = 0;
        for (const Fact& fact : facts_of(*this, finding)) sum += explainer->cost(fact);
        return sum;
    };
    std::vector<std::pair<unsigned, std::size_t>> order;
    for (std::size_t i = 0; i < findings.size(); ++i) order.emplace_back(cost(findings[i]), i);
    std::sort(order.begin(), order.end());
    const std::size_t first = reasons_.size();
    for (const auto& [_, i] : order) {
        if (reasons_.size() - first >= limit) break;
        Reason reason = explainer->reason(facts_of(*this, findings[i]));
        const auto covers = [&](const auto& known) {
            return std::includes(reason.begin(), reason.end(), known.second.begin(),
                                 known.second.end());
        };
        if (std::any_of(reasons_.begin() + static_cast<std::ptrdiff_t>(first), reasons_.end(),
                        covers))
            continue;
        into.push_back(findings[i]);
        reasons_.emplace_back(std::move(findings[i]), std::move(reason));
    }
}

std::vector<Finding> EvaluatorState::violations() {
    std::vector<Finding> found;
    reasons_.clear();
    reasons_stamp_ = stamp;
    if (consistent()) return found;
    for (std::size_t i = 0; i < checks.size(); ++i) {
        if (checks[i].role != CheckRole::axiom || passes(i)) continue;
        keep_best(witnesses(i), checks[i].kind == CheckKind::acyclic ? kCycles : kMembers, found);
    }
    return found;
}

std::vector<Finding> EvaluatorState::flags() {
    std::vector<Finding> found;
    for (std::size_t i = 0; i < checks.size(); ++i) {
        if (checks[i].role == CheckRole::axiom || !passes(i)) continue;
        std::vector<Finding> raised = witnesses(i);
        found.insert(found.end(), raised.begin(), raised.end());
    }
    return found;
}

Reason EvaluatorState::why(const Finding& finding) {
    if (reasons_stamp_ == stamp)
        for (const auto& [known, reason] : reasons_)
            if (known.check == finding.check && known.events == finding.events) return reason;
    return explainer->reason(facts_of(*this, finding));
}

}  // namespace clmm::model
