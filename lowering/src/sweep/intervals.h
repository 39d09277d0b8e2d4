#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "clmm/generator/program.h"
#include "clmm/skeletons/order_steps.h"
#include "clmm/skeletons/skeleton.h"
#include "clmm/skeletons/strengthening.h"

namespace clmm::lowering {

/// Programs that differ in the orders of their operations alone, and of which it follows from
/// others that they are sound.
///
/// Idea     let what the lowering of a weak program ends in be allowed by the source for a strong
///          one. For any program between the two, the target allows no more than for the weak one,
///          and the source no less than for the strong one. That it is between them is found
///          operation by operation: that with each order alone in place of the weak program's the
///          target's structure is stronger (skeletons::Strengthening), and with the strong
///          program's in place of it the source's (skeletons::OrderSteps). This suffices for all at
///          once since an event's sets, in either, are its own operation's, and nothing else is
///          asked of the others. So are the registers that an operation takes: such a program is
///          lowered where there are enough for all.
/// Threads  one at a time.
/// Tests    tests/unit/lowering/intervals_test.cpp
class Intervals {
public:
    using Program = generator::Program;
    using MemoryOrder = generator::MemoryOrder;
    using States = std::vector<generator::State>;

    /// As Lowered says.
    struct Registers {
        std::uint32_t kept = 0, passing = 0;
    };
    /// Of an operation; the second one where it is a compare-exchange, and relaxed elsewhere.
    struct Order {
        MemoryOrder order, failure;
        friend auto operator<=>(const Order&, const Order&) = default;
    };

    /// What is asked of programs, which may be other ones than a sweep comes to.
    struct Questions {
        /// What the lowering ends in. Nothing: that is not known for certain, and exactly.
        std::function<std::optional<States>(const Program&)> target_states;
        /// Whether the source allows all of these.
        std::function<bool(const Program&, const States&)> source_allows;
        /// The registers that the lowering takes. Nothing: it is not lowered.
        std::function<std::optional<Registers>(const Program&)> registers;
        /// Their events, all with this order. Nothing: there are none.
        std::function<const skeletons::Skeleton*(const Program&, MemoryOrder)> source_skeleton;
        std::function<std::optional<litmus::EventStructure>(const Program&)> target_structure;
    };

    /// Keeps the models by reference. `registers`: as many there are for a thread.
    Intervals(const model::MemoryModel& source, const model::MemoryModel& target,
              Questions questions, std::size_t registers);

    [[nodiscard]] bool has(const Program& program);
    /// Looks for weaker and stronger programs around one that is sound.
    void add(const Program& program);

private:
    using Orders = std::vector<Order>;  ///< by operation that has one
    using TargetFacts = std::shared_ptr<const skeletons::Strengthening::Facts>;
    struct Interval {
        Program weak, strong;
        Orders weak_orders, strong_orders;
        Registers registers;  ///< of the weak program
    };
    /// Of one program, whatever its orders are.
    struct Family {
        std::vector<Interval> intervals;
        std::size_t attempts = 0, hits = 0;
        /// By operation, order and order: whether the program with the second one alone in place of
        /// the first is stronger. 0: not known; else 1 or -1.
        std::vector<std::int8_t> source_steps, target_steps;
        std::shared_ptr<const skeletons::OrderSteps::Facts> source_facts;
        std::vector<std::vector<std::size_t>> events;  ///< of the source, by operation
        /// Of steps of the target, as many registers as are kept more, and the most that pass.
        std::vector<Registers> registers;
    };
    enum class Side : std::uint8_t { source, target };

    [[nodiscard]] Family& family_of(const Program& program, std::size_t operations);
    /// Whether `program` with another order of one operation, `from` or `to`, is stronger with the
    /// latter.
    [[nodiscard]] bool is_step(Family& family, Side side, const Program& program,
                               std::size_t operation, const Order& from, const Order& to);
    [[nodiscard]] Registers taken(const Program& program, std::size_t operation, const Order& from,
                                  const Order& to) const;
    [[nodiscard]] bool has_registers(const Family& family, const Interval& interval,
                                     const Orders& orders) const;
    /// Whether the source allows for the one program what the target ends in for the other.
    [[nodiscard]] bool fit(const Program& weak, const Program& strong) const;
    [[nodiscard]] bool is_source_step(Family& family, const Program& program, std::size_t operation,
                                      const Order& from, const Order& to);
    [[nodiscard]] bool is_target_step(const Program& program, std::size_t operation,
                                      const Order& from, const Order& to);
    void find_source_facts(Family& family, const Program& program);
    [[nodiscard]] const TargetFacts& target_facts(const Program& program);
    [[nodiscard]] bool is_in(Family& family, const Interval& interval, const Orders& orders);
    [[nodiscard]] std::optional<Interval> whole(Family& family, const Program& program);
    [[nodiscard]] Interval grown(Family& family, const Program& program);

    skeletons::OrderSteps source_;
    skeletons::Strengthening target_;
    Questions ask_;
    std::size_t registers_;
    std::unordered_map<std::string, Family> families_;
    const Family* last_ = nullptr;
    std::map<Orders, TargetFacts> target_facts_;  ///< of the last family's programs
};

}  // namespace clmm::lowering
