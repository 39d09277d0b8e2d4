#include "check/run_lock.h"

#include <algorithm>
#include <chrono>

namespace clmm::runtime::check {

namespace {

constexpr std::chrono::milliseconds kPatience{2};

}  // namespace

void RunLock::lock() {
    std::unique_lock guard(mutex_);
    if (owner_ == std::this_thread::get_id()) {
        ++depth_;
        return;
    }
    if (owner_ != std::thread::id{} || turn_ != 0) wait_in_line(guard);
    owner_ = std::this_thread::get_id();
    depth_ = 1;
}

void RunLock::wait_in_line(std::unique_lock<std::mutex>& guard) {
    const std::uint64_t ticket = next_ticket_++;
    line_.push_back(ticket);
    while (true) {
        const bool patient = changed_.wait_for(guard, kPatience) == std::cv_status::no_timeout;
        if (turn_ == ticket) break;
        if (owner_ == std::thread::id{} && turn_ == 0) break;
        if (!patient) urgent_ = true;
    }
    turn_ = 0;
    std::erase(line_, ticket);
}

void RunLock::hand_over() {
    owner_ = {};
    urgent_ = false;
    turn_ = line_.front();
    changed_.notify_all();
}

void RunLock::unlock() {
    const std::lock_guard guard(mutex_);
    if (--depth_ > 0) return;
    if (urgent_ && !line_.empty())
        hand_over();
    else
        owner_ = {};
}

void RunLock::pass() {
    std::unique_lock guard(mutex_);
    if (line_.empty()) return;
    const unsigned depth = depth_;
    hand_over();
    wait_in_line(guard);
    owner_ = std::this_thread::get_id();
    depth_ = depth;
}

}  // namespace clmm::runtime::check
