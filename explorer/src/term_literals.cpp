#include "term_literals.h"

#include <algorithm>

#include "clmm/base/ensure.h"

namespace clmm::explorer {

using litmus::Term;
using litmus::TermOp;

TermLiterals::TermLiterals(Sat& sat, Gates& gates, const EventStructure& structure,
                           const ValueDomains& domains, Leaves& leaves)
    : sat_(sat),
      gates_(gates),
      structure_(structure),
      domains_(domains),
      leaves_(leaves),
      booleans_(structure.terms.size()),
      values_(structure.terms.size()) {
    for (std::size_t i = 0; i < structure.terms.size(); ++i) {
        const Term& term = structure.terms[TermId(i)];
        const bool is_free =
            term.op == TermOp::choice && term.width > 1 && !domain_of(TermId(i)).empty();
        const bool is_read =
            term.op == TermOp::read_value && domains.decides_itself(EventId(term.payload));
        if (!is_free && !is_read) continue;
        (is_free ? free_ : declared_).emplace_back(i);
        values_[i] = declare(TermId(i));
    }
}

/// Their values are variables: they cannot be defined before one another.
TermLiterals::Values TermLiterals::declare(TermId id) {
    const Term& term = structure_.terms[id];
    Values values;
    for (std::size_t i = 0; i < domain_of(id).size(); ++i) values.is.push_back(sat_.derived());
    const bool is_known = term.op == TermOp::choice
                              ? domains_.choices().is_rank(term.payload)
                              : !domains_.choices().has_definitions() &&
                                    !domains_.has_open_values() &&
                                    !domains_.may_be_cyclic(EventId(term.payload));
    values.cyclic = is_known ? gates_.falsity() : sat_.derived();
    return values;
}

void TermLiterals::define_declared() {
    define_reads();
    for (const TermId id : free_) define_choice(id);
}

/// It has one value, or one that nothing defines; where a definition holds, that.
void TermLiterals::define_choice(TermId id) {
    const Values values = *values_[id.index()];
    require_one(values);
    for (const auto& [of, unless, value] :
         domains_.choices().definitions(structure_.terms[id].payload)) {
        Clause otherwise;
        for (const TermId each : unless) otherwise.push_back(boolean(each));
        const auto add = [&](Lit known, Lit then) {
            Clause clause = otherwise;
            clause.insert(clause.end(), {~known, then});
            sat_.add(clause);
        };
        for (const std::uint64_t each : domain_of(value))
            add(equals(value, each), values.is[place(id, each)]);
        add(cyclic(value), values.cyclic);
        add(~cyclic(value), ~values.cyclic);
    }
}

void TermLiterals::require_one(const Values& values) {
    Clause all = values.is;
    all.push_back(values.cyclic);
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) sat_.add({~all[i], ~all[j]});
    sat_.add(all);
}

void TermLiterals::settle_circles() {
    for (const TermId id : declared_) require_one(*values_[id.index()]);
}

void TermLiterals::define_reads() {
    const auto same = [&](Lit a, Lit b) {
        sat_.add({~a, b});
        sat_.add({a, ~b});
    };
    for (const TermId id : declared_) {
        const Term& term = structure_.terms[id];
        const Cases cases = leaves_.cases(term);
        const Values defined = encode_cases(id, cases);
        for (std::size_t i = 0; i < defined.is.size(); ++i)
            same(values_[id.index()]->is[i], defined.is[i]);
        same(values_[id.index()]->cyclic, defined.cyclic);
        // Values beyond the domain take a longer way round than there is.
        const auto& domain = domains_.of_read(EventId(term.payload));
        for (const Cases::Case& each : cases.cases)
            for (const std::uint64_t value : domain_of(each.value))
                if (!std::ranges::binary_search(domain, value))
                    sat_.add({~each.when, ~equals(each.value, value)});
    }
}

Lit TermLiterals::some_cyclic_value() {
    Clause some;
    for (const TermId id : declared_) some.push_back(values_[id.index()]->cyclic);
    if (domains_.choices().has_definitions()) {
        for (const TermId root : domains_.roots()) require(root);
        for (const litmus::Observable& observable : structure_.observables)
            some.push_back(cyclic(observable.value));
        some.insert(some.end(), open_.begin(), open_.end());
    }
    return gates_.any(some);
}

Lit TermLiterals::some_open_condition() {
    return some_open_condition(domains_.roots(ValueDomains::Roots::not_shown));
}

Lit TermLiterals::some_open_condition(const std::vector<TermId>& of) {
    for (const TermId root : of) require(root);
    return gates_.any(open_);
}

const ValueDomains::Domain& TermLiterals::domain_of(TermId id) const {
    static const ValueDomains::Domain truth_values{0, 1};
    const Term& term = structure_.terms[id];
    if (term.width == 1) return truth_values;
    return term.op == TermOp::read_value ? domains_.of_read(EventId(term.payload)) : domains_[id];
}

/// Of a value in the domain.
std::size_t TermLiterals::place(TermId id, std::uint64_t value) const {
    const auto& domain = domain_of(id);
    const auto found = std::ranges::lower_bound(domain, value);
    ensure(found != domain.end() && *found == value, "a value is in its domain");
    return static_cast<std::size_t>(found - domain.begin());
}

Lit TermLiterals::boolean(TermId id) {
    require(id);
    return *booleans_[id.index()];
}

Lit TermLiterals::equals(TermId id, std::uint64_t value) {
    if (structure_.terms[id].width == 1) return value != 0 ? boolean(id) : ~boolean(id);
    if (!std::ranges::binary_search(domain_of(id), value)) return gates_.falsity();
    return values_of(id).is[place(id, value)];
}

Lit TermLiterals::cyclic(TermId id) {
    return structure_.terms[id].width == 1 ? gates_.falsity() : values_of(id).cyclic;
}

Lit TermLiterals::choice(std::uint64_t number) {
    if (choices_.size() <= number) choices_.resize(number + 1);
    std::optional<Lit>& known = choices_[number];
    if (!known) known = sat_.fresh();
    return *known;
}

std::uint64_t TermLiterals::read_value(TermId id) const {
    const Values& values = *values_[id.index()];
    for (std::size_t i = 0; i < values.is.size(); ++i)
        if (sat_.holds(values.is[i])) return domain_of(id)[i];
    return 0;
}

std::vector<std::uint64_t> TermLiterals::chosen() const {
    std::vector<std::uint64_t> values;
    for (const std::optional<Lit>& each : choices_)
        values.push_back(each && sat_.holds(*each) ? 1 : 0);
    for (const TermId id : free_) {
        const std::uint64_t number = structure_.terms[id].payload;
        if (values.size() <= number) values.resize(number + 1);
        values[number] = read_value(id);
    }
    return values;
}

const TermLiterals::Values& TermLiterals::values_of(TermId id) {
    require(id);
    return *values_[id.index()];
}

/// Operands first, without recursion: long loops make deep terms.
void TermLiterals::require(TermId root) {
    const auto known = [&](TermId id) {
        return booleans_[id.index()].has_value() || values_[id.index()].has_value();
    };
    if (known(root)) return;
    for (const TermId id : unknown_parts(structure_.terms, root, known)) {
        if (known(id)) continue;  // needed by a leaf meanwhile
        const Term& term = structure_.terms[id];
        if (term.width == 1)
            booleans_[id.index()] = encode_boolean(term);
        else
            values_[id.index()] = encode(id);
    }
}

Lit TermLiterals::encode_boolean(const Term& term) {
    const auto operand = [&](TermId id) { return *booleans_[id.index()]; };
    switch (term.op) {
        case TermOp::constant:
            return gates_.constant(term.payload != 0);
        case TermOp::choice:
            return choice(term.payload);
        case TermOp::logical_not:
            return ~operand(term.a);
        case TermOp::logical_and:
            return gates_.all({operand(term.a), operand(term.b)});
        case TermOp::logical_or:
            return gates_.any({operand(term.a), operand(term.b)});
        case TermOp::if_then_else:
            return gates_.choose(operand(term.a), operand(term.b), operand(term.c));
        default:
            return encode_predicate(term);
    }
}

template <class F>
void TermLiterals::for_each_application(const Term& term, F&& f) {
    const unsigned width = structure_.terms[term.a].width;
    for (const std::uint64_t a : domain_of(term.a)) {
        const Lit left = equals(term.a, a);
        if (!term.b.valid()) {
            f(Clause{left}, litmus::apply(term, width, a, 0, 0));
            continue;
        }
        for (const std::uint64_t b : domain_of(term.b))
            f(Clause{left, equals(term.b, b)}, litmus::apply(term, width, a, b, 0));
    }
}

/// A comparison. Of cyclic values nothing is known.
Lit TermLiterals::encode_predicate(const Term& term) {
    Clause open{cyclic(term.a)};
    if (term.b.valid()) open.push_back(cyclic(term.b));
    if (gates_.any(open) == gates_.falsity()) {
        Clause ways;
        for_each_application(term, [&](Clause operands, std::uint64_t result) {
            if (result != 0) ways.push_back(gates_.all(std::move(operands)));
        });
        return gates_.any(std::move(ways));
    }
    open_.push_back(gates_.any(open));
    const Lit holds = sat_.fresh();
    for_each_application(term, [&](Clause operands, std::uint64_t result) {
        for (Lit& each : operands) each = ~each;
        operands.push_back(result != 0 ? holds : ~holds);
        sat_.add(operands);
    });
    return holds;
}

TermLiterals::Values TermLiterals::encode(TermId id) {
    const Term& term = structure_.terms[id];
    switch (term.op) {
        case TermOp::constant:
            return {{gates_.truth()}, gates_.falsity()};
        case TermOp::choice:
            return {{}, gates_.truth()};
        case TermOp::read_value:
        case TermOp::final_value:
            return encode_cases(id, leaves_.cases(term));
        case TermOp::if_then_else: {
            const Lit condition = boolean(term.a);
            return encode_cases(id,
                                {{{condition, term.b}, {~condition, term.c}}, gates_.falsity()});
        }
        default:
            return encode_operation(id);
    }
}

TermLiterals::Values TermLiterals::encode_cases(TermId id, const Cases& cases) {
    Values values;
    const ValueDomains::Domain& domain = domain_of(id);
    std::vector<std::vector<const Cases::Case*>> that_may_be(domain.size());
    for (const Cases::Case& each : cases.cases)
        for (const std::uint64_t value : domain_of(each.value))
            if (std::ranges::binary_search(domain, value))
                that_may_be[place(id, value)].push_back(&each);
    for (std::size_t i = 0; i < domain.size(); ++i) {
        Clause ways;
        for (const Cases::Case* each : that_may_be[i])
            ways.push_back(gates_.all({each->when, equals(each->value, domain[i])}));
        if (domain[i] == cases.otherwise) ways.push_back(cases.none);
        values.is.push_back(gates_.any(std::move(ways)));
    }
    Clause ways;
    for (const Cases::Case& each : cases.cases)
        ways.push_back(gates_.all({each.when, cyclic(each.value)}));
    values.cyclic = gates_.any(std::move(ways));
    return values;
}

TermLiterals::Values TermLiterals::encode_operation(TermId id) {
    const Term& term = structure_.terms[id];
    std::vector<Clause> ways(domain_of(id).size());
    for_each_application(term, [&](Clause operands, std::uint64_t result) {
        ways[place(id, result)].push_back(gates_.all(std::move(operands)));
    });
    Values values;
    for (Clause& each : ways) values.is.push_back(gates_.any(std::move(each)));
    Clause open{cyclic(term.a)};
    if (term.b.valid()) open.push_back(cyclic(term.b));
    values.cyclic = gates_.any(std::move(open));
    return values;
}

}  // namespace clmm::explorer
