#pragma once

namespace clmm::language {

/// What is said of a local variable that is declared in an inner block, behind its name. "Variables
/// allocated in the __local address space inside a kernel function must occur at kernel function
/// scope." [OpenCL C, "__local (or local)"]
inline constexpr const char* kLocalInBlock =
    " in local memory is declared in an inner block, where compilers reject it";
inline constexpr const char* kLocalInBlockHint = "declare it in the outermost block of the kernel";

}  // namespace clmm::language
