#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "opencl/machine.h"

namespace clmm::hardware::opencl {

/// What the compiler made of a program, as text: CL_PROGRAM_BINARIES where that is text (NVIDIA:
/// PTX), else what objdump makes of it.
/// Errors   E-DEVICE: the binary is no text, and why no tool reads it.
[[nodiscard]] Result<std::string> program_code(const Machine& machine, cl_program program);

/// A file within a binary of PoCL.
struct PoclFile {
    std::string path;  ///< `/program.bc`, `/KERNEL/0-0-0/KERNEL.so`
    std::span<const std::byte> contents;
};
/// Empty if it is no binary of PoCL.
[[nodiscard]] std::vector<PoclFile> pocl_files(std::span<const std::byte> binary);

}  // namespace clmm::hardware::opencl
