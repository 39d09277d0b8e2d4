// Jobs on a device of the OpenCL installation, through the ICD loader.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <map>
#include <stdexcept>
#include <utility>

#include "machine.h"

namespace clmm::pocl {
namespace {

void check(cl_int status, const char* call) {
    if (status != CL_SUCCESS)
        throw std::runtime_error(std::string(call) + " returned " + std::to_string(status));
}

/// Owns an object of the API.
template <class T, cl_int (*release)(T)>
class Handle {
public:
    Handle() = default;
    Handle(T object, cl_int status, const char* call) : object_(object) { check(status, call); }
    Handle(Handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~Handle() {
        if (object_ != nullptr) release(object_);
    }
    [[nodiscard]] T get() const { return object_; }

private:
    T object_ = nullptr;
};
using ContextHandle = Handle<cl_context, clReleaseContext>;
using QueueHandle = Handle<cl_command_queue, clReleaseCommandQueue>;
using ProgramHandle = Handle<cl_program, clReleaseProgram>;
using KernelHandle = Handle<cl_kernel, clReleaseKernel>;
using MemoryHandle = Handle<cl_mem, clReleaseMemObject>;
using EventHandle = Handle<cl_event, clReleaseEvent>;

std::string platform_string(cl_platform_id platform, cl_platform_info what) {
    std::size_t size = 0;
    check(clGetPlatformInfo(platform, what, 0, nullptr, &size), "clGetPlatformInfo");
    std::string text(size, '\0');
    check(clGetPlatformInfo(platform, what, size, text.data(), nullptr), "clGetPlatformInfo");
    return text.c_str();  // without the final 0
}

template <class T>
T device_value(cl_device_id device, cl_device_info what) {
    T value{};
    // An old device does not know what is newer: it has none of it.
    if (clGetDeviceInfo(device, what, sizeof value, &value, nullptr) != CL_SUCCESS) return T{};
    return value;
}

class OpenClMachine : public Machine {
public:
    OpenClMachine(cl_platform_id platform, cl_device_id device)
        : name_(platform_string(platform, CL_PLATFORM_VERSION)), device_(device) {
        cl_int status = CL_SUCCESS;
        const cl_context context = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &status);
        context_ = ContextHandle(context, status, "clCreateContext");
        queue_ = queue(CL_QUEUE_PROFILING_ENABLE);
        if (device_enqueues())
            children_ = queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE |
                              CL_QUEUE_ON_DEVICE_DEFAULT);
    }

    std::string name() const override { return name_; }

    std::string lacks(const Job& job) const override {
        if (job.enqueues && !device_enqueues()) return "device-side enqueue";
        for (const Memory& memory : job.memory)
            if (memory.width != 0 &&
                device_value<cl_bool>(device_, CL_DEVICE_IMAGE_SUPPORT) == CL_FALSE)
                return "images";
        return {};
    }

    std::uint64_t run(Job& job) override {
        std::vector<MemoryHandle> objects;
        for (Memory& memory : job.memory) objects.push_back(make(memory));
        std::vector<EventHandle> events;
        for (const Launch& launch : job.launches) events.push_back(start(job, launch, objects));
        for (std::size_t i = 0; i < objects.size(); ++i) read(objects[i].get(), job.memory[i]);
        std::uint64_t nanoseconds = 0;
        for (const EventHandle& event : events)
            nanoseconds += time(event.get(), CL_PROFILING_COMMAND_END) -
                           time(event.get(), CL_PROFILING_COMMAND_START);
        return nanoseconds;
    }

private:
    bool device_enqueues() const {
        return device_value<cl_device_device_enqueue_capabilities>(
                   device_, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES) != 0;
    }

    QueueHandle queue(cl_command_queue_properties properties) {
        const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
        cl_int status = CL_SUCCESS;
        const cl_command_queue queue =
            clCreateCommandQueueWithProperties(context_.get(), device_, list, &status);
        return {queue, status, "clCreateCommandQueueWithProperties"};
    }

    MemoryHandle make(Memory& memory) {
        cl_int status = CL_SUCCESS;
        if (memory.width == 0) {
            const cl_mem buffer = clCreateBuffer(context_.get(), CL_MEM_READ_WRITE,
                                                 memory.words.size() * 4, nullptr, &status);
            MemoryHandle handle(buffer, status, "clCreateBuffer");
            check(clEnqueueWriteBuffer(queue_.get(), buffer, CL_TRUE, 0, memory.words.size() * 4,
                                       memory.words.data(), 0, nullptr, nullptr),
                  "clEnqueueWriteBuffer");
            return handle;
        }
        const cl_image_format format{CL_RGBA, CL_FLOAT};
        cl_image_desc description{};
        description.image_type = CL_MEM_OBJECT_IMAGE2D;
        description.image_width = memory.width;
        description.image_height = memory.height;
        const cl_mem image =
            clCreateImage(context_.get(), memory.written ? CL_MEM_WRITE_ONLY : CL_MEM_READ_ONLY,
                          &format, &description, nullptr, &status);
        MemoryHandle handle(image, status, "clCreateImage");
        const std::size_t origin[] = {0, 0, 0}, region[] = {memory.width, memory.height, 1};
        check(clEnqueueWriteImage(queue_.get(), image, CL_TRUE, origin, region, 0, 0,
                                  memory.words.data(), 0, nullptr, nullptr),
              "clEnqueueWriteImage");
        return handle;
    }

    void read(cl_mem object, Memory& memory) {
        if (memory.width == 0) {
            check(clEnqueueReadBuffer(queue_.get(), object, CL_TRUE, 0, memory.words.size() * 4,
                                      memory.words.data(), 0, nullptr, nullptr),
                  "clEnqueueReadBuffer");
            return;
        }
        const std::size_t origin[] = {0, 0, 0}, region[] = {memory.width, memory.height, 1};
        check(clEnqueueReadImage(queue_.get(), object, CL_TRUE, origin, region, 0, 0,
                                 memory.words.data(), 0, nullptr, nullptr),
              "clEnqueueReadImage");
    }

    EventHandle start(const Job& job, const Launch& launch,
                      const std::vector<MemoryHandle>& objects) {
        cl_int status = CL_SUCCESS;
        const cl_kernel kernel = clCreateKernel(program(job), launch.kernel.c_str(), &status);
        const KernelHandle handle(kernel, status, "clCreateKernel");
        for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
            const Argument& argument = launch.arguments[i];
            const auto index = static_cast<cl_uint>(i);
            if (const auto* memory = std::get_if<MemoryRef>(&argument)) {
                const cl_mem object = objects[memory->index].get();
                status = clSetKernelArg(kernel, index, sizeof object, &object);
            } else if (const auto* local = std::get_if<Local>(&argument)) {
                status = clSetKernelArg(kernel, index, local->bytes, nullptr);
            } else if (const auto* number = std::get_if<std::uint32_t>(&argument)) {
                status = clSetKernelArg(kernel, index, sizeof *number, number);
            } else {
                status = clSetKernelArg(kernel, index, sizeof(float), &std::get<float>(argument));
            }
            check(status, "clSetKernelArg");
        }
        cl_event event = nullptr;
        status = clEnqueueNDRangeKernel(
            queue_.get(), kernel, static_cast<cl_uint>(launch.global.size()), nullptr,
            launch.global.data(), launch.local.empty() ? nullptr : launch.local.data(), 0, nullptr,
            &event);
        return {event, status, "clEnqueueNDRangeKernel"};
    }

    cl_program program(const Job& job) {
        const auto known = programs_.find(job.file);
        if (known != programs_.end()) return known->second.get();
        const std::string text = kernel_text(job.file);
        const char* line = text.c_str();
        cl_int status = CL_SUCCESS;
        const cl_program program =
            clCreateProgramWithSource(context_.get(), 1, &line, nullptr, &status);
        ProgramHandle handle(program, status, "clCreateProgramWithSource");
        const std::string standard = job.enqueues ? "-cl-std=CL2.0" : job.standard;
        check(clBuildProgram(program, 1, &device_, standard.c_str(), nullptr, nullptr),
              "clBuildProgram");
        programs_.emplace(job.file, std::move(handle));
        return program;
    }

    static std::uint64_t time(cl_event event, cl_profiling_info what) {
        cl_int failed = CL_SUCCESS;
        check(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof failed, &failed,
                             nullptr),
              "clGetEventInfo");
        check(failed, "a kernel");
        cl_ulong nanoseconds = 0;
        check(clGetEventProfilingInfo(event, what, sizeof nanoseconds, &nanoseconds, nullptr),
              "clGetEventProfilingInfo");
        return nanoseconds;
    }

    std::string name_;
    cl_device_id device_;
    ContextHandle context_;
    QueueHandle queue_;
    QueueHandle children_;
    std::map<std::string, ProgramHandle> programs_;
};

}  // namespace

std::unique_ptr<Machine> make_opencl(std::string_view platform) {
    cl_uint count = 0;
    if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS || count == 0) return nullptr;
    std::vector<cl_platform_id> platforms(count);
    check(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
    for (const cl_platform_id each : platforms) {
        if (platform_string(each, CL_PLATFORM_NAME).find(platform) == std::string::npos) continue;
        cl_device_id device = nullptr;
        if (clGetDeviceIDs(each, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS)
            return std::make_unique<OpenClMachine>(each, device);
    }
    return nullptr;
}

}  // namespace clmm::pocl
