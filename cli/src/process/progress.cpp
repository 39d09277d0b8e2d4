#include "process/progress.h"

#include <string>

namespace clmm::cli {
namespace {

constexpr std::size_t kWidth = 30;

std::string bar(std::size_t done, std::size_t total) {
    const std::size_t full = total == 0 ? kWidth : done * kWidth / total;
    return "[" + std::string(full, '=') + std::string(kWidth - full, ' ') + "] ";
}

}  // namespace

void Progress::show(std::size_t done, std::uint64_t number) {
    const auto age = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - start_);
    if (!enabled_ || age.count() < 1) return;
    terminal_ << "\r\033[K";
    if (tests_ > 1) terminal_ << bar(done, tests_) << done << "/" << tests_ << " tests, ";
    terminal_ << number << " " << counted_ << ", " << age.count() << " s" << std::flush;
    shown_ = true;
}

void Progress::clear() {
    if (shown_) terminal_ << "\r\033[K" << std::flush;
    shown_ = false;
}

}  // namespace clmm::cli
