#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <ostream>

namespace clmm::cli {

/// A progress line on a terminal for work longer than a second.
class Progress {
public:
    using Clock = std::chrono::steady_clock;

    /// `counted` is what show() counts.
    Progress(std::ostream& terminal, bool enabled, std::size_t tests,
             const char* counted = "outcomes")
        : terminal_(terminal), enabled_(enabled), tests_(tests), counted_(counted) {}
    ~Progress() { clear(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// Shows where the work stands, unless it is young.
    void show(std::size_t done, std::uint64_t number);
    /// Nobody sees it: show() does nothing.
    [[nodiscard]] bool silent() const { return !enabled_; }
    /// Takes the line away, so that other text can be written.
    void clear();

private:
    std::ostream& terminal_;
    bool enabled_;
    bool shown_ = false;
    std::size_t tests_;
    const char* counted_;
    Clock::time_point start_ = Clock::now();
};

}  // namespace clmm::cli
