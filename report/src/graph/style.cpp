#include "graph/style.h"

#include <algorithm>
#include <array>

namespace clmm::report {
namespace {

constexpr std::array kStyles = {
    RelationStyle{"sb", "#444444", "solid"},   RelationStyle{"rf", "#b30000", "solid"},
    RelationStyle{"mo", "#1f4e9c", "dashed"},  RelationStyle{"co", "#1f4e9c", "dashed"},
    RelationStyle{"rb", "#c26a00", "dashed"},  RelationStyle{"fr", "#c26a00", "dashed"},
    RelationStyle{"S", "#7a6a00", "dotted"},   RelationStyle{"gsw", "#00766c", "bold"},
    RelationStyle{"lsw", "#7b2d8b", "bold"},   RelationStyle{"sw", "#00766c", "bold"},
    RelationStyle{"ghb", "#00766c", "dotted"}, RelationStyle{"lhb", "#7b2d8b", "dotted"},
    RelationStyle{"hb", "#00766c", "dotted"},  RelationStyle{"race", "#d4004c", "bold"},
};

}  // namespace

std::span<const RelationStyle> relation_styles() { return kStyles; }

const RelationStyle& style_of(std::string_view relation) {
    static constexpr RelationStyle kOther{"", "#555555", "dotted"};
    const auto found = std::ranges::find(kStyles, relation, &RelationStyle::relation);
    return found == kStyles.end() ? kOther : *found;
}

std::string_view main_relation(const std::vector<std::string>& relations) {
    for (const std::string_view first : {"race", "gsw", "lsw", "sw", "rf"})
        if (std::ranges::find(relations, first) != relations.end()) return first;
    for (const std::string& relation : relations)
        if (relation != "sb") return relation;
    return relations.front();
}

}  // namespace clmm::report
