#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generator.h"

/// Small host programs and what the text's rules for commands make of them.
namespace clmm::oracle {

/// What a kernel, a callback or a host thread does to memory.
struct Use {
    bool writes = false;
    int location = 0;
    int value = 0;    ///< written
    int output = -1;  ///< where what is read is stored; -1: in a register, observed
};

struct Command {
    enum class Kind : std::uint8_t {
        kernel,
        fill,
        marker,
        barrier,
        map,
        unmap
    } kind = Kind::kernel;
    int queue = 0;
    int items = 1;  ///< of a kernel; each does `use`, the second one in a group of its own
    Use use = {};   ///< of a kernel; of other commands the location
    Mapping mapping = Mapping::map_to_read;
    bool blocking = false;   ///< of map
    std::vector<int> waits;  ///< for earlier commands of its thread
    bool waits_for_user_event = false;
    enum class Child : std::uint8_t { none, no_wait, wait_kernel, wait_work_group };
    Child child = Child::none;  ///< a kernel enqueues it before or after its use
    bool enqueues_first = false;
    Use child_use = {};
    int callback = -1;  ///< index into callbacks
};

struct HostStep {
    enum class Kind : std::uint8_t { use, enqueue, wait, finish, set_user_event } kind = Kind::use;
    Use use = {};
    int command = -1;  ///< enqueued, or waited for
    int queue = 0;
};

struct HostProgram {
    std::vector<Location> locations;  ///< the first two are used, others hold what was read
    std::vector<bool> in_order;       ///< by queue
    std::vector<Command> commands;
    std::vector<Use> callbacks;
    std::vector<std::vector<HostStep>> threads;
};

/// Units, their actions and the steps that rules 1 to 14 and the completion of children give.
[[nodiscard]] Program encode(const HostProgram& host);
[[nodiscard]] Printed to_litmus(const HostProgram& host);
[[nodiscard]] HostProgram host_test(std::uint64_t seed);

}  // namespace clmm::oracle
