#include "opencl/api.h"

#include "clmm/hardware/device.h"
#include "clmm/runtime/error.h"
#include "symbols.h"

namespace clmm::hardware::opencl {
namespace {

constexpr const char* kLoader = "libOpenCL.so.1";

void find_all(Symbols& symbols, Api& api) {
    symbols.required(api.get_platform_ids, "clGetPlatformIDs");
    symbols.required(api.get_platform_info, "clGetPlatformInfo");
    symbols.required(api.get_device_ids, "clGetDeviceIDs");
    symbols.required(api.get_device_info, "clGetDeviceInfo");
    symbols.required(api.create_context, "clCreateContext");
    symbols.required(api.release_context, "clReleaseContext");
    symbols.required(api.create_command_queue, "clCreateCommandQueue");
    symbols.required(api.release_command_queue, "clReleaseCommandQueue");
    symbols.required(api.create_buffer, "clCreateBuffer");
    symbols.required(api.release_mem_object, "clReleaseMemObject");
    symbols.required(api.create_program_with_source, "clCreateProgramWithSource");
    symbols.required(api.build_program, "clBuildProgram");
    symbols.required(api.get_program_build_info, "clGetProgramBuildInfo");
    symbols.required(api.get_program_info, "clGetProgramInfo");
    symbols.required(api.release_program, "clReleaseProgram");
    symbols.required(api.create_kernel, "clCreateKernel");
    symbols.required(api.set_kernel_arg, "clSetKernelArg");
    symbols.required(api.release_kernel, "clReleaseKernel");
    symbols.required(api.enqueue_ndrange_kernel, "clEnqueueNDRangeKernel");
    symbols.required(api.enqueue_read_buffer, "clEnqueueReadBuffer");
    symbols.required(api.enqueue_write_buffer, "clEnqueueWriteBuffer");
    symbols.required(api.enqueue_fill_buffer, "clEnqueueFillBuffer");
    symbols.required(api.flush, "clFlush");
    symbols.required(api.finish, "clFinish");
    symbols.required(api.get_event_info, "clGetEventInfo");
    symbols.required(api.get_event_profiling_info, "clGetEventProfilingInfo");
    symbols.required(api.release_event, "clReleaseEvent");
    symbols.optional(api.get_kernel_sub_group_info, "clGetKernelSubGroupInfo");
}

}  // namespace

Result<std::shared_ptr<const Api>> load_api() {
    using Outcome = Result<std::shared_ptr<const Api>>;
    // Never closed: drivers have threads and handlers at exit.
    void* library = dlopen(kLoader, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        return Outcome::failure(
            {Severity::error,
             "E-DEVICE",
             std::string("there is no OpenCL: ") + kLoader + " cannot be loaded",
             "an ICD loader is in the Debian package ocl-icd-libopencl1",
             nullptr,
             {}});
    auto api = std::make_shared<Api>();
    Symbols symbols(library);
    find_all(symbols, *api);
    if (!symbols.missing().empty())
        return Outcome::failure(
            {Severity::error,
             "E-DEVICE",
             std::string(kLoader) + " has no " + symbols.missing() + ", which OpenCL 1.2 has",
             "",
             nullptr,
             {}});
    return std::shared_ptr<const Api>(std::move(api));
}

void check(cl_int status, const char* call) {
    if (status != CL_SUCCESS)
        throw DeviceError(std::string(call) + ": " + runtime::status_name(status));
}

}  // namespace clmm::hardware::opencl
