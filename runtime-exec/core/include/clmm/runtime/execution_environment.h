#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/source.h"
#include "clmm/runtime/argument.h"
#include "clmm/runtime/error.h"
#include "clmm/runtime/ndrange.h"

namespace clmm::runtime {

class KernelCode;
class Observer;

/// When a child kernel may start (kernel_enqueue_flags_t), besides its wait list.
enum class EnqueueFlag : std::uint8_t {
    no_wait,          ///< CLK_ENQUEUE_FLAGS_NO_WAIT: at once
    wait_kernel,      ///< CLK_ENQUEUE_FLAGS_WAIT_KERNEL: when the parent has ended
    wait_work_group,  ///< CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP: when the enqueuing work-group has
};

/// An event of device-side enqueue: what a `clk_event_t` holds. 0 is CLK_NULL_EVENT. It means
/// something within one kernel-instance only.
using DeviceEvent = std::uint64_t;

/// A child kernel: a block with its captured variables is a KernelCode and its arguments.
struct ChildLaunch {
    QueueArgument queue;
    EnqueueFlag flag = EnqueueFlag::no_wait;
    NdRange range;
    std::shared_ptr<const KernelCode> kernel;
    std::vector<Argument> arguments;
    std::vector<DeviceEvent> wait_list;
    bool wants_event = false;
    std::uint64_t work_group = 0;  ///< linear ID of the enqueuing work-group
};

/// What dynamic checks can find.
enum class FindingKind : std::uint8_t {
    race,
    bounds,
    uninitialised,
    divergence,
    alignment,
    division,  ///< of integers by zero
    copies,    ///< async copies that nobody waits for, waits for no copy
    assertion,
};

/// One finding of a dynamic check.
///
/// Shape    one site for each access or call concerned, the offending one first.
struct Finding {
    struct Site {
        SourcePtr source;  ///< null where there is no text
        Span span;
        Index3 global_id = {0, 0, 0};
        std::string what;          ///< `write of 4 bytes to out[i]`
        bool by_work_item = true;  ///< else by the host or a command, and there is no ID
    };
    FindingKind kind = FindingKind::race;
    std::string message;
    std::vector<Site> sites;
    std::string explanation;  ///< of a race: which order is missing; else empty
    std::uint64_t count = 1;  ///< how often it happened; the sites are of the first one
};

/// What a running kernel-instance may ask of the runtime. The runtime implements it, one for each
/// kernel-instance; it outlives the KernelInstance.
///
/// Errors   enqueue_child and enqueue_marker throw Error (CL_INVALID_COMMAND_QUEUE,
///          CL_INVALID_EVENT_WAIT_LIST, those of NDRanges and arguments); the language's
///          functions turn that into CLK_ENQUEUE_FAILURE or a more precise code. Functions of
///          events throw CL_INVALID_EVENT for one that is not valid.
/// Cost     one lock of the kernel-instance for each call of device-side enqueue; print and report
///          one lock each; cancelled is one relaxed load.
/// Threads  any thread that is running a work-group of the instance.
/// Source   "Device-side enqueue"; OpenCL C, "Enqueuing Kernels".
/// Tests    tests/unit/runtime-exec/runtime/device_enqueue_test.cpp
class ExecutionEnvironment {
public:
    virtual ~ExecutionEnvironment() = default;

    // ---- device-side enqueue ----

    /// get_default_queue(): the null queue where the device has none.
    [[nodiscard]] virtual QueueArgument default_queue() = 0;
    /// The child's event if `wants_event`, else CLK_NULL_EVENT.
    virtual DeviceEvent enqueue_child(const ChildLaunch& child) = 0;
    /// enqueue_marker(): an event that is complete when those of the list are.
    virtual DeviceEvent enqueue_marker(QueueArgument queue,
                                       const std::vector<DeviceEvent>& wait_list) = 0;
    [[nodiscard]] virtual DeviceEvent create_user_event() = 0;
    /// CL_COMPLETE (0) or a negative value, once.
    virtual void set_user_event_status(DeviceEvent event, int status) = 0;
    virtual void retain_event(DeviceEvent event) = 0;
    virtual void release_event(DeviceEvent event) = 0;
    [[nodiscard]] virtual bool is_valid_event(DeviceEvent event) = 0;
    /// Nanoseconds from start to end and from start to completion are written to `value[0]` and
    /// `value[1]` when the event completes; the memory must stay valid until then.
    virtual void capture_profiling_info(DeviceEvent event, std::uint64_t* value) = 0;

    // ---- memory ----

    /// The program-scope variables on this device; size 0 where the program has none.
    [[nodiscard]] virtual MemoryArgument program_scope() = 0;
    /// The shared virtual memory or buffer of the context that holds an address, if any: what a
    /// pointer found in memory may refer to. Takes a lock; for the slow path of checks.
    [[nodiscard]] virtual std::optional<MemoryArgument> memory_at(const void* address) = 0;

    // ---- messages ----

    /// Output of printf. Pieces from one call stay together.
    virtual void print(std::string_view text) = 0;
    virtual void report(Finding finding) = 0;

    // ---- observation ----

    /// Of the context; null where nobody observes.
    [[nodiscard]] virtual Observer* observer() const { return nullptr; }
    /// The command that the kernel-instance is, as the observer knows it.
    [[nodiscard]] virtual std::uint64_t command_id() const { return 0; }
    /// The device that executes it: a number that no other device has.
    [[nodiscard]] virtual std::uint64_t device_id() const { return 0; }

    // ---- abnormal termination ----

    /// Set when the kernel-instance is to stop early because it fails anyway.
    [[nodiscard]] virtual const std::atomic<bool>& cancelled() const = 0;
    /// Makes the kernel-instance terminate abnormally with this status; work-groups that have not
    /// started are not run. The first failure counts.
    virtual void fail(ErrorCode code, std::string sentence) = 0;
};

}  // namespace clmm::runtime
