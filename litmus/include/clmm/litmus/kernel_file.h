#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/base/source.h"
#include "clmm/litmus/litmus_test.h"

namespace clmm::litmus {

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
