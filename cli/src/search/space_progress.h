#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string_view>

#include "check/check_arguments.h"
#include "clmm/generator/space.h"

namespace clmm::cli {

/// A line on a terminal that says how far a search through a space of programs is:
/// `1024 of 20000 tests, 3 separate, 12 s to go`.
class SpaceProgress {
public:
    /// Nobody sees it where `check` or the terminal says so.
    SpaceProgress(const CheckArguments& check, std::ostream& terminal);

    /// `before`: programs that earlier searches looked at, which tell nothing of this one's pace.
    void go_on_from(std::uint64_t before) { before_ = before; }
    /// `done` programs (fewer than before: another search has begun), which the line calls `what`;
    /// `found` is what it says of results.
    void show(const generator::Space& space, std::size_t shards, std::uint64_t done,
              std::string_view what, std::string_view found);
    /// Takes the line away.
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    std::ostream& terminal_;
    bool is_watched_;
    std::optional<std::uint64_t> all_;  ///< programs of the whole space
    std::uint64_t before_ = 0, last_ = 0;
    Clock::time_point began_ = Clock::now();
};

}  // namespace clmm::cli
