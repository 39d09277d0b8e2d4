#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "clmm/base/result.h"

/// The functions of the CUDA driver that are used, declared as its manual has them: clmm is built
/// without its headers, and they have not changed since CUDA 4.
namespace clmm::hardware::cuda {

using Status = int;                   ///< CUresult: 0 is success
using DeviceNumber = int;             ///< CUdevice
using DevicePointer = std::uint64_t;  ///< CUdeviceptr
struct Context;                       ///< CUcontext is a pointer to it, and so on
struct Module;
struct Function;
struct Stream;
struct Event;

constexpr Status kNotReady = 600;  ///< CUDA_ERROR_NOT_READY

/// CUdevice_attribute
enum class Attribute : int {
    max_threads_per_block = 1,
    max_shared_memory_per_block = 8,
    warp_size = 10,
    multiprocessor_count = 16,
    compute_capability_major = 75,
    compute_capability_minor = 76
};

/// CUjit_option
enum class JitOption : int {
    info_log_buffer = 3,
    info_log_buffer_size = 4,
    error_log_buffer = 5,
    error_log_buffer_size = 6
};

/// CUjitInputType
constexpr int kInputPtx = 1;
struct LinkState;

struct Api {
    Status (*init)(unsigned flags) = nullptr;
    Status (*driver_get_version)(int* version) = nullptr;
    Status (*get_error_name)(Status status, const char** name) = nullptr;
    Status (*get_error_string)(Status status, const char** text) = nullptr;
    Status (*device_get_count)(int* count) = nullptr;
    Status (*device_get)(DeviceNumber* device, int ordinal) = nullptr;
    Status (*device_get_name)(char* name, int size, DeviceNumber device) = nullptr;
    Status (*device_get_attribute)(int* value, Attribute attribute, DeviceNumber) = nullptr;
    Status (*device_total_mem)(std::size_t* bytes, DeviceNumber device) = nullptr;
    Status (*primary_context_retain)(Context** context, DeviceNumber device) = nullptr;
    Status (*primary_context_release)(DeviceNumber device) = nullptr;
    Status (*set_current_context)(Context* context) = nullptr;
    Status (*module_load_data_ex)(Module** module, const void* image, unsigned count,
                                  JitOption* options, void** values) = nullptr;
    Status (*module_unload)(Module* module) = nullptr;
    Status (*module_get_function)(Function** function, Module* module, const char* name) = nullptr;
    Status (*link_create)(unsigned count, JitOption* options, void** values,
                          LinkState** state) = nullptr;
    Status (*link_add_data)(LinkState* state, int type, void* data, std::size_t size,
                            const char* name, unsigned count, JitOption* options,
                            void** values) = nullptr;
    Status (*link_complete)(LinkState* state, void** cubin, std::size_t* size) = nullptr;
    Status (*link_destroy)(LinkState* state) = nullptr;
    Status (*mem_alloc)(DevicePointer* memory, std::size_t bytes) = nullptr;
    Status (*mem_free)(DevicePointer memory) = nullptr;
    Status (*copy_to_device)(DevicePointer to, const void* from, std::size_t bytes) = nullptr;
    Status (*copy_to_host)(void* to, DevicePointer from, std::size_t bytes) = nullptr;
    Status (*memset_bytes)(DevicePointer memory, unsigned char value, std::size_t count) = nullptr;
    Status (*launch_kernel)(Function* function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                            unsigned block_x, unsigned block_y, unsigned block_z,
                            unsigned shared_bytes, Stream* stream, void** parameters,
                            void** extra) = nullptr;
    Status (*event_create)(Event** event, unsigned flags) = nullptr;
    Status (*event_destroy)(Event* event) = nullptr;
    Status (*event_record)(Event* event, Stream* stream) = nullptr;
    Status (*event_query)(Event* event) = nullptr;
    Status (*event_elapsed_time)(float* milliseconds, Event* start, Event* end) = nullptr;
};

/// Loads `libcuda.so.1`, for the rest of the process, and initialises it.
/// Errors   E-DEVICE: there is none, it lacks functions, or it has no device.
[[nodiscard]] Result<std::shared_ptr<const Api>> load_api();

/// Throws a DeviceError `cuLaunchKernel: CUDA_ERROR_…` unless the status is 0.
void check(const Api& api, Status status, const char* call);
/// `CUDA_ERROR_NO_DEVICE (no CUDA-capable device is detected)`
[[nodiscard]] std::string status_text(const Api& api, Status status);

}  // namespace clmm::hardware::cuda
