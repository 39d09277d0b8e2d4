// The candidates for what a loop leaves true, and which of them it does.
#include <algorithm>

#include "loops.h"

namespace clmm::runtime::launches {
namespace {

constexpr std::uint32_t kTrialEffort = 4'000'000;
constexpr std::uint32_t kSingleEffort = 4'000'000;
constexpr std::size_t kMostConditions = 160;

/// A term with others in place of some of its choices.
TermId substituted(TermPool& terms, TermId term, const std::map<TermId, TermId>& by,
                   std::map<TermId, TermId>& memo) {
    if (const auto found = by.find(term); found != by.end()) return found->second;
    const Term node = terms[term];
    if (!node.a.valid()) return term;
    if (const auto known = memo.find(term); known != memo.end()) return known->second;
    const auto of = [&](TermId operand) {
        return operand.valid() ? substituted(terms, operand, by, memo) : operand;
    };
    const TermId a = of(node.a);
    const TermId b = of(node.b);
    const TermId c = of(node.c);
    const TermId made = rebuilt(terms, node, a, b, c);
    memo[term] = made;
    return made;
}

/// `a <= b` of `a < b`.
std::optional<TermId> relaxed(TermPool& terms, TermId condition) {
    const Term node = terms[condition];
    if (node.op == TermOp::signed_less || node.op == TermOp::unsigned_less)
        return terms.binary(node.op == TermOp::signed_less ? TermOp::signed_less_equal
                                                           : TermOp::unsigned_less_equal,
                            node.a, node.b);
    if (node.op != TermOp::logical_not) return std::nullopt;
    const Term inner = terms[node.a];
    if (inner.op == TermOp::signed_less_equal || inner.op == TermOp::unsigned_less_equal)
        return terms.binary(inner.op, inner.b, inner.a);
    return std::nullopt;
}

}  // namespace

void LoopWalk::add_bounds(std::uint32_t reg, TermId entry) {
    Formulas& f = walk_.formulas_;
    const unsigned width = f.width(entry);
    const auto add = [&](std::function<TermId(TermId)> condition) {
        conditions_.push_back(
            [reg, condition = std::move(condition)](const auto& registers, TermId /*turn*/) {
                return condition(registers[reg]);
            });
    };
    for (const bool is_signed : {true, false}) {
        add([&f, entry, is_signed](TermId h) { return f.less_equal(h, entry, is_signed); });
        add([&f, entry, is_signed](TermId h) { return f.less_equal(entry, h, is_signed); });
    }
    for (const std::uint64_t limit : {0, 1})
        add([&f, width, limit](TermId h) { return f.less_equal(f.number(limit, width), h, true); });
    add([&f, width](TermId h) { return f.less_equal(h, f.number(1, width), true); });
    if (width >= 32) add([&f](TermId h) { return f.is_power_of_two(h); });
}

/// That it does not wrap around, and how it grows with the turns.
void LoopWalk::add_counter_bounds(std::uint32_t reg, TermId entry, TermId step, TermId when) {
    Formulas& f = walk_.formulas_;
    TermPool& terms = terms_;
    const bool wide = f.width(entry) == 64;
    const auto add = [&](std::function<TermId(TermId now, TermId turn)> condition) {
        conditions_.push_back(
            [&f, reg, when, condition = std::move(condition)](const auto& registers, TermId turn) {
                return f.implies(when, condition(registers[reg], turn));
            });
    };
    for (const bool is_signed : {true, false}) {
        const auto as_wide = [&terms, is_signed](TermId term) {
            return terms.extend(term, 64, is_signed);
        };
        if (!wide)
            add([&f, &terms, entry, step, as_wide](TermId now, TermId turn) {
                return terms.equal(as_wide(now),
                                   f.add(as_wide(entry), f.product(turn, as_wide(step))));
            });
        for (const bool grows : {true, false}) {
            if (!wide || is_signed)
                add([&f, entry, grows, as_wide](TermId now, TermId turn) {
                    const TermId here = as_wide(now);
                    const TermId first = as_wide(entry);
                    return f.less_equal(
                        turn, grows ? f.subtract(here, first) : f.subtract(first, here), true);
                });
            add([&f, entry, is_signed, grows](TermId now, TermId /*turn*/) {
                return grows ? f.less_equal(entry, now, is_signed)
                             : f.less_equal(now, entry, is_signed);
            });
        }
    }
}

/// What the loop's conditions compare with that does not change in it.
std::vector<TermId> LoopWalk::limits_of(const State& in, const Trial& trial) {
    constexpr std::size_t kMost = 2;
    std::vector<TermId> out;
    std::vector<TermId> pending(
        trial.back.path.begin() + static_cast<std::ptrdiff_t>(in.path.size()),
        trial.back.path.end());
    for (std::size_t i = 0; i < pending.size() && pending.size() < 64; ++i) {
        const Term node = terms_[pending[i]];
        for (const TermId operand : {node.a, node.b}) {
            if (!operand.valid()) continue;
            if (walk_.formulas_.width(operand) == 1) {
                pending.push_back(operand);
                continue;
            }
            const auto& choices = walk_.formulas_.symbols().choices(operand);
            const bool fixed = choices.empty() || choices.back() < trial.head.first_choice;
            const bool known = std::ranges::find(out, operand) != out.end();
            if (fixed && !known && !terms_.is_constant(operand) && out.size() < kMost)
                out.push_back(operand);
        }
    }
    return out;
}

/// A condition on what the head's registers hold, of any head's registers.
void LoopWalk::add_condition(const Trial& trial, TermId term) {
    std::map<TermId, std::uint32_t> registers;
    for (const auto& [reg, plan] : plans_)
        if (plan.kind == Kind::free && !registers.contains(trial.head.state.registers[reg]))
            registers[trial.head.state.registers[reg]] = reg;
    const TermId head_turn = trial.head.turn;
    for (const std::uint64_t choice : walk_.formulas_.symbols().choices(term)) {
        if (choice < trial.head.first_choice || choice == terms_[head_turn].payload) continue;
        const bool known = std::ranges::any_of(registers, [&](const auto& each) {
            return terms_[each.first].op == TermOp::choice && terms_[each.first].payload == choice;
        });
        if (!known) return;
    }
    conditions_.push_back(
        [&terms = terms_, registers, head_turn, term](const auto& now, TermId turn) {
            std::map<TermId, TermId> by{{head_turn, turn}};
            for (const auto& [value, reg] : registers) by[value] = now[reg];
            std::map<TermId, TermId> memo;
            return substituted(terms, term, by, memo);
        });
}

/// What lets it go on held at the head before; what stands at its end holds at the next.
void LoopWalk::add_conditions(const State& in, const Trial& trial) {
    for (std::size_t i = in.path.size(); i < trial.back.path.size(); ++i) {
        std::vector<TermId> pending{trial.back.path[i]};
        for (std::size_t k = 0; k < pending.size() && pending.size() < 16; ++k) {
            const Term node = terms_[pending[k]];
            if (node.op == TermOp::logical_and) {
                pending.push_back(node.a);
                pending.push_back(node.b);
                continue;
            }
            add_condition(trial, pending[k]);
            if (const auto weaker = relaxed(terms_, pending[k])) add_condition(trial, *weaker);
        }
    }
}

void LoopWalk::add_candidates(const State& in, const Trial& trial) {
    Formulas& f = walk_.formulas_;
    const std::vector<TermId> limits = limits_of(in, trial);
    for (const auto& [reg, plan] : plans_) {
        const TermId entry = in.registers[reg];
        const bool points = plan.kind == Kind::pointer || walk_.memory_.memory_of(entry);
        if (plan.kind == Kind::counter && !points && walk_.formulas_.width(entry) >= 32) {
            add_counter_bounds(reg, entry, plan.step, terms_.boolean(true));
            for (const TermId limit : limits) {
                const TermId next =
                    f.add(terms_.extend(limit, 64, true), terms_.extend(plan.step, 64, true));
                const TermId small = f.less(next, f.number(0x7fffffff, 64), true);
                const TermId large = f.less(f.number(0 - 0x7fffffffULL, 64), next, true);
                if (!terms_.is_constant(plan.step))
                    add_counter_bounds(reg, entry, plan.step, terms_.land(small, large));
            }
        }
        if (plan.kind == Kind::free) add_bounds(reg, entry);
        if (plan.kind == Kind::free || plan.kind == Kind::pointer) alike_.push_back(reg);
    }
    add_conditions(in, trial);
    if (conditions_.size() > kMostConditions) conditions_.resize(kMostConditions);
}

std::vector<bool> LoopWalk::impossible(Couple couple, const std::vector<TermId>& terms) {
    Questions& questions = walk_.questions_;
    std::vector<bool> out(terms.size(), true);
    const auto ask = [&](TermId term, std::uint32_t effort) {
        return questions.ask(
            {.couple = couple, .together = {term}, .apart = {}, .exact = false, .effort = effort});
    };
    for (;;) {
        TermId some = terms_.boolean(false);
        for (std::size_t i = 0; i < terms.size(); ++i)
            if (out[i]) some = terms_.lor(some, terms[i]);
        if (terms_.is_false(some)) return out;
        const Questions::Answer answer = ask(some, kTrialEffort);
        if (answer == Questions::Answer::unsatisfiable) return out;
        bool dropped = false;
        if (answer == Questions::Answer::satisfiable)
            for (std::size_t i = 0; i < terms.size(); ++i)
                if (out[i] && questions.value(terms[i]) != 0) {
                    out[i] = false;
                    dropped = true;
                }
        if (dropped) continue;
        for (std::size_t i = 0; i < terms.size(); ++i)
            if (out[i] && !terms_.is_false(terms[i]))
                out[i] = ask(terms[i], kSingleEffort) == Questions::Answer::unsatisfiable;
        return out;
    }
}

void LoopWalk::drop_at_entry(const State& in) {
    Copies& one = walk_.questions_.copies(Couple::one);
    const TermId entered = walk_.guard(in);
    const TermId none = walk_.formulas_.number(0, 64);
    std::vector<TermId> violated;
    for (const Condition& condition : conditions_)
        violated.push_back(
            one.first(terms_.land(entered, terms_.lnot(condition(in.registers, none)))));
    const std::vector<bool> holds = impossible(Couple::one, violated);
    std::vector<Condition> kept;
    for (std::size_t i = 0; i < conditions_.size(); ++i)
        if (holds[i]) kept.push_back(conditions_[i]);
    conditions_ = std::move(kept);

    Copies& two = walk_.questions_.copies(Couple::same_group);
    const TermId both = terms_.land(two.first(entered), two.second(entered));
    violated.clear();
    for (const std::uint32_t reg : alike_)
        violated.push_back(terms_.land(
            both,
            walk_.formulas_.differ(two.first(in.registers[reg]), two.second(in.registers[reg]))));
    const std::vector<bool> same = impossible(Couple::same_group, violated);
    std::vector<std::uint32_t> alike;
    for (std::size_t i = 0; i < alike_.size(); ++i)
        if (same[i]) alike.push_back(alike_[i]);
    alike_ = std::move(alike);
}

bool LoopWalk::drop_after_turn(const Trial& trial) {
    Copies& one = walk_.questions_.copies(Couple::one);
    const TermId came = walk_.guard(trial.back);
    const TermId next = walk_.formulas_.add(trial.head.turn, walk_.formulas_.number(1, 64));
    std::vector<TermId> violated;
    for (const Condition& condition : conditions_)
        violated.push_back(
            one.first(terms_.land(came, terms_.lnot(condition(trial.back.registers, next)))));
    const std::vector<bool> holds = impossible(Couple::one, violated);
    std::vector<Condition> kept;
    for (std::size_t i = 0; i < conditions_.size(); ++i)
        if (holds[i]) kept.push_back(conditions_[i]);
    const bool all = kept.size() == conditions_.size();
    conditions_ = std::move(kept);
    return all;
}

bool LoopWalk::drop_alike(const State& in, const Trial& trial) {
    Copies& two = walk_.questions_.copies(Couple::same_group);
    const TermId came = walk_.guard(trial.back);
    const TermId both = terms_.land(two.first(came), two.second(came));
    std::vector<TermId> violated;
    for (const std::uint32_t reg : alike_)
        violated.push_back(
            terms_.land(both, walk_.formulas_.differ(two.first(trial.back.registers[reg]),
                                                     two.second(trial.back.registers[reg]))));
    const std::vector<bool> holds = impossible(Couple::same_group, violated);
    std::vector<std::uint32_t> kept;
    for (std::size_t i = 0; i < alike_.size(); ++i)
        if (holds[i]) kept.push_back(alike_[i]);
    const bool all = kept.size() == alike_.size();
    alike_ = std::move(kept);
    const TermId entered = walk_.guard(in);
    const TermId apart = terms_.land(terms_.land(two.first(entered), two.second(entered)),
                                     terms_.land(two.first(came), terms_.lnot(two.second(came))));
    same_turns_ = impossible(Couple::same_group, {apart}).front();
    return all;
}

}  // namespace clmm::runtime::launches
