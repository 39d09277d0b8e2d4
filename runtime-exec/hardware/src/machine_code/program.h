#pragma once

#include "harness/parts.h"

/// Tests in the host's machine code as kernels of many instances: what kernel_text is for OpenCL C.
/// What is around the test's threads is C++.
namespace clmm::hardware::machine_code {

/// Kernels clmm_prepare, clmm_test and clmm_collect, with the parameters of those in OpenCL C. They
/// refer to `parts`. Errors   E-DEVICE: no executable memory.
[[nodiscard]] Result<NativeProgram> program(const Harness::Parts& parts);

// ---- parts of it ----

/// What a kernel is given for one group of the launch.
struct Call {
    std::uint64_t group = 0;
    std::uint64_t groups = 1;
    std::span<std::uint32_t* const> buffers;  ///< in the order of the parameters
    std::span<const std::uint32_t> values;    ///< likewise, behind the buffers
};

/// Where an object of an instance is.
[[nodiscard]] inline std::uint32_t* place(const Layout& layout, const PlacedObject& object,
                                          std::uint32_t* memory, std::uint32_t instance) {
    const std::uint32_t slot = instance * object.multiplier & (layout.slots - 1);
    return memory + object.offset + std::uint64_t{slot} * object.stride;
}

void prepare(const Harness::Parts& parts, const Call& call);
void collect(const Harness::Parts& parts, const Call& call);

using Functions = std::vector<targets::X86Function*>;  ///< by unit
void execute(const Harness::Parts& parts, const Functions& functions, const Call& call);

}  // namespace clmm::hardware::machine_code
