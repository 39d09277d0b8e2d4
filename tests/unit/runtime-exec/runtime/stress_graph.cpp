#include "stress_graph.h"

#include <algorithm>
#include <bit>

namespace clmm::runtime::testing {

void Trace::begin(std::uint64_t group, std::uint64_t ticket) {
    const std::uint32_t bit = 1U << group;
    if ((executed.fetch_or(bit) & bit) != 0) doubled = true;
    std::uint64_t seen = first.load();
    while (ticket < seen && !first.compare_exchange_weak(seen, ticket)) {
    }
}

void Trace::end(std::uint64_t ticket) {
    std::uint64_t seen = last.load();
    while (ticket > seen && !last.compare_exchange_weak(seen, ticket)) {
    }
}

namespace {

constexpr int kWaitListFailed = -14;

class Replay {
public:
    explicit Replay(const std::vector<std::unique_ptr<Step>>& steps)
        : steps_(steps), done_(steps.size(), 0) {}

    std::vector<std::string> run() {
        for (const auto& step : steps_) check(*step);
        return std::move(problems_);
    }

private:
    void complain(const Step& step, const std::string& what) {
        problems_.push_back("command " + std::to_string(step.number) + " (status " +
                            std::to_string(step.event.status()) + "): " + what);
    }

    void check(const Step& step) {
        if (step.event.state() != CommandState::complete) {
            complain(step, "is not complete");
            return;
        }
        const bool blocked =
            std::any_of(step.waits_for.begin(), step.waits_for.end(),
                        [](const Step* other) { return other->event.status() < 0; });
        check_status(step, blocked);
        if (step.has_groups()) check_groups(step, blocked);
        check_children(step, blocked);
        check_order(step);
    }

    void check_status(const Step& step, bool blocked) {
        std::set<int> possible;
        if (blocked) {
            possible = {kWaitListFailed};
        } else if (step.kind == Step::Kind::user) {
            possible = {step.failure};
        } else {
            for (const auto& child : step.children)
                if (child->failure != 0) possible.insert(child->failure);
            if (step.failure != 0) possible = {step.failure};
            if (possible.empty()) possible = {0};
        }
        if (!possible.contains(step.event.status())) complain(step, "has the wrong status");
    }

    void check_groups(const Step& step, bool blocked) {
        const std::uint32_t all =
            step.groups == 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << step.groups) - 1;
        const std::uint32_t executed = step.trace.executed;
        if (step.trace.doubled) complain(step, "a work-group was executed twice");
        if (step.trace.stale) complain(step, "did not see what an earlier command wrote");
        if (blocked && executed != 0) complain(step, "ran although its wait list failed");
        if (blocked) return;
        if ((executed & ~all) != 0) complain(step, "executed work-groups that it has not");
        if (step.failure == 0 && executed != all) complain(step, "lost work-groups");
        if (step.failure != 0 && (executed & (std::uint32_t{1} << step.failing_group)) == 0)
            complain(step, "failed without executing the work-group that fails");
    }

    void check_children(const Step& step, bool blocked) {
        for (const auto& child : step.children) {
            const auto executed =
                static_cast<unsigned>(std::popcount(child->trace.executed.load()));
            if (child->trace.doubled) complain(step, "a child's work-group was executed twice");
            if (blocked && executed != 0) complain(step, "has children although it did not run");
            if (blocked || step.failure != 0) continue;
            if (executed == 0 || (child->failure == 0 && executed != child->groups))
                complain(step, "lost work-groups of a child");
            if (child->flag == EnqueueFlag::wait_kernel && child->trace.first <= step.trace.last)
                complain(step, "a child did not wait for its parent's end");
        }
    }

    /// What it had to wait for was done before it started.
    void check_order(const Step& step) {
        std::uint64_t before = 0;
        for (const auto* list : {&step.waits_for, &step.follows})
            for (const Step* other : *list) before = std::max(before, done_[other->number]);
        if (step.trace.ran() && step.trace.first <= before)
            complain(step, "started before what it had to wait for was done");
        std::uint64_t done = std::max(before, step.trace.last.load());
        for (const auto& child : step.children)
            if (child->trace.ran()) done = std::max(done, child->trace.last.load());
        done_[step.number] = done;
    }

    const std::vector<std::unique_ptr<Step>>& steps_;
    std::vector<std::uint64_t> done_;  ///< the last ticket taken before the command was complete
    std::vector<std::string> problems_;
};

}  // namespace

std::vector<std::string> replay(const std::vector<std::unique_ptr<Step>>& steps) {
    return Replay(steps).run();
}

}  // namespace clmm::runtime::testing
