#pragma once

#include <cstdint>
#include <vector>

#include "execute/code.h"
#include "execute/lanes.h"
#include "execute/register.h"

namespace clmm::runtime {

class GroupRun;

/// Work-items of one work-group that run together, an instruction at a time for all of them.
///
/// Lanes that branch apart become fragments: each a place in the code and the lanes that are
/// there. The fragment that is furthest back runs, so that the others wait where the code comes
/// together again and are taken up there. A fragment that goes round in a loop while others wait
/// steps back after some turns, since it may wait for one of them.
///
/// Registers are arrays over the lanes. A fragment writes only its own lanes of a register that
/// lives beyond a basic block; fragments change at the ends of basic blocks only, so that
/// temporaries need no such care.
///
/// Shape    lanes are consecutive local linear IDs.
/// Threads  one.
/// Tests    tests/unit/runtime-exec/execute/divergence_test.cpp
class Block {
public:
    /// Lanes that are now running: all of the range, or `count` of it.
    struct Active {
        unsigned begin = 0;
        unsigned end = 0;
        unsigned count = 0;
        bool is_range = true;
        bool all_live = true;  ///< no other lane of the block has work left
    };
    enum class Outcome : std::uint8_t { finished, waiting, out_of_turn };

    /// Memory for blocks of this code and this many lanes; constants are set.
    Block(const Code& code, unsigned lanes);

    /// At the start of the code, for lanes [first, first + count) of the group.
    void start(GroupRun& group, unsigned first, unsigned count);
    /// Until all lanes have ended or wait, or for so many turns of loops.
    Outcome run();

    // ---- for controlled runs, of blocks with one lane ----

    /// At which instructions such a run stops.
    enum class Stop : std::uint8_t {
        none,
        step,      ///< an access, or something else that others may notice
        together,  ///< a barrier or group function: the lane waits
    };
    /// Goes on until the next instruction is one to stop at, or for so many turns of loops.
    /// `leave`: executes the instruction where it is now in any case.
    Outcome run_to_stop(const Stop* stops, bool leave);
    /// The next instruction, of a lane that has not ended.
    [[nodiscard]] std::uint32_t place() const { return pending_.front().at; }
    /// Whether it waits at an instruction that is executed together.
    [[nodiscard]] bool waits() const {
        return !pending_.empty() && pending_.front().state == State::waiting;
    }

    /// Decides which weak compare-exchanges fail that need not. [C11 7.17.7.4 paragraph 4]
    class Failures {
    public:
        virtual ~Failures() = default;
        [[nodiscard]] virtual bool fails() = 0;
    };
    /// From now on; null: none does.
    void have_failures(Failures* failures) { failures_ = failures; }

    // ---- for handlers ----

    [[nodiscard]] bool has_failures() const { return failures_ != nullptr; }
    /// Whether a weak compare-exchange that found what it expects fails.
    [[nodiscard]] bool fails() { return has_failed_ = failures_ != nullptr && failures_->fails(); }
    /// Whether the last one did.
    [[nodiscard]] bool take_failure() { return std::exchange(has_failed_, false); }

    [[nodiscard]] Register& reg(std::uint32_t index) { return registers_[index]; }
    [[nodiscard]] const Active& active() const { return active_; }
    /// The active lanes, ascending, where they are no range.
    [[nodiscard]] const std::uint16_t* list() {
        if (!has_list_) make_list();
        return list_.data();
    }
    /// For each lane, whether it is active: 0 or 1.
    [[nodiscard]] const std::uint8_t* mask() {
        if (!has_mask_) make_mask();
        return mask_.data();
    }
    [[nodiscard]] GroupRun& group() { return *group_; }
    [[nodiscard]] unsigned lanes() const { return count_; }
    /// Local linear ID of lane 0.
    [[nodiscard]] unsigned first_item() const { return first_; }
    [[nodiscard]] const std::uint32_t* local_ids(unsigned dimension) const {
        return local_ids_[dimension].data();
    }
    [[nodiscard]] std::byte* private_memory() { return private_memory_; }
    [[nodiscard]] std::byte* scratch(unsigned which) { return scratch_[which].data(); }

    /// Makes `data` hold all elements, of `size` bytes.
    void fill(Register& reg, unsigned size);
    /// Whether a register may be written without regard to lanes that are not active.
    [[nodiscard]] bool writes_freely(const Instruction& i) const {
        return i.temporary || active_.all_live;
    }
    /// Before active lanes of it are written alone.
    void keep_others(Register& reg, const Instruction& i) {
        if (!writes_freely(i)) fill(reg, i.sizes[0]);
        reg.become_general();
    }
    /// Calls `work(lane)` for every active lane.
    template <class Work>
    void for_active(Work&& work) {
        if (active_.is_range) {
            for (unsigned lane = active_.begin; lane < active_.end; ++lane) work(lane);
            return;
        }
        const std::uint16_t* lanes = list();
        for (unsigned i = 0; i < active_.count; ++i) work(unsigned{lanes[i]});
    }

    // ---- control flow ----

    void jump(std::int64_t target) { at_ = static_cast<std::uint32_t>(target); }
    /// The lanes in `taken`, some of the active ones but not all, go on at `target`.
    void split(const LaneSet& taken, std::uint32_t target);
    /// At a place where lanes may come together. `turns`: 0, or for how many turns of this loop
    /// others are let wait.
    void join(std::int64_t turns);
    void finish();
    /// The active lanes wait at the instruction that runs.
    void park();
    [[nodiscard]] bool has_all_lanes() const { return active_.count == count_; }
    [[nodiscard]] const LaneSet& active_set() const { return set_; }

    // ---- for the group ----

    struct Waiting {
        std::uint32_t at = 0;
        LaneSet lanes;
    };
    /// Lanes that wait, by the instruction at which they do.
    [[nodiscard]] std::vector<Waiting> waiting() const;
    [[nodiscard]] const LaneSet& ended() const { return ended_; }
    /// Lanes that wait at `at` go on behind it; all of them as one fragment.
    void release(std::uint32_t at, const LaneSet& lanes);
    /// Makes them the active ones for a moment, for an instruction that the group executes.
    void activate(const LaneSet& lanes);
    [[nodiscard]] const Code& code() const { return code_; }

private:
    enum class State : std::uint8_t { ready, stepped_back, waiting };
    struct Fragment {
        std::uint32_t at = 0;
        State state = State::ready;
        LaneSet lanes;
    };

    void make_list();
    void make_mask();
    void find_local_ids();
    bool take_next();
    void take(std::size_t index);
    void suspend(State state, std::uint32_t at);
    void merge_here(std::uint32_t at);
    void note_pending();

    const Code& code_;
    unsigned capacity_;
    std::vector<std::byte> memory_;
    std::vector<Register> registers_;
    std::vector<std::byte> private_;
    std::byte* private_memory_ = nullptr;  ///< in private_, aligned
    std::array<std::vector<std::uint32_t>, 3> local_ids_;
    std::array<std::vector<std::byte>, 4> scratch_;

    GroupRun* group_ = nullptr;
    unsigned first_ = 0;
    unsigned count_ = 0;
    std::array<std::uint64_t, 3> ids_of_ = {0, 0, 0};  ///< group size that local_ids_ are of
    unsigned ids_first_ = 0;
    unsigned ids_count_ = 0;

    Failures* failures_ = nullptr;
    bool has_failed_ = false;
    std::uint32_t at_ = 0;
    bool stopped_ = false;
    Active active_;
    LaneSet set_;
    std::vector<std::uint16_t> list_;
    std::vector<std::uint8_t> mask_;
    bool has_list_ = false;
    bool has_mask_ = false;
    LaneSet live_;
    LaneSet ended_;
    std::vector<Fragment> pending_;
    std::uint32_t first_pending_ = ~std::uint32_t{0};  ///< where the furthest back is ready
    std::int64_t turns_ = 0;
    std::int64_t budget_ = 0;
};

/// The element of the one lane of a block.
[[nodiscard]] std::uint64_t only_value(Block& block, std::uint32_t reg, unsigned size);
/// Registers and private memory of a block of one lane.
[[nodiscard]] std::vector<std::byte> state_of(Block& block);

}  // namespace clmm::runtime
