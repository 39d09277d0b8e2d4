#include "clmm/runtime/schedule.h"

#include <map>

namespace clmm::runtime {
namespace {

bool overlap(const Step& a, const Step& b) {
    return a.address < b.address + b.size && b.address < a.address + a.size;
}

class InOrderSchedule : public Schedule {
public:
    explicit InOrderSchedule(bool fails) : fails_(fails) {}
    std::optional<std::size_t> choose_step(std::span<const Step> steps) override {
        item_ = steps.front().item;
        return 0;
    }
    std::size_t choose_write(std::size_t count) override { return count - 1; }
    bool choose_failure() override {
        bool& has_failed = failed_[item_];
        return has_failed = fails_ && !has_failed;
    }

private:
    bool fails_;
    std::uint32_t item_ = 0;
    std::map<std::uint32_t, bool> failed_;  ///< by work-item, the last one
};

}  // namespace

bool conflict(const Step& a, const Step& b) {
    if (a.kind == Step::Kind::other || b.kind == Step::Kind::other) return true;
    if (a.kind == Step::Kind::call || b.kind == Step::Kind::call) return a.kind == b.kind;
    // A sequentially consistent fence limits what anybody may read from then on.
    if (a.kind == Step::Kind::fence || b.kind == Step::Kind::fence) return true;
    if (a.kind == Step::Kind::read && b.kind == Step::Kind::read) return false;
    return overlap(a, b);
}

std::unique_ptr<Schedule> in_order_schedule(bool fails) {
    return std::make_unique<InOrderSchedule>(fails);
}

void Decisions::add(const Decision& decision, std::uint64_t times) {
    if (!runs_.empty() && runs_.back().decision == decision)
        runs_.back().times += times;
    else
        runs_.push_back({decision, times});
}

std::optional<std::size_t> RecordingSchedule::choose_step(std::span<const Step> steps) {
    const auto chosen = schedule_.choose_step(steps);
    if (chosen && steps.size() > 1)
        decisions_.add(
            {static_cast<std::uint32_t>(*chosen), static_cast<std::uint32_t>(steps.size())});
    return chosen;
}

std::size_t RecordingSchedule::choose_write(std::size_t count) {
    const std::size_t chosen = schedule_.choose_write(count);
    decisions_.add({static_cast<std::uint32_t>(chosen), static_cast<std::uint32_t>(count)});
    return chosen;
}

bool RecordingSchedule::choose_failure() {
    const bool fails = schedule_.choose_failure();
    decisions_.add({fails ? 1U : 0U, 2});
    return fails;
}

}  // namespace clmm::runtime
