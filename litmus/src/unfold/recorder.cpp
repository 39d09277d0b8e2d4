#include "unfold/recorder.h"

namespace clmm::litmus {

bool Recorder::is_full(const OpenClEvent& next) {
    if (!unit_limit_) return structure_.events.size() - structure_.initial_count >= limit_;
    if (counts_.size() <= next.unit.index()) counts_.resize(next.unit.index() + 1);
    return ++counts_[next.unit.index()] > *unit_limit_;
}

EventId Recorder::add(OpenClEvent event, const EventDependencies& dependencies) {
    if (!event.initial && is_full(event)) throw EventLimitReached{event.span};
    const EventId id = append(structure_, std::move(event));
    dependents_.push_back({id, dependencies});
    depths_.push_back(depth_);
    return id;
}

void Recorder::unsequence(std::size_t begin, std::size_t middle, std::size_t end) {
    for (std::size_t a = begin; a < middle; ++a)
        for (std::size_t b = middle; b < end; ++b)
            if (depths_[a] <= depth_ && depths_[b] <= depth_) unsequence_pair(a, b);
}

void Recorder::exclude(std::size_t begin, std::size_t middle, std::size_t end) {
    for (std::size_t a = begin; a < middle; ++a)
        for (std::size_t b = middle; b < end; ++b) unsequence_pair(a, b);
}

void Recorder::unsequence_pair(std::size_t before, std::size_t after) {
    unsequenced_.emplace_back(before, after);
}

void Recorder::depend_like(EventId other, EventId event) {
    const DependencyId reads = dependents_[other.index()].on.data;
    if (!reads.valid()) return;
    for (const EventId read : dependencies_.members(reads))
        if (!DependencyPool::is_choice(read)) extra_data_.emplace_back(read, event);
}

void Recorder::relate(BitMatrix& matrix, DependencyId reads, EventId event) const {
    if (!reads.valid()) return;
    for (const EventId read : dependencies_.members(reads))
        if (!DependencyPool::is_choice(read)) matrix.set(read.index(), event.index());
}

/// The event is on a path, or computes with a value, that these reads chose.
void Recorder::relate_choices(DependencyId reads, EventId event) const {
    if (!reads.valid()) return;
    for (const EventId member : dependencies_.members(reads))
        if (DependencyPool::is_choice(member))
            structure_.ctrl_until_join.set(DependencyPool::read_of(member).index(), event.index());
}

void Recorder::sequence() {
    const auto& events = structure_.events;
    for (std::size_t a = 0; a < events.size(); ++a)
        for (std::size_t b = a + 1; b < events.size(); ++b)
            if (!events[a].initial && events[a].unit == events[b].unit) structure_.sb.set(a, b);
    for (const auto& [a, b] : unsequenced_) structure_.sb.reset(a, b);
    if (!unsequenced_.empty()) structure_.sb.close_transitively();
}

void Recorder::finish() {
    const std::size_t size = structure_.events.size();
    for (BitMatrix* matrix : {&structure_.sb, &structure_.data, &structure_.addr, &structure_.ctrl,
                              &structure_.ctrl_until_join, &structure_.rmw})
        *matrix = BitMatrix(size);
    sequence();
    for (const Dependent& dependent : dependents_) {
        relate(structure_.data, dependent.on.data, dependent.event);
        relate(structure_.addr, dependent.on.addr, dependent.event);
        relate(structure_.ctrl, dependent.on.ctrl, dependent.event);
        for (const DependencyId on : {dependent.on.data, dependent.on.addr, dependent.on.ctrl})
            relate_choices(on, dependent.event);
    }
    for (const auto& [read, write] : rmw_) structure_.rmw.set(read.index(), write.index());
    for (const auto& [read, event] : extra_data_) structure_.data.set(read.index(), event.index());
    for (const Linked& each : links_) {
        BitMatrix& pairs = linked(structure_, each.kind);
        if (pairs.size() == 0) pairs = BitMatrix(size);
        pairs.set(each.a.index(), each.b.index());
    }
}

}  // namespace clmm::litmus
