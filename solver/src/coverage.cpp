#include "coverage.h"

#include <algorithm>
#include <map>

#include "clmm/model/fixed_reads.h"
#include "term_encoder.h"

namespace clmm::solver {

using litmus::Event;
using litmus::Term;
using litmus::TermId;
using litmus::TermOp;
using litmus::TermPool;

namespace {

/// So much of Z3's work a question about values may take: the same in every run.
constexpr unsigned kMostWork = 20'000'000;

bool is_leaf(const Term& term) {
    return term.op == TermOp::choice || term.op == TermOp::read_value;
}

/// The leaves that a term mentions.
template <class Visit>
void for_each_leaf(const TermPool& pool, TermId id, Visit&& visit) {
    std::vector<TermId> open{id};
    std::vector<bool> seen(pool.size());
    while (!open.empty()) {
        const TermId top = open.back();
        open.pop_back();
        if (!top.valid() || seen[top.index()]) continue;
        seen[top.index()] = true;
        const Term& term = pool[top];
        if (is_leaf(term)) visit(term);
        open.insert(open.end(), {term.a, term.b, term.c});
    }
}

/// Leaves as the values of groups that show them, else as variables.
class GroupLeaves final : public Leaves {
public:
    explicit GroupLeaves(z3::context& context) : hidden(context), context_(context) {}

    [[nodiscard]] const Choices* choices(const Term& /*leaf*/) override { return nullptr; }
    [[nodiscard]] z3::expr variable(const Term& leaf) override {
        const auto known = values_.find({leaf.op, leaf.payload});
        if (known != values_.end()) return known->second;
        const std::string name = "hidden!" + std::to_string(hidden.size());
        const z3::expr fresh = leaf.width == 1 ? context_.bool_const(name.c_str())
                                               : context_.bv_const(name.c_str(), leaf.width);
        hidden.push_back(fresh);
        values_.emplace(std::pair(leaf.op, leaf.payload), fresh);
        return fresh;
    }

    /// The term has that value: so has a leaf from which it can be told. The converse is a
    /// condition of its own.
    void bind(const TermPool& pool, TermId id, z3::expr value) {
        while (true) {
            const Term& term = pool[id];
            if (is_leaf(term)) {
                values_.emplace(std::pair(term.op, term.payload), value);
                return;
            }
            const bool by_constant = term.b.valid() && pool.is_constant(term.b);
            const auto constant = [&] {
                return context_.bv_val(pool[term.b].payload, value.get_sort().bv_size());
            };
            if (term.op == TermOp::add && by_constant)
                value = value - constant();
            else if (term.op == TermOp::subtract && by_constant)
                value = value + constant();
            else if (term.op == TermOp::bit_xor && by_constant)
                value = value ^ constant();
            else if (term.op == TermOp::bit_not)
                value = ~value;
            else if (term.op == TermOp::negate)
                value = -value;
            else if ((term.op == TermOp::zero_extend || term.op == TermOp::sign_extend) &&
                     pool[term.a].width > 1)
                value = value.extract(pool[term.a].width - 1U, 0);
            else
                return;
            id = term.a;
        }
    }

    z3::expr_vector hidden;

private:
    z3::context& context_;
    std::map<std::pair<TermOp, std::uint64_t>, z3::expr> values_;
};

}  // namespace

Coverage::Coverage(const litmus::EventStructure& structure, const model::Execution& execution,
                   const std::vector<int>& free_group, const std::vector<std::uint64_t>& values)
    : terms_(std::make_unique<model::FixedReads>(structure, execution)), free_group_(free_group) {
    model::FixedReads& fixed = *terms_;
    const auto require = [&](TermId id, bool value) {
        const TermId holds = value ? fixed(id) : fixed.pool().lnot(fixed(id));
        if (!fixed.pool().is_true(holds)) conditions_.push_back(holds);
    };
    for (const Event& event : structure.events) {
        const std::size_t number = event.id.index();
        require(event.guard, execution.executed.test(number));
        if (!execution.executed.test(number)) continue;
        for (const litmus::Target& target : event.targets)
            require(target.when, target.location == execution.locations[number]);
        if (event.value.valid()) (void)fixed(event.value);
    }
    for (const litmus::BarrierPair& pair : structure.barriers)
        if (execution.executed.test(pair.entry.index()) &&
            execution.executed.test(pair.exit.index()))
            require(pair.when, execution.barrier_pairs.test(pair.entry.index(), pair.exit.index()));
    for (const TermId constraint : structure.constraints) require(constraint, true);
    for (const litmus::UnrollBound& bound : structure.bounds) require(bound.reached, false);
    require(structure.filter, true);
    for (std::size_t i = 0; i < structure.observables.size(); ++i) {
        shown_.push_back(fixed(structure.observables[i].value));
        if (free_group_[i] >= 0) continue;
        const unsigned width = fixed.pool()[shown_[i]].width;
        const TermId equal = fixed.pool().equal(shown_[i], fixed.pool().constant(values[i], width));
        if (!fixed.pool().is_true(equal)) conditions_.push_back(equal);
    }
    for (const auto& [read, value] : fixed.cuts())
        if (read != value) conditions_.push_back(fixed.pool().equal(read, value));
    for (std::size_t i = 0; i < shown_.size(); ++i)
        if (free_group_[i] >= 0)
            for_each_leaf(fixed.pool(), shown_[i], [&](const Term& leaf) {
                has_unspecified_ = has_unspecified_ || leaf.op == TermOp::choice;
            });
}

Coverage::~Coverage() = default;
Coverage::Coverage(Coverage&&) noexcept = default;

Coverage::Formula Coverage::formula(const std::vector<z3::expr>& groups) const {
    z3::context& context = groups.front().ctx();
    const TermPool& pool = terms_->pool();
    GroupLeaves leaves(context);
    const auto value_of = [&](std::size_t i) {
        return groups[static_cast<std::size_t>(free_group_[i])];
    };
    for (std::size_t i = 0; i < shown_.size(); ++i)
        if (free_group_[i] >= 0) leaves.bind(pool, shown_[i], value_of(i));
    TermEncoder encode(context, pool, leaves);
    z3::expr_vector all(context);
    for (const TermId condition : conditions_) all.push_back(encode(condition));
    for (std::size_t i = 0; i < shown_.size(); ++i)
        if (free_group_[i] >= 0) all.push_back(encode(shown_[i]) == value_of(i));
    const z3::expr holds = z3::mk_and(all).simplify();
    if (leaves.hidden.empty() || holds.is_true()) return {holds, false};
    return {z3::exists(leaves.hidden, holds), true};
}

std::optional<bool> satisfiable(const z3::expr& formula, unsigned milliseconds) {
    if (formula.is_false()) return false;
    if (formula.is_true()) return true;
    z3::solver solver(formula.ctx());
    solver.set("ctrl_c", false);
    solver.set("rlimit", kMostWork);
    solver.set("timeout", milliseconds);
    solver.add(formula);
    switch (solver.check()) {
        case z3::sat:
            return true;
        case z3::unsat:
            return false;
        case z3::unknown:
            break;
    }
    return std::nullopt;
}

}  // namespace clmm::solver
