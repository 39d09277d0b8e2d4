#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/natural.h"
#include "clmm/enumerator/verdict.h"

/// Answers to the same tests side by side: of models, and of what other tools and devices wrote.
namespace clmm::comparison {

/// What one model, tool or device says of one test.
///
/// Shape    `states` are in the form of normal_state(), ascending, each once. A state that is not
///          among them is excluded where `complete`, and open where not: a device shows what can
///          be, never what cannot.
struct Answer {
    enumerator::Observation observation = enumerator::Observation::unknown;
    std::vector<std::string> states;
    Natural count;  ///< of states; more than are listed where a log was cut
    bool complete = false;
    std::optional<bool> racy;  ///< nullopt: not known, or not said
    std::string problem;       ///< why there is no answer; nothing else is said then
    std::string open;          ///< why not all of it is known, where that was said

    [[nodiscard]] bool has_state(std::string_view normal) const;
};

/// A final state in one form, whoever wrote it: `0:r0=1; x=&y;  (out of thin air)`, `[x]=y;
/// 0:r0=0x1;` are `0:r0=1; x=y`. Entries are sorted by name, numbers decimal, notes left out.
[[nodiscard]] std::string normal_state(std::string_view text);

}  // namespace clmm::comparison
