#include "ptx_text/meetings.h"

#include <algorithm>
#include <map>
#include <set>

#include "harness/refuse.h"

namespace clmm::hardware::ptx_text {
namespace {

using targets::PtxBarrier;
using targets::PtxThread;

void check_text(const PtxBarrier& barrier) {
    if (barrier.behind_branch)
        refuse("a barrier that only some executions reach is not executed on devices", barrier.span,
               "a CTA there runs many instances of the test at once");
    if (barrier.id < 0 || barrier.id >= kOwnBarrier)
        refuse("devices have barriers 0 to 15, of which the last is the harness's", barrier.span);
}

/// The barriers of one group, in all orders of its threads.
class Orders {
public:
    explicit Orders(std::vector<const PtxThread*> threads) : threads_(std::move(threads)) {}

    [[nodiscard]] std::uint32_t count(const PtxBarrier& barrier) const {
        if (barrier.quorum) return static_cast<std::uint32_t>(*barrier.quorum);
        std::uint32_t all = 0;
        for (const PtxThread* thread : threads_)
            for (const PtxBarrier& other : thread->barriers)
                if (other.id == barrier.id && other.instance == barrier.instance) ++all;
        return all;
    }

    void check() { go_on({.next = std::vector<std::size_t>(threads_.size(), 0), .arrived = {}}); }

private:
    struct State {
        std::vector<std::size_t> next;                          ///< barrier, by thread
        std::map<std::int64_t, std::set<std::size_t>> arrived;  ///< threads, by number
        friend auto operator<=>(const State&, const State&) = default;
    };

    [[nodiscard]] const PtxBarrier& at(std::size_t thread, std::size_t barrier) const {
        return threads_[thread]->barriers[barrier];
    }
    /// Its last arrival waits.
    [[nodiscard]] bool is_waiting(const State& state, std::size_t thread) const {
        if (state.next[thread] == 0) return false;
        const PtxBarrier& last = at(thread, state.next[thread] - 1);
        const auto arrived = state.arrived.find(last.id);
        return last.waits && arrived != state.arrived.end() && arrived->second.contains(thread);
    }

    void go_on(const State& state) {
        if (!seen_.insert(state).second) return;
        bool moved = false;
        for (std::size_t thread = 0; thread < threads_.size(); ++thread) {
            if (is_waiting(state, thread) ||
                state.next[thread] == threads_[thread]->barriers.size())
                continue;
            go_on(arrive(state, thread));
            moved = true;
        }
        if (moved || state.arrived.empty()) return;
        const auto& [id, who] = *state.arrived.begin();
        const std::size_t thread = *who.begin();
        const auto& barriers = threads_[thread]->barriers;
        const auto own = std::ranges::find(barriers, id, &PtxBarrier::id);
        refuse("too few threads may come to this barrier", own->span,
               "a device would wait for them for ever");
    }

    [[nodiscard]] State arrive(State state, std::size_t thread) const {
        const PtxBarrier& barrier = at(thread, state.next[thread]++);
        std::set<std::size_t>& arrived = state.arrived[barrier.id];
        for (const std::size_t other : arrived) {
            const PtxBarrier& theirs = *last_of(other, barrier.id, state);
            if (theirs.instance != barrier.instance || count(theirs) != count(barrier))
                refuse("another barrier of the test with this number may be waited at",
                       barrier.span, "devices know barriers by their numbers alone");
        }
        if (!arrived.insert(thread).second)
            refuse("a thread may come to this barrier twice before others do", barrier.span);
        if (arrived.size() == count(barrier)) state.arrived.erase(barrier.id);
        return state;
    }

    [[nodiscard]] const PtxBarrier* last_of(std::size_t thread, std::int64_t id,
                                            const State& state) const {
        const PtxBarrier* last = nullptr;
        for (std::size_t i = 0; i < state.next[thread]; ++i)
            if (at(thread, i).id == id) last = &at(thread, i);
        return last;
    }

    std::vector<const PtxThread*> threads_;
    std::set<State> seen_;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> meetings(const std::vector<PtxThread>& threads,
                                                 const Layout& layout) {
    std::vector<std::vector<std::uint32_t>> out(threads.size());
    for (const TestGroup& group : layout.groups) {
        std::vector<const PtxThread*> members;
        for (const std::size_t role : group.roles)
            members.push_back(&threads[layout.roles[role].unit.index()]);
        Orders orders(members);
        for (const std::size_t role : group.roles) {
            const std::size_t unit = layout.roles[role].unit.index();
            for (const PtxBarrier& barrier : threads[unit].barriers) {
                check_text(barrier);
                out[unit].push_back(orders.count(barrier));
            }
        }
        orders.check();
    }
    return out;
}

}  // namespace clmm::hardware::ptx_text
