#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "clmm/runtime/program.h"
#include "commands/command.h"
#include "commands/launch.h"
#include "objects/memory_core.h"

namespace clmm::runtime {

/// A program, and its program-scope variables on each device where it has run.
///
/// Life     kernels and their commands share it; its end enqueues the finaliser kernels.
/// Threads  any.
/// Source   "Execution Model", the third source of prerequisites; "Shared Virtual Memory",
///          "Program scope global variables are treated as per-device".
struct ProgramCore : std::enable_shared_from_this<ProgramCore> {
    ProgramCore(std::shared_ptr<ContextCore> owner, std::shared_ptr<const ProgramCode> program_code)
        : context(std::move(owner)), code(std::move(program_code)) {}
    ~ProgramCore();
    ProgramCore(const ProgramCore&) = delete;
    ProgramCore& operator=(const ProgramCore&) = delete;

    /// What a kernel of the program needs on a device.
    struct Prepared {
        std::shared_ptr<MemoryCore> scope;  ///< null where there are no such variables
        CommandPtr initialized;             ///< the last initialiser kernel; null without any
    };
    /// The variables on a device, null where there are none.
    [[nodiscard]] std::shared_ptr<MemoryCore> scope_on(const std::shared_ptr<DeviceCore>& device);
    /// Enqueues the initialiser kernels, the first time.
    [[nodiscard]] Prepared prepare(const std::shared_ptr<DeviceCore>& device);

    const std::shared_ptr<ContextCore> context;
    const std::shared_ptr<const ProgramCode> code;
    std::shared_ptr<DeviceCore> built_in_of;  ///< the device whose built-in kernels these are

private:
    using Codes = std::vector<std::shared_ptr<const KernelCode>>;

    [[nodiscard]] std::shared_ptr<MemoryCore> make_scope() const;
    /// With the lock held.
    [[nodiscard]] std::shared_ptr<MemoryCore> scope_of(const std::shared_ptr<DeviceCore>& device);
    /// Enqueues single work-items one after the other, and gives the last.
    CommandPtr run_all(const Codes& codes, CommandType type,
                       const std::shared_ptr<DeviceCore>& device,
                       const std::shared_ptr<MemoryCore>& scope, CommandPtr last) const;

    std::mutex mutex_;
    std::map<std::shared_ptr<DeviceCore>, std::shared_ptr<MemoryCore>> scopes_;
    std::map<std::shared_ptr<DeviceCore>, Prepared> prepared_;
};

/// A kernel and the arguments set so far.
struct KernelCore {
    struct Slot {
        std::optional<Argument> argument;
        std::shared_ptr<const void> kept;
    };
    std::shared_ptr<ProgramCore> program;
    std::shared_ptr<const KernelCode> code;
    std::vector<Slot> slots;
    std::vector<SvmAllocation> svm;
};

/// A kernel-instance of the kernel on a device; throws what clEnqueueNDRangeKernel returns.
[[nodiscard]] Launch make_launch(const KernelCore& kernel, const LaunchRange& range,
                                 const std::shared_ptr<DeviceCore>& device,
                                 const std::shared_ptr<MemoryCore>& scope);

}  // namespace clmm::runtime
