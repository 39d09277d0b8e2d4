// The kernel that executes the test, and what it does around it.

#include <algorithm>
#include <atomic>
#include <optional>

#include "launch_flags.h"
#include "machine_code/program.h"

namespace clmm::hardware::machine_code {
namespace {

constexpr std::size_t kMostRegisters = 16;

std::uint32_t load(std::uint32_t& place) {
    return std::atomic_ref(place).load(std::memory_order_relaxed);
}
void store(std::uint32_t& place, std::uint32_t value) {
    std::atomic_ref(place).store(value, std::memory_order_relaxed);
}

/// Two accesses in a row, so many times.
void disturb(StressPattern pattern, std::uint32_t iterations, std::uint32_t& place) {
    const bool stores_first =
        pattern == StressPattern::store_store || pattern == StressPattern::store_load;
    const bool stores_then =
        pattern == StressPattern::store_store || pattern == StressPattern::load_store;
    for (std::uint32_t turn = 0; turn < iterations; ++turn) {
        stores_first ? store(place, turn) : static_cast<void>(load(place));
        stores_then ? store(place, turn) : static_cast<void>(load(place));
    }
}

std::uint32_t mix(std::uint32_t x) {
    x = (x ^ (x >> 16U)) * 0x7feb352dU;
    x = (x ^ (x >> 15U)) * 0x846ca68bU;
    return x ^ (x >> 16U);
}

/// Where a register's value goes.
struct Column {
    std::uint32_t* results;          ///< by instance
    std::optional<std::size_t> reg;  ///< in X86Thread::registers; none: the thread has no such one
};

/// A thread of the test on one of the host's.
class Executor {
public:
    Executor(const Harness::Parts& parts, const Functions& functions, const Call& call,
             std::uint32_t group)
        : parts_(parts),
          layout_(parts.layout),
          tuning_(parts.tuning),
          memory_(call.buffers[0]),
          sync_(call.buffers[3]),
          seed_(call.values[1]),
          group_(group),
          slot_(group % layout_.groups.size()),
          team_(static_cast<std::uint32_t>(group / layout_.groups.size())) {
        const std::size_t role = layout_.groups[slot_].roles.front();
        const std::size_t unit = layout_.roles[role].unit.index();
        thread_ = &parts.x86[unit];
        function_ = functions[unit];
        take_columns(role, call.buffers[1]);
        addresses_.resize(layout_.block * thread_->locations.size());
        registers_.resize(layout_.block * kMostRegisters);
    }

    void operator()() {
        const std::uint32_t every = std::max(1U, tuning_.batch / layout_.block);
        for (std::uint32_t step = 0; step < layout_.steps; ++step) {
            const std::uint32_t first = block(step) * layout_.block;
            take_addresses(first);
            if (step % every == 0) meet(step, step / every);
            run();
            give_results(first);
        }
    }

private:
    void take_columns(std::size_t role, std::uint32_t* results) {
        for (std::size_t i = 0; i < parts_.observed.size(); ++i) {
            const Observed& observed = parts_.observed[i];
            if (observed.location != nullptr || observed.role != role) continue;
            const auto found = std::ranges::find(thread_->registers, observed.reg);
            Column made{results + i * (layout_.instances + std::size_t{1}), {}};
            if (found != thread_->registers.end())
                made.reg = static_cast<std::size_t>(found - thread_->registers.begin());
            columns_.push_back(made);
        }
    }

    [[nodiscard]] std::uint32_t block(std::uint32_t step) const {
        const std::uint32_t steps = layout_.steps;
        if (tuning_.indirection)
            step = static_cast<std::uint32_t>(
                (std::uint64_t{step} * coprime(tuning_.permutation, steps) + seed_ % steps) %
                steps);
        return step * layout_.teams + team_;
    }

    void take_addresses(std::uint32_t first) {
        std::size_t next = 0;
        for (std::uint32_t lane = 0; lane < layout_.block; ++lane)
            for (const std::size_t location : thread_->locations) {
                std::uint32_t* const at =
                    place(layout_, layout_.objects[location], memory_, first + lane);
                addresses_[next++] = at;
                if (tuning_.preload) static_cast<void>(load(*at));
            }
    }

    /// The threads of an instance wait for one another, within bounds; some go on later.
    void meet(std::uint32_t step, std::uint32_t number) {
        if (layout_.groups.size() > 1) {
            const std::uint32_t limit = misses_ > 4 ? 0
                                        : step == 0 ? tuning_.spin_limit * 64
                                                    : tuning_.spin_limit;
            std::atomic_ref here(sync_[std::size_t{number} * layout_.teams + team_]);
            here.fetch_add(1, std::memory_order_relaxed);
            std::uint32_t turn = 0;
            while (turn < limit && here.load(std::memory_order_relaxed) < layout_.groups.size())
                ++turn;
            if (turn >= limit) ++misses_;
        }
        if (tuning_.random_delay == 0) return;
        const std::uint32_t late = mix(seed_ ^ step * 977U ^ group_) % (tuning_.random_delay + 1);
        for (std::uint32_t turn = 0; turn < late; ++turn) static_cast<void>(load(*sync_));
    }

    void run() {
        void* const* addresses = addresses_.data();
        std::uint32_t* registers = registers_.data();
        const std::size_t step = thread_->locations.size();
        for (std::uint32_t lane = 0; lane < layout_.block; ++lane) {
            function_(addresses, registers);
            addresses += step;
            registers += kMostRegisters;
        }
    }

    void give_results(std::uint32_t first) const {
        for (const Column& column : columns_)
            for (std::uint32_t lane = 0; lane < layout_.block; ++lane)
                column.results[first + lane] =
                    column.reg ? registers_[lane * kMostRegisters + *column.reg] : 0;
    }

    const Harness::Parts& parts_;
    const Layout& layout_;
    const Tuning& tuning_;
    std::uint32_t *memory_, *sync_;
    std::uint32_t seed_, group_;
    std::size_t slot_;    ///< the group of the test
    std::uint32_t team_;  ///< whose instances
    const targets::X86Thread* thread_ = nullptr;
    targets::X86Function* function_ = nullptr;
    std::vector<Column> columns_;
    std::vector<void*> addresses_;          ///< of a block's instances, one after the other
    std::vector<std::uint32_t> registers_;  ///< likewise
    std::uint32_t misses_ = 0;
};

}  // namespace

void execute(const Harness::Parts& parts, const Functions& functions, const Call& call) {
    const Layout& layout = parts.layout;
    const Tuning& tuning = parts.tuning;
    const std::uint32_t* groups = call.buffers[2];
    const std::uint32_t group = groups[call.group], flags = call.values[0];
    const std::size_t targets = std::size_t{layout.testing_groups} + layout.stress_groups;
    std::uint32_t& target =
        call.buffers[4][groups[targets + group % std::max(1U, tuning.stress_targets)]];
    if (group >= layout.testing_groups) {
        if ((flags & kFlagStress) != 0)
            disturb(tuning.stress_pattern, tuning.stress_iterations, target);
        return;
    }
    if ((flags & kFlagPreStress) != 0)
        disturb(tuning.pre_stress_pattern, tuning.pre_stress_iterations, target);
    Executor(parts, functions, call, group)();
}

}  // namespace clmm::hardware::machine_code
