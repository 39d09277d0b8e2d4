#pragma once

#include <atomic>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "clmm/runtime/controlled.h"
#include "controlled/points.h"
#include "execute/block.h"

namespace clmm::runtime {

/// A work-group of a controlled run: a block of one lane for each work-item.
class ControlledGroup {
public:
    virtual ~ControlledGroup() = default;
    [[nodiscard]] virtual unsigned items() const = 0;
    [[nodiscard]] virtual Block& block(unsigned item) = 0;
    [[nodiscard]] virtual const Points& points(unsigned item) const = 0;
    /// All work-items that have not ended wait: those that can go on, go on. Throws where none can.
    virtual void release() = 0;
    /// Sub-groups, all of whose work-items wait for one another, go on; whether there was one.
    virtual bool release_sub_groups() { return false; }
    /// Before an access: throws where it may not be made.
    virtual void check(unsigned /*item*/, const Step& /*step*/) {}
    /// Whether an access may be where no memory is, which is found out when it is made.
    [[nodiscard]] virtual bool may_miss_memory() const { return false; }
    /// All work-items have ended, or it was cancelled; this object goes next.
    virtual void ended() {}
    /// It is to go on no more.
    [[nodiscard]] virtual bool is_cancelled() const { return false; }
    /// Its execution threw: whether the others go on.
    [[nodiscard]] virtual bool failed(const std::exception_ptr& /*error*/) { return false; }
};

/// What takes steps beside work-items: a host thread, a command.
class ControlledAgent {
public:
    virtual ~ControlledAgent() = default;
    /// Goes on to what it does next that others may notice; none: it waits, or has ended.
    [[nodiscard]] virtual std::optional<Step> next() = 0;
    /// Does that.
    virtual void take() = 0;
    [[nodiscard]] virtual bool has_ended() const = 0;
    /// Where it is, and what it knows there, to see whether it goes round in a loop.
    [[nodiscard]] virtual std::uint32_t place() const { return 0; }
    [[nodiscard]] virtual const std::vector<std::byte>& knowledge() const {
        static const std::vector<std::byte> nothing;
        return nothing;
    }
};

/// Executes work-groups on this thread, beside agents if there are some, a step of one work-item
/// after the other, in the order that a schedule says.
///
/// Idea     each work-item goes on by itself until what it does next may be noticed by others: an
///          access to memory that is not private, say. There it stops. Of all that have stopped the
///          schedule chooses the next; this one takes its step and goes on to the next.
///          A work-item that comes to a place as it was there before, with nothing done by
///          anybody in between, waits in a loop: it goes on when something has been done.
/// Errors   what work-groups throw.
/// Threads  one.
class ControlledRun {
public:
    /// The group of this number, from 0 on, asked for in turn; null behind the last.
    using Groups = std::function<std::unique_ptr<ControlledGroup>(std::uint32_t)>;

    ControlledRun(Schedule& schedule, const ControlOptions& options,
                  const std::atomic<bool>& cancelled);
    ControlledRun(Schedule& schedule, const ControlOptions& options,
                  const std::atomic<bool>& cancelled, Groups groups)
        : ControlledRun(schedule, options, cancelled) {
        add(std::move(groups));
    }

    /// They start when those before have, and there is room.
    void add(Groups groups) { sources_.push_back({std::move(groups), 0}); }
    void add(std::shared_ptr<ControlledAgent> agent);
    /// Lets agents go on that waited.
    void look_at_agents();
    /// Takes one step. None: it was taken.
    [[nodiscard]] std::optional<RunEnd> step();
    /// Drops groups that are cancelled.
    void remove_cancelled();

    /// What chooses the writes that loads read, with weak memory, and what fails for no reason: the
    /// schedule, but that a work-item which goes round in a loop reads the last ones, and succeeds.
    [[nodiscard]] Schedule& writes() { return writes_; }
    RunEnd operator()();
    /// Where work-items are that have not ended.
    struct ItemPosition {
        Block* block;
        std::uint32_t at;
        bool spins;
    };
    [[nodiscard]] std::vector<ItemPosition> places();

private:
    class Writes : public Schedule, public Block::Failures {
    public:
        explicit Writes(Schedule& schedule) : schedule_(schedule) {}
        [[nodiscard]] std::optional<std::size_t> choose_step(std::span<const Step> steps) override {
            return schedule_.choose_step(steps);
        }
        [[nodiscard]] std::size_t choose_write(std::size_t count) override {
            return last_only ? count - 1 : schedule_.choose_write(count);
        }
        [[nodiscard]] bool choose_failure() override {
            const bool fails = !last_only && schedule_.choose_failure();
            has_failed = has_failed || fails;
            return fails;
        }
        [[nodiscard]] bool fails() override { return choose_failure(); }
        bool last_only = false;
        bool has_failed = false;  ///< a weak compare-exchange, for no reason

    private:
        Schedule& schedule_;
    };

    /// A work-item as it was at a place.
    struct Visit {
        std::vector<std::byte> state;
        std::uint64_t effects = 0;  ///< done by anybody until then
        unsigned times = 0;         ///< it was here again so
    };
    struct Item {
        enum class State : std::uint8_t { stopped, spinning, waiting, ended };
        State state = State::stopped;
        Step step;
        std::map<std::uint32_t, Visit> visits;  ///< since its own last effect
        bool reads_last = false;                ///< it went round in a loop with older values
        bool has_failed = false;                ///< … or what failed for no reason
    };
    struct Group {
        std::uint32_t first_item = 0;
        std::unique_ptr<ControlledGroup> code;
        std::vector<Item> items;
        unsigned going = 0;  ///< stopped or spinning
    };
    struct Agent {
        std::shared_ptr<ControlledAgent> code;
        Item item;
    };
    struct Source {
        Groups groups;
        std::uint32_t next = 0;
    };

    bool start_group();
    [[nodiscard]] std::unique_ptr<ControlledGroup> next_group();
    void settle(Agent& agent);
    void take_agent(Agent& agent, const Step& step);
    void take_item(Group& group, unsigned item, const Step& step);
    [[nodiscard]] bool is_cancelled(const Group& group) const;
    [[nodiscard]] bool is_late();
    [[nodiscard]] bool may_open();
    template <class Work>
    void guarded(Group& group, Work&& work);
    template <class Condition>
    void remove_groups(const Condition& condition);
    [[nodiscard]] bool repeats(Item& self, std::uint32_t place, std::vector<std::byte> state,
                               unsigned enough);
    void settle(Group& group, unsigned item, bool leave);
    void arrive(Group& group, unsigned item, Block::Outcome outcome);
    void stop_at_step(Group& group, unsigned item, const Step& step);
    void settle_group(Group& group);
    void remove_ended();
    void take(const Step& step);
    void note_effect(const Step& step, const std::vector<std::byte>& before, Item& item);
    void wake_all();
    [[nodiscard]] std::pair<Group*, unsigned> find(std::uint32_t item);
    [[nodiscard]] std::span<const Step> fair_steps();
    void insert_ready(const Step& step);
    void erase_ready(std::uint32_t item);

    Schedule& schedule_;
    Writes writes_;
    ControlOptions options_;
    const std::atomic<bool>& cancelled_;
    std::deque<Source> sources_;
    std::uint32_t next_item_ = 0;
    bool is_late_ = false;  ///< the budget is spent: work-items stay where they are
    bool is_cut_ = false;   ///< so are the steps
    std::map<std::uint32_t, Agent> agents_;
    std::uint32_t resident_items_ = 0;
    std::vector<std::unique_ptr<Group>> resident_;  ///< ascending by first_item
    std::vector<Step> ready_;                       ///< ascending by item
    std::vector<Step> others_;                      ///< ready but for one that must yield
    std::uint64_t effects_ = 0;
    std::uint64_t steps_ = 0;
    std::uint32_t last_ = ~std::uint32_t{0};
    unsigned streak_ = 0;  ///< steps of `last_` without an effect, one after the other
};

}  // namespace clmm::runtime
