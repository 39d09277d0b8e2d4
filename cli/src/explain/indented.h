#pragma once

#include <algorithm>
#include <string>

namespace clmm::cli {

/// Lines with four blanks before each that is not empty.
[[nodiscard]] inline std::string indented(const std::string& text) {
    std::string out;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        if (end != begin) out += "    " + text.substr(begin, end - begin);
        out += "\n";
        begin = end + 1;
    }
    return out;
}

}  // namespace clmm::cli
