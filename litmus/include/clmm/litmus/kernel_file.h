#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/base/source.h"
#include "clmm/litmus/litmus_test.h"

namespace clmm::litmus {

/// What a parameter holds as it lies in memory, which a launch file says.
struct LaunchBytes {
    SourcePtr source;        ///< of the launch file
    Span span = {};          ///< the argument there
    std::string name;        ///< of the parameter
    std::uint64_t size = 0;  ///< in bytes; of local memory of each work-group
    /// `any`: what it holds is not said. Of local memory there is nothing to say.
    enum class Contents : std::uint8_t { bytes, any, null } contents = Contents::bytes;
    std::vector<std::byte> bytes = {};
    enum class Access : std::uint8_t { all, read_only, write_only } access = Access::all;
};

/// How a kernel of a plain OpenCL C file is run.
///
/// Arguments, each a text of its own; every parameter has one:
///     n=8             a number
///     n=any           any number: what is verified holds for all
///     data[8]         a buffer of 8 elements that are 0; of a local pointer: unspecified, and one
///                     array a work-group
///     data={1,2,3}    a buffer with these contents
///     data[8]=any     a buffer with any contents
///     b=a             the buffer of another parameter
///     atomic_svm:d[8] allocated otherwise than as a buffer: coarse_svm, fine_svm, atomic_svm,
///                     system_svm
struct KernelLaunch {
    std::string kernel = {};                 ///< may be empty where the file has one kernel
    std::vector<std::uint64_t> global = {};  ///< by dimension, at most 3
    std::vector<std::uint64_t> local = {};   ///< may be empty where the kernel has an attribute
                                             ///< reqd_work_group_size
    std::vector<std::uint64_t> offset = {};
    std::uint64_t sub_group_size = 0;  ///< 0: a work-group is one sub-group
    std::vector<std::string> arguments = {};
    std::vector<LaunchBytes> bytes = {};  ///< arguments as well, of parameters that these leave out
    std::vector<std::string> definitions = {};    ///< of macros: `NAME` or `NAME=VALUE`
    std::vector<std::string> include_paths = {};  ///< for `#include`
};

/// A kernel of a plain OpenCL C file as a test: its only units are the work-items of the launch.
/// The test's source is the text after the preprocessor, which knows where it was written.
/// Errors   E-PREPROCESS; E-SYNTAX; E-ARGUMENT for arguments, in a source of their own; E-NDRANGE;
///          E-NAME, E-TYPE as of litmus tests.
[[nodiscard]] Result<LitmusTest> read_kernel(const SourcePtr& source, const KernelLaunch& launch);

/// `--dump=tree` of such a file.
[[nodiscard]] Result<std::string> dump_kernel_tree(const SourcePtr& source,
                                                   const KernelLaunch& launch);

}  // namespace clmm::litmus
