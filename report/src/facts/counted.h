#pragma once

#include <cstddef>
#include <string>

namespace clmm::report {

/// "1 change", "2 changes".
[[nodiscard]] inline std::string counted(std::size_t number, const std::string& what) {
    return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

}  // namespace clmm::report
