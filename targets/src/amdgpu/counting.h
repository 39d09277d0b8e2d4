#pragma once

#include <array>
#include <optional>
#include <vector>

#include "amdgpu/instruction.h"
#include "herd/structure_builder.h"

namespace clmm::targets::amdgpu {

/// What waves have counted and waited for, on the path that the builder has entered.
///
/// Counters count down in the order of issue, but for scalar loads and flat accesses.
class Counting {
public:
    explicit Counting(StructureBuilder& builder) : builder_(builder) {}

    /// An instruction's events were issued.
    void issue(std::vector<litmus::EventId> events, std::uint8_t counters, bool in_order);
    /// An s_waitcnt.
    void wait(const std::array<std::optional<std::int64_t>, 4>& left);
    /// What these reads returned is used: they have returned, and what is counted before them is
    /// done.
    void use(const std::set<litmus::EventId>& reads);
    /// All that is done comes before the event.
    void order(litmus::EventId event);

private:
    struct Counted {
        std::vector<litmus::EventId> events;
        std::uint8_t counters = 0;
        bool in_order = true;
        litmus::TermId guard;
    };

    [[nodiscard]] bool is_here(const Counted& each) const;
    [[nodiscard]] bool is_certain(const Counted& each) const;
    [[nodiscard]] bool has_room(std::size_t at, std::uint8_t counter, std::int64_t left) const;
    [[nodiscard]] std::set<litmus::EventId>& done(std::uint8_t counter);
    void finish(const Counted& each, std::uint8_t counter);

    StructureBuilder& builder_;
    std::vector<Counted> counted_;  ///< of all paths, in the order of issue
};

}  // namespace clmm::targets::amdgpu
