#include "cuda/cuda_device.h"

#include <array>
#include <utility>

#include "cuda/query.h"
#include "tool.h"
#include "wait_for.h"

namespace clmm::hardware::cuda {
namespace {

/// What the objects of a device share: its primary context, with one stream.
struct Machine {
    Machine(std::shared_ptr<const Api> functions, DeviceNumber where)
        : api(std::move(functions)), device(where) {
        check(*api, api->primary_context_retain(&context, device), "cuDevicePrimaryCtxRetain");
        enter();
    }
    ~Machine() {
        if (!unfinished) static_cast<void>(api->primary_context_release(device));
    }
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;

    /// Contexts are the thread's; another device may have been used since.
    void enter() const { check(*api, api->set_current_context(context), "cuCtxSetCurrent"); }
    void check_usable() const {
        if (unfinished) throw DeviceError("an earlier launch still runs", true);
        enter();
    }

    const std::shared_ptr<const Api> api;
    const DeviceNumber device;
    Context* context = nullptr;
    bool unfinished = false;  ///< a launch did not end; nothing may wait for the device
};
using MachinePtr = std::shared_ptr<Machine>;

class CudaBuffer : public DeviceBuffer {
public:
    CudaBuffer(MachinePtr machine, std::size_t size) : machine_(std::move(machine)), size_(size) {
        machine_->check_usable();
        check(*machine_->api, machine_->api->mem_alloc(&memory_, size), "cuMemAlloc");
        clear();
    }
    ~CudaBuffer() override {
        if (!machine_->unfinished) static_cast<void>(machine_->api->mem_free(memory_));
    }
    CudaBuffer(const CudaBuffer&) = delete;
    CudaBuffer& operator=(const CudaBuffer&) = delete;

    [[nodiscard]] std::size_t size() const override { return size_; }
    void write(std::size_t offset, std::span<const std::byte> bytes) override {
        if (bytes.empty()) return;
        machine_->check_usable();
        check(*machine_->api,
              machine_->api->copy_to_device(memory_ + offset, bytes.data(), bytes.size()),
              "cuMemcpyHtoD");
    }
    void read(std::size_t offset, std::span<std::byte> bytes) override {
        if (bytes.empty()) return;
        machine_->check_usable();
        check(*machine_->api,
              machine_->api->copy_to_host(bytes.data(), memory_ + offset, bytes.size()),
              "cuMemcpyDtoH");
    }
    void clear() override {
        machine_->check_usable();
        check(*machine_->api, machine_->api->memset_bytes(memory_, 0, size_), "cuMemsetD8");
    }
    [[nodiscard]] const DevicePointer& memory() const { return memory_; }

private:
    MachinePtr machine_;
    std::size_t size_;
    DevicePointer memory_ = 0;
};

class CudaKernel : public DeviceKernel {
public:
    CudaKernel(MachinePtr machine, Function* function, std::string name)
        : machine_(std::move(machine)), function_(function), name_(std::move(name)) {
        for (Event** event : {&start_, &end_})
            check(*machine_->api, machine_->api->event_create(event, 0), "cuEventCreate");
    }
    ~CudaKernel() override {
        if (machine_->unfinished) return;
        for (Event* event : {start_, end_}) static_cast<void>(machine_->api->event_destroy(event));
    }
    CudaKernel(const CudaKernel&) = delete;
    CudaKernel& operator=(const CudaKernel&) = delete;

    std::chrono::nanoseconds run(const LaunchShape& shape,
                                 std::span<const KernelArgument> arguments,
                                 std::chrono::milliseconds limit) override {
        machine_->check_usable();
        const Api& api = *machine_->api;
        std::vector<void*> parameters = pointers(arguments);
        check(api, api.event_record(start_, nullptr), "cuEventRecord");
        check(api,
              api.launch_kernel(function_,
                                static_cast<unsigned>(shape.global_size / shape.local_size), 1, 1,
                                static_cast<unsigned>(shape.local_size), 1, 1, 0, nullptr,
                                parameters.data(), nullptr),
              ("cuLaunchKernel of '" + name_ + "'").c_str());
        check(api, api.event_record(end_, nullptr), "cuEventRecord");
        if (!ends_within(limit, [&] { return has_ended(); })) {
            machine_->unfinished = true;
            throw DeviceError("the kernel '" + name_ + "' does not end within " +
                                  std::to_string(limit.count()) + " ms",
                              true);
        }
        float milliseconds = 0;
        check(api, api.event_elapsed_time(&milliseconds, start_, end_), "cuEventElapsedTime");
        return std::chrono::nanoseconds(static_cast<std::int64_t>(double{milliseconds} * 1e6));
    }

private:
    /// The driver takes pointers to the values, which stay where they are while it does.
    static std::vector<void*> pointers(std::span<const KernelArgument> arguments) {
        std::vector<void*> out;
        for (const KernelArgument& each : arguments) {
            const void* const value =
                each.buffer != nullptr
                    ? static_cast<const void*>(
                          &dynamic_cast<const CudaBuffer&>(*each.buffer).memory())
                    : &*each.value;
            out.push_back(const_cast<void*>(value));
        }
        return out;
    }

    [[nodiscard]] bool has_ended() const {
        const Status status = machine_->api->event_query(end_);
        if (status == kNotReady) return false;
        check(*machine_->api, status, ("the kernel '" + name_ + "'").c_str());
        return true;
    }

    MachinePtr machine_;
    Function* function_;
    std::string name_;
    Event* start_ = nullptr;
    Event* end_ = nullptr;
};

class CudaProgram : public DeviceProgram {
public:
    CudaProgram(MachinePtr machine, Module* module, SourcePtr source)
        : machine_(std::move(machine)), module_(module), source_(std::move(source)) {}
    ~CudaProgram() override {
        if (!machine_->unfinished) static_cast<void>(machine_->api->module_unload(module_));
    }
    CudaProgram(const CudaProgram&) = delete;
    CudaProgram& operator=(const CudaProgram&) = delete;

    [[nodiscard]] std::unique_ptr<DeviceKernel> kernel(const std::string& name) override {
        machine_->check_usable();
        Function* function = nullptr;
        check(*machine_->api, machine_->api->module_get_function(&function, module_, name.c_str()),
              ("cuModuleGetFunction of '" + name + "'").c_str());
        return std::make_unique<CudaKernel>(machine_, function, name);
    }

    /// The driver compiles once more, to machine code that tools can read.
    [[nodiscard]] Result<std::string> code() override {
        const auto problem = [](std::string message) {
            return Result<std::string>::failure(
                {Severity::error, "E-DEVICE", std::move(message), "", nullptr, {}});
        };
        try {
            const std::vector<std::byte> cubin = linked();
            for (const char* tool : {"nvdisasm", "cuobjdump"}) {
                std::vector<std::string> command{tool};
                if (std::string_view(tool) == "cuobjdump") command.emplace_back("-sass");
                command.emplace_back("%");
                if (auto text = output_of_tool(command, cubin)) return std::move(*text);
            }
        } catch (const DeviceError& error) {
            return problem(error.what());
        }
        return problem(
            "the driver makes machine code, and there is no nvdisasm or cuobjdump "
            "(of CUDA's toolkit) to read it");
    }

private:
    [[nodiscard]] std::vector<std::byte> linked() const {
        machine_->check_usable();
        const Api& api = *machine_->api;
        LinkState* state = nullptr;
        check(api, api.link_create(0, nullptr, nullptr, &state), "cuLinkCreate");
        const auto release = [&api](LinkState* made) { static_cast<void>(api.link_destroy(made)); };
        const std::unique_ptr<LinkState, decltype(release)> owner(state, release);
        std::string text(source_->text());
        check(api,
              api.link_add_data(state, kInputPtx, text.data(), text.size() + 1, "test", 0, nullptr,
                                nullptr),
              "cuLinkAddData");
        void* cubin = nullptr;
        std::size_t size = 0;
        check(api, api.link_complete(state, &cubin, &size), "cuLinkComplete");
        const auto* bytes = static_cast<const std::byte*>(cubin);
        return {bytes, bytes + size};
    }

    MachinePtr machine_;
    Module* module_;
    SourcePtr source_;
};

class CudaDevice : public Device {
public:
    CudaDevice(MachinePtr machine, DeviceInfo info)
        : machine_(std::move(machine)), info_(std::move(info)) {}

    [[nodiscard]] const DeviceInfo& info() const override { return info_; }

    [[nodiscard]] Result<std::unique_ptr<DeviceProgram>> build(SourcePtr source) override {
        constexpr std::size_t kLogBytes = std::size_t{1} << 16U;
        machine_->check_usable();
        std::string log(kLogBytes, '\0');
        std::array options{JitOption::error_log_buffer, JitOption::error_log_buffer_size};
        // The driver takes sizes in the place of pointers.
        std::array<void*, 2> values{log.data(), reinterpret_cast<void*>(kLogBytes)};
        const std::string text(source->text());
        Module* module = nullptr;
        const Status status = machine_->api->module_load_data_ex(
            &module, text.c_str(), static_cast<unsigned>(options.size()), options.data(),
            values.data());
        if (status == 0)
            return {std::make_unique<CudaProgram>(machine_, module, std::move(source))};
        log.resize(log.find('\0'));
        return Result<std::unique_ptr<DeviceProgram>>::failure(
            {Severity::error,
             "E-DEVICE",
             "the compiler of '" + info_.name + "' rejects the program: cuModuleLoadDataEx: " +
                 status_text(*machine_->api, status) + (log.empty() ? "" : "; its log:\n" + log),
             "",
             nullptr,
             {}});
    }

    [[nodiscard]] std::unique_ptr<DeviceBuffer> allocate(std::size_t size) override {
        return std::make_unique<CudaBuffer>(machine_, size);
    }

private:
    MachinePtr machine_;
    DeviceInfo info_;
};

DeviceNumber device_at(const Api& api, unsigned number) {
    DeviceNumber device = 0;
    check(api, api.device_get(&device, static_cast<int>(number)), "cuDeviceGet");
    return device;
}

}  // namespace

Listing list() {
    const auto api = load_api();
    if (!api.ok()) return Listing::none(api.diagnostics());
    return Listing::of([&] { return count_devices(**api); },
                       [&](unsigned number) { return query(**api, device_at(**api, number)); });
}

Result<std::unique_ptr<Device>> open(unsigned number) {
    const auto api = load_api();
    if (!api.ok()) return Result<std::unique_ptr<Device>>::failure(api.diagnostics());
    return opened([&] {
        const unsigned count = count_devices(**api);
        if (number >= count)
            throw DeviceError("there is no CUDA device " + std::to_string(number) + "; there are " +
                              std::to_string(count));
        const DeviceNumber device = device_at(**api, number);
        DeviceInfo info = query(**api, device);
        return std::make_unique<CudaDevice>(std::make_shared<Machine>(*api, device),
                                            std::move(info));
    });
}

}  // namespace clmm::hardware::cuda
