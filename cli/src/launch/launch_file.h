#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/litmus/kernel_file.h"
#include "exec/values/argument.h"
#include "exec/values/number.h"

namespace clmm::cli {

/// An argument of a launch file, before the kernel's parameter gives it a meaning:
///
///     <size=16> 1 2 3 4             numbers of the parameter's type, or of the one that is said
///     <size=16 uchar hex dump> ff   read as hexadecimal ones; shown at the end
///     <size=16 fill=7>              the same number everywhere
///     <size=16 range=0:2:6 ro>      0, 2, 4, 6, in a buffer that kernels only read (wo: write)
///     <size=16 noinit>              a buffer whose contents nobody has said
///     <null>
///
/// Units    `size` in bytes.
struct FileArgument {
    Span span;                              ///< `<…>`
    std::optional<ArgumentWord> size_word;  ///< none of `null`
    std::uint64_t size = 0;
    std::optional<NumberType> type;
    bool hexadecimal = false;
    std::optional<ArgumentWord> dump, no_contents, null, access;
    std::optional<ArgumentWord> fill;
    std::vector<ArgumentWord> range;   ///< the first, the step, the last
    std::vector<ArgumentWord> values;  ///< what stands behind it
};

/// A file *.sim as Oclgrind has it: a kernel's file, the kernel, sizes, and arguments in order.
struct LaunchFile {
    SourcePtr source;
    ArgumentWord program;  ///< a path, from the folder of this file
    Span kernel;           ///< where it is named
    /// Sizes, kernel, macros; no arguments.
    litmus::KernelLaunch launch;
    std::vector<FileArgument> arguments;
};

/// Whether a file is one, by its name.
[[nodiscard]] bool is_launch_file(const std::string& name);

/// Shape    `#` starts a comment. A first line `# ARGS: --build-options …` has options for the
///          compiler: -D, -I, -cl-std.
/// Errors   E-LAUNCH, at the first place that has no meaning.
/// Source   the reader of launch files in oclgrind-kernel
/// Tests    tests/unit/cli/launch_file_test.cpp, tests/golden/launch-files
[[nodiscard]] Result<LaunchFile> read_launch_file(const SourcePtr& source);

/// The path of the kernel's file.
[[nodiscard]] std::string program_path(const LaunchFile& file, const std::string& path);

}  // namespace clmm::cli
