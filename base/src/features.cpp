#include "clmm/base/features.h"

#include <array>

namespace clmm {
namespace {

// The build says of each whether it is present.
constexpr std::array kFeatures = {
    FeatureInfo{Feature::z3, "Z3", "CLMM_WITH_Z3", CLMM_WITH_Z3 != 0},
    FeatureInfo{Feature::graphviz, "Graphviz", "CLMM_WITH_GRAPHVIZ", CLMM_WITH_GRAPHVIZ != 0},
    FeatureInfo{Feature::wave, "Boost.Wave", "CLMM_WITH_WAVE", CLMM_WITH_WAVE != 0},
    FeatureInfo{Feature::sqlite, "SQLite", "CLMM_WITH_SQLITE", CLMM_WITH_SQLITE != 0},
    FeatureInfo{Feature::opencl, "OpenCL", "CLMM_WITH_OPENCL", CLMM_WITH_OPENCL != 0},
};

}  // namespace

std::span<const FeatureInfo> features() { return kFeatures; }

const FeatureInfo& info(Feature feature) { return kFeatures[static_cast<std::size_t>(feature)]; }

Diagnostic built_without(Feature feature, const std::string& what) {
    const FeatureInfo& about = info(feature);
    Diagnostic missing;
    missing.code = "E-BUILT-WITHOUT";
    missing.message =
        what + " needs " + std::string(about.name) + ", which this clmm was built without";
    missing.hint = "configure the build with -D" + std::string(about.option) + "=ON";
    return missing;
}

}  // namespace clmm
