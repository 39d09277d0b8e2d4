#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clmm/base/diagnostic.h"
#include "clmm/litmus/kernel_file.h"

namespace clmm::cli {

/// A mistake on its way to run_exec, which prints it. Never leaves the command.
struct ExecError {
    Diagnostics problems;
};

[[noreturn]] void reject(const SourcePtr& source, Span span, std::string code, std::string message,
                         std::string hint = {});

/// A word of an argument with its place in the argument's text.
struct ArgumentWord {
    std::string text;
    Span span;
};

/// What the text of one argument says, before the kernel's parameter gives it a meaning.
///
///     n=8   x=-1.5e3   v={1,2,3,4}               numbers
///     data[8]   data={1,2}   data[8]={1,2}   data[8]=3
///     data[8]=iota   data[8]=random:7            0, 1, 2, …; reproducible numbers
///     data=@in.npy   data[8]=@in.raw             from a file
///     b=a   q=queue   p=null                     a word
///     img=image2d:rgba8:64x48:@in.raw            words with colons between
///     atomic_svm:data[8]                         allocated otherwise than as a buffer
///     read_only:data[8]                          a buffer that kernels only read
///
/// Shape    `words` holds what stands behind `=` without braces or file, split at colons; of
///          braces, nested ones too, `numbers` holds all numbers in order.
struct ExecArgument {
    SourcePtr source;
    ArgumentWord name;
    std::optional<ArgumentWord> allocation;
    std::optional<std::uint64_t> count;
    bool has_value = false;
    bool in_braces = false;
    std::vector<ArgumentWord> numbers;
    std::vector<ArgumentWord> words;
    std::optional<ArgumentWord> file;          ///< without the `@`
    std::optional<litmus::LaunchBytes> bytes;  ///< in place of numbers: as a launch file has them
    Span value_span;

    [[nodiscard]] Span span() const;
    [[noreturn]] void fail(Span at, std::string message, std::string hint = {}) const;
};

/// Throws ExecError with an E-ARGUMENT in the text of the argument.
[[nodiscard]] ExecArgument parse_exec_argument(const std::string& text);
/// What a launch file says, with its place there.
[[nodiscard]] ExecArgument exec_argument(const litmus::LaunchBytes& bytes);

}  // namespace clmm::cli
