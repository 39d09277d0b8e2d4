#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/litmus/event_structure.h"

/// What of an unfolded test could be stronger than it is, as far as its language has weaker and
/// stronger forms of the same operation.
namespace clmm::litmus {

/// A way to be stronger: wider scopes, say.
struct StrengthKind {
    std::string_view name;  ///< `scope`
    /// Places that should be alike are raised together, to each height in turn.
    unsigned heights = 1;
    /// It ends races without ordering anything: asked for where a race is to go, and last.
    bool for_races = false;
};

/// A place made stronger by so much.
struct StrengthStep {
    std::string words;    ///< of the place, in a sentence: `had memory_scope_device`
    unsigned height = 1;  ///< from 1 to the kind's `heights`
};

/// A statement, or an object, that can be made stronger.
///
/// Shape    a step is no stronger than those behind it, though it need not be weaker; heights
///          ascend. Step 0 is the place as it is; `steps` begins with step 1 and is not empty.
struct StrengthPlace {
    std::size_t kind = 0;               ///< in Strengthenings::kinds()
    std::vector<EventId> events;        ///< of one statement; empty for objects
    std::vector<LocationId> locations;  ///< of one object
    std::vector<StrengthStep> steps;
};

/// All such places of an event structure, by statement, then by object.
class Strengthenings {
public:
    virtual ~Strengthenings() = default;

    /// In the order in which they are tried.
    [[nodiscard]] virtual const std::vector<StrengthKind>& kinds() const = 0;
    [[nodiscard]] virtual const std::vector<StrengthPlace>& places() const = 0;
    /// The structure with each place at its step, as if the text said so: the same events in the
    /// same order.
    [[nodiscard]] virtual EventStructure made(const std::vector<std::size_t>& steps) const = 0;
};

}  // namespace clmm::litmus
