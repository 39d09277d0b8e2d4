#pragma once

#include <span>
#include <string>

#include "clmm/base/result.h"
#include "clmm/litmus/front_end.h"
#include "clmm/litmus/litmus_test.h"

/// The languages of tests that there are: OpenCL's own (folder litmus) and those of processors, a
/// folder here each. Models resolve the names of them all.
namespace clmm::targets {

[[nodiscard]] std::span<const litmus::FrontEnd* const> front_ends();

/// The language of a file by its first word; OpenCL C's where no other language begins so.
[[nodiscard]] const litmus::FrontEnd& language_of(std::string_view text);

/// Parses and elaborates one litmus test in any of them. Errors as of its language.
[[nodiscard]] Result<litmus::LitmusTest> read_test(SourcePtr source);
/// `--dump=tree`.
[[nodiscard]] Result<std::string> dump_tree(SourcePtr source);

}  // namespace clmm::targets
