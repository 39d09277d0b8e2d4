#include "read/flow.h"

#include <algorithm>
#include <set>

namespace clmm::litmus {
namespace {

constexpr std::size_t kMostValues = 256;
constexpr unsigned kMostSteps = 2000;

bool is_null(const TermPool& terms, TermId term) {
    return terms.is_constant(term) && terms[term].payload == 0;
}

/// Where the values differ, `choices` are what chooses one.
Cell join_cells(TermPool& terms, DependencyPool& dependencies, TermId choose, DependencyId choices,
                const Cell& a, const Cell& b) {
    if (a == b) return a;
    DependencyId reads = dependencies.unite(a.reads, b.reads);
    if (a.term != b.term) reads = dependencies.unite(reads, choices);
    return {terms.if_then_else(choose, a.term, b.term), reads, join(terms, a, b)};
}

}  // namespace

Provenance join(const TermPool& terms, const Cell& a, const Cell& b) {
    using Kind = Provenance::Kind;
    if (a.object.is_same_object(b.object)) {
        Provenance both = a.object;
        both.recast = a.object.recast || b.object.recast;
        return both;
    }
    if (a.object.kind == Kind::unknown && is_null(terms, a.term)) return b.object;
    if (b.object.kind == Kind::unknown && is_null(terms, b.term)) return a.object;
    const auto is_private = [](Provenance object) {
        return object.kind == Kind::variable || object.kind == Kind::mixed;
    };
    return {.kind = is_private(a.object) || is_private(b.object) ? Kind::mixed : Kind::unknown,
            .recast = a.object.recast || b.object.recast};
}

Flow join(TermPool& terms, DependencyPool& dependencies, const std::vector<Variable>& variables,
          TermId choose, const Flow& first, const Flow& second) {
    if (terms.is_false(first.live)) return second;
    if (terms.is_false(second.live)) return first;
    Flow result{
        terms.lor(first.live, second.live), dependencies.unite(first.control, second.control), {}};
    const DependencyId choices = dependencies.choices(result.control);
    const std::size_t size = std::max(first.variables.size(), second.variables.size());
    result.variables.reserve(size);
    for (std::size_t v = 0; v < size; ++v) {
        const Cells& a = v < first.variables.size() ? first.variables[v] : variables[v].initial;
        const Cells& b = v < second.variables.size() ? second.variables[v] : variables[v].initial;
        Cells cells;
        cells.reserve(a.size());
        for (std::size_t i = 0; i < a.size(); ++i)
            cells.push_back(join_cells(terms, dependencies, choose, choices, a[i], b[i]));
        result.variables.push_back(std::move(cells));
    }
    return result;
}

DependencyId after_join(DependencyPool& dependencies, DependencyId before, DependencyId control) {
    return dependencies.unite(dependencies.without_choices(control), dependencies.choices(before));
}

TermId relative_to(TermPool& terms, TermId live, TermId base) {
    if (live == base) return terms.boolean(true);
    if (terms.is_true(base)) return live;
    const Term term = terms[live];
    if (term.op != TermOp::logical_and) return live;
    for (const auto& [rest, other] : {std::pair{term.a, term.b}, std::pair{term.b, term.a}}) {
        if (rest == base) return other;
        const TermId inner = relative_to(terms, rest, base);
        if (inner != rest) return terms.land(inner, other);
    }
    return live;
}

namespace {

using PossibleValues = std::optional<std::set<std::uint64_t>>;

PossibleValues values_of(const TermPool& terms, TermId id, unsigned& steps) {
    const Term& term = terms[id];
    if (term.op == TermOp::constant) return std::set{term.payload};
    if (!term.a.valid() || steps == 0) return std::nullopt;
    --steps;
    if (term.width == 1) return std::set<std::uint64_t>{0, 1};
    const bool chooses = term.op == TermOp::if_then_else;
    const PossibleValues a = values_of(terms, chooses ? term.b : term.a, steps);
    const TermId second = chooses ? term.c : term.b;
    const PossibleValues b =
        second.valid() ? values_of(terms, second, steps) : std::set<std::uint64_t>{0};
    if (!a || !b) return std::nullopt;
    std::set<std::uint64_t> result;
    if (chooses) {
        result = *a;
        result.insert(b->begin(), b->end());
    } else {
        if (a->size() * b->size() > kMostValues) return std::nullopt;
        const unsigned width = terms[term.a].width;
        for (const std::uint64_t x : *a)
            for (const std::uint64_t y : *b) result.insert(apply(term, width, x, y, 0));
    }
    if (result.size() > kMostValues) return std::nullopt;
    return result;
}

}  // namespace

std::optional<std::vector<std::uint64_t>> possible_values(const TermPool& terms, TermId term) {
    unsigned steps = kMostSteps;
    const PossibleValues values = values_of(terms, term, steps);
    if (!values) return std::nullopt;
    return std::vector<std::uint64_t>(values->begin(), values->end());
}

}  // namespace clmm::litmus
