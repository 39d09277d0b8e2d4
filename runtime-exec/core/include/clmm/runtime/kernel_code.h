#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/runtime/argument.h"
#include "clmm/runtime/execution_environment.h"
#include "clmm/runtime/ndrange.h"

namespace clmm::runtime {

/// The interface between the runtime and code that it executes: what a compiler makes of a
/// program's text, and what native and built-in kernels are in C++.
///
/// Life     the runtime keeps ProgramCode and KernelCode while a command may use them. A
///          KernelInstance is made when its command starts to run, run for each work-group once,
///          and destroyed before its environment and before the command ends.
/// Errors   instantiate and run end the command abnormally by throwing: a runtime::Error with its
///          code, anything else with CL_OUT_OF_RESOURCES.
/// Source   "Execution of kernel-instances", "Categories of Kernels".
/// Tests    tests/unit/runtime-exec/runtime/kernel_test.cpp

/// Memory of one compute unit, kept from work-group to work-group.
///
/// Threads  one thread at a time.
class WorkerScratch {
public:
    /// What an executor keeps here under its own control.
    struct Extension {
        virtual ~Extension() = default;
    };

    explicit WorkerScratch(unsigned compute_unit) : compute_unit_(compute_unit) {}

    /// Index of the compute unit in its device.
    [[nodiscard]] unsigned compute_unit() const { return compute_unit_; }
    /// At least so many bytes, aligned to 128, with what they last held; valid until the next call.
    [[nodiscard]] std::byte* memory(std::size_t size);

    /// Empty at first; outlives kernel-instances, so it must not refer to one.
    std::unique_ptr<Extension> extension;

private:
    unsigned compute_unit_;
    std::vector<std::byte> memory_;
};

/// A kernel with its arguments and index space.
///
/// Threads  `run` is called concurrently for different work-groups, in any order.
class KernelInstance {
public:
    virtual ~KernelInstance() = default;
    /// Executes all work-items of the group. Long-running code looks at
    /// ExecutionEnvironment::cancelled() now and then and may return early once it is set.
    virtual void run(const WorkGroup& group, WorkerScratch& scratch) = 0;
};

struct KernelAttributes {
    std::optional<Index3> required_work_group_size;
    std::optional<Index3> work_group_size_hint;
    std::optional<std::uint32_t> required_sub_group_size;
    bool uniform_work_group_size = false;  ///< the source disallows remainder work-groups
    std::size_t local_memory_size = 0;     ///< bytes of `local` variables, without arguments
    std::size_t private_memory_size = 0;   ///< bytes for each work-item
    std::optional<std::uint64_t> max_work_group_size;  ///< work-items, if less than the device's
};

/// One kernel of a program.
///
/// Threads  immutable.
class KernelCode {
public:
    virtual ~KernelCode() = default;
    [[nodiscard]] virtual const std::string& name() const = 0;
    [[nodiscard]] virtual const std::vector<Parameter>& parameters() const = 0;
    [[nodiscard]] virtual const KernelAttributes& attributes() const = 0;
    /// `range` is checked and `arguments` agree with the parameters.
    [[nodiscard]] virtual std::unique_ptr<KernelInstance> instantiate(
        const NdRange& range, std::vector<Argument> arguments,
        ExecutionEnvironment& environment) const = 0;
};

/// An executable program: its kernels and its program-scope variables.
///
/// Shape    Each device has its own copy of the program-scope variables: `program_scope_size`
///          bytes, zero at first, then written by `initialize`, then by the initialiser kernels.
/// Threads  immutable.
class ProgramCode {
public:
    virtual ~ProgramCode() = default;
    /// In the order of the text.
    [[nodiscard]] virtual std::vector<std::shared_ptr<const KernelCode>> kernels() const = 0;

    [[nodiscard]] virtual std::size_t program_scope_size() const { return 0; }
    /// Writes the variables' constant initial values; addresses in them may point into `memory`.
    virtual void initialize(std::byte* memory) const { static_cast<void>(memory); }
    /// Kernels without parameters for what is not constant; run in this order, over (1,1,1),
    /// before the first kernel of the program on a device.
    [[nodiscard]] virtual std::vector<std::shared_ptr<const KernelCode>> initializers() const {
        return {};
    }
    /// Likewise, when the program is released, on devices where it was initialised.
    [[nodiscard]] virtual std::vector<std::shared_ptr<const KernelCode>> finalizers() const {
        return {};
    }
};

}  // namespace clmm::runtime
