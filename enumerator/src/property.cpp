#include "clmm/enumerator/property.h"

#include <algorithm>
#include <array>

#include "clmm/enumerator/verdict.h"

namespace clmm::enumerator {
namespace {

struct Named {
    Property property;
    std::string_view name;
};
constexpr std::array kProperties = {
    Named{Property::race_free, "race-free"}, Named{Property::no_divergence, "no-divergence"},
    Named{Property::bounds, "bounds"},       Named{Property::assertions, "assert"},
    Named{Property::defined, "defined"},
};

}  // namespace

std::string_view to_string(Property property) {
    return std::ranges::find(kProperties, property, &Named::property)->name;
}

std::optional<Property> parse_property(std::string_view word) {
    const auto found = std::ranges::find(kProperties, word, &Named::name);
    return found == kProperties.end() ? std::nullopt : std::optional(found->property);
}

std::vector<Property> all_properties() {
    std::vector<Property> all;
    for (const Named& each : kProperties) all.push_back(each.property);
    return all;
}

Property property_of(std::string_view kind) {
    if (model::is_race(kind)) return Property::race_free;
    if (kind.ends_with("divergence")) return Property::no_divergence;
    if (kind == "out-of-bounds") return Property::bounds;
    if (kind == "assertion-failure") return Property::assertions;
    return Property::defined;
}

std::string_view to_string(PropertyStatus status) {
    switch (status) {
        case PropertyStatus::verified:
            return "Verified";
        case PropertyStatus::refuted:
            return "Refuted";
        case PropertyStatus::unknown:
            break;
    }
    return "Unknown";
}

std::vector<PropertyResult> judge(const std::vector<Property>& properties,
                                  const model::EngineAnswer& answer) {
    std::vector<PropertyResult> results;
    for (const Property property : properties) {
        const auto concerns = [&](std::string_view kind) { return property_of(kind) == property; };
        const bool refuted =
            std::ranges::any_of(answer.undefined, concerns, &model::UndefinedEntry::kind);
        const bool searched = !answer.declined && !answer.bound_reached &&
                              std::ranges::none_of(answer.unsearched, concerns);
        results.push_back({property, refuted    ? PropertyStatus::refuted
                                     : searched ? PropertyStatus::verified
                                                : PropertyStatus::unknown});
    }
    return results;
}

}  // namespace clmm::enumerator
