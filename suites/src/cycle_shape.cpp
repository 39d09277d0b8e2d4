#include "cycle_shape.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "clmm/base/reject.h"

namespace clmm::suites {

std::string word_of(char direction) { return direction == 'R' ? "a read" : "a write"; }

void refuse_cycle(const std::string& message, Span span, const std::string& hint) {
    reject("E-CYCLE", message, span, hint);
}

CycleShape::CycleShape(Cycle cycle) : cycle_(std::move(cycle)) {
    check();
    rotate();
    place();
    give_values();
}

std::size_t CycleShape::locations() const { return std::ranges::max(location_) + 1; }

void CycleShape::check() const {
    for (std::size_t i = 0; i < size(); ++i) {
        const Edge& before = edge_before(i);
        const Edge& after = edge(i);
        if (before.to != after.from)
            refuse_cycle(quote(before.word) + " ends at " + word_of(before.to) + ", and " +
                             quote(after.word) + " begins at " + word_of(after.from),
                         after.span);
    }
    const auto external = std::ranges::count(cycle_.edges, true, &Edge::is_external);
    if (external < 2)
        refuse_cycle(external == 0 ? "no step of the cycle goes to another thread"
                                   : "one step goes to another thread, and none comes back",
                     cycle_.edges.front().span, "Rfe, Fre and Coe do");
    const auto others = std::ranges::count(cycle_.edges, false, &Edge::is_same_location);
    if (others == 1)
        refuse_cycle("one step goes to another location, and none comes back",
                     std::ranges::find(cycle_.edges, false, &Edge::is_same_location)->span,
                     "PodWW does, PosWW does not");
    if (others == 0 && std::ranges::none_of(cycle_.edges, is_order))
        refuse_cycle("there is no program order in this cycle", cycle_.edges.front().span,
                     "PodWW, PosRR, …");
}

void CycleShape::rotate() {
    std::size_t last = size() - 1;
    while (!edge(last).is_external) --last;
    const auto by = static_cast<std::ptrdiff_t>((last + 1) % size());
    std::ranges::rotate(cycle_.edges, cycle_.edges.begin() + by);
    std::ranges::rotate(cycle_.accesses, cycle_.accesses.begin() + by);
}

void CycleShape::place() {
    const auto others =
        static_cast<std::size_t>(std::ranges::count(cycle_.edges, false, &Edge::is_same_location));
    std::size_t thread = 0;
    std::size_t location = 0;
    for (const Edge& each : cycle_.edges) {
        thread_.push_back(thread);
        location_.push_back(others == 0 ? 0 : location % others);
        thread += static_cast<std::size_t>(each.is_external);
        location += static_cast<std::size_t>(!each.is_same_location);
    }
}

/// From a step to another location on; of one location alone, from one of program order, which
/// then contradicts what the rest says.
void CycleShape::give_values() {
    value_.resize(size());
    const bool has_others =
        !std::ranges::all_of(cycle_.edges, [](const Edge& each) { return each.is_same_location; });
    const auto begins = [&](std::size_t at) {
        const Edge& before = edge_before(at);
        return has_others ? !before.is_same_location : is_order(before);
    };
    std::size_t first = 0;
    while (!begins(first)) ++first;
    std::uint32_t now = 0;
    for (std::size_t i = 0; i < size(); ++i) {
        const std::size_t at = (first + i) % size();
        if (has_others && begins(at)) now = 0;
        if (!is_read(at)) ++now;
        value_[at] = now;
    }
}

namespace {

class Placing {
public:
    explicit Placing(const CycleShape& cycle) : cycle_(cycle) {
        for (auto* classes : {&group_, &device_}) {
            classes->resize(cycle.threads());
            std::iota(classes->begin(), classes->end(), std::size_t{0});
        }
    }

    std::vector<generator::Placement> operator()() {
        for_each_step([&](const Edge& edge, std::size_t a, std::size_t b) {
            if (edge.sharing == Edge::Sharing::group) unite(group_, a, b);
            if (edge.sharing == Edge::Sharing::group || edge.sharing == Edge::Sharing::device)
                unite(device_, a, b);
        });
        for_each_step([&](const Edge& edge, std::size_t a, std::size_t b) {
            if (edge.sharing == Edge::Sharing::device && group_[a] == group_[b])
                refuse_cycle("these threads share a work-group by the other steps", edge.span);
            if (edge.sharing == Edge::Sharing::nothing && device_[a] == device_[b])
                refuse_cycle("these threads share a device by the other steps", edge.span);
        });
        std::vector<generator::Placement> places;
        for (std::size_t i = 0; i < cycle_.threads(); ++i)
            places.push_back({number_of_device(i), static_cast<std::uint32_t>(group_[i]), 0});
        return places;
    }

private:
    template <class F>
    void for_each_step(F&& f) {
        for (std::size_t i = 0; i < cycle_.size(); ++i)
            if (cycle_.edge(i).is_external)
                f(cycle_.edge(i), cycle_.thread(i), cycle_.thread((i + 1) % cycle_.size()));
    }

    static void unite(std::vector<std::size_t>& classes, std::size_t a, std::size_t b) {
        const std::size_t from = std::max(classes[a], classes[b]);
        std::ranges::replace(classes, from, std::min(classes[a], classes[b]));
    }

    /// The least that none has from which a step keeps it apart.
    std::uint32_t number_of_device(std::size_t thread) {
        const auto known = numbers_.find(device_[thread]);
        if (known != numbers_.end()) return known->second;
        std::set<std::uint32_t> taken;
        for_each_step([&](const Edge& edge, std::size_t a, std::size_t b) {
            if (edge.sharing != Edge::Sharing::nothing) return;
            for (const auto& [one, other] : {std::pair{a, b}, std::pair{b, a}})
                if (device_[one] == device_[thread] && numbers_.contains(device_[other]))
                    taken.insert(numbers_[device_[other]]);
        });
        std::uint32_t number = 0;
        while (taken.contains(number)) ++number;
        return numbers_[device_[thread]] = number;
    }

    const CycleShape& cycle_;
    std::vector<std::size_t> group_, device_;       ///< by thread: the first one that shares it
    std::map<std::size_t, std::uint32_t> numbers_;  ///< of devices, by their first threads
};

}  // namespace

std::vector<generator::Placement> places_of_threads(const CycleShape& cycle) {
    return Placing(cycle)();
}

}  // namespace clmm::suites
