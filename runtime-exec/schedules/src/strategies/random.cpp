#include <algorithm>
#include <map>
#include <random>

#include "clmm/runtime/schedule.h"

namespace clmm::runtime {
namespace {

class RandomSchedule : public Schedule {
public:
    explicit RandomSchedule(std::uint64_t seed) : random_(seed) {
        constexpr std::uint64_t kStyles = 4;
        switch (below(kStyles)) {
            case 0:
                style_ = Style::even;
                break;
            case 1:
                style_ = Style::staying;
                break;
            default:
                style_ = Style::priorities;
        }
        rarity_ = std::uint64_t{4} << (2 * below(3));
    }

    std::optional<std::size_t> choose_step(std::span<const Step> steps) override {
        if (steps.size() == 1) return 0;
        const std::size_t chosen = style_ == Style::even      ? below(steps.size())
                                   : style_ == Style::staying ? stay(steps)
                                                              : first_in_rank(steps);
        last_ = steps[chosen].item;
        return chosen;
    }

    /// Half of the loads read the last write.
    std::size_t choose_write(std::size_t count) override {
        return below(2) == 0 ? count - 1 : below(count);
    }

    bool choose_failure() override { return below(4) == 0; }

private:
    enum class Style : std::uint8_t { even, staying, priorities };

    // The distributions of the standard library differ between implementations.
    std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_() % count); }

    std::size_t stay(std::span<const Step> steps) {
        const auto same = std::ranges::find(steps, last_, &Step::item);
        if (same != steps.end() && below(rarity_) != 0)
            return static_cast<std::size_t>(same - steps.begin());
        return below(steps.size());
    }

    std::size_t first_in_rank(std::span<const Step> steps) {
        if (below(rarity_) == 0) ranks_[last_] = --lowest_;
        const auto rank = [&](const Step& step) {
            const auto found = ranks_.find(step.item);
            if (found != ranks_.end()) return found->second;
            const auto fresh = static_cast<std::int64_t>(random_() >> 2U);
            ranks_[step.item] = fresh;
            return fresh;
        };
        std::size_t best = 0;
        std::int64_t best_rank = rank(steps[0]);
        for (std::size_t i = 1; i < steps.size(); ++i)
            if (const std::int64_t other = rank(steps[i]); other > best_rank) {
                best = i;
                best_rank = other;
            }
        return best;
    }

    std::mt19937_64 random_;
    Style style_ = Style::even;
    std::uint64_t rarity_ = 4;  ///< once in so many steps something changes
    std::uint32_t last_ = 0;
    std::map<std::uint32_t, std::int64_t> ranks_;
    std::int64_t lowest_ = 0;
};

}  // namespace

std::unique_ptr<Schedule> random_schedule(std::uint64_t seed) {
    return std::make_unique<RandomSchedule>(seed);
}

}  // namespace clmm::runtime
