#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "clmm/runtime/kernel_code.h"

namespace clmm::runtime {

struct DeviceCore;
struct PlatformThreads;

/// What a device is made of, and what it says of itself.
///
/// Units    sizes of memory in bytes, of work-groups and sub-groups in work-items.
struct DeviceDescription {
    std::string name = "cpu";
    unsigned compute_units = 1;  ///< threads
    std::uint64_t max_work_group_size = 4096;
    Index3 max_work_item_sizes = {4096, 4096, 4096};
    std::uint32_t sub_group_size = 16;  ///< where neither kernel nor command says another
    std::size_t local_memory_size = std::size_t{1} << 20;
    std::size_t max_allocation_size = std::size_t{1} << 34;
    std::size_t base_address_alignment = 128;  ///< of sub-buffers' origins
    bool native_kernels = true;
    bool custom = false;               ///< has built-in kernels only
    bool fine_grained_svm = true;      ///< buffers
    bool svm_atomics = true;           ///< on fine-grained shared virtual memory
    bool fine_grained_system = false;  ///< kernels may be given any pointer of the host
    std::vector<std::shared_ptr<const KernelCode>> built_in_kernels;
};

/// Who executes a work-group.
enum class Dealing : std::uint8_t {
    shared,  ///< whichever compute unit is free
    fixed    ///< work-group g compute unit g mod compute_units
};

/// A device: its compute units take work-groups from one work-pool, whatever queue or context
/// they come from.
///
/// Threads  any.
/// Source   "Platform Model"; "Execution of kernel-instances", paragraph "While a command-queue
///          is associated with only one device".
/// Tests    tests/unit/runtime-exec/runtime/platform_test.cpp
class Device {
public:
    [[nodiscard]] const DeviceDescription& description() const;
    /// How many work-groups it has executed since the platform was made.
    [[nodiscard]] std::uint64_t work_groups_executed() const;
    /// From the next kernel-instance on.
    void deal(Dealing dealing) const;
    /// The thread of a compute unit, for what the operating system can do with threads. It is
    /// there as long as the platform's threads are.
    [[nodiscard]] std::thread::native_handle_type thread_of(unsigned compute_unit) const;

    friend bool operator==(const Device&, const Device&) = default;

    Device(std::shared_ptr<PlatformThreads> threads, std::shared_ptr<DeviceCore> core);
    [[nodiscard]] const std::shared_ptr<PlatformThreads>& threads() const { return threads_; }
    [[nodiscard]] const std::shared_ptr<DeviceCore>& core() const { return core_; }

private:
    std::shared_ptr<PlatformThreads> threads_;
    std::shared_ptr<DeviceCore> core_;
};

/// The devices of a process, and their threads: one for each compute unit, one for callbacks.
///
/// Life     Platform, Device, Context, queues, user events, programs and kernels keep the threads.
///          When the last of them is gone, what is enqueued is completed and the threads end
///          before its destructor returns (from a callback or a native kernel: soon after).
/// Errors   CL_INVALID_VALUE for no devices, or a device with no compute units or with sizes of 0.
/// Threads  any.
/// Tests    tests/unit/runtime-exec/runtime/platform_test.cpp
class Platform {
public:
    explicit Platform(std::vector<DeviceDescription> devices);

    [[nodiscard]] const std::vector<Device>& devices() const { return devices_; }

private:
    std::vector<Device> devices_;
};

}  // namespace clmm::runtime
