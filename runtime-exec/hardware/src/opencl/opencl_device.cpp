#include "opencl/opencl_device.h"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "clmm/hardware/build_log.h"
#include "clmm/runtime/error.h"
#include "opencl/machine.h"
#include "opencl/program_code.h"
#include "opencl/workers.h"
#include "processor_set.h"
#include "wait_for.h"

namespace clmm::hardware::opencl {
namespace {

class OpenClBuffer : public DeviceBuffer {
public:
    OpenClBuffer(MachinePtr machine, std::size_t size) : machine_(std::move(machine)), size_(size) {
        cl_int status = CL_SUCCESS;
        memory_ = {machine_->api->create_buffer(machine_->context.get(), CL_MEM_READ_WRITE, size,
                                                nullptr, &status),
                   machine_->api->release_mem_object};
        check(status, "clCreateBuffer");
        clear();
    }
    ~OpenClBuffer() override {
        if (machine_->unfinished) memory_.forget();
    }
    OpenClBuffer(const OpenClBuffer&) = delete;
    OpenClBuffer& operator=(const OpenClBuffer&) = delete;

    [[nodiscard]] std::size_t size() const override { return size_; }
    void write(std::size_t offset, std::span<const std::byte> bytes) override {
        if (bytes.empty()) return;
        check_usable();
        check(machine_->api->enqueue_write_buffer(machine_->queue.get(), memory_.get(), CL_TRUE,
                                                  offset, bytes.size(), bytes.data(), 0, nullptr,
                                                  nullptr),
              "clEnqueueWriteBuffer");
    }
    void read(std::size_t offset, std::span<std::byte> bytes) override {
        if (bytes.empty()) return;
        check_usable();
        check(machine_->api->enqueue_read_buffer(machine_->queue.get(), memory_.get(), CL_TRUE,
                                                 offset, bytes.size(), bytes.data(), 0, nullptr,
                                                 nullptr),
              "clEnqueueReadBuffer");
    }
    void clear() override {
        check_usable();
        // Wide patterns are filled faster.
        constexpr cl_uint kZeros[4] = {0, 0, 0, 0};
        std::size_t pattern = sizeof kZeros;
        while (size_ % pattern != 0) pattern /= 2;
        check(machine_->api->enqueue_fill_buffer(machine_->queue.get(), memory_.get(), kZeros,
                                                 pattern, 0, size_, 0, nullptr, nullptr),
              "clEnqueueFillBuffer");
    }
    [[nodiscard]] cl_mem memory() const { return memory_.get(); }

private:
    void check_usable() const {
        if (machine_->unfinished) throw DeviceError("an earlier launch still runs", true);
    }

    MachinePtr machine_;
    std::size_t size_;
    Handle<cl_mem> memory_;
};

class OpenClKernel : public DeviceKernel {
public:
    OpenClKernel(MachinePtr machine, cl_program program, std::string name)
        : machine_(std::move(machine)), name_(std::move(name)) {
        cl_int status = CL_SUCCESS;
        kernel_ = {machine_->api->create_kernel(program, name_.c_str(), &status),
                   machine_->api->release_kernel};
        check(status, ("clCreateKernel of '" + name_ + "'").c_str());
    }
    ~OpenClKernel() override {
        if (machine_->unfinished) kernel_.forget();
    }
    OpenClKernel(const OpenClKernel&) = delete;
    OpenClKernel& operator=(const OpenClKernel&) = delete;

    std::chrono::nanoseconds run(const LaunchShape& shape,
                                 std::span<const KernelArgument> arguments,
                                 std::chrono::milliseconds limit) override {
        if (machine_->unfinished) throw DeviceError("an earlier launch still runs", true);
        const Api& api = *machine_->api;
        set(arguments);
        const std::size_t global = shape.global_size, local = shape.local_size;
        cl_event object = nullptr;
        check(api.enqueue_ndrange_kernel(machine_->queue.get(), kernel_.get(), 1, nullptr, &global,
                                         &local, 0, nullptr, &object),
              "clEnqueueNDRangeKernel");
        Handle<cl_event> event(object, api.release_event);
        check(api.flush(machine_->queue.get()), "clFlush");
        if (!ends_within(limit, [&] { return has_ended(object); })) {
            event.forget();
            machine_->unfinished = true;
            throw DeviceError("the kernel '" + name_ + "' does not end within " +
                                  std::to_string(limit.count()) + " ms",
                              true);
        }
        return std::chrono::nanoseconds(time(object, CL_PROFILING_COMMAND_END) -
                                        time(object, CL_PROFILING_COMMAND_START));
    }

private:
    void set(std::span<const KernelArgument> arguments) {
        for (cl_uint i = 0; i < arguments.size(); ++i) {
            const KernelArgument& argument = arguments[i];
            std::size_t size = argument.local_bytes;
            const void* value = nullptr;
            cl_mem memory = nullptr;
            if (argument.buffer != nullptr) {
                memory = dynamic_cast<const OpenClBuffer&>(*argument.buffer).memory();
                size = sizeof memory;
                value = &memory;
            } else if (argument.value) {
                size = sizeof *argument.value;
                value = &*argument.value;
            }
            check(machine_->api->set_kernel_arg(kernel_.get(), i, size, value), "clSetKernelArg");
        }
    }

    [[nodiscard]] bool has_ended(cl_event event) const {
        cl_int status = CL_QUEUED;
        check(machine_->api->get_event_info(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status,
                                            &status, nullptr),
              "clGetEventInfo");
        check(std::min(status, CL_SUCCESS), ("the kernel '" + name_ + "'").c_str());
        return status == CL_COMPLETE;
    }

    [[nodiscard]] std::int64_t time(cl_event event, cl_profiling_info what) const {
        cl_ulong nanoseconds = 0;
        check(machine_->api->get_event_profiling_info(event, what, sizeof nanoseconds, &nanoseconds,
                                                      nullptr),
              "clGetEventProfilingInfo");
        return static_cast<std::int64_t>(nanoseconds);
    }

    MachinePtr machine_;
    std::string name_;
    Handle<cl_kernel> kernel_;
};

class OpenClProgram : public DeviceProgram {
public:
    OpenClProgram(MachinePtr machine, Handle<cl_program> program)
        : machine_(std::move(machine)), program_(std::move(program)) {}
    ~OpenClProgram() override {
        if (machine_->unfinished) program_.forget();
    }
    OpenClProgram(const OpenClProgram&) = delete;
    OpenClProgram& operator=(const OpenClProgram&) = delete;

    [[nodiscard]] std::unique_ptr<DeviceKernel> kernel(const std::string& name) override {
        return std::make_unique<OpenClKernel>(machine_, program_.get(), name);
    }
    [[nodiscard]] Result<std::string> code() override {
        return program_code(*machine_, program_.get());
    }

private:
    MachinePtr machine_;
    Handle<cl_program> program_;
};

class OpenClDevice : public Device {
public:
    OpenClDevice(MachinePtr machine, DeviceInfo info, std::vector<pid_t> workers)
        : machine_(std::move(machine)), info_(std::move(info)), workers_(std::move(workers)) {
        if (!workers_.empty()) info_.topology = this_topology();
    }

    [[nodiscard]] const DeviceInfo& info() const override { return info_; }

    [[nodiscard]] Result<std::unique_ptr<DeviceProgram>> build(SourcePtr source) override {
        Built built = compile(*machine_, source->text(), "-cl-std=" + info_.language);
        Diagnostics problems = log_diagnostics(built.log, source);
        if (built.status == CL_SUCCESS) {
            // What a log calls an error is none where there is a program.
            std::erase_if(problems,
                          [](const Diagnostic& each) { return each.severity == Severity::error; });
            return {std::make_unique<OpenClProgram>(machine_, std::move(built.program)),
                    std::move(problems)};
        }
        problems.push_back({Severity::error,
                            "E-DEVICE",
                            "the compiler of '" + info_.name + "' rejects the program: " +
                                "clBuildProgram: " + runtime::status_name(built.status) +
                                (built.log.empty() ? "" : "; its log:\n" + built.log),
                            "",
                            nullptr,
                            {}});
        return Result<std::unique_ptr<DeviceProgram>>::failure(std::move(problems));
    }

    [[nodiscard]] std::unique_ptr<DeviceBuffer> allocate(std::size_t size) override {
        return std::make_unique<OpenClBuffer>(machine_, size);
    }

    void place(std::span<const unsigned> processors) override {
        if (workers_.empty()) return Device::place(processors);
        std::vector<unsigned> anywhere;
        for (const Processor& each : info_.topology.processors) anywhere.push_back(each.number);
        for (std::size_t i = 0; i < workers_.size(); ++i) {
            ProcessorSet set(processors.empty() ? std::span<const unsigned>(anywhere)
                                                : processors.subspan(i, 1));
            if (sched_setaffinity(workers_[i], set.bytes(), set.data()) != 0)
                throw DeviceError("a thread of the driver cannot be placed: " +
                                  std::generic_category().message(errno));
        }
    }

private:
    MachinePtr machine_;
    DeviceInfo info_;
    std::vector<pid_t> workers_;  ///< by compute unit; empty: they are not known
};

/// The device as people are shown it, after a context was made.
struct Opened {
    MachinePtr machine;
    DeviceInfo info;
};
Opened open_place(const std::shared_ptr<const Api>& api, const DeviceHandle& place) {
    DeviceInfo info = query(*api, place);
    if (revision(info.version) < 120)
        throw DeviceError("'" + info.name + "' is a device of '" + info.version +
                          "'; clmm needs OpenCL 1.2 or newer");
    auto machine = std::make_shared<Machine>(api, place);
    probe(*machine, info);
    if (info.language.empty())
        throw DeviceError("the compiler of '" + info.name + "' compiles nothing");
    return {std::move(machine), std::move(info)};
}

}  // namespace

Listing list() {
    const auto api = load_api();
    if (!api.ok()) return Listing::none(api.diagnostics());
    std::vector<DeviceHandle> places;
    return Listing::of(
        [&] {
            places = find_devices(**api);
            return static_cast<unsigned>(places.size());
        },
        [&](unsigned number) { return open_place(*api, places[number]).info; });
}

Result<std::unique_ptr<Device>> open(unsigned number) {
    const auto api = load_api();
    if (!api.ok()) return Result<std::unique_ptr<Device>>::failure(api.diagnostics());
    return opened([&] {
        const std::vector<DeviceHandle> places = find_devices(**api);
        if (number >= places.size())
            throw DeviceError("there is no OpenCL device " + std::to_string(number) +
                              "; there are " + std::to_string(places.size()));
        Opened opened = open_place(*api, places[number]);
        std::vector<pid_t> workers;
        if (opened.info.is_cpu)
            workers = worker_threads(*opened.machine, opened.info.compute_units);
        return std::make_unique<OpenClDevice>(std::move(opened.machine), std::move(opened.info),
                                              std::move(workers));
    });
}

}  // namespace clmm::hardware::opencl
