#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace clmm {

/// "1 change", "2 changes".
[[nodiscard]] inline std::string counted(std::uint64_t number, std::string_view what,
                                         std::string_view plural_ending = "s") {
    return std::to_string(number) + " " + std::string(what) +
           std::string(number == 1 ? "" : plural_ending);
}

}  // namespace clmm
