#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace clmm::runtime::check {

using StampId = std::uint32_t;  ///< 0: no access
constexpr StampId kNoStamp = 0;

/// The same access by work-items first, first + stride, …
struct Run {
    std::uint32_t first = 0;
    std::uint32_t stride = 1;
    std::uint32_t count = 1;
    StampId stamp = kNoStamp;

    [[nodiscard]] std::uint32_t last() const { return first + stride * (count - 1); }
    [[nodiscard]] bool has(std::uint32_t item) const {
        return item >= first && item <= last() && (item - first) % stride == 0;
    }
};

/// A list of runs in a store.
struct RunList {
    Run* runs = nullptr;
    std::uint32_t size = 0;
    std::uint32_t capacity = 0;

    [[nodiscard]] std::span<const Run> all() const { return {runs, size}; }
};

/// Where lists of runs are kept: as many places as a list needs, a power of two of them, out of
/// large pieces. There are millions of short lists, and all of them end together.
class RunStore {
public:
    void push(RunList& list, const Run& run) {
        if (list.size == list.capacity) grow(list);
        list.runs[list.size++] = run;
    }
    /// It is empty then.
    void give_back(RunList& list);
    [[nodiscard]] RunList copy(const RunList& list);
    /// What it has taken from the system.
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

private:
    void grow(RunList& list);
    [[nodiscard]] Run* take(std::uint32_t capacity);

    std::vector<std::unique_ptr<Run[]>> pieces_;
    Run* next_ = nullptr;                     ///< of the last piece
    std::uint32_t left_ = 0;                  ///< there
    std::array<std::vector<Run*>, 32> free_;  ///< by log2 of their places
    std::uint64_t bytes_ = 0;
};

}  // namespace clmm::runtime::check
