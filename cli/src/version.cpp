#include "version.h"

#include "clmm/base/features.h"

namespace clmm::cli {
namespace {

std::string names_of(bool present) {
    std::string names;
    for (const FeatureInfo& each : features())
        if (each.present == present) names += (names.empty() ? "" : ", ") + std::string(each.name);
    return names;
}

}  // namespace

std::string_view version() { return CLMM_VERSION; }

std::string version_text() {
    std::string text = "clmm " + std::string(version());
    if (const std::string names = names_of(true); !names.empty()) text += "\nbuilt with " + names;
    if (const std::string names = names_of(false); !names.empty())
        text += "\nbuilt without " + names;
    return text;
}

}  // namespace clmm::cli
