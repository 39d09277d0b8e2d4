#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/base/source.h"
#include "clmm/litmus/kernel_file.h"
#include "clmm/runtime/kernel_code.h"
#include "clmm/runtime/launch_space.h"

namespace CLI {
class App;
}

namespace clmm::cli {

/// What GPUVerify's options say, in clmm's terms: of these sizes, all launches.
///
/// Shape    sizes by dimension, empty where nothing is said; `*` is any number. What a dimension
///          lacks that another size has is 1.
/// Source   the options of gpuverify, as its own parser of arguments has them
struct GpuVerifyOptions {
    using Sizes = std::vector<runtime::NumberRange>;
    Sizes local, groups, global;
    /// `K,v1,…` of a kernel's numbers in order, or of its memory in bytes; none of `*`.
    struct OfKernel {
        std::string text;
        std::string kernel;
        std::vector<std::optional<std::uint64_t>> values;
    };
    std::vector<OfKernel> scalars, arrays;
    bool bounds = false;
    bool only_divergence = false;
    litmus::KernelLaunch macros;  ///< -D and -I, in a comment

    [[nodiscard]] bool say_sizes() const {
        return !local.empty() || !groups.empty() || !global.empty();
    }
};

/// Declares them, as they are written there. Those that say how the other tool searches have no
/// effect.
void declare_gpuverify_options(CLI::App& command, GpuVerifyOptions& options);

/// Writes sizes into a space; one that it has already is said twice.
/// Errors   E-USAGE.
[[nodiscard]] Diagnostics add_sizes(const GpuVerifyOptions& options, runtime::LaunchSpace& space);

/// … and what they say of a kernel's arguments, unless the space has that already. What is not
/// followed is a note.
/// Errors   E-USAGE.
[[nodiscard]] Diagnostics add_values(const GpuVerifyOptions& options,
                                     const runtime::KernelCode& kernel,
                                     runtime::LaunchSpace& space);

/// The first comment line of a kernel's file that has such options with sizes, as GPUVerify's tests
/// have them in their second line; none where there is no such line before the code.
/// Errors   E-LAUNCH at the line. The note that comes with the options says what is taken.
[[nodiscard]] Result<std::optional<GpuVerifyOptions>> gpuverify_comment(const SourcePtr& source);

}  // namespace clmm::cli
