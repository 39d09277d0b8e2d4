#include "explanation/steps.h"

#include <algorithm>

namespace clmm::report {

using model::Base;
using model::Inference;
using model::Literal;
using model::Node;
using model::NodeFact;
using model::NodeOp;

namespace {

template <class T>
void add_new(std::vector<T>& into, const T& value) {
    if (std::ranges::find(into, value) == into.end()) into.push_back(value);
}

bool is_dynamic(const Node& node) {
    if (node.op == NodeOp::total_order) return true;
    if (node.op != NodeOp::base) return false;
    const auto base = static_cast<Base>(node.payload);
    return base == Base::reads_from || base == Base::modification_order ||
           base == Base::barrier_pair;
}

}  // namespace

void StepTeller::Parts::add(const Parts& other) {
    for (const std::size_t step : other.steps) add_new(steps, step);
    for (const std::string& phrase : other.phrases) add_new(phrases, phrase);
}

void StepTeller::given(const Literal& literal, ToldStep step) {
    given_.push_back(add(literal, std::move(step)));
}

std::size_t StepTeller::add(const Literal& literal, ToldStep step) {
    if (literal.b.valid()) {
        const std::string relation = literal.kind == Literal::Kind::reads_from           ? "rf"
                                     : literal.kind == Literal::Kind::modification_order ? "mo"
                                     : literal.kind == Literal::Kind::total_order
                                         ? program_.total_orders[literal.order].name
                                         : "";
        if (!relation.empty() && literal.positive)
            step.pairs.push_back({literal.a, literal.b, relation});
    }
    steps_.push_back(std::move(step));
    return literals_[literal] = steps_.size() - 1;
}

std::vector<std::size_t> StepTeller::tell(std::size_t inference) {
    Parts parts = outer_parts(inference);
    if (parts.phrases.empty()) return parts.steps;
    // What the test fixes by itself is a step where the chain ends in it.
    ToldStep step;
    for (const std::string& phrase : parts.phrases)
        step.text += (step.text.empty() ? "" : ", ") + phrase;
    step.pairs = pairs(inference);
    steps_.push_back(std::move(step));
    parts.steps.push_back(steps_.size() - 1);
    return parts.steps;
}

StepTeller::Parts StepTeller::outer_parts(std::size_t inference) {
    const Inference& of = inferences_[inference];
    if (of.by == Inference::By::operands && !is_named(inference)) {
        Parts parts;
        for (const std::size_t premise : of.premises) parts.add(outer_parts(premise));
        return parts;
    }
    if (of.fact.holds || !of.fixed) return parts_of(inference);
    if (is_named(inference)) return named_step(inference);
    std::string phrase = phrases_.base(of.fact);
    return phrase.empty() ? Parts{} : Parts{{}, {std::move(phrase)}};
}

bool StepTeller::is_named(std::size_t inference) const {
    return names_.find(inferences_[inference].fact.node) != nullptr;
}

/// What goes without saying: base sets and relations that only narrow, and what is nowhere.
bool StepTeller::is_silent(std::size_t inference) const {
    const Inference& of = inferences_[inference];
    const Node& node = program_[of.fact.node];
    if (!of.fact.holds && of.fixed) return true;
    if (node.op == NodeOp::empty) return true;
    return node.op == NodeOp::base && phrases_.base(of.fact).empty();
}

std::vector<std::size_t> StepTeller::named_premises(std::size_t inference) const {
    std::vector<std::size_t> found;
    for (const std::size_t premise : inferences_[inference].premises) {
        if (is_silent(premise)) continue;
        const Inference& of = inferences_[premise];
        const bool is_leaf =
            of.by != Inference::By::operands || program_[of.fact.node].op == NodeOp::base;
        if (is_named(premise) || is_leaf) {
            add_new(found, premise);
            continue;
        }
        for (const std::size_t each : named_premises(premise)) add_new(found, each);
    }
    return found;
}

StepTeller::Chain StepTeller::chain_of(std::size_t inference) const {
    Chain chain{inference, {}, {}};
    bool shown = false;
    while (is_named(chain.end) && !is_dynamic(program_[inferences_[chain.end].fact.node])) {
        const NodeFact& fact = inferences_[chain.end].fact;
        const NodeNames::Name& name = *names_.find(fact.node);
        if (chain.name.empty() || (name.shown && !shown)) chain.name = name.text;
        shown = shown || name.shown;
        if (!name.citation.empty()) chain.citation = name.citation;
        std::vector<std::size_t> relations;
        for (const std::size_t premise : named_premises(chain.end)) {
            const NodeFact& below = inferences_[premise].fact;
            if (!program_[below.node].is_set && below.a != below.b) relations.push_back(premise);
        }
        if (relations.size() != 1 || program_[fact.node].is_set) break;
        const NodeFact& below = inferences_[relations.front()].fact;
        if (below.a != fact.a || below.b != fact.b || !below.holds || !fact.holds) break;
        // That a shown relation rests on one of the execution alone is worth a step.
        if (shown && !is_named(relations.front())) break;
        chain.end = relations.front();
    }
    return chain;
}

StepTeller::Parts StepTeller::parts_of(std::size_t inference) {
    if (const auto known = known_.find(inference); known != known_.end()) return known->second;
    const Inference& of = inferences_[inference];
    Parts parts;
    if (is_silent(inference)) {
    } else if (is_dynamic(program_[of.fact.node])) {
        parts = literal_parts(of);
    } else if (is_named(inference)) {
        parts = named_step(inference);
    } else if (of.by != Inference::By::operands || program_[of.fact.node].op == NodeOp::base) {
        parts = literal_parts(of);
    } else {
        parts = premises_of(inference);
    }
    return known_[inference] = parts;
}

StepTeller::Parts StepTeller::premises_of(std::size_t inference) {
    Parts parts;
    for (const std::size_t premise : inferences_[inference].premises) parts.add(parts_of(premise));
    return parts;
}

StepTeller::Parts StepTeller::literal_parts(const Inference& of) {
    Parts parts;
    const bool is_own = is_dynamic(program_[of.fact.node]);
    if (of.by == Inference::By::structure) {
        const std::string phrase = phrases_.base(of.fact);
        if (!phrase.empty()) parts.phrases.push_back(phrase);
    } else {
        for (const Literal& literal : of.literals)
            if (is_own || literal.kind != Literal::Kind::executed)
                add_new(parts.steps, literal_step(literal));
    }
    return parts;
}

std::size_t StepTeller::literal_step(const Literal& literal) {
    if (const auto known = literals_.find(literal); known != literals_.end()) return known->second;
    ToldStep step;
    step.text = phrases_.literal(literal);
    step.uses = given_;
    if (!given_.empty()) step.since.emplace_back(kNothingElse);
    return add(literal, std::move(step));
}

StepTeller::Parts StepTeller::named_step(std::size_t inference) {
    const NodeFact& fact = inferences_[inference].fact;
    const bool is_set = program_[fact.node].is_set;
    const Chain chain = chain_of(inference);
    if (chain.end != inference &&
        (!is_named(chain.end) || is_dynamic(program_[inferences_[chain.end].fact.node])))
        return parts_of(chain.end);
    Parts below = premises_of(chain.end);
    // Members of sets, and relations that the test fixes, are said beside a step.
    if (below.steps.empty() && !is_set && inferences_[chain.end].by == Inference::By::operands &&
        fact.a == fact.b)
        return {};
    std::string phrase = phrases_.named(chain.name, fact, is_set);
    if (!fact.holds && below.steps.empty() && !inferences_[chain.end].literals.empty())
        below.add(literal_parts(inferences_[chain.end]));
    const bool is_fixed = below.steps.empty() && below.phrases.empty();
    if (is_set || is_fixed || (!fact.holds && below.steps.empty())) {
        Parts parts{below.steps, {std::move(phrase)}};
        return parts;
    }
    ToldStep step{std::move(phrase), below.phrases, below.steps, chain.citation, false, {}};
    if (fact.holds && fact.a != fact.b) step.pairs.push_back({fact.a, fact.b, chain.name});
    steps_.push_back(std::move(step));
    return {{steps_.size() - 1}, {}};
}

std::vector<Highlight> StepTeller::outer_pairs(std::size_t inference) const {
    const Inference& of = inferences_[inference];
    if (of.by != Inference::By::operands || is_named(inference)) return pairs(inference);
    std::vector<Highlight> all;
    for (const std::size_t premise : of.premises)
        for (Highlight& each : outer_pairs(premise)) all.push_back(std::move(each));
    return all;
}

std::vector<Highlight> StepTeller::pairs(std::size_t inference) const {
    const NodeFact& fact = inferences_[inference].fact;
    const Node& node = program_[fact.node];
    if (node.is_set || (fact.holds && is_silent(inference))) return {};
    std::vector<Highlight> below;
    if (!fact.holds) {  // what is there instead keeps the pair out
        for (const std::size_t premise : named_premises(inference))
            for (Highlight& each : pairs(premise)) below.push_back(std::move(each));
        return below;
    }
    std::size_t end = inference;
    std::string name;
    if (is_named(inference)) {
        const Chain chain = chain_of(inference);
        end = chain.end;
        name = chain.name;
    }
    if (is_dynamic(program_[inferences_[end].fact.node]) || !is_named(end)) {
        const Node& base = program_[inferences_[end].fact.node];
        if (base.op == NodeOp::total_order)
            return {{fact.a, fact.b, program_.total_orders[base.payload].name}};
        if (base.op == NodeOp::base) {
            const auto kind = static_cast<Base>(base.payload);
            if (fact.a == fact.b) return {};
            return {{fact.a, fact.b,
                     kind == Base::reads_from           ? "rf"
                     : kind == Base::modification_order ? "mo"
                     : kind == Base::sequenced_before   ? "sb"
                     : kind == Base::barrier_pair       ? "bar"
                                                        : "rmw"}};
        }
    }
    for (const std::size_t premise : named_premises(end))
        for (Highlight& each : pairs(premise)) below.push_back(std::move(each));
    // A path from the one to the other says more than its closure.
    const bool is_path = [&] {
        litmus::EventId at = fact.a;
        for (const Highlight& each : below) {
            if (each.a != at) return false;
            at = each.b;
        }
        return !below.empty() && at == fact.b;
    }();
    if (is_path && (below.size() > 1 || name.empty())) return below;
    if (name.empty()) return below;
    if (fact.a == fact.b) return {};
    return {{fact.a, fact.b, name}};
}

}  // namespace clmm::report
