// In place of src/opencl, in a build without OpenCL.
#include "clmm/base/features.h"
#include "opencl/opencl_device.h"

namespace clmm::hardware::opencl {
namespace {

Diagnostic missing() { return built_without(Feature::opencl, "a device behind OpenCL's loader"); }

}  // namespace

Listing list() { return Listing::none({missing()}); }

Result<std::unique_ptr<Device>> open(unsigned /*number*/) {
    return Result<std::unique_ptr<Device>>::failure(missing());
}

}  // namespace clmm::hardware::opencl
