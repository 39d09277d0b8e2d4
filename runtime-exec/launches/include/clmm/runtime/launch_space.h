#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "clmm/base/result.h"

namespace clmm::runtime {

/// Which numbers a size of a launch or a scalar argument may be.
///
/// Shape    `64`, `any`, or conditions with `&` between: `<=N`, `>=N`, `<N`, `>N`, `multiple-of N`,
///          `power-of-2`. A bound that is not said is `none`.
struct NumberRange {
    std::optional<std::int64_t> least, most;
    std::uint64_t multiple = 1;
    bool power_of_two = false;

    [[nodiscard]] bool is_any() const { return !least && !most && multiple == 1 && !power_of_two; }
    /// The only number, if there is only one.
    [[nodiscard]] std::optional<std::int64_t> exact() const {
        return least && most && *least == *most ? least : std::nullopt;
    }
    [[nodiscard]] bool contains(std::int64_t number) const;
};

/// What the kernel is launched with, of which all is verified.
///
/// Shape    `global` and `local` by dimension, equally many. All work-groups are full: the global
///          size is a multiple of the local one.
/// Units    work-items.
struct LaunchSpace {
    std::vector<NumberRange> global, local;
    std::map<std::string, NumberRange> scalars;  ///< by parameter; any number where none is given
    std::map<std::string, std::string> sizes;    ///< elements of buffers, as a text: `4*global+1`
};

/// The most work-items in a dimension, and in a group's dimension, where nobody says less.
inline constexpr std::int64_t kMostGlobal = 0x7fffffff;
inline constexpr std::int64_t kMostLocal = 65536;

/// Of a text for one dimension or argument. Errors: E-LAUNCH.
[[nodiscard]] Result<NumberRange> parse_range(const std::string& text);
/// Ranges with commas between, by dimension. Errors: E-LAUNCH.
[[nodiscard]] Result<std::vector<NumberRange>> parse_ranges(const std::string& text);
/// `n=RANGE` or `data[ELEMENTS]`. Errors: E-LAUNCH.
[[nodiscard]] std::optional<Diagnostic> add_argument(const std::string& text, LaunchSpace& space);

/// As the command line has it: `<=1024 & multiple-of 32`.
[[nodiscard]] std::string to_string(const NumberRange& range);

}  // namespace clmm::runtime
