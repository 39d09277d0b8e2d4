#include "search/space_progress.h"

#include <unistd.h>

#include <algorithm>
#include <ostream>

#include "process/process.h"

namespace clmm::cli {
namespace {

constexpr std::uint64_t kMostCounted = 20'000'000;
constexpr double kLeastSeconds = 2;  // before that, a pace is none

}  // namespace

SpaceProgress::SpaceProgress(const CheckArguments& check, std::ostream& terminal)
    : terminal_(terminal), is_watched_(can_show_progress() && check.progress != Choice::never) {}

void SpaceProgress::show(const generator::Space& space, std::size_t shards, std::uint64_t done,
                         std::string_view what, std::string_view found) {
    if (!is_watched_) return;
    if (!all_) all_ = generator::count_programs(space, kMostCounted);
    const bool is_counted = *all_ < kMostCounted;
    const std::uint64_t mine = std::max<std::uint64_t>(1, *all_ / shards);
    terminal_ << "\r\033[K" << done << " of " << (is_counted ? "" : "at least ") << mine << " "
              << what << ", " << found;
    if (done < last_) {
        began_ = Clock::now();
        before_ = 0;
    }
    last_ = done;
    const double spent = std::chrono::duration<double>(Clock::now() - began_).count();
    if (done > before_ && is_counted && spent > kLeastSeconds)
        terminal_ << ", "
                  << static_cast<std::uint64_t>(spent *
                                                static_cast<double>(mine - std::min(mine, done)) /
                                                static_cast<double>(done - before_))
                  << " s to go";
    terminal_ << std::flush;
}

void SpaceProgress::clear() {
    if (is_watched_) terminal_ << "\r\033[K" << std::flush;
}

}  // namespace clmm::cli
