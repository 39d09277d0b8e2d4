#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "clmm/litmus/event_structure.h"
#include "clmm/targets/languages.h"

namespace clmm::targets {

inline litmus::EventStructure structure_of(const std::string& text) {
    const auto test = read_test(std::make_shared<const Source>("t.litmus", text));
    EXPECT_TRUE(test) << render(test.diagnostics());
    return litmus::unfold(*test, {}).value();
}

/// Events that are not initial writes: `W x=1; R x`.
inline std::string labels(const litmus::EventStructure& structure) {
    std::string text;
    for (std::size_t i = structure.initial_count; i < structure.size(); ++i)
        text += (text.empty() ? "" : "; ") + litmus::label(structure, litmus::EventId(i));
    return text;
}

inline std::size_t count(const litmus::EventStructure& structure, std::string_view set) {
    const auto number = structure.language->vocabulary().find_set(set);
    return structure.language->members(structure, *number).count();
}

}  // namespace clmm::targets
