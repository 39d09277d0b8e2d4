#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "clmm/base/source.h"
#include "litmus/report.h"

namespace clmm::syntax {

/// `type` is one of the numbers of LitmusTokens.tokens; the last token has kEndOfFile.
struct LitmusToken {
    std::size_t type = 0;
    Span span;
};

inline constexpr std::size_t kEndOfFile = static_cast<std::size_t>(-1);

/// Below the header of a litmus test, or a file of plain OpenCL C, of the checked or the complete
/// language. The tokens of such files begin with KERNELS.
enum class TextKind { litmus, kernels, complete_kernels };

/// Tokens from `begin` on. What is a keyword depends on where it stands: `exists` is a name in
/// a body, `int` one in a condition; a name before `:` at the start of a statement is a label.
/// Types are told from names by being known ones, or by a `typedef`; `host` is a placement after
/// `@`, `NDRange` a launch where a definition begins, `buffer` a qualifier before a type of the
/// initial state.
///
/// Errors   characters that start no token, integers of more than 64 bits, open comments, words
///          and constants of C that the tree has no place for (E-UNSUPPORTED); all are skipped
///          after the report. No tokens at all where a comment stays open.
[[nodiscard]] std::vector<LitmusToken> tokenize(Reporter& reporter, std::uint32_t begin,
                                                TextKind kind);

/// An integer as C writes it: decimal, 0x, 0b or octal, with u and l suffixes.
struct IntegerText {
    std::uint64_t value = 0;
    bool is_unsigned = false;
    bool is_long = false;
    bool well_formed = false;
    bool overflows = false;
};
[[nodiscard]] IntegerText read_integer(std::string_view text);

}  // namespace clmm::syntax
