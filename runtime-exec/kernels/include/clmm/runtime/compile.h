#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/base/source.h"
#include "clmm/runtime/kernel_code.h"

namespace clmm::syntax {
struct LitmusTree;
}

namespace clmm::runtime {

struct CompileOptions {
    std::vector<std::string> definitions;    ///< `NAME` or `NAME=VALUE`
    std::vector<std::string> include_paths;  ///< for `#include`, beside the file's own folder
    bool watched = false;                    ///< for the dynamic checks of clmm/runtime/checks.h
    /// A function of which only a prototype is there may be called: it yields any value, which a
    /// run takes to be 0, and a note says so.
    bool missing_bodies = false;
    /// Of kernels only the parameters and attributes are wanted: what they do may be anything that
    /// is well formed, and they do nothing.
    bool only_signatures = false;
    /// memory_scope_work_item outside fences of images is an error; else a warning.
    bool rejects_work_item_scope = false;
};

/// Compiles OpenCL C to bytecode that executes each instruction for all work-items of a group.
///
/// Shape    one KernelCode for each kernel of the text; calls are expanded. The work-group sizes
///          that an instance takes are bounded by memory only; sub-groups have at most 1,024
///          work-items (CL_OUT_OF_RESOURCES when instantiated).
/// Errors   E-PREPROCESS, E-SYNTAX, E-NAME, E-TYPE, E-ADDRESS, E-UNSUPPORTED, with the place of
///          what is wrong; several for each program. What the language has and this compiler has
///          not is an E-UNSUPPORTED or E-NAME that names it.
/// Cost     linear in the text with all calls expanded.
/// Threads  any; no shared state.
/// Source   "The OpenCL C Specification"; what there is of it: docs/kernel-language.md.
/// Tests    tests/unit/runtime-exec/compile, tests/unit/runtime-exec/execute
[[nodiscard]] Result<std::shared_ptr<const ProgramCode>> compile(
    SourcePtr source, const CompileOptions& options = {});

/// The same of a text that was parsed before, whose macros have been replaced.
[[nodiscard]] Result<std::shared_ptr<const ProgramCode>> compile(const syntax::LitmusTree& tree,
                                                                 const CompileOptions& options);

/// Where a variable outside functions lies in the program-scope memory of a compiled program; none
/// if it has none of that name.
[[nodiscard]] std::optional<std::uint64_t> program_variable(const ProgramCode& program,
                                                            std::string_view name);

}  // namespace clmm::runtime
