#include "amdgpu/counting.h"

#include <algorithm>
#include <string>

#include "amdgpu/program.h"

namespace clmm::targets::amdgpu {
namespace {

constexpr std::array<std::uint8_t, 4> kCounters{kLoads, kStores, kLds, kScalar};

}  // namespace

/// Kept with the registers, so that paths on which different things are done do not become one.
std::set<litmus::EventId>& Counting::done(std::uint8_t counter) {
    auto& registers = builder_.path().registers;
    const auto found = registers.find("$" + std::to_string(counter));
    if (found != registers.end()) return found->second.reads;
    return registers
        .emplace("$" + std::to_string(counter), RegisterValue{builder_.terms().constant(0, 1)})
        .first->second.reads;
}

bool Counting::is_here(const Counted& each) const {
    return builder_.path().events.contains(each.events.front());
}

/// On every execution that goes this way.
bool Counting::is_certain(const Counted& each) const {
    litmus::TermPool& terms = builder_.terms();
    return is_here(each) &&
           terms.is_false(terms.land(builder_.path().guard, terms.lnot(each.guard)));
}

void Counting::finish(const Counted& each, std::uint8_t counter) {
    done(counter).insert(each.events.begin(), each.events.end());
}

void Counting::issue(std::vector<litmus::EventId> events, std::uint8_t counters, bool in_order) {
    counted_.push_back({std::move(events), counters, in_order, builder_.path().guard});
}

/// Whether so many were issued after it that it is done when no more than `left` are not.
bool Counting::has_room(std::size_t at, std::uint8_t counter, std::int64_t left) const {
    if (left == 0) return true;
    if (!counted_[at].in_order) return false;
    std::int64_t later = 0;
    for (std::size_t i = at + 1; i < counted_.size(); ++i) {
        const Counted& each = counted_[i];
        if ((each.counters & counter) == 0 || !is_here(each)) continue;
        if (!each.in_order) return false;
        if (is_certain(each)) ++later;
    }
    return later >= left;
}

void Counting::wait(const std::array<std::optional<std::int64_t>, 4>& left) {
    for (std::size_t c = 0; c < kCounters.size(); ++c) {
        if (!left.at(c)) continue;
        const std::uint8_t counter = kCounters.at(c);
        for (std::size_t i = 0; i < counted_.size(); ++i)
            if ((counted_[i].counters & counter) != 0 && is_here(counted_[i]) &&
                has_room(i, counter, *left.at(c)))
                finish(counted_[i], counter);
    }
}

void Counting::use(const std::set<litmus::EventId>& reads) {
    for (std::size_t at = 0; at < counted_.size(); ++at) {
        const Counted& used = counted_[at];
        if (!is_here(used) || !reads.contains(used.events.front())) continue;
        for (const std::uint8_t counter : kCounters) {
            if ((used.counters & counter) == 0) continue;
            finish(used, counter);
            for (std::size_t i = 0; used.in_order && i < at; ++i)
                if ((counted_[i].counters & counter) != 0 && counted_[i].in_order &&
                    is_here(counted_[i]))
                    finish(counted_[i], counter);
        }
    }
}

void Counting::order(litmus::EventId event) {
    for (const Counted& each : counted_) {
        if (!is_here(each)) continue;
        const bool is_done = std::ranges::all_of(kCounters, [&](std::uint8_t counter) {
            return (each.counters & counter) == 0 || done(counter).contains(each.events.front());
        });
        if (!is_done) continue;
        for (const litmus::EventId from : each.events)
            if (from != event) builder_.relate(waited, from, event);
    }
}

}  // namespace clmm::targets::amdgpu
