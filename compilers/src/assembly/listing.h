#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/source.h"

namespace clmm::compilers {

/// What the assembly has that is not known.
[[noreturn]] void refuse(std::string message, Span span, std::string hint = {});

/// An operand as written.
struct Piece {
    std::string text;
    Span span;
};

/// An instruction, or a directive (its name begins with a dot).
struct Line {
    std::string name;   ///< in small letters; prefixes are before it: `lock xaddl`
    std::string guard;  ///< of PTX: `@%p1`
    std::vector<Piece> operands;
    Span span;
    std::string result = {};  ///< of SPIR-V: the name before `=`
    std::size_t place = 0;    ///< among the listing's lines
};

/// An assembly file: what stands in it, one after another, and where the labels are.
struct Listing {
    SourcePtr file;
    std::vector<Line> lines;
    std::map<std::string, std::size_t, std::less<>> labels;  ///< the line behind
    unsigned word = 4;                                       ///< bytes of `.word`
};

/// What assemblers do not agree in.
struct Syntax {
    std::vector<std::string_view> comments;  ///< to the end of the line
    bool has_functions = false;              ///< `.entry NAME(`, braces, as in PTX
    unsigned word = 4;                       ///< bytes of `.word`
};

/// Errors   none: what is no instruction is found when it is reached.
[[nodiscard]] Listing read_listing(const SourcePtr& file, const Syntax& syntax);

/// `12`, `-0x8`; nothing where the text is no number.
[[nodiscard]] std::optional<std::int64_t> number_in(std::string_view text);
[[nodiscard]] std::string_view trimmed(std::string_view text);

}  // namespace clmm::compilers
