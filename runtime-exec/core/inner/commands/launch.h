#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "clmm/runtime/command_queue.h"
#include "clmm/runtime/kernel_code.h"

namespace clmm::runtime {

struct ProgramCore;
struct MemoryCore;
struct ContextCore;
struct DeviceCore;

/// Objects to be kept while a kernel-instance and its children may use them.
using Kept = std::vector<std::shared_ptr<const void>>;

/// Everything that makes a kernel-instance.
struct Launch {
    std::shared_ptr<ContextCore> context;
    std::shared_ptr<DeviceCore> device;
    std::shared_ptr<const KernelCode> code;
    NdRange range;
    std::vector<Argument> arguments;
    std::shared_ptr<const Kept> kept;
    std::shared_ptr<ProgramCore> program;  ///< null for program initialisers and finalisers
    std::shared_ptr<MemoryCore> scope;     ///< program-scope variables; null where there are none
};

/// The NDRange of a command, with what it leaves open filled in.
[[nodiscard]] NdRange resolve(const LaunchRange& range, const KernelCode& code,
                              const DeviceDescription& device);
[[nodiscard]] Index3 suggested_local_size(const KernelCode& code, const DeviceDescription& device,
                                          unsigned work_dimensions, const Index3& global_size);

/// Throws what the API's clEnqueueNDRangeKernel returns for ranges that the kernel or the device
/// does not have, and CL_OUT_OF_RESOURCES for too much local memory.
void check_launch(const Launch& launch);
/// Whether an argument is of the kind and size of the parameter.
[[nodiscard]] bool agrees(const Parameter& parameter, const Argument& argument);

}  // namespace clmm::runtime
