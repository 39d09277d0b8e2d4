#include "sat.h"

#include <algorithm>

#include "clmm/base/ensure.h"

namespace clmm::explorer {
namespace {

constexpr std::uint64_t kRestartUnit = 100;
/// The judge is asked whether to stop after so many conflicts and refused solutions.
constexpr std::uint64_t kAskEvery = 32;
/// Learnt clauses over so few levels are kept.
constexpr std::uint32_t kGlue = 3;

/// 1 1 2 1 1 2 4 …
std::uint64_t luby(std::uint64_t index) {
    std::uint64_t size = 1;
    while (size < index + 1) size = 2 * size + 1;
    while (size - 1 != index) {
        size = (size - 1) / 2;
        index %= size;
    }
    return (size + 1) / 2;
}

}  // namespace

Lit Sat::fresh() { return create(true); }

Lit Sat::derived() { return create(false); }

Lit Sat::create(bool is_decided) {
    const auto variable = static_cast<std::uint32_t>(level_.size());
    level_.push_back(0);
    reason_.push_back(kNone);
    phase_.push_back(0);
    seen_.push_back(0);
    value_.insert(value_.end(), 2, 0);
    watches_.resize(watches_.size() + 2);
    order_.add_variable(is_decided);
    return {2 * variable};
}

void Sat::add(std::span<const Lit> given) {
    Clause clause(given.begin(), given.end());
    std::ranges::sort(clause);
    clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
    for (std::size_t i = 0; i + 1 < clause.size(); ++i)
        if (clause[i + 1] == ~clause[i]) return;
    if (std::ranges::any_of(clause, [&](Lit each) { return fixed(each) > 0; })) return;
    std::erase_if(clause, [&](Lit each) { return fixed(each) < 0; });
    if (clause.size() <= 1) {
        backtrack(0);
        if (clause.empty())
            contradiction_ = true;
        else if (value_[clause[0].code] == 0)
            assign(clause[0], kNone);
        return;
    }
    // Watched are literals that are not false, then those that became false last. What is known
    // before anything is decided is left out already.
    const auto rank = [&](Lit each) {
        return value_[each.code] < 0 ? level_of(each) : std::numeric_limits<std::uint32_t>::max();
    };
    if (level() != 0)
        std::ranges::stable_sort(clause, [&](Lit a, Lit b) { return rank(a) > rank(b); });
    const Reference reference = attach(clause, 0);
    if (value_[clause[1].code] >= 0 || value_[clause[0].code] > 0) return;
    const std::uint32_t second = level_of(clause[1]);
    if (value_[clause[0].code] < 0 && level_of(clause[0]) == second) {
        backtrack(second - 1);
        return;
    }
    backtrack(second);
    assign(clause[0], reference);
}

Sat::Reference Sat::attach(std::span<const Lit> clause, std::uint32_t levels) {
    const auto reference = static_cast<Reference>(arena_.size());
    arena_.push_back({static_cast<std::uint32_t>(clause.size())});
    arena_.push_back({levels});
    arena_.insert(arena_.end(), clause.begin(), clause.end());
    clauses_.push_back(reference);
    watches_[clause[0].code].push_back({reference, clause[1]});
    watches_[clause[1].code].push_back({reference, clause[0]});
    return reference;
}

void Sat::assign(Lit literal, Reference reason) {
    value_[literal.code] = 1;
    value_[(~literal).code] = -1;
    level_[literal.variable()] = level();
    reason_[literal.variable()] = reason;
    trail_.push_back(literal);
}

void Sat::open_level() {
    limits_.push_back(trail_.size());
    reads_.push_back(read_);
    if (theory_ != nullptr) theory_->push();
}

void Sat::decide(Lit literal) {
    open_level();
    assign(literal, kNone);
}

void Sat::backtrack(std::uint32_t to) {
    if (level() <= to) return;
    for (std::size_t i = trail_.size(); i-- > limits_[to];) {
        const Lit literal = trail_[i];
        value_[literal.code] = value_[(~literal).code] = 0;
        phase_[literal.variable()] = literal.is_negated() ? 0 : 1;
        order_.insert(literal.variable());
    }
    trail_.resize(limits_[to]);
    limits_.resize(to);
    propagated_ = std::min(propagated_, trail_.size());
    // Not as far as the trail goes now: a theory that is not always consulted lags behind.
    read_ = reads_[to];
    reads_.resize(to);
    if (theory_ != nullptr) theory_->pop(to);
}

bool Sat::propagate() {
    while (propagated_ < trail_.size()) {
        const Reference conflict = visit_watches(~trail_[propagated_++]);
        if (conflict == kNone) continue;
        const std::span<Lit> clause = all(conflict);
        conflict_.assign(clause.begin(), clause.end());
        conflict_is_new_ = false;
        return false;
    }
    return level() > assumptions_.size() || consult_theory();
}

bool Sat::consult_theory() {
    if (theory_ == nullptr || read_ == trail_.size()) return true;
    while (read_ < trail_.size()) theory_->assign(trail_[read_++]);
    if (theory_->settle(conflict_)) return true;
    conflict_is_new_ = true;
    ++theory_conflicts_;
    return false;
}

Sat::Reference Sat::visit_watches(Lit falsified) {
    std::vector<Watch>& watches = watches_[falsified.code];
    Reference conflict = kNone;
    std::size_t kept = 0;
    std::size_t i = 0;
    while (i < watches.size()) {
        const Watch watch = watches[i++];
        if (value_[watch.other.code] > 0) {
            watches[kept++] = watch;
            continue;
        }
        const std::span<Lit> clause = all(watch.clause);
        if (clause[0] == falsified) std::swap(clause[0], clause[1]);
        const Lit first = clause[0];
        if (value_[first.code] <= 0 && rewatch(watch.clause, first)) continue;
        watches[kept++] = {watch.clause, first};
        if (value_[first.code] > 0) continue;
        if (value_[first.code] < 0) {
            conflict = watch.clause;
            break;
        }
        assign(first, watch.clause);
    }
    while (i < watches.size()) watches[kept++] = watches[i++];
    watches.resize(kept);
    return conflict;
}

bool Sat::rewatch(Reference reference, Lit other) {
    const std::span<Lit> clause = all(reference);
    for (std::size_t k = 2; k < clause.size(); ++k) {
        if (value_[clause[k].code] < 0) continue;
        std::swap(clause[1], clause[k]);
        watches_[clause[1].code].push_back({reference, other});
        return true;
    }
    return false;
}

std::vector<std::uint32_t> Sat::most_active(std::size_t count) const {
    std::vector<std::uint32_t> variables;
    DecisionOrder order = order_;
    while (variables.size() < count) {
        const std::optional<std::uint32_t> variable = order.take_first();
        if (!variable) break;
        if (value_[2 * *variable] == 0) variables.push_back(*variable);
    }
    return variables;
}

void Sat::adopt(const Sat& other) {
    backtrack(0);
    Theory* const own = theory_;
    const Clause told(trail_.begin(), trail_.begin() + static_cast<std::ptrdiff_t>(read_));
    ensure(other.trail_.size() >= told.size() &&
               std::equal(told.begin(), told.end(), other.trail_.begin()),
           "copies of a search begin alike");
    *this = other;
    theory_ = other.theory_ == nullptr ? nullptr : own;
    read_ = told.size();  // nothing twice
}

void Sat::begin(const Clause& assumptions) {
    const auto common = std::ranges::mismatch(assumptions_, assumptions).in1 - assumptions_.begin();
    backtrack(static_cast<std::uint32_t>(common));
    assumptions_ = assumptions;
}

void Sat::return_to_guesses() { std::ranges::copy(guesses_, phase_.begin()); }

bool Sat::propose(const Clause& literals) {
    begin(literals);
    while (!contradiction_) {
        if (!propagate()) {
            resolve();
            return false;
        }
        if (level() >= literals.size()) return true;
        const Lit next = literals[level()];
        if (value(next) < 0) return false;
        if (value(next) > 0)
            open_level();  // it holds already
        else
            decide(next);
    }
    return false;
}

std::optional<Clause> Sat::implied(Lit literal) {
    if (value(literal) < 0) return std::nullopt;
    const std::uint32_t before = level();
    const std::size_t start = trail_.size();
    if (value(literal) == 0) decide(literal);
    bool contradicts = false;
    while (propagated_ < trail_.size() && !contradicts)
        contradicts = visit_watches(~trail_[propagated_++]) != kNone;
    std::optional<Clause> all;
    if (!contradicts)
        all.emplace(trail_.begin() + static_cast<std::ptrdiff_t>(start), trail_.end());
    backtrack(before);
    return all;
}

void Sat::keep_learnt() {
    for (const Reference clause : clauses_) arena_[clause + 1].code = 0;
    learnt_count_ = 0;
}

Sat::Answer Sat::solve(const std::vector<Lit>& assumptions, Judge& judge) {
    begin(assumptions);
    return_to_guesses();
    const auto should_stop = [&] { return ++since_asked_ % kAskEvery == 0 && judge.stop(); };
    while (!contradiction_) {
        if (!propagate()) {
            resolve();
            if (should_stop()) return Answer::stopped;
            continue;
        }
        if (until_restart_ == 0) restart();
        switch (decide_next()) {
            case Step::decided:
                break;
            case Step::refuted:
                return Answer::unsatisfiable;
            case Step::complete:
                if (!consult_theory())
                    resolve();
                else if (judge.accept())
                    return Answer::satisfiable;
                if (should_stop()) return Answer::stopped;
        }
    }
    return Answer::unsatisfiable;
}

Sat::Step Sat::decide_next() {
    while (level() < assumptions_.size()) {
        const Lit assumption = assumptions_[level()];
        if (value_[assumption.code] < 0) return Step::refuted;
        if (value_[assumption.code] == 0) {
            decide(assumption);
            return Step::decided;
        }
        open_level();  // it holds already
    }
    const std::optional<std::uint32_t> variable = next_open();
    if (!variable) return Step::complete;
    decide({2 * *variable + (phase_[*variable] != 0 ? 0U : 1U)});
    return Step::decided;
}

std::optional<std::uint32_t> Sat::next_open() {
    if (trail_.size() == variables()) return std::nullopt;
    while (const std::optional<std::uint32_t> variable = order_.take_first())
        if (value_[2 * *variable] == 0) return variable;
    for (std::uint32_t variable = 0; variable < variables(); ++variable)
        if (value_[2 * variable] == 0) return variable;
    return std::nullopt;
}

void Sat::restart() {
    until_restart_ = kRestartUnit * luby(restarts_++);
    backtrack(0);
    return_to_guesses();
    if (learnt_count_ > most_learnt_) forget();
}

/// Drops the half of the learnt clauses that spread over most levels; nothing is decided.
void Sat::forget() {
    std::vector<std::uint32_t> spreads;  // of what was learnt
    for (const Reference clause : clauses_)
        if (arena_[clause + 1].code > kGlue) spreads.push_back(arena_[clause + 1].code);
    if (spreads.empty()) return;
    const auto middle = spreads.begin() + static_cast<std::ptrdiff_t>(spreads.size() / 2);
    std::nth_element(spreads.begin(), middle, spreads.end());
    const std::uint32_t most = std::max(*middle, kGlue + 1);
    const std::vector<Lit> old = std::move(arena_);
    const std::vector<Reference> references = std::move(clauses_);
    arena_.clear();
    clauses_.clear();
    for (std::vector<Watch>& each : watches_) each.clear();
    learnt_count_ = 0;
    for (const Lit literal : trail_) reason_[literal.variable()] = kNone;
    for (const Reference clause : references) {
        const std::uint32_t levels = old[clause + 1].code;
        if (levels >= most) continue;
        attach({old.data() + clause + kHeader, old[clause].code}, levels);
        if (levels != 0) ++learnt_count_;
    }
    most_learnt_ += most_learnt_ / 10;
    propagated_ = 0;
}

}  // namespace clmm::explorer
