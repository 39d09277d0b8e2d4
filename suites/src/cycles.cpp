#include "clmm/suites/cycles.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "clmm/base/reject.h"
#include "clmm/separation/separate.h"

namespace clmm::suites {
namespace {

using generator::Kind;
using generator::MemoryOrder;
using generator::Program;
using generator::Statement;
using generator::Value;

bool is_communication(const Edge& edge) { return edge.kind <= Edge::Kind::coherence; }

[[noreturn]] void refuse(const std::string& message, Span span, const std::string& hint = {}) {
    reject("E-CYCLE", message, span, hint);
}

std::string word_of(char direction) { return direction == 'R' ? "a read" : "a write"; }

/// A cycle whose last step goes to another thread.
class CycleShape {
public:
    explicit CycleShape(Cycle cycle) : cycle_(std::move(cycle)) {
        check();
        rotate();
        place();
        give_values();
    }

    [[nodiscard]] std::size_t size() const { return cycle_.edges.size(); }
    [[nodiscard]] const Edge& edge(std::size_t at) const { return cycle_.edges[at]; }
    [[nodiscard]] const Edge& edge_before(std::size_t at) const {
        return cycle_.edges[(at + size() - 1) % size()];
    }
    [[nodiscard]] const Annotation& access(std::size_t at) const { return cycle_.accesses[at]; }
    [[nodiscard]] bool is_read(std::size_t at) const { return edge(at).from == 'R'; }
    [[nodiscard]] std::size_t thread(std::size_t at) const { return thread_[at]; }
    [[nodiscard]] std::size_t location(std::size_t at) const { return location_[at]; }
    [[nodiscard]] std::uint32_t value(std::size_t at) const { return value_[at]; }
    [[nodiscard]] std::size_t threads() const { return thread_.back() + 1; }
    [[nodiscard]] std::size_t locations() const { return std::ranges::max(location_) + 1; }

private:
    void check() const {
        for (std::size_t i = 0; i < size(); ++i) {
            const Edge& before = edge_before(i);
            const Edge& after = edge(i);
            if (before.to != after.from)
                refuse(quote(before.word) + " ends at " + word_of(before.to) + ", and " +
                           quote(after.word) + " begins at " + word_of(after.from),
                       after.span);
        }
        const auto external = std::ranges::count(cycle_.edges, true, &Edge::is_external);
        if (external < 2)
            refuse(external == 0 ? "no step of the cycle goes to another thread"
                                 : "one step goes to another thread, and none comes back",
                   cycle_.edges.front().span, "Rfe, Fre and Coe do");
        const auto others = std::ranges::count(cycle_.edges, false, &Edge::is_same_location);
        if (others == 1)
            refuse("one step goes to another location, and none comes back",
                   std::ranges::find(cycle_.edges, false, &Edge::is_same_location)->span,
                   "PodWW does, PosWW does not");
        if (others == 0 && std::ranges::all_of(cycle_.edges, is_communication))
            refuse("there is no program order in this cycle", cycle_.edges.front().span,
                   "PodWW, PosRR, …");
    }

    void rotate() {
        std::size_t last = size() - 1;
        while (!edge(last).is_external) --last;
        const auto by = static_cast<std::ptrdiff_t>((last + 1) % size());
        std::ranges::rotate(cycle_.edges, cycle_.edges.begin() + by);
        std::ranges::rotate(cycle_.accesses, cycle_.accesses.begin() + by);
    }

    void place() {
        const auto others = static_cast<std::size_t>(
            std::ranges::count(cycle_.edges, false, &Edge::is_same_location));
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
    void give_values() {
        value_.resize(size());
        const bool has_others = !std::ranges::all_of(
            cycle_.edges, [](const Edge& each) { return each.is_same_location; });
        const auto begins = [&](std::size_t at) {
            const Edge& before = edge_before(at);
            return has_others ? !before.is_same_location : !is_communication(before);
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

    Cycle cycle_;
    std::vector<std::size_t> thread_, location_;
    std::vector<std::uint32_t> value_;
};

/// Where threads are: work-groups and devices that steps ask to be shared or not.
class Placing {
public:
    explicit Placing(const CycleShape& cycle) : cycle_(cycle) {
        for (auto* classes : {&group_, &device_}) {
            classes->resize(cycle.threads());
            std::iota(classes->begin(), classes->end(), std::size_t{0});
        }
    }

    std::vector<generator::Place> operator()() {
        for_each_step([&](const Edge& edge, std::size_t a, std::size_t b) {
            if (edge.sharing == Edge::Sharing::group) unite(group_, a, b);
            if (edge.sharing == Edge::Sharing::group || edge.sharing == Edge::Sharing::device)
                unite(device_, a, b);
        });
        for_each_step([&](const Edge& edge, std::size_t a, std::size_t b) {
            if (edge.sharing == Edge::Sharing::device && group_[a] == group_[b])
                refuse("these threads share a work-group by the other steps", edge.span);
            if (edge.sharing == Edge::Sharing::nothing && device_[a] == device_[b])
                refuse("these threads share a device by the other steps", edge.span);
        });
        std::vector<generator::Place> places;
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

class Test {
public:
    Test(const CycleShape& cycle, const CycleDefaults& defaults)
        : cycle_(cycle), defaults_(defaults), places_(Placing(cycle)()) {}

    StateTest operator()() {
        test_.program.dialect = defaults_.dialect;
        if (defaults_.dialect == generator::Dialect::c) expect_no_places();
        locations();
        for (std::size_t i = 0; i < cycle_.size(); ++i)
            if (i == 0 || cycle_.thread(i) != cycle_.thread(i - 1)) {
                registers_ = 0;
                test_.program.threads.push_back({static_cast<std::uint32_t>(cycle_.thread(i)),
                                                 places_[cycle_.thread(i)], rest(i)});
            }
        for (std::size_t i = 0; i < cycle_.locations(); ++i) observe(i);
        state();
        test_.program.name = separation::name_of(test_.program);
        return std::move(test_);
    }

private:
    static std::string name_of(std::size_t location) {
        constexpr std::string_view names = "xyzuvw";
        return location < names.size() ? std::string(1, names[location])
                                       : "x" + std::to_string(location);
    }

    void expect_no_places() const {
        for (std::size_t i = 0; i < cycle_.size(); ++i) {
            const Edge& edge = cycle_.edge(i);
            const Annotation& access = cycle_.access(i);
            if (edge.sharing != Edge::Sharing::unsaid || edge.scope || edge.flags)
                refuse("tests in C have no scopes, flags and places", edge.span);
            if (access.scope || access.is_local)
                refuse("tests in C have no scopes and regions", access.span);
        }
    }

    void locations() {
        test_.program.locations.resize(cycle_.locations());
        for (std::size_t i = 0; i < cycle_.locations(); ++i)
            test_.program.locations[i].name = name_of(i);
        for (std::size_t i = 0; i < cycle_.size(); ++i) {
            generator::Location& location = test_.program.locations[cycle_.location(i)];
            location.is_local |= cycle_.access(i).is_local;
            location.is_atomic &= !cycle_.access(i).is_plain;
        }
        for (std::size_t i = 0; i < cycle_.size(); ++i) {
            const generator::Location& location = test_.program.locations[cycle_.location(i)];
            const Annotation& access = cycle_.access(i);
            if (!location.is_atomic && access.order)
                refuse("another access of this location is not atomic", access.span,
                       "Na for all of its accesses");
            if (location.is_local && places_[cycle_.thread(i)] != place_of(cycle_.location(i)))
                refuse("local memory is of one work-group", place_to_blame(i),
                       "Rfe@wg: the two threads share a work-group");
        }
    }

    /// Of the first thread that has the location.
    [[nodiscard]] generator::Place place_of(std::size_t location) const {
        std::size_t at = 0;
        while (cycle_.location(at) != location) ++at;
        return places_[cycle_.thread(at)];
    }

    [[nodiscard]] Span place_to_blame(std::size_t at) const {
        for (std::size_t i = 0; i < cycle_.size(); ++i)
            if (cycle_.location(i) == cycle_.location(at) && cycle_.access(i).is_local)
                return cycle_.access(i).span;
        return {};
    }

    /// What a thread does from an access on; all of it after a dependency on control is under the
    /// condition that what was read is as it should be.
    std::vector<Statement> rest(std::size_t at) {
        std::vector<Statement> made{statement(at)};
        const Edge& edge = cycle_.edge(at);
        if (edge.is_external) return made;
        if (edge.kind == Edge::Kind::fence) made.push_back(fence(at));
        if (edge.kind == Edge::Kind::control) {
            Statement branch{.kind = Kind::branch, .value = condition(at)};
            branch.when_true = rest(at + 1);
            made.push_back(std::move(branch));
            return made;
        }
        std::vector<Statement> others = rest(at + 1);
        made.insert(made.end(), std::make_move_iterator(others.begin()),
                    std::make_move_iterator(others.end()));
        return made;
    }

    Statement statement(std::size_t at) {
        const Annotation& access = cycle_.access(at);
        const bool is_read = cycle_.is_read(at);
        Statement made{.kind = is_read ? Kind::load : Kind::store,
                       .is_atomic = test_.program.locations[cycle_.location(at)].is_atomic,
                       .location = name_of(cycle_.location(at))};
        if (made.is_atomic) {
            made.order = access.order.value_or(is_read ? defaults_.load : defaults_.store);
            made.scope = access.scope.value_or(defaults_.scope);
        }
        const MemoryOrder other = is_read ? MemoryOrder::release : MemoryOrder::acquire;
        if (made.order == other || made.order == MemoryOrder::acq_rel)
            refuse(word_of(is_read ? 'R' : 'W') + " has no such order", access.span,
                   is_read ? "Rlx, Acq, Sc" : "Rlx, Rel, Sc");
        if (is_read) {
            made.result = "r" + std::to_string(registers_++);
            result_[at] = made.result;
            return made;
        }
        made.value = Value::number(cycle_.value(at));
        if (cycle_.edge_before(at).kind == Edge::Kind::data)
            made.value = computed(at - 1, std::move(made.value));
        return made;
    }

    [[nodiscard]] Value computed(std::size_t reader, Value value) const {
        const Value reg = Value::of_register(result_.at(reader));
        Value zero{
            .kind = Value::Kind::binary, .op = generator::Operator::bit_xor, .parts = {reg, reg}};
        return {.kind = Value::Kind::binary, .parts = {std::move(zero), std::move(value)}};
    }

    [[nodiscard]] Value condition(std::size_t reader) const {
        Value value{.kind = Value::Kind::binary,
                    .op = cycle_.value(reader) == 0 ? generator::Operator::equal
                                                    : generator::Operator::not_equal};
        value.parts = {Value::of_register(result_.at(reader)), Value::number(0)};
        return value;
    }

    [[nodiscard]] Statement fence(std::size_t at) const {
        const Edge& edge = cycle_.edge(at);
        Statement made{.kind = Kind::fence,
                       .order = edge.fence,
                       .scope = edge.scope.value_or(defaults_.scope)};
        if (edge.flags) {
            made.flags = *edge.flags;
            return made;
        }
        for (std::size_t i = 0; i < cycle_.size(); ++i)
            if (cycle_.thread(i) == cycle_.thread(at))
                (test_.program.locations[cycle_.location(i)].is_local ? made.flags.local
                                                                      : made.flags.global) = true;
        return made;
    }

    [[nodiscard]] std::uint32_t writes_of(std::size_t location) const {
        std::uint32_t count = 0;
        for (std::size_t i = 0; i < cycle_.size(); ++i)
            count +=
                static_cast<std::uint32_t>(cycle_.location(i) == location && !cycle_.is_read(i));
        return count;
    }

    /// Of more than two writes the final value does not tell the order.
    void observe(std::size_t location) {
        const std::uint32_t writes = writes_of(location);
        if (writes < 3) return;
        const auto number = static_cast<std::uint32_t>(test_.program.threads.size());
        generator::Thread observer{number, place_of(location), {}};
        if (!test_.program.locations[location].is_local)
            observer.place.work_group = number + static_cast<std::uint32_t>(cycle_.size());
        for (std::uint32_t value = 1; value < writes; ++value) {
            const std::string reg = "r" + std::to_string(value - 1);
            observer.body.push_back({.kind = Kind::load,
                                     .is_atomic = test_.program.locations[location].is_atomic,
                                     .scope = defaults_.scope,
                                     .location = name_of(location),
                                     .result = reg});
            seen_[{static_cast<int>(number), reg}] = value;
        }
        test_.program.threads.push_back(std::move(observer));
    }

    void state() {
        for (const auto& [at, reg] : result_)
            seen_[{static_cast<int>(cycle_.thread(at)), reg}] = cycle_.value(at);
        const auto observed = generator::observed(test_.program);
        for (std::size_t i = 0; i < observed.size(); ++i) {
            const generator::Observed& each = observed[i];
            if (each.thread >= 0) {
                test_.state.push_back(seen_.at({each.thread, each.name}));
                test_.shown.push_back(i);
                continue;
            }
            const auto at =
                std::ranges::find(test_.program.locations, each.name, &generator::Location::name);
            const std::uint32_t writes =
                writes_of(static_cast<std::size_t>(at - test_.program.locations.begin()));
            test_.state.push_back(writes);
            if (writes > 1) test_.shown.push_back(i);
        }
    }

    const CycleShape& cycle_;
    const CycleDefaults& defaults_;
    std::vector<generator::Place> places_;
    std::map<std::size_t, std::string> result_;  ///< by read
    std::map<std::pair<int, std::string>, std::uint32_t> seen_;
    std::size_t registers_ = 0;
    StateTest test_;
};

/// Every sequence of edges that fits.
class CycleSearch {
public:
    CycleSearch(const std::vector<Edge>& edges, std::size_t threads)
        : edges_(edges), threads_(threads) {}

    std::vector<Cycle> of_size(std::size_t size) {
        size_ = size;
        extend();
        return std::move(made_);
    }

private:
    void extend() {
        if (chosen_.size() == size_) return finish();
        for (std::size_t i = 0; i < edges_.size(); ++i) {
            if (!chosen_.empty() && !goes_on(edges_[chosen_.back()], edges_[i])) continue;
            chosen_.push_back(i);
            extend();
            chosen_.pop_back();
        }
    }

    static bool goes_on(const Edge& a, const Edge& b) {
        using Step = Edge::Kind;
        if (a.to != b.from) return false;
        if (!a.is_external && !b.is_external && !is_communication(a) && !is_communication(b))
            return false;
        if (b.kind == Step::reads_before && a.kind == Step::reads_from) return false;
        return b.kind != Step::coherence ||
               (a.kind != Step::coherence && a.kind != Step::reads_before);
    }

    void finish() {
        if (!goes_on(edges_[chosen_.back()], edges_[chosen_.front()])) return;
        std::vector<std::size_t> rotated = chosen_;
        for (std::size_t i = 1; i < size_; ++i) {
            std::ranges::rotate(rotated, rotated.begin() + 1);
            if (rotated < chosen_) return;
        }
        Cycle cycle;
        std::size_t external = 0;
        std::size_t others = 0;
        for (const std::size_t each : chosen_) {
            cycle.edges.push_back(edges_[each]);
            external += static_cast<std::size_t>(edges_[each].is_external);
            others += static_cast<std::size_t>(!edges_[each].is_same_location);
        }
        const bool has_order = !std::ranges::all_of(cycle.edges, is_communication);
        if (external < 2 || external > threads_ || others == 1 || !has_order) return;
        cycle.accesses.resize(size_);
        made_.push_back(std::move(cycle));
    }

    const std::vector<Edge>& edges_;
    std::size_t threads_;
    std::size_t size_ = 0;
    std::vector<std::size_t> chosen_;
    std::vector<Cycle> made_;
};

}  // namespace

Result<StateTest> test_of(const Cycle& cycle, const CycleDefaults& defaults) {
    try {
        return Test(CycleShape(cycle), defaults)();
    } catch (const Rejected& rejected) {
        return Result<StateTest>::failure(rejected.in(cycle.source));
    }
}

std::vector<Cycle> cycles_of(const std::vector<Edge>& edges, std::size_t size,
                             std::size_t threads) {
    std::vector<Cycle> all;
    CycleSearch search(edges, threads);
    for (std::size_t length = 2; length <= size; ++length)
        for (Cycle& each : search.of_size(length)) all.push_back(std::move(each));
    return all;
}

}  // namespace clmm::suites
