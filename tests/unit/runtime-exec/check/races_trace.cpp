#include "races_trace.h"

#include <algorithm>
#include <map>

namespace clmm::runtime::check::test {
namespace {

constexpr int kItemsPerGroup = 4;
constexpr int kSubGroupSize = 2;
constexpr std::uint32_t kSize = 4;  ///< of an int

class Drawing {
public:
    Drawing(std::uint64_t seed, const TraceShape& shape, RaceDetector& detector)
        : random_(seed), shape_(shape), detector_(detector) {}

    Trace draw() {
        place();
        add_locations();
        if (shape_.families) show_kernels();
        for (int i = 0; i < shape_.steps; ++i) step();
        return std::move(trace_);
    }

private:
    [[nodiscard]] int below(int limit) {
        return static_cast<int>(random_() % static_cast<std::uint64_t>(limit));
    }
    [[nodiscard]] bool chance(int percent) { return below(100) < percent; }
    template <class T>
    [[nodiscard]] T one_of(std::initializer_list<T> all) {
        return *(all.begin() + below(static_cast<int>(all.size())));
    }

    void place() {
        const int kernels = shape_.families ? 3 + below(2) : chance(20) ? 2 : 1;
        for (int kernel = 0; kernel < kernels; ++kernel) {
            trace_.parents.push_back(shape_.families && !chance(20) ? below(kernel + 1) - 1 : -1);
            const int parent = trace_.parents.back();
            launches_.push_back(detector_.begin_launch(
                detector_.add_command(0),
                {.groups = 3,
                 .items_per_group = kItemsPerGroup,
                 .sub_group_size = kSubGroupSize,
                 .parent = parent < 0 ? kNoLaunch : launches_[static_cast<std::size_t>(parent)]}));
        }
        if (shape_.families) return place_families(kernels);
        const int groups = 1 + below(3);
        for (int g = 0; g < groups; ++g) trace_.groups.push_back({below(kernels), g});
        const int units = 2 + below(3);
        std::vector<std::vector<int>> used(static_cast<std::size_t>(groups));
        for (int u = 0; u < units; ++u) {
            const int group = below(groups);
            auto& taken = used[static_cast<std::size_t>(group)];
            int local = below(kItemsPerGroup);
            while (std::ranges::find(taken, local) != taken.end())
                local = (local + 1) % kItemsPerGroup;
            taken.push_back(local);
            trace_.units.push_back({group, local / kSubGroupSize, local});
        }
    }

    /// A work-item of each kernel, in a group of its own.
    void place_families(int kernels) {
        for (int kernel = 0; kernel < kernels; ++kernel) {
            trace_.groups.push_back({kernel, kernel % 3});
            trace_.units.push_back({kernel, 0, 0});
        }
    }

    /// Each work-item does something, as one that enqueues a kernel does: a fence without effect.
    void show_kernels() {
        for (int u = 0; u < static_cast<int>(trace_.units.size()); ++u)
            trace_.steps.push_back({.kind = StepKind::fence,
                                    .unit = u,
                                    .order = Order::relaxed,
                                    .scope = Scope::device,
                                    .flags = {.global = true}});
    }

    void add_location(TraceLocation location) {
        objects_.push_back(location.of_group >= 0 ? detector_.add_local(kSize)
                                                  : detector_.add_object(kSize, location.memory));
        trace_.locations.push_back(std::move(location));
    }

    void add_locations() {
        const auto memory = [&] {
            if (shape_.families && chance(85)) return Memory::buffer;
            return chance(50) ? Memory::atomic_svm
                              : one_of({Memory::buffer, Memory::coarse_svm, Memory::fine_svm});
        };
        add_location({"x", false, memory()});
        add_location({"a", true, memory()});
        if (chance(50)) add_location({"b", true, memory()});
        for (int g = 0; g < static_cast<int>(trace_.groups.size()); ++g) {
            const std::string number = std::to_string(g);
            if (chance(50)) add_location({"l" + number, false, Memory::local, g});
            if (chance(60)) add_location({"m" + number, true, Memory::local, g});
        }
    }

    // ---- steps ----

    [[nodiscard]] Regions flags() {
        const int which = 1 + below(3);
        return {.global = (which & 1) != 0, .local = (which & 2) != 0};
    }
    [[nodiscard]] Scope scope() {
        if (shape_.sub_groups && chance(15)) return Scope::sub_group;
        if (!shape_.sub_groups && chance(70)) return Scope::device;
        return one_of({Scope::work_group, Scope::device, Scope::device, Scope::all});
    }
    [[nodiscard]] Order order(bool reads, bool writes) {
        if (!chance(shape_.synchronised_percent)) return Order::relaxed;
        if (chance(35)) return Order::seq_cst;
        if (reads && writes)
            return one_of({Order::acquire, Order::release, Order::acq_rel, Order::acq_rel});
        return reads ? Order::acquire : Order::release;
    }

    void step() {
        const int which = below(100);
        if (which < 12)
            barrier();
        else if (which < 25)
            fence();
        else
            access();
    }

    void barrier() {
        Step step{.kind = StepKind::barrier, .scope = Scope::work_group, .flags = flags()};
        const TraceUnit& unit = pick_unit();
        step.group = unit.group;
        if (shape_.sub_groups && chance(40)) {
            step.kind = StepKind::sub_group_barrier;
            step.sub_group = unit.sub_group;
            step.scope = Scope::sub_group;
        }
        if (chance(30)) step.scope = scope();
        trace_.steps.push_back(step);
        const TraceGroup& group = group_of(unit);
        const LaunchId launch = launches_[static_cast<std::size_t>(group.kernel)];
        const auto number = static_cast<std::uint32_t>(group.number);
        if (step.kind == StepKind::barrier)
            detector_.barrier(launch, number, step.flags, step.scope, site());
        else
            detector_.sub_group_barrier(launch, number, static_cast<std::uint32_t>(step.sub_group),
                                        step.flags, step.scope, site());
    }

    void fence() {
        Step step{.kind = StepKind::fence,
                  .order = one_of({Order::acquire, Order::release, Order::acq_rel, Order::seq_cst}),
                  .scope = scope(),
                  .flags = flags()};
        step.unit = pick_number();
        trace_.steps.push_back(step);
        detector_.fence(unit(step.unit), step.flags, step.order, step.scope, site());
    }

    void access() {
        Step step{.unit = chance(25) ? last_unit_ : pick_number(), .flags = {}};
        std::vector<int> reachable;
        for (int l = 0; l < static_cast<int>(trace_.locations.size()); ++l) {
            const int group = trace_.locations[static_cast<std::size_t>(l)].of_group;
            if (group < 0 || group == trace_.units[static_cast<std::size_t>(step.unit)].group)
                reachable.push_back(l);
        }
        step.location =
            reachable[static_cast<std::size_t>(below(static_cast<int>(reachable.size())))];
        // What was just passed on is taken up, or passed on once more.
        if (chance(35) && std::ranges::find(reachable, last_location_) != reachable.end())
            step.location = last_location_;
        step.writes = chance(55);
        step.reads = !step.writes;
        const TraceLocation& location = trace_.locations[static_cast<std::size_t>(step.location)];
        last_unit_ = step.unit;
        if (location.atomic) last_location_ = step.location;
        if (location.atomic && !(shape_.mixed && chance(15)))
            atomic(step);
        else
            plain(step);
    }

    void plain(Step& step) {
        if (step.reads) step.source = newest(step.location);
        if (!take(step)) return;
        detector_.access(unit(step.unit), object(step.location), 0, kSize, step.writes, site());
        if (!step.writes) return;
        if (shape_.rows) return written(step.location, WriteId());
        // A plain write has a number, too, once there is an atomic object.
        Atomic load{.unit = unit(step.unit), .object = object(step.location)};
        const bool atomic = trace_.locations[static_cast<std::size_t>(step.location)].atomic;
        written(step.location, atomic ? detector_.readable(load).last : WriteId());
    }

    void atomic(Step& step) {
        if (step.writes && chance(40)) step.reads = true;
        step.order = order(step.reads, step.writes);
        step.scope = scope();
        Atomic operation{.unit = unit(step.unit),
                         .object = object(step.location),
                         .size = kSize,
                         .kind = !step.writes ? AtomicKind::load
                                 : step.reads ? AtomicKind::read_modify_write
                                              : AtomicKind::store,
                         .order = step.order,
                         .scope = step.scope,
                         .site = {},
                         .reads_from = {}};
        if (step.reads) step.source = newest(step.location);
        if (shape_.stale_reads && !step.writes) choose_source(step, operation);
        if (!take(step)) return;
        operation.site = site();
        const WriteId made = tell(operation);
        if (step.writes) written(step.location, made);
    }

    WriteId tell(const Atomic& operation) {
        if (!shape_.rows || trace_.steps.size() % 2 == 0) return detector_.atomic(operation);
        const AtomicRow::Each one{operation.unit.number, operation.offset, operation.kind};
        detector_.atomics({.launch = operation.unit.launch,
                           .object = operation.object,
                           .size = operation.size,
                           .order = operation.order,
                           .scope = operation.scope,
                           .site = operation.site,
                           .each = std::span(&one, 1)});
        return {};
    }

    /// Makes it the next step, mostly only if it does not race.
    bool take(const Step& step) {
        trace_.steps.push_back(step);
        if (!shape_.is_racy || chance(3) || !shape_.is_racy(trace_)) return true;
        trace_.steps.pop_back();
        return false;
    }

    void choose_source(Step& step, Atomic& operation) {
        const WriteRange range = detector_.readable(operation);
        const auto first = static_cast<int>(range.first.index());
        const auto last = static_cast<int>(range.last.index());
        const int chosen = first + below(last - first + 1);
        if (chosen == last) return;
        operation.reads_from = WriteId(static_cast<std::size_t>(chosen));
        step.source = -1;
        for (const auto& [write, id] : writes_[step.location])
            if (id == operation.reads_from) step.source = write;
    }

    void written(int location, WriteId id) {
        writes_[location].emplace_back(static_cast<int>(trace_.steps.size()) - 1, id);
    }
    [[nodiscard]] int newest(int location) {
        const auto& all = writes_[location];
        return all.empty() ? -1 : all.back().first;
    }

    // ---- names ----

    [[nodiscard]] int pick_number() { return below(static_cast<int>(trace_.units.size())); }
    [[nodiscard]] const TraceUnit& pick_unit() {
        return trace_.units[static_cast<std::size_t>(pick_number())];
    }
    [[nodiscard]] const TraceGroup& group_of(const TraceUnit& unit) const {
        return trace_.groups[static_cast<std::size_t>(unit.group)];
    }
    [[nodiscard]] Unit unit(int number) const {
        const TraceUnit& place = trace_.units[static_cast<std::size_t>(number)];
        const TraceGroup& group = group_of(place);
        return {launches_[static_cast<std::size_t>(group.kernel)],
                static_cast<std::uint32_t>(group.number * kItemsPerGroup + place.local)};
    }
    [[nodiscard]] ObjectId object(int location) const {
        return objects_[static_cast<std::size_t>(location)];
    }
    /// Of the last step.
    [[nodiscard]] SiteId site() const { return SiteId(trace_.steps.size() - 1); }

    std::mt19937_64 random_;
    TraceShape shape_;
    RaceDetector& detector_;
    Trace trace_;
    std::vector<LaunchId> launches_;
    std::vector<ObjectId> objects_;
    int last_unit_ = 0;
    int last_location_ = -1;
    std::map<int, std::vector<std::pair<int, WriteId>>> writes_;  ///< by location: steps, IDs
};

}  // namespace

Trace draw_trace(std::uint64_t seed, const TraceShape& shape, RaceDetector& detector) {
    return Drawing(seed, shape, detector).draw();
}

}  // namespace clmm::runtime::check::test
