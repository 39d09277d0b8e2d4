#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "decision_order.h"

namespace clmm::explorer {

/// A Boolean variable or its negation.
struct Lit {
    std::uint32_t code = 0;  ///< 2 · variable + (1 where it is negated)

    [[nodiscard]] std::uint32_t variable() const { return code >> 1U; }
    [[nodiscard]] bool is_negated() const { return (code & 1U) != 0; }
    Lit operator~() const { return {code ^ 1U}; }
    friend auto operator<=>(const Lit&, const Lit&) = default;
};
using Clause = std::vector<Lit>;

/// What the clauses do not say: looks at each solution before it counts.
class Judge {
public:
    virtual ~Judge() = default;
    /// Every variable has a value. Otherwise adds clauses, one of which the solution breaks.
    [[nodiscard]] virtual bool accept() = 0;
    /// Asked now and then, at the same points in every run.
    [[nodiscard]] virtual bool stop() = 0;
};

/// What follows from literals that hold, beyond the clauses.
class Theory {
public:
    virtual ~Theory() = default;
    /// From now on, until it is taken back.
    virtual void assign(Lit literal) = 0;
    /// Draws consequences. False: they contradict one another; `conflict` is a clause that every
    /// solution satisfies and of which all literals are false.
    [[nodiscard]] virtual bool settle(Clause& conflict) = 0;
    /// A level opens. Everything assigned has been settled.
    virtual void push() = 0;
    /// Takes back all since so many levels were open.
    virtual void pop(std::size_t levels) = 0;
    /// Clauses that every solution satisfies, once each; empties them.
    [[nodiscard]] virtual std::vector<Clause> take_lemmas() = 0;
};

/// A conflict-driven solver: two watched literals a clause, learning of the first unique
/// implication point, decisions by activity, saved phases, Luby restarts; learnt clauses that help
/// little are forgotten at restarts. A theory is consulted after each decision that assumptions
/// make, and for the rest when every variable has a value: one of many completions is enough, and
/// most need no look before they are complete.
///
/// Shape    clauses and variables may come at any time, from a judge too: the trail then goes back
///          as far as the clause needs, no further, so that a listing which excludes what it found
///          goes on from where it was.
/// Errors   none; what it proved impossible stays impossible (`is_contradiction`).
class Sat {
public:
    [[nodiscard]] Lit fresh();
    /// One that follows from others as a rule: it is decided when nothing else is left.
    [[nodiscard]] Lit derived();
    /// The value with which it is decided at the start of each question and behind each restart,
    /// until the search knows better; false where nobody says. Without any guess all questions go
    /// on with the values that were decided last.
    void guess(Lit literal) {
        guesses_.resize(phase_.size());
        guesses_[literal.variable()] = literal.is_negated() ? 0 : 1;
    }
    void add(std::span<const Lit> clause);
    void add(std::initializer_list<Lit> clause) { add(std::span(clause.begin(), clause.size())); }

    /// Takes back all that was decided.
    void rest() { backtrack(0); }
    /// Becomes a copy of one that rests, but for the theory, which is one of the same. What this
    /// one knows for certain the other one has found out in the same way, and more.
    void adopt(const Sat& other);

    /// To be set before the first question; null: none.
    void set_theory(Theory* theory) { theory_ = theory; }

    enum class Answer : std::uint8_t { satisfiable, unsatisfiable, stopped };
    /// A solution under the assumptions that the judge accepts; value() then speaks of it, until
    /// something is added.
    [[nodiscard]] Answer solve(const std::vector<Lit>& assumptions, Judge& judge);

    /// Decides these, in order, and what follows from them, with the theory: false where that is a
    /// contradiction, which is learnt.
    [[nodiscard]] bool propose(const Clause& literals);
    /// What follows by clauses alone from one literal more than was proposed; nothing where that
    /// is a contradiction.
    [[nodiscard]] std::optional<Clause> implied(Lit literal);
    /// All clauses learnt so far are kept for good: something else rests on them.
    void keep_learnt();
    /// Calls f(clause) for those that are kept for good; of units it says nothing (fixed()).
    template <class F>
    void for_each_clause(F&& f) {
        for (const Reference clause : clauses_)
            if (arena_[clause + 1].code == 0) f(all(clause));
    }

    [[nodiscard]] int value(Lit literal) const { return value_[literal.code]; }
    [[nodiscard]] bool holds(Lit literal) const { return value_[literal.code] > 0; }
    [[nodiscard]] bool is_contradiction() const { return contradiction_; }
    [[nodiscard]] std::size_t variables() const { return level_.size(); }
    /// So many variables that led to recent conflicts, if there are so many that are not fixed;
    /// nothing is decided.
    [[nodiscard]] std::vector<std::uint32_t> most_active(std::size_t count) const;
    [[nodiscard]] std::uint64_t conflicts() const { return conflicts_; }
    [[nodiscard]] std::uint64_t theory_conflicts() const { return theory_conflicts_; }
    /// Known whatever else is decided: 1 true, -1 false, 0 open.
    [[nodiscard]] int fixed(Lit literal) const {
        return level_[literal.variable()] == 0 ? value_[literal.code] : 0;
    }

private:
    using Reference = std::uint32_t;  ///< of a clause: its place in the arena
    static constexpr Reference kNone = std::numeric_limits<Reference>::max();
    static constexpr std::uint32_t kHeader = 2;  ///< size; distinct levels where it is learnt, or 0
    struct Watch {
        Reference clause;
        Lit other;  ///< if true, the clause needs no look
    };

    [[nodiscard]] std::uint32_t level() const { return static_cast<std::uint32_t>(limits_.size()); }
    [[nodiscard]] std::uint32_t level_of(Lit literal) const { return level_[literal.variable()]; }
    [[nodiscard]] std::span<Lit> all(Reference clause) {
        return {arena_.data() + clause + kHeader, arena_[clause].code};
    }

    Lit create(bool is_decided);
    Reference attach(std::span<const Lit> clause, std::uint32_t levels);
    void assign(Lit literal, Reference reason);
    void open_level();
    void decide(Lit literal);
    void backtrack(std::uint32_t to);
    /// False: `conflict_` is a clause that is false.
    [[nodiscard]] bool propagate();
    [[nodiscard]] bool consult_theory();
    [[nodiscard]] Reference visit_watches(Lit falsified);
    /// Moves a watch to a literal that is not false; whether there is one.
    bool rewatch(Reference clause, Lit other);
    /// Goes back to what these assumptions and the last ones begin with.
    void begin(const Clause& assumptions);
    void return_to_guesses();

    /// Learns from `conflict_`.
    void resolve();
    void keep_conflict(std::uint32_t highest);
    void collect(Clause& learnt);
    void note(Lit literal, Clause& learnt, std::uint32_t& open);
    void minimise(Clause& learnt);
    void learn(Clause& learnt);
    [[nodiscard]] std::uint32_t distinct_levels(const Clause& clause);

    enum class Step : std::uint8_t { decided, complete, refuted };
    [[nodiscard]] Step decide_next();
    [[nodiscard]] std::optional<std::uint32_t> next_open();
    void restart();
    void forget();

    std::vector<Lit> arena_;  ///< headers as the codes of literals
    std::vector<Reference> clauses_;
    std::vector<std::vector<Watch>> watches_;  ///< by literal: clauses that watch it
    std::vector<std::int8_t> value_;           ///< by literal
    std::vector<std::uint32_t> level_;         ///< by variable, as the rest
    std::vector<Reference> reason_;
    std::vector<std::uint8_t> phase_;
    std::vector<std::uint8_t> guesses_;  ///< phases, of as many variables; empty: there are none
    std::vector<std::uint8_t> seen_;
    std::vector<Lit> trail_;
    std::size_t propagated_ = 0;
    std::vector<std::size_t> limits_;  ///< by level: where it starts on the trail
    std::vector<std::size_t> reads_;   ///< by level: how far the theory had read when it opened
    std::size_t read_ = 0;             ///< how much of the trail the theory knows
    Theory* theory_ = nullptr;
    Clause conflict_;
    bool conflict_is_new_ = false;  ///< no clause that is kept, but the theory's
    DecisionOrder order_;
    std::vector<Lit> assumptions_;
    std::vector<std::uint32_t> level_mark_;
    std::uint32_t mark_ = 0;
    bool contradiction_ = false;
    std::uint64_t conflicts_ = 0;
    std::uint64_t theory_conflicts_ = 0;
    std::uint64_t restarts_ = 0;
    std::uint64_t until_restart_ = 100;
    std::uint64_t since_asked_ = 0;
    std::size_t learnt_count_ = 0;
    std::size_t most_learnt_ = 4000;
};

}  // namespace clmm::explorer
