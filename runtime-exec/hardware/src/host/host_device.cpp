#include "host/host_device.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include "abandoned.h"
#include "clmm/runtime/command_queue.h"
#include "clmm/runtime/compile.h"
#include "clmm/runtime/listing.h"
#include "clmm/runtime/wait.h"
#include "processor_set.h"

namespace clmm::hardware::host {
namespace {

runtime::DeviceDescription description(unsigned compute_units) {
    runtime::DeviceDescription out;
    out.name = "clmm runtime";
    out.compute_units = compute_units;
    return out;
}

std::uint64_t physical_memory() {
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0
               ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size)
               : 0;
}

/// As /proc/cpuinfo has it.
std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name"))
            if (const std::size_t colon = line.find(": "); colon != std::string::npos)
                return line.substr(colon + 2);
    return "x86-64";
}

/// The findings of a launch in one line.
std::string text_of(const std::vector<runtime::Finding>& findings) {
    const runtime::Finding& first = findings.front();
    std::string text = first.message;
    if (!first.sites.empty() && first.sites.front().source != nullptr) {
        const auto written = first.sites.front().source->written(first.sites.front().span);
        text = written.source.name() + ":" + std::to_string(written.position().line) + ":" +
               std::to_string(written.position().column) + ": " + text;
    }
    if (findings.size() > 1) text += " (and " + std::to_string(findings.size() - 1) + " more)";
    return text;
}

/// Runs what throws the runtime's errors.
template <class Work>
auto translated(Work&& work) {
    try {
        return work();
    } catch (const runtime::Error& error) {
        throw DeviceError(error.what());
    }
}

/// What the objects of a device share. The runtime's threads end with its last handle, after what
/// is enqueued; a launch that does not end therefore keeps all of it.
struct Machine {
    explicit Machine(unsigned compute_units) : platform({description(compute_units)}) {}

    std::vector<runtime::Finding> findings;  ///< of the launch that runs
    const runtime::Platform platform;
    const runtime::Context context{
        platform.devices(),
        {.print = {},
         .report = [this](const runtime::Finding& each) { findings.push_back(each); },
         .error = {}}};
    const runtime::CommandQueue queue{context, device(), {.profiling = true}};
    bool unfinished = false;

    [[nodiscard]] const runtime::Device& device() const { return platform.devices().front(); }
};
using MachinePtr = std::shared_ptr<Machine>;

/// Aligned for any vector, and for lines of caches.
struct Memory {
    static constexpr std::align_val_t kAlignment{128};

    explicit Memory(std::size_t count)
        : size(count), bytes(static_cast<std::byte*>(::operator new(count, kAlignment))) {}
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    ~Memory() { ::operator delete(bytes, kAlignment); }

    std::size_t size;
    std::byte* bytes;
};

/// The runtime's buffer lies in memory of ours, so that the host needs no command to use it while
/// no kernel runs.
class HostBuffer : public DeviceBuffer {
public:
    HostBuffer(MachinePtr machine, std::size_t size)
        : machine_(std::move(machine)), memory_(std::make_shared<Memory>(size)) {
        clear();
        buffer_.emplace(machine_->context, size,
                        runtime::MemoryFlags{.host_pointer = runtime::HostPointer::use},
                        memory_->bytes);
    }
    ~HostBuffer() override {
        if (machine_->unfinished) keep_forever(memory_);
    }
    HostBuffer(const HostBuffer&) = delete;
    HostBuffer& operator=(const HostBuffer&) = delete;

    [[nodiscard]] std::size_t size() const override { return memory_->size; }
    void write(std::size_t offset, std::span<const std::byte> bytes) override {
        check_range(offset, bytes.size());
        if (!bytes.empty()) std::memcpy(memory_->bytes + offset, bytes.data(), bytes.size());
    }
    void read(std::size_t offset, std::span<std::byte> bytes) override {
        check_range(offset, bytes.size());
        if (!bytes.empty()) std::memcpy(bytes.data(), memory_->bytes + offset, bytes.size());
    }
    void clear() override { std::memset(memory_->bytes, 0, memory_->size); }
    [[nodiscard]] const runtime::Buffer& buffer() const { return *buffer_; }

private:
    void check_range(std::size_t offset, std::size_t count) const {
        if (offset > size() || count > size() - offset)
            throw DeviceError("a transfer beyond the end of a buffer");
    }

    MachinePtr machine_;
    std::shared_ptr<Memory> memory_;
    std::optional<runtime::Buffer> buffer_;
};

class HostKernel : public DeviceKernel {
public:
    HostKernel(MachinePtr machine, const runtime::Program& program, const std::string& name)
        : machine_(std::move(machine)), kernel_(program, name) {}

    std::chrono::nanoseconds run(const LaunchShape& shape,
                                 std::span<const KernelArgument> arguments,
                                 std::chrono::milliseconds limit) override {
        if (machine_->unfinished) throw DeviceError("an earlier launch still runs", true);
        return translated([&] {
            set(arguments);
            machine_->findings.clear();
            const runtime::Event event = machine_->queue.ndrange_kernel(
                kernel_, {.global_size = {shape.global_size, 1, 1},
                          .local_size = runtime::Index3{shape.local_size, 1, 1}});
            machine_->queue.flush();
            if (!runtime::completes_within(event, Budget().set_timeout(limit))) abandon(limit);
            if (event.status() < 0)
                throw DeviceError(runtime::status_name(event.status()) + ": " + event.failure());
            if (!machine_->findings.empty()) throw DeviceError(text_of(machine_->findings));
            const runtime::Profile profile = event.profile();
            return std::chrono::nanoseconds(profile.ended - profile.running);
        });
    }

private:
    void set(std::span<const KernelArgument> arguments) {
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            const KernelArgument& argument = arguments[i];
            if (argument.buffer != nullptr)
                kernel_.set(i, dynamic_cast<HostBuffer&>(*argument.buffer).buffer());
            else if (argument.value)
                kernel_.set(i, *argument.value);
            else
                kernel_.set_local(i, argument.local_bytes);
        }
    }

    [[noreturn]] void abandon(std::chrono::milliseconds limit) const {
        machine_->unfinished = true;
        keep_forever(machine_);
        throw DeviceError("the kernel '" + kernel_.code().name() + "' does not end within " +
                              std::to_string(limit.count()) + " ms",
                          true);
    }

    MachinePtr machine_;
    runtime::Kernel kernel_;
};

class HostProgram : public DeviceProgram {
public:
    /// With a listing of its own, or none: that of bytecode.
    HostProgram(MachinePtr machine, std::shared_ptr<const runtime::ProgramCode> code,
                std::optional<std::string> listing = {})
        : machine_(std::move(machine)),
          code_(std::move(code)),
          program_(machine_->context, code_),
          listing_(std::move(listing)) {}

    [[nodiscard]] std::unique_ptr<DeviceKernel> kernel(const std::string& name) override {
        return translated([&] { return std::make_unique<HostKernel>(machine_, program_, name); });
    }
    [[nodiscard]] Result<std::string> code() override {
        return listing_ ? *listing_ : runtime::listing(*code_);
    }

private:
    MachinePtr machine_;
    std::shared_ptr<const runtime::ProgramCode> code_;
    runtime::Program program_;
    std::optional<std::string> listing_;
};

class HostDevice : public Device {
public:
    explicit HostDevice(DeviceInfo info)
        : info_(std::move(info)), machine_(std::make_shared<Machine>(info_.compute_units)) {}

    [[nodiscard]] const DeviceInfo& info() const override { return info_; }

    [[nodiscard]] Result<std::unique_ptr<DeviceProgram>> build(SourcePtr source) override {
        auto code = runtime::compile(std::move(source));
        if (!code.ok()) return Result<std::unique_ptr<DeviceProgram>>::failure(code.diagnostics());
        std::unique_ptr<DeviceProgram> program =
            translated([&] { return std::make_unique<HostProgram>(machine_, *code); });
        return {std::move(program), code.diagnostics()};
    }

    [[nodiscard]] Result<std::unique_ptr<DeviceProgram>> load(NativeProgram program) override {
        std::unique_ptr<DeviceProgram> made = translated([&] {
            return std::make_unique<HostProgram>(machine_, std::move(program.code),
                                                 std::move(program.listing));
        });
        return {std::move(made)};
    }

    [[nodiscard]] std::unique_ptr<DeviceBuffer> allocate(std::size_t size) override {
        return translated([&]() -> std::unique_ptr<DeviceBuffer> {
            try {
                return std::make_unique<HostBuffer>(machine_, size);
            } catch (const std::bad_alloc&) {
                throw DeviceError("there is no memory for a buffer of " + std::to_string(size) +
                                  " bytes");
            }
        });
    }

    void place(std::span<const unsigned> processors) override {
        std::vector<unsigned> anywhere;
        for (const Processor& each : info_.topology.processors) anywhere.push_back(each.number);
        if (anywhere.empty()) return Device::place(processors);
        const runtime::Device& device = machine_->device();
        for (unsigned unit = 0; unit < info_.compute_units; ++unit) {
            ProcessorSet set(processors.empty() ? std::span<const unsigned>(anywhere)
                                                : processors.subspan(unit, 1));
            const int code =
                pthread_setaffinity_np(device.thread_of(unit), set.bytes(), set.data());
            if (code != 0)
                throw DeviceError("a thread cannot be put on processor " +
                                  std::to_string(processors.empty() ? 0 : processors[unit]) + ": " +
                                  std::generic_category().message(code));
        }
        device.deal(processors.empty() ? runtime::Dealing::shared : runtime::Dealing::fixed);
    }

private:
    DeviceInfo info_;
    MachinePtr machine_;
};

}  // namespace

unsigned default_compute_units() { return std::max(1U, std::thread::hardware_concurrency()); }

DeviceInfo device_info(unsigned compute_units) {
    const runtime::DeviceDescription device = description(compute_units);
    constexpr AtomicClaims kAll{true, true, true, true, true, true, true};
    DeviceInfo info;
    info.backend = Backend::host;
    info.name = device.name;
    info.vendor = "clmm";
    info.version = "OpenCL 3.0";
    info.platform = "clmm";
    info.language = "CL3.0";
    info.is_cpu = true;
    info.compute_units = compute_units;
    info.max_work_group_size = device.max_work_group_size;
    info.local_memory = device.local_memory_size;
    info.global_memory = physical_memory();
    info.sub_group_size = device.sub_group_size;
    info.c11_atomics = true;
    info.sub_groups = true;
    info.generic_address_space = true;
    info.program_scope_variables = true;
    info.fine_grained_svm = device.fine_grained_svm;
    info.fine_grained_svm_atomics = device.svm_atomics;
    info.atomics = kAll;
    info.fences = kAll;
    info.topology = this_topology();
    info.deals_work_groups = true;
    return info;
}

std::unique_ptr<Device> open(unsigned compute_units) {
    return std::make_unique<HostDevice>(device_info(compute_units));
}

Result<DeviceInfo> x86_info(unsigned compute_units, std::string_view architecture) {
    if (architecture != "x86-64")
        return Result<DeviceInfo>::failure(
            {Severity::error,
             "E-DEVICE",
             "tests of x86 are executed as machine code by x86-64 processors, and this is " +
                 std::string(architecture),
             "clmm check decides them anywhere",
             nullptr,
             {}});
    DeviceInfo info = device_info(compute_units);
    info.backend = Backend::host_x86;
    info.name = processor_name();
    info.vendor = info.version = info.platform = "x86-64";
    info.language = "X86";
    info.c11_atomics = info.sub_groups = info.generic_address_space = false;
    info.program_scope_variables = info.fine_grained_svm = info.fine_grained_svm_atomics = false;
    info.sub_group_size = info.local_memory = 0;
    info.atomics = info.fences = {};
    return info;
}

Result<std::unique_ptr<Device>> open_x86(unsigned compute_units) {
    auto info = x86_info(compute_units);
    if (!info) return Result<std::unique_ptr<Device>>::failure(info.diagnostics());
    return {std::make_unique<HostDevice>(std::move(info).value())};
}

}  // namespace clmm::hardware::host
