#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "clmm/runtime/command_queue.h"

namespace clmm::runtime::testing {

/// What the work-groups of a kernel-instance leave behind.
struct Trace {
    static constexpr unsigned kMaxGroups = 32;

    std::atomic<std::uint32_t> executed = 0;  ///< a bit for each work-group
    std::atomic<bool> doubled = false;
    std::atomic<bool> stale = false;  ///< did not see what a command before it wrote
    std::atomic<std::uint64_t> first = ~std::uint64_t{0};  ///< ticket of the first start
    std::atomic<std::uint64_t> last = 0;                   ///< ticket of the last end
    int written[kMaxGroups] = {};  ///< plain memory: only order makes it readable

    void begin(std::uint64_t group, std::uint64_t ticket);
    void end(std::uint64_t ticket);
    [[nodiscard]] bool ran() const { return executed.load() != 0; }
};

struct ChildStep {
    unsigned groups = 1;
    int failure = 0;  ///< status with which its work-group 0 fails; 0: none
    EnqueueFlag flag = EnqueueFlag::no_wait;
    Trace trace;
};

/// One command or user event, as it was enqueued.
struct Step {
    enum class Kind { kernel, native, marker, barrier, copy, user };

    std::size_t number = 0;
    Kind kind = Kind::kernel;
    unsigned groups = 1;
    int failure = 0;  ///< of a kernel's work-group `failing_group`, or of a user event
    unsigned failing_group = 0;
    std::vector<std::unique_ptr<ChildStep>> children;
    std::vector<const Step*> waits_for;  ///< its wait list
    std::vector<const Step*> follows;    ///< by the order of its queue
    Event event;
    Trace trace;

    [[nodiscard]] bool has_groups() const { return kind == Kind::kernel || kind == Kind::native; }
};

/// Checks what happened against the graph, by its own reading of the rules; steps are in the order
/// of enqueuing. Problems are sentences.
[[nodiscard]] std::vector<std::string> replay(const std::vector<std::unique_ptr<Step>>& steps);

}  // namespace clmm::runtime::testing
