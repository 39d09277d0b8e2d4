#include "crew.h"

#include <mutex>

#include "clmm/base/parallel.h"

namespace clmm::explorer {
namespace {

/// A budget that several threads ask: once one was told that it is spent, all are.
class SharedLimit {
public:
    explicit SharedLimit(const Budget& budget) : budget_(budget) {}

    [[nodiscard]] std::optional<StopReason> exceeded() {
        const std::lock_guard guard(asking_);
        if (!reason_) reason_ = budget_.exceeded();
        return reason_;
    }
    /// For one thread; lives as long as this.
    [[nodiscard]] Budget budget() {
        Budget budget;
        budget.set_memory(0, [this] { return std::uint64_t{exceeded() ? 1U : 0U}; });
        return budget;
    }

private:
    const Budget& budget_;
    std::mutex asking_;
    std::optional<StopReason> reason_;
};

}  // namespace

void Crew::divide(Search& from, std::size_t parts, const Work& work) {
    from.rest();
    parts_ += parts;
    SharedLimit limit(from.budget());
    model::EngineRequest request = request_;
    request.budget = limit.budget();
    std::vector<std::unique_ptr<Search>> searches(workers());
    in_parallel(parts, workers(), [&](std::size_t part, unsigned worker) {
        if (limit.exceeded()) return;
        std::unique_ptr<Search>& search = searches[worker];
        if (!search) {
            search = std::make_unique<Search>(structure_, model_, request, sources_, domains_);
            if (!search->stopped()) search->adopt(from);
        }
        if (!search->stopped()) work(*search, worker, part);
    });
    if (const auto reason = limit.exceeded()) from.halt(*reason);
}

}  // namespace clmm::explorer
