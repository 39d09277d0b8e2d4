#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace clmm::explorer {

/// Variables that may have to be decided, those that led to recent conflicts first; a heap.
class DecisionOrder {
public:
    /// The next number. `is_kept`: whether it is ever among them.
    void add_variable(bool is_kept);

    /// It may have to be decided; nothing where it is among them.
    void insert(std::uint32_t variable);
    [[nodiscard]] std::optional<std::uint32_t> take_first();
    /// It led to a conflict.
    void raise(std::uint32_t variable);
    /// Later conflicts count for more.
    void decay();

private:
    static constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::uint32_t kNever = kNowhere - 1;

    [[nodiscard]] bool comes_before(std::uint32_t a, std::uint32_t b) const {
        return activity_[a] > activity_[b] || (activity_[a] == activity_[b] && a < b);
    }
    [[nodiscard]] bool is_placed(std::uint32_t variable) const { return place_[variable] < kNever; }
    void put(std::size_t place, std::uint32_t variable);
    void sift_up(std::size_t place);
    void sift_down(std::size_t place);

    std::vector<double> activity_;
    std::vector<std::uint32_t> heap_;
    std::vector<std::uint32_t> place_;  ///< by variable: in the heap
    double increment_ = 1;
};

}  // namespace clmm::explorer
