#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "cross/candidates.h"
#include "cross/generator.h"

/// What the oracles of the target models share: every way to guess where reads take their values
/// from.
namespace clmm::oracle::targets {

/// What an instruction does to memory.
struct Effect {
    enum class Stored : std::uint8_t {
        given,    ///< `value`
        copied,   ///< what the instruction `source` of the same thread has read, and `value`
        added,    ///< what it reads, and `value`
        compared  ///< `value` where it reads `expected`; else nothing is written
    };
    bool reads = false;
    bool writes = false;
    bool observed = false;  ///< what it reads stays in a register
    int location = -1;
    Stored stored = Stored::given;
    int value = 0;
    int expected = 0;
    int source = -1;
    int returned = 0;  ///< where it reads nothing: what is in its register
};

/// An instruction in an execution. Initial writes come first, one per location, in no thread.
struct Operation {
    int thread = -1;
    int at = -1;
    Effect does;  ///< `writes` only where it takes place
    int has_read = 0;
    int has_written = 0;
};

struct Run {
    std::vector<Operation> operations;
    std::vector<int> reads_from;  ///< by operation; -1 for what reads nothing
    int locations = 0;

    [[nodiscard]] int size() const { return static_cast<int>(operations.size()); }
    [[nodiscard]] const Operation& operator[](int o) const {
        return operations[static_cast<std::size_t>(o)];
    }
    [[nodiscard]] bool is_initial(int o) const { return o < locations; }
    [[nodiscard]] bool reads(int o) const { return (*this)[o].does.reads; }
    [[nodiscard]] bool writes(int o) const { return (*this)[o].does.writes; }
    [[nodiscard]] bool accesses(int o) const { return reads(o) || writes(o); }
    [[nodiscard]] int source(int read) const { return reads_from[static_cast<std::size_t>(read)]; }
    [[nodiscard]] bool one_location(int a, int b) const {
        return accesses(a) && accesses(b) && (*this)[a].does.location == (*this)[b].does.location;
    }
    [[nodiscard]] bool one_thread(int a, int b) const {
        return !is_initial(a) && (*this)[a].thread == (*this)[b].thread;
    }
    [[nodiscard]] bool program_order(int a, int b) const { return one_thread(a, b) && a < b; }
    [[nodiscard]] Place place(int o) const { return {(*this)[o].thread, (*this)[o].at}; }
    /// Registers, then the values of `last`, the last write of each location.
    [[nodiscard]] Outcome outcome(const std::vector<int>& last) const;
};

/// A load, or else a store or, where it does both, a read-modify-write.
[[nodiscard]] Effect access(bool reads, bool writes, int location, int value);

/// By thread and instruction.
using Effects = std::vector<std::vector<Effect>>;

/// What `made_of(instruction, at)` makes of each instruction of each thread.
template <class Threads, class MadeOf>
[[nodiscard]] auto by_instruction(const Threads& threads, const MadeOf& made_of) {
    using Made = decltype(made_of(threads.front().body.front(), 0));
    std::vector<std::vector<Made>> all;
    for (const auto& thread : threads) {
        all.emplace_back();
        for (const auto& each : thread.body)
            all.back().push_back(made_of(each, static_cast<int>(all.back().size())));
    }
    return all;
}

/// The operations without their sources and values, initial writes first.
[[nodiscard]] Run all_operations(const Effects& threads, int locations);

/// Finds the values; whether they agree with the sources, and none rests on itself.
[[nodiscard]] bool settle(Run& run);

/// Every choice of sources whose values agree, and in which no value rests on itself.
void for_each_run(const Effects& threads, int locations,
                  const std::function<void(const Run&)>& visit);

/// `first`, `last` …: some way to choose one of each list.
void for_each_choice(const std::vector<std::vector<int>>& lists,
                     const std::function<void(const std::vector<int>&)>& visit);

/// About how many sources there are, times what `orders` says of so many writes of a location.
[[nodiscard]] double effort(const Effects& threads, const std::function<double(int)>& orders);

/// "r" and the instruction's number.
[[nodiscard]] std::string plain_register(std::size_t at);

/// A litmus text in columns: `head` is all above them; a column begins with the thread's place.
/// `lines` holds where a column has a line for each instruction.
[[nodiscard]] Printed in_columns(
    const std::string& head, const std::vector<std::vector<std::string>>& columns,
    const Effects& effects, int locations,
    const std::function<std::string(std::size_t)>& register_name = plain_register);

}  // namespace clmm::oracle::targets
