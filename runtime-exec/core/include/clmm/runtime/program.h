#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "clmm/runtime/context.h"
#include "clmm/runtime/kernel_code.h"
#include "clmm/runtime/memory.h"

namespace clmm::runtime {

struct ProgramCore;
struct KernelCore;
class DeviceQueue;

/// An executable program in a context.
///
/// Life     initialiser kernels run on a device before the first kernel of the program there;
///          finaliser kernels run when the program, its kernels and its commands are gone.
/// Errors   CL_INVALID_VALUE without code; CL_INVALID_KERNEL_NAME for a kernel that is not there.
/// Threads  any.
/// Source   "Execution Model", the third source of prerequisites.
/// Tests    tests/unit/runtime-exec/runtime/program_test.cpp
class Program {
public:
    Program(const Context& context, std::shared_ptr<const ProgramCode> code);
    /// The named built-in kernels of a device.
    [[nodiscard]] static Program with_built_in_kernels(const Context& context, const Device& device,
                                                       const std::vector<std::string>& names);

    [[nodiscard]] std::vector<std::string> kernel_names() const;
    [[nodiscard]] const std::shared_ptr<ProgramCore>& core() const { return core_; }
    [[nodiscard]] const std::shared_ptr<PlatformThreads>& threads() const { return threads_; }

private:
    std::shared_ptr<PlatformThreads> threads_;
    std::shared_ptr<ProgramCore> core_;
};

/// A kernel with the argument values that were set so far. An enqueue takes a copy of them.
///
/// Errors   set_… throw CL_INVALID_ARG_INDEX, CL_INVALID_ARG_VALUE (a kind of argument that the
///          parameter is not), CL_INVALID_ARG_SIZE.
/// Threads  copies share their arguments; setting them needs exclusion by the caller.
/// Tests    tests/unit/runtime-exec/runtime/kernel_test.cpp
class Kernel {
public:
    Kernel(const Program& program, std::string_view name);
    /// With arguments of its own, which are this kernel's at first.
    [[nodiscard]] Kernel clone() const;

    [[nodiscard]] const KernelCode& code() const;

    void set_bytes(std::size_t index, std::span<const std::byte> bytes);
    template <class T>
    requires std::is_arithmetic_v<T>
    void set(std::size_t index, T value) { set_bytes(index, std::as_bytes(std::span(&value, 1))); }
    void set(std::size_t index, const Buffer& buffer);
    void set(std::size_t index, const Image& image);
    void set(std::size_t index, const Sampler& sampler);
    void set(std::size_t index, const Pipe& pipe);
    void set(std::size_t index, const DeviceQueue& queue);
    void set_null_pointer(std::size_t index);
    /// Bytes of local memory.
    void set_local(std::size_t index, std::size_t size);
    /// A pointer into shared virtual memory, or anywhere where a device has fine-grained system
    /// sharing.
    void set_svm_pointer(std::size_t index, const void* pointer);
    /// Allocations that the kernel reaches in other ways than through its arguments.
    void set_svm_pointers(std::vector<SvmAllocation> allocations);

    /// What the runtime takes where a command gives no local size: the size that the kernel
    /// requires, else the largest divisors of the global size within the device's limits.
    [[nodiscard]] Index3 suggested_local_size(const Device& device, unsigned work_dimensions,
                                              const Index3& global_size) const;

    [[nodiscard]] const std::shared_ptr<KernelCore>& core() const { return core_; }

private:
    explicit Kernel(std::shared_ptr<PlatformThreads> threads, std::shared_ptr<KernelCore> core)
        : threads_(std::move(threads)), core_(std::move(core)) {}

    std::shared_ptr<PlatformThreads> threads_;
    std::shared_ptr<KernelCore> core_;
};

}  // namespace clmm::runtime
