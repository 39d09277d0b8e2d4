#pragma once

#include <optional>
#include <string>

#include "exec/values/binding.h"
#include "exec/values/files.h"

namespace clmm::cli {

class SandboxedSide;

/// `--out NAME` or `--out NAME=@FILE`.
struct OutputRequest {
    std::string name;
    std::string file;  ///< empty: printed
    /// As what numbers memory is shown, if not as the parameter's: a launch file may say so.
    std::optional<NumberType> type = {};
    bool hexadecimal = false;  ///< … and its integers in which base
};
/// What is wrong with the text, if anything.
[[nodiscard]] std::optional<std::string> parse_output(const std::string& text,
                                                      OutputRequest& request);

/// `int data[4] = {1, 2, 3, 4}`, in lines of at most 100 columns; of more than `limit` elements the
/// rest is counted.
[[nodiscard]] std::string contents_text(const MemoryContents& contents, std::size_t limit);

/// The same bytes as numbers of a type; what is left of them at the end is not shown.
[[nodiscard]] MemoryContents seen_as(MemoryContents contents, const std::string& name,
                                     NumberType type);

/// Writes the contents in the format that the file's name says. Throws ExecError with an E-FILE.
void write_contents(const MemoryContents& contents, const OutputRequest& request,
                    const SandboxedSide* side = nullptr);

}  // namespace clmm::cli
