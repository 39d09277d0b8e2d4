#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/hardware/topology.h"

/// Devices behind one interface: the project's own runtime, any OpenCL device that the ICD loader
/// knows, NVIDIA's GPUs through the CUDA driver, whose programs are PTX, and threads that execute
/// machine code.
namespace clmm::runtime {
class ProgramCode;
}
namespace clmm::hardware {

enum class Backend : std::uint8_t { host, opencl, cuda, host_x86 };
[[nodiscard]] std::string_view to_string(Backend backend);  ///< `host`

/// What a device says of itself about atomics (CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES,
/// CL_DEVICE_ATOMIC_FENCE_CAPABILITIES). A device of OpenCL 1.2 claims relaxed order in a
/// work-group, with the functions of that revision (`c11_atomics` is false).
struct AtomicClaims {
    bool relaxed = false, acq_rel = false, seq_cst = false;                           ///< orders
    bool work_item = false, work_group = false, device = false, all_devices = false;  ///< scopes
    friend bool operator==(const AtomicClaims&, const AtomicClaims&) = default;
};

/// What a device is and claims.
struct DeviceInfo {
    Backend backend = Backend::host;
    std::string name;  ///< `NVIDIA H200`
    std::string vendor;
    std::string driver;    ///< CL_DRIVER_VERSION
    std::string version;   ///< CL_DEVICE_VERSION: `OpenCL 3.0 CUDA`
    std::string platform;  ///< CL_PLATFORM_NAME and version
    std::string language;  ///< of programs: the `-cl-std` to compile with
                           ///< (`CL3.0`, `CL1.2`), or `PTX`, `X86`
    bool is_cpu = false;
    unsigned compute_units = 1;
    std::uint64_t max_work_group_size = 1;
    std::uint64_t local_memory = 0;   ///< bytes
    std::uint64_t global_memory = 0;  ///< bytes
    std::uint64_t sub_group_size =
        0;                     ///< work-items that run in lockstep or as a sub-group; 0: none
    bool c11_atomics = false;  ///< compiles `atomic_load_explicit` and so on
    bool sub_groups = false;
    bool generic_address_space = false;
    bool program_scope_variables = false;
    bool fine_grained_svm = false;
    bool fine_grained_svm_atomics = false;
    AtomicClaims atomics;
    AtomicClaims fences;
    Topology topology;  ///< the processors that its compute units can be placed on; without any:
                        ///< they cannot
    bool deals_work_groups = false;  ///< while they are placed, compute unit u executes the
                                     ///< work-groups u, u + compute_units, …
};

/// Memory on the device, readable and writable by kernels.
class DeviceBuffer {
public:
    virtual ~DeviceBuffer() = default;
    [[nodiscard]] virtual std::size_t size() const = 0;
    /// Blocking; offset + bytes.size() <= size().
    virtual void write(std::size_t offset, std::span<const std::byte> bytes) = 0;
    virtual void read(std::size_t offset, std::span<std::byte> bytes) = 0;
    /// Sets all bytes to zero.
    virtual void clear() = 0;
};

/// How a kernel is launched, in one dimension.
struct LaunchShape {
    std::uint64_t global_size = 1;
    std::uint64_t local_size = 1;  ///< divides global_size
};

/// One argument of a kernel, by the parameter's place.
struct KernelArgument {
    DeviceBuffer* buffer = nullptr;      ///< of a `global` pointer
    std::optional<std::uint32_t> value;  ///< of a `uint`
    std::size_t local_bytes = 0;         ///< of a `local` pointer
};

class DeviceKernel {
public:
    virtual ~DeviceKernel() = default;
    /// Runs it to its end. The time is the device's own (profiling) where it has one.
    /// Errors   DeviceError, also when the launch does not end within `limit`.
    virtual std::chrono::nanoseconds run(const LaunchShape& shape,
                                         std::span<const KernelArgument> arguments,
                                         std::chrono::milliseconds limit) = 0;
};

class DeviceProgram {
public:
    virtual ~DeviceProgram() = default;
    /// Errors   DeviceError if there is none of that name.
    [[nodiscard]] virtual std::unique_ptr<DeviceKernel> kernel(const std::string& name) = 0;
    /// What the compiler made of it, for people to read: PTX, LLVM IR, assembly, bytecode.
    /// Errors   E-DEVICE where the driver does not give it.
    [[nodiscard]] virtual Result<std::string> code() = 0;
};

/// What went wrong on a device after it was opened. Its text names the API's error.
class DeviceError : public std::exception {
public:
    explicit DeviceError(std::string text, bool unfinished = false)
        : text_(std::move(text)), unfinished_(unfinished) {}
    [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }
    /// A launch still runs, which nothing can stop. Its device takes no more launches, and it and
    /// what it made can be destroyed as usual; they leave the device as it is. Drivers may wait
    /// for the launch at exit, so a process had better end with std::_Exit.
    [[nodiscard]] bool unfinished() const { return unfinished_; }

private:
    std::string text_;
    bool unfinished_;
};

/// Kernels that are functions of this process.
struct NativeProgram {
    std::shared_ptr<const runtime::ProgramCode> code;
    std::string listing;  ///< what DeviceProgram::code() says
};

/// An opened device.
///
/// Life     programs, kernels and buffers must be destroyed before their device.
/// Threads  one thread at a time.
class Device {
public:
    virtual ~Device() = default;
    [[nodiscard]] virtual const DeviceInfo& info() const = 0;
    /// Errors   E-DEVICE with the compiler's log, with spans into `source` where it has places;
    ///          the host runtime's own (E-SYNTAX, …). Warnings come with the program.
    [[nodiscard]] virtual Result<std::unique_ptr<DeviceProgram>> build(SourcePtr source) = 0;
    /// Of a device that is this process's threads. Errors   E-DEVICE: it compiles programs.
    [[nodiscard]] virtual Result<std::unique_ptr<DeviceProgram>> load(NativeProgram program);
    /// Zeroed. Errors   DeviceError.
    [[nodiscard]] virtual std::unique_ptr<DeviceBuffer> allocate(std::size_t size) = 0;
    /// Puts each compute unit on the logical processor of this number, all of
    /// DeviceInfo::topology, from the next launch on; with none of them, wherever the system likes.
    /// Errors   DeviceError, also where the device has no such threads.
    virtual void place(std::span<const unsigned> processors);
};

/// A device by how people name it on the command line: `host`, `host:4` (compute units), `host-x86`
/// likewise; `opencl` (the first device), `opencl:1`, `opencl:NVIDIA` (part of a device's or
/// platform's name, in any case); `cuda` likewise.
struct DeviceSelector {
    Backend backend = Backend::host;
    std::string rest;  ///< behind the colon; empty: none
};
/// Errors   E-DEVICE.
[[nodiscard]] Result<DeviceSelector> parse_device_selector(std::string_view text);

/// What there is. OpenCL's loader is loaded at run time; without it the list has `host` alone, and
/// the diagnostics (notes) say why.
struct DeviceList {
    std::vector<DeviceInfo> devices;
    std::vector<std::string> selectors;  ///< by device: `host`, `opencl:0`
    Diagnostics notes;
};
[[nodiscard]] DeviceList list_devices();

/// Errors   E-DEVICE: no such device, no loader, what the driver says.
[[nodiscard]] Result<std::unique_ptr<Device>> open_device(const DeviceSelector& selector);

}  // namespace clmm::hardware
