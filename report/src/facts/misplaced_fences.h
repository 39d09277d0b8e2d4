#pragma once

#include <string>
#include <vector>

#include "clmm/litmus/event_structure.h"
#include "clmm/model/engine.h"

namespace clmm::report {

/// A fence that stands on the wrong side of an access, so that a race is left.
struct MisplacedFence {
    enum class Side {
        release_after_write,
        release_before_access,
        acquire_before_read,
        acquire_after_access
    };
    Side side = Side::release_after_write;
    litmus::EventId fence, access;
};

/// Fences of the two units that would order the actions of a data race if they stood between these
/// and the atomic accesses of one location, where nothing else releases or acquires.
/// Source   Fence Operations, C11 7.17.4 paragraphs 2 to 4: a release fence is sequenced before the
///          write, an acquire fence after the read.
[[nodiscard]] std::vector<MisplacedFence> misplaced_fences(const litmus::EventStructure& structure,
                                                           const model::UndefinedEntry& race);

/// `release fence d comes after write c; it orders only …`, given what the actions are called.
[[nodiscard]] std::string to_text(const MisplacedFence& misplaced, const std::string& fence,
                                  const std::string& access);

}  // namespace clmm::report
