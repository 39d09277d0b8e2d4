#pragma once

#include <optional>
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

/// What is wrong with an instruction of processors' tests whose first word is `word`, its span
/// within the instruction; nothing: it is one of theirs, or the word is none of a processor.
[[nodiscard]] std::optional<Diagnostic> instruction_error(std::string_view word,
                                                          std::string_view instruction);

}  // namespace clmm::targets
