#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "clmm/base/diagnostic.h"

namespace clmm {

/// Libraries that clmm can be built without. What needs a missing one is an error that says so, and
/// nothing else changes.
enum class Feature : std::uint8_t { z3, graphviz, wave, sqlite, opencl };

struct FeatureInfo {
    Feature feature;
    std::string_view name;    ///< `Boost.Wave`
    std::string_view option;  ///< CMake's: `CLMM_WITH_WAVE`
    bool present;             ///< in this build
};

/// All of them, in the order of the enumeration.
[[nodiscard]] std::span<const FeatureInfo> features();
/// Shape    lives as long as the program.
[[nodiscard]] const FeatureInfo& info(Feature feature);

/// What whoever needs a missing one is told: `WHAT needs Z3, which this clmm was built without`,
/// an E-BUILT-WITHOUT.
[[nodiscard]] Diagnostic built_without(Feature feature, const std::string& what);

}  // namespace clmm
