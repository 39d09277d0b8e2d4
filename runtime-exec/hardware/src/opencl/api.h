#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include <memory>
#include <string>
#include <utility>

#include "clmm/base/result.h"

namespace clmm::hardware::opencl {

/// The functions of OpenCL that are used, from the ICD loader. All are in OpenCL 1.2 but the
/// last, which is null where the loader is older.
struct Api {
    decltype(clGetPlatformIDs)* get_platform_ids = nullptr;
    decltype(clGetPlatformInfo)* get_platform_info = nullptr;
    decltype(clGetDeviceIDs)* get_device_ids = nullptr;
    decltype(clGetDeviceInfo)* get_device_info = nullptr;
    decltype(clCreateContext)* create_context = nullptr;
    decltype(clReleaseContext)* release_context = nullptr;
    decltype(clCreateCommandQueue)* create_command_queue = nullptr;
    decltype(clReleaseCommandQueue)* release_command_queue = nullptr;
    decltype(clCreateBuffer)* create_buffer = nullptr;
    decltype(clReleaseMemObject)* release_mem_object = nullptr;
    decltype(clCreateProgramWithSource)* create_program_with_source = nullptr;
    decltype(clBuildProgram)* build_program = nullptr;
    decltype(clGetProgramBuildInfo)* get_program_build_info = nullptr;
    decltype(clGetProgramInfo)* get_program_info = nullptr;
    decltype(clReleaseProgram)* release_program = nullptr;
    decltype(clCreateKernel)* create_kernel = nullptr;
    decltype(clSetKernelArg)* set_kernel_arg = nullptr;
    decltype(clReleaseKernel)* release_kernel = nullptr;
    decltype(clEnqueueNDRangeKernel)* enqueue_ndrange_kernel = nullptr;
    decltype(clEnqueueReadBuffer)* enqueue_read_buffer = nullptr;
    decltype(clEnqueueWriteBuffer)* enqueue_write_buffer = nullptr;
    decltype(clEnqueueFillBuffer)* enqueue_fill_buffer = nullptr;
    decltype(clFlush)* flush = nullptr;
    decltype(clFinish)* finish = nullptr;
    decltype(clGetEventInfo)* get_event_info = nullptr;
    decltype(clGetEventProfilingInfo)* get_event_profiling_info = nullptr;
    decltype(clReleaseEvent)* release_event = nullptr;
    decltype(clGetKernelSubGroupInfo)* get_kernel_sub_group_info = nullptr;
};

/// Loads `libOpenCL.so.1`, for the rest of the process.
/// Errors   E-DEVICE: there is none, or it lacks functions.
[[nodiscard]] Result<std::shared_ptr<const Api>> load_api();

/// Throws a DeviceError `clBuildProgram: CL_OUT_OF_RESOURCES` unless the status is CL_SUCCESS.
void check(cl_int status, const char* call);

/// Owns an object of the API.
template <class T>
class Handle {
public:
    using Release = cl_int(CL_API_CALL*)(T);

    Handle() = default;
    Handle(T object, Release release) : object_(object), release_(release) {}
    Handle(Handle&& other) noexcept
        : object_(std::exchange(other.object_, nullptr)), release_(other.release_) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(object_, other.object_);
        std::swap(release_, other.release_);
        return *this;
    }
    ~Handle() {
        if (object_ != nullptr) release_(object_);
    }
    [[nodiscard]] T get() const { return object_; }
    /// Leaves the object to the driver.
    void forget() { object_ = nullptr; }

private:
    T object_ = nullptr;
    Release release_ = nullptr;
};

}  // namespace clmm::hardware::opencl
