#pragma once

#include <array>
#include <set>
#include <unordered_map>
#include <vector>

#include "clmm/base/budget.h"
#include "clmm/model/term_solver.h"
#include "formulas.h"
#include "knowledge.h"
#include "products.h"
#include "symbols.h"

namespace clmm::runtime::launches {

/// Which work-items a question is about.
enum class Couple : std::uint8_t { one, same_group, other_groups };

/// The terms of any work-item as those of a first and a second one.
class Copies {
public:
    Copies(Symbols& symbols, Couple couple) : symbols_(symbols), couple_(couple) {}

    [[nodiscard]] TermId first(TermId term) { return copy(term, 0); }
    [[nodiscard]] TermId second(TermId term) { return copy(term, 1); }
    [[nodiscard]] TermId copy(TermId term, unsigned item);
    /// Of which choice of any work-item a choice is the copy; none where it is the launch's.
    struct Origin {
        std::uint64_t choice = 0;
        unsigned item = 0;
    };
    [[nodiscard]] const Origin* origin(std::uint64_t choice) const;
    /// Whether both items have this choice in common.
    [[nodiscard]] bool is_common(std::uint64_t choice) const;

private:
    [[nodiscard]] TermId copied_choice(TermId term, unsigned item);

    Symbols& symbols_;
    Couple couple_;
    std::array<std::unordered_map<TermId, TermId>, 2> memo_;
    std::unordered_map<std::uint64_t, Origin> origins_;
};

/// A question: terms that are to hold together, and what may be used of the items' knowledge.
struct Question {
    Couple couple = Couple::one;
    std::vector<TermId> together;       ///< of copies
    std::set<LoopPass> apart;           ///< passes in which the items are in different turns
    bool exact = true;                  ///< else products are known by their bounds alone
    bool without_races = false;         ///< … so far: two that read one place find the same
    std::uint32_t effort = 10'000'000;  ///< of the solver
};

/// Asks the solver about one or two work-items, with what is known of them.
///
/// Shape    values() are of all choices of the copies, after `satisfiable`.
/// Cost     a call of the solver or two; knowledge that shares no choice with the question stays
///          away from it.
class Questions {
public:
    using Answer = model::TermSolver::Answer;

    Questions(Symbols& symbols, const Knowledge& knowledge, model::TermSolver& solver,
              const Budget& budget)
        : symbols_(symbols),
          knowledge_(knowledge),
          solver_(solver),
          budget_(budget),
          products_(symbols),
          copies_{Copies(symbols, Couple::one), Copies(symbols, Couple::same_group),
                  Copies(symbols, Couple::other_groups)} {}

    [[nodiscard]] Copies& copies(Couple couple) {
        return copies_[static_cast<std::size_t>(couple)];
    }
    [[nodiscard]] Answer ask(const Question& question);
    /// Whether a term of one work-item can be true.
    [[nodiscard]] Answer possible(TermId term, std::uint32_t effort, bool exact = true);
    /// The value of a copy's term in the last answer that was `satisfiable`.
    [[nodiscard]] std::uint64_t value(TermId copied) const;
    [[nodiscard]] std::size_t asked() const { return asked_; }
    [[nodiscard]] bool late() const { return late_; }
    /// From now on.
    void have(const Budget& budget) {
        budget_ = budget;
        late_ = false;
    }

private:
    [[nodiscard]] Answer decide(const std::vector<TermId>& together, std::uint32_t effort);
    [[nodiscard]] bool holds(const std::vector<TermId>& together) const;

    Symbols& symbols_;
    const Knowledge& knowledge_;
    model::TermSolver& solver_;
    Budget budget_;
    Products products_;
    std::array<Copies, 3> copies_;
    model::ChoiceValues values_;
    std::size_t asked_ = 0;
    bool late_ = false;
};

}  // namespace clmm::runtime::launches
