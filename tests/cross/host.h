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
    /// An atomic operation: a load, a store, or (`adds`) the addition of `value`.
    Order order = Order::na;
    Scope scope = Scope::dev;
    bool adds = false;
};

/// A kernel that a kernel enqueues.
struct Child {
    enum class Wait : std::uint8_t { no_wait, wait_kernel, wait_work_group } wait = Wait::no_wait;
    std::vector<Use> uses;        ///< by its work-item, in turn
    std::vector<Child> children;  ///< enqueued before the uses, or after them
    bool enqueues_first = false;
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
    int items = 1;      ///< of a kernel; each does its uses, the second one in a group of its own
    Use use = {};       ///< of other commands than kernels: the location
    Child kernel = {};  ///< what a kernel's work-items do; it waits for no parent
    Mapping mapping = Mapping::map_to_read;
    bool blocking = false;   ///< of map
    std::vector<int> waits;  ///< for earlier commands of its thread
    bool waits_for_user_event = false;
    int callback = -1;  ///< index into callbacks
};

struct HostStep {
    enum class Kind : std::uint8_t {
        use,
        enqueue,
        wait,
        finish,
        set_user_event,
        wait_for_user_event,
        call_back_on_user_event
    } kind = Kind::use;
    Use use = {};
    int command = -1;  ///< enqueued, or waited for; a callback's index
    int queue = 0;
};

struct HostProgram {
    std::vector<Location> locations;  ///< the first two are used, others hold what was read
    std::vector<bool> in_order;       ///< by queue
    std::vector<int> devices = {};    ///< of the queues; empty: all are on device 0

    [[nodiscard]] int device_of(int queue) const {
        return devices.empty() ? 0 : devices[static_cast<std::size_t>(queue)];
    }
    [[nodiscard]] int device_count() const {
        int most = 0;
        for (const int device : devices) most = device > most ? device : most;
        return most + 1;
    }
    std::vector<Command> commands;
    std::vector<Use> callbacks;
    std::vector<std::vector<HostStep>> threads;
};

/// Locations behind those of the test: a program-scope variable as the devices after the first have
/// it. `location_on` is the one that a device has.
[[nodiscard]] int location_on(const HostProgram& host, int location, int device);
/// Units, their actions and the steps that rules 1 to 14 and the completion of children give.
/// `all_wait`: what a call sets the status of a user event for comes after the call, threads that
/// wait for it and callbacks, too; by the letter of rule 12 only commands.
[[nodiscard]] Program encode(const HostProgram& host, bool all_wait = false);
[[nodiscard]] Printed to_litmus(const HostProgram& host);
[[nodiscard]] HostProgram host_test(std::uint64_t seed);
/// Map and unmap commands of one object in one thread or two, kernels and host accesses between.
[[nodiscard]] HostProgram mapping_test(std::uint64_t seed);
/// A thread that waits for a user event, or has a callback on it, and one that sets it.
[[nodiscard]] HostProgram user_event_test(std::uint64_t seed);
/// Kernels of one or two devices with children and grandchildren, which share a location by atomics
/// of device scope, or a program-scope variable.
[[nodiscard]] HostProgram family_test(std::uint64_t seed);

}  // namespace clmm::oracle
