#pragma once

#include <vector>

#include "clmm/litmus/event_structure.h"
#include "clmm/model/program.h"
#include "evaluate/kernels.h"

namespace clmm::model {

using kernels::Shape;
using kernels::Words;
using litmus::EventStructure;

/// Bounds of a relation or set: `must` holds whenever the events take place, `may` can hold.
struct Interval {
    Words must;
    Words may;
    friend bool operator==(const Interval&, const Interval&) = default;
};

/// What is known of the executions under consideration.
///
/// Shape    n×n, rows of words. must ⊆ may ⊆ possible everywhere.
struct Knowledge {
    Words possible;  ///< pairs of events that can take place together; the diagonal alike
    Words implies;   ///< (a, b): b takes place whenever a does
    Interval reads_from, modification_order, same_location, barrier_pair;
    /// By total order: pairs that it has in every execution under consideration, where both events
    /// are in its set. Nothing is known of orders beyond the end.
    std::vector<Words> total_orders;
};

/// What an event structure says before anything of an execution is known.
struct Facts {
    Shape shape;
    Knowledge knowledge;
    Words sure;  ///< events whose guard is constantly true
    Words read_modify_write;
    std::vector<std::uint32_t> representative;  ///< by event: the first one with the same guard
    std::vector<Words> bases;                   ///< by Base, without the dynamic ones, then by name

    Facts(const EventStructure& structure, const std::vector<NamedBase>& names);
};

/// By Base, then by name: those that the structure has nothing of in any execution.
using AbsentBases = std::vector<bool>;
[[nodiscard]] AbsentBases absent_bases(const Facts& facts);

/// Members or pairs of a base that depends on the execution only by what takes place. No words
/// for the others.
[[nodiscard]] Words static_base(const EventStructure& structure, Base base);
/// … that the structure's language has by this name. No words where the test has none of it.
[[nodiscard]] Words named_base(const EventStructure& structure, const NamedBase& name);

}  // namespace clmm::model
