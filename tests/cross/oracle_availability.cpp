#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "opencl.h"

/// What section "Host-side and Device-side Commands" says after its rules, and section "Memory
/// Objects" of mapping and of kernel-instances that share objects.
namespace clmm::oracle {
namespace {

class Availability {
public:
    Availability(const Candidate& candidate, const Shared& shared)
        : c_(candidate), shared_(shared) {}

    void operator()(std::set<std::string>& kinds) const {
        for (int a = 0; a < c_.size(); ++a) {
            if (by_host(a) && needs_mapping(a) && !is_mapped_for(a))
                kinds.insert("unmapped-host-access");
            for (int b = 0; b < c_.size(); ++b) {
                if (is_map(a) && device_access(b) && touches_mapped(a, b))
                    kinds.insert("access-while-mapped");
                if (kernels_share(a, b)) share(a, b, kinds);
            }
        }
    }

private:
    [[nodiscard]] bool of(int e, Thread::Unit unit) const {
        return c_[e].is_access() && !c_[e].is_initial() && c_.thread(e).unit == unit;
    }
    [[nodiscard]] bool by_host(int e) const { return of(e, Thread::Unit::host); }
    [[nodiscard]] bool by_item(int e) const { return of(e, Thread::Unit::work_item); }
    [[nodiscard]] bool is_map(int e) const {
        return c_[e].mapping == Mapping::map_to_read || c_[e].mapping == Mapping::map_to_write;
    }
    [[nodiscard]] bool is_unmap(int e) const { return c_[e].mapping == Mapping::unmap; }
    [[nodiscard]] bool needs_mapping(int e) const {
        return c_[e].global &&
               (c_[e].memory == Memory::buffer || c_[e].memory == Memory::coarse_svm);
    }
    [[nodiscard]] bool device_access(int e) const {
        return (by_item(e) || of(e, Thread::Unit::command)) && needs_mapping(e) &&
               c_[e].mapping == Mapping::none;
    }

    /// The call that enqueues the command of which `e` is an action.
    [[nodiscard]] bool is_call_of(int call, int e) const {
        for (const Sequence& sequence : c_.test->sequences)
            for (const Step& step : sequence.steps)
                if (step.from == c_.place(call) && step.to.first == c_[e].thread &&
                    c_[call].kind == Event::Kind::call && step.to.second == 0 && step.enqueues)
                    return true;
        return false;
    }

    /// "The host program enqueues a map command on block of a memory object before it can be
    /// safely manipulated by the host program. When the host program is finished working with the
    /// block of memory, the host program enqueues an unmap command".
    [[nodiscard]] bool is_mapped_for(int access) const {
        for (int map = 0; map < c_.size(); ++map)
            if (is_map(map) && c_.same_location(map, access) && shared_.ghb(map, access) &&
                !is_given_back(map, access))
                return true;
        return false;
    }

    [[nodiscard]] bool is_given_back(int map, int access) const {
        for (int unmap = 0; unmap < c_.size(); ++unmap)
            for (int call = 0; call < c_.size(); ++call)
                if (is_undone_by(map, unmap) && is_call_of(call, unmap) &&
                    shared_.ghb(call, access))
                    return true;
        return false;
    }

    // ---- which map command an unmap command undoes ----

    /// The last one of the same place that its thread has called and not undone; where the thread
    /// has none left, all that other threads have not undone.
    [[nodiscard]] bool is_undone_by(int map, int unmap) const {
        if (!is_unmap(unmap) || !c_.same_location(map, unmap) || !shared_.ghb(map, unmap))
            return false;
        if (shared_.reading().unmap_ends_all) return true;
        const auto [undone, left] = pair_up(call_of(unmap).first, unmap);
        const auto own = undone.find(unmap);
        if (own != undone.end()) return own->second == map;
        const int other = call_of(map).first;
        if (other == call_of(unmap).first) return false;
        const std::vector<int> left_there = pair_up(other, map).second;
        return std::count(left_there.begin(), left_there.end(), map) > 0;
    }

    /// Of the commands of a thread on the location of `of`: which map each unmap undoes, and the
    /// maps that are left in the end.
    [[nodiscard]] std::pair<std::map<int, int>, std::vector<int>> pair_up(int thread,
                                                                          int of) const {
        std::vector<std::pair<Place, int>> commands;
        for (int e = 0; e < c_.size(); ++e)
            if ((is_map(e) || is_unmap(e)) && c_.same_location(e, of) && call_of(e).first == thread)
                commands.emplace_back(call_of(e), e);
        std::sort(commands.begin(), commands.end());
        std::map<int, int> undone;
        std::vector<int> open;
        for (const auto& [call, command] : commands) {
            if (is_map(command)) {
                open.push_back(command);
            } else if (!open.empty()) {
                undone[command] = open.back();
                open.pop_back();
            }
        }
        return {undone, open};
    }

    /// Where the command of an access is enqueued.
    [[nodiscard]] Place call_of(int e) const {
        for (const Sequence& sequence : c_.test->sequences)
            for (const Step& step : sequence.steps)
                if (step.enqueues && step.to.first == c_[e].thread && step.to.second == 0)
                    return step.from;
        return {-1, -1};
    }

    /// "… to allow a kernel-instance to safely read and/or write the buffer".
    [[nodiscard]] bool touches_mapped(int map, int access) const {
        if (!c_.same_location(map, access)) return false;
        if (c_[map].mapping == Mapping::map_to_read && !c_[access].is_write()) return false;
        if (shared_.ghb(access, map)) return false;
        for (int unmap = 0; unmap < c_.size(); ++unmap)
            if (is_undone_by(map, unmap) && shared_.ghb(unmap, access)) return false;
        return true;
    }

    /// Unordered accesses of one object by different kernel-instances, of which one writes.
    [[nodiscard]] bool kernels_share(int a, int b) const {
        return by_item(a) && by_item(b) && c_.same_location(a, b) && c_[a].global &&
               (c_[a].is_write() || c_[b].is_write()) && !c_.same_kernel(a, b) &&
               !c_.descends(a, b) && !c_.descends(b, a) && !shared_.ghb(a, b) && !shared_.ghb(b, a);
    }

    void share(int a, int b, std::set<std::string>& kinds) const {
        const Memory memory = c_[a].memory;
        const bool atomics = c_[a].is_atomic() && c_[b].is_atomic();
        const bool from_host = c_.thread(a).ancestors.empty() && c_.thread(b).ancestors.empty();
        // "… atomic operations from different kernel instances enqueued from the host such that
        // one or more of the atomic operations is a write is implementation-defined …"
        if (atomics && memory == Memory::buffer && from_host)
            kinds.insert("concurrent-atomics-on-buffer");
        // "… mixing overlapping reads and writes into the same memory objects from different
        // kernel instances is only allowed when fine grained synchronization is used with Shared
        // Virtual Memory."
        const bool coarse =
            memory == Memory::buffer || memory == Memory::coarse_svm || memory == Memory::program;
        const bool on_buffer = from_host || shared_.of_one_family(a, b);
        const bool guaranteed =
            atomics && (memory == Memory::buffer ? on_buffer : c_.same_device(a, b));
        if (coarse && !guaranteed && !shared_.races(a, b)) kinds.insert("overlapping-kernels");
    }

    const Candidate& c_;
    const Shared& shared_;
};

}  // namespace

void find_unavailable(const Candidate& candidate, const Shared& shared,
                      std::set<std::string>& kinds) {
    Availability{candidate, shared}(kinds);
}

}  // namespace clmm::oracle
