#include "decision_order.h"

namespace clmm::explorer {

namespace {
constexpr double kDecay = 1 / 0.95;
constexpr double kLargestActivity = 1e100;
}  // namespace

void DecisionOrder::add_variable(bool is_kept) {
    activity_.push_back(0);
    place_.push_back(is_kept ? kNowhere : kNever);
    if (is_kept) insert(static_cast<std::uint32_t>(place_.size() - 1));
}

void DecisionOrder::decay() { increment_ *= kDecay; }

void DecisionOrder::raise(std::uint32_t variable) {
    activity_[variable] += increment_;
    if (activity_[variable] > kLargestActivity) {
        for (double& each : activity_) each /= kLargestActivity;
        increment_ /= kLargestActivity;
    }
    if (is_placed(variable)) sift_up(place_[variable]);
}

void DecisionOrder::insert(std::uint32_t variable) {
    if (place_[variable] != kNowhere) return;
    place_[variable] = static_cast<std::uint32_t>(heap_.size());
    heap_.push_back(variable);
    sift_up(heap_.size() - 1);
}

void DecisionOrder::put(std::size_t place, std::uint32_t variable) {
    heap_[place] = variable;
    place_[variable] = static_cast<std::uint32_t>(place);
}

void DecisionOrder::sift_up(std::size_t place) {
    const std::uint32_t variable = heap_[place];
    for (; place > 0 && comes_before(variable, heap_[(place - 1) / 2]); place = (place - 1) / 2)
        put(place, heap_[(place - 1) / 2]);
    put(place, variable);
}

void DecisionOrder::sift_down(std::size_t place) {
    const std::uint32_t variable = heap_[place];
    while (2 * place + 1 < heap_.size()) {
        std::size_t child = 2 * place + 1;
        if (child + 1 < heap_.size() && comes_before(heap_[child + 1], heap_[child])) ++child;
        if (!comes_before(heap_[child], variable)) break;
        put(place, heap_[child]);
        place = child;
    }
    put(place, variable);
}

std::optional<std::uint32_t> DecisionOrder::take_first() {
    if (heap_.empty()) return std::nullopt;
    const std::uint32_t first = heap_.front();
    place_[first] = kNowhere;
    const std::uint32_t last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) {
        heap_[0] = last;
        sift_down(0);
    }
    return first;
}

}  // namespace clmm::explorer
