#pragma once

#include <functional>

#include "walk.h"

namespace clmm::runtime::launches {

/// A loop, gone through by a walk.
///
/// Idea     Where its turns can be counted out, it is. Else what it changes may be anything at the
///          head of a turn that the invariants allow: counters are their first value plus the
///          number of turns times their step; of the rest, candidates (bounds, powers of two, the
///          loop's condition, the same for the group) are tried, and those kept that hold before
///          the loop and after each turn.
///          Without barriers the turns of two work-items have nothing to do with one another: one
///          pass makes the accesses of any turn, another leaves the loop. With barriers there are
///          the first turn, any turn and the next one, so that what stands behind the last barrier
///          of a turn meets what stands before the first of the next, and the last two.
/// Errors   none: what is not found is not known.
class LoopWalk {
public:
    LoopWalk(Walk& walk, const Loop& loop) : walk_(walk), loop_(loop), terms_(walk.terms_) {}
    [[nodiscard]] Exits operator()(State in);

private:
    /// What a register holds at the head of a turn.
    enum class Kind : std::uint8_t { kept, counter, pointer, free };
    struct Plan {
        Kind kind = Kind::free;
        TermId step;             ///< of counters
        std::size_t memory = 0;  ///< of pointers
        bool was_kept = false;   ///< and is no more
        bool was_counter = false;
    };
    /// Of the registers at the head of a turn, and its number.
    using Condition = std::function<TermId(const std::vector<TermId>& registers, TermId turn)>;
    struct Head {
        State state;
        TermId turn;
        LoopPass pass{};
        std::uint64_t first_choice = 0;  ///< choices from here on are the pass's own
    };
    struct Trial {
        Head head;
        State back;
        bool goes_back = false;
    };

    class Quietly;

    [[nodiscard]] std::optional<Exits> counted_out(const State& in);
    [[nodiscard]] bool is_countable(const State& in, unsigned& turns);
    void find_invariants(const State& in);
    [[nodiscard]] bool classify(const State& in, const Trial& trial);
    [[nodiscard]] std::optional<TermId> step_of(const Head& head, TermId now, TermId next);
    [[nodiscard]] Head make_head(const State& in);
    void know_head(const State& in, const Head& head);
    [[nodiscard]] Trial attempt(const State& in);
    [[nodiscard]] bool settle(const State& in, const Trial& trial);
    void add_candidates(const State& in, const Trial& trial);
    void add_bounds(std::uint32_t reg, TermId entry);
    void add_counter_bounds(std::uint32_t reg, TermId entry, TermId step, TermId when);
    [[nodiscard]] std::vector<TermId> limits_of(const State& in, const Trial& trial);
    void add_conditions(const State& in, const Trial& trial);
    void add_condition(const Trial& trial, TermId term);
    void drop_at_entry(const State& in);
    [[nodiscard]] bool drop_after_turn(const Trial& trial);
    [[nodiscard]] bool drop_alike(const State& in, const Trial& trial);
    /// Which of these cannot be true.
    [[nodiscard]] std::vector<bool> impossible(Couple couple, const std::vector<TermId>& terms);
    [[nodiscard]] bool is_always_passed(const Trial& trial, std::size_t region);

    [[nodiscard]] Exits free_loop(State in);
    [[nodiscard]] Exits ordered_loop(State in);
    [[nodiscard]] Exits in_turns(const State& in);
    [[nodiscard]] Exits turn(State state, const Head& head);
    [[nodiscard]] Exits next_turn(const State& first_back, const State& in, State turned,
                                  const Head& head);
    [[nodiscard]] TermId leaves(const Exits& exits);
    [[nodiscard]] bool is_ordered(std::size_t access) const;
    [[nodiscard]] Exits left(const State& in, Exits exits, const Exits& first, TermId entered,
                             std::uint64_t first_choice);
    void restrict_active(TermId condition);
    void expect_first_turn(const State& in, const Head& head);
    [[nodiscard]] Exits body(State state) {
        return walk_.run(loop_.head, loop_.end, std::move(state), true);
    }

    Walk& walk_;
    const Loop& loop_;
    TermPool& terms_;
    std::map<std::uint32_t, Plan> plans_;
    std::vector<Condition> conditions_;
    std::vector<std::uint32_t> alike_;  ///< registers that are the same for the group
    bool has_candidates_ = false;
    bool same_turns_ = false;  ///< the group's work-items leave the loop together
    bool goes_back_ = true;
    std::array<bool, 2> ordered_{};
};

}  // namespace clmm::runtime::launches
