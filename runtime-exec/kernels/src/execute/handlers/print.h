#pragma once

#include <string>

#include "execute/code.h"

namespace clmm::runtime {

/// A conversion of a format: `%-8.3v4hlf`.
struct PrintPiece {
    std::string before;      ///< text in front of it, `%%` resolved
    std::string flags;       ///< with width and precision
    unsigned lanes = 1;      ///< of `vn`
    std::string length;      ///< hh, h, hl, l
    char conversion = '\0';  ///< '\0': only the text
};
/// Empty if the format is not well formed.
[[nodiscard]] std::vector<PrintPiece> parse_format(const std::string& format);

/// Characters that one conversion may ask for; OpenCL C says of a device's buffer only that it is
/// finite.
constexpr unsigned kWidestField = 65'535;
/// Whether width and precision of the conversion stay within that.
[[nodiscard]] bool is_printable_width(const PrintPiece& piece);

namespace handlers {

/// prints[immediate]: one line for each active lane; the result is 0.
[[nodiscard]] Handler print();

}  // namespace handlers
}  // namespace clmm::runtime
