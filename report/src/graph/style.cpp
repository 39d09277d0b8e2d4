#include "graph/style.h"

#include <algorithm>
#include <array>

namespace clmm::report {
namespace {

constexpr std::array kStyles = {
    RelationStyle{"sb", "#444444", "solid", "sequenced-before: the order of a unit's own program"},
    RelationStyle{"po", "#555555", "dotted", "program order"},
    RelationStyle{"rf", "#b30000", "solid",
                  "reads-from: from a write to each read that takes its value"},
    RelationStyle{"mo", "#1f4e9c", "dashed",
                  "modification order: the writes to one location, one after another"},
    RelationStyle{"co", "#1f4e9c", "dashed",
                  "coherence: the writes to one location, one after another"},
    RelationStyle{"rb", "#c26a00", "dashed",
                  "reads-before: from a read to the writes after the one that it reads"},
    RelationStyle{"fr", "#c26a00", "dashed",
                  "from-read: from a read to the writes after the one that it reads"},
    RelationStyle{"S", "#7a6a00", "dotted", "the one order of all sequentially consistent actions"},
    RelationStyle{"gsw", "#00766c", "bold",
                  "global-synchronizes-with: units meet, for global memory"},
    RelationStyle{"lsw", "#7b2d8b", "bold",
                  "local-synchronizes-with: units meet, for local memory"},
    RelationStyle{"sw", "#00766c", "bold", "synchronizes-with: units meet"},
    RelationStyle{"ghb", "#00766c", "dotted", "global-happens-before"},
    RelationStyle{"lhb", "#7b2d8b", "dotted", "local-happens-before"},
    RelationStyle{"hb", "#00766c", "dotted", "happens-before"},
    RelationStyle{"race", "#d4004c", "bold", "two conflicting actions that nothing orders"},
};

}  // namespace

std::span<const RelationStyle> relation_styles() { return kStyles; }

const RelationStyle& style_of(std::string_view relation) {
    static constexpr RelationStyle kOther{"", "#555555", "dotted", ""};
    const auto found = std::ranges::find(kStyles, relation, &RelationStyle::relation);
    return found == kStyles.end() ? kOther : *found;
}

std::string on_dark(std::string_view colour) {
    std::string mixed = "#";
    for (std::size_t i = 1; i + 1 < colour.size(); i += 2) {
        const int part = std::stoi(std::string(colour.substr(i, 2)), nullptr, 16);
        const auto lighter = static_cast<unsigned>(part * 48 + 255 * 52) / 100;
        for (const unsigned digit : {lighter / 16, lighter % 16})
            mixed += "0123456789abcdef"[digit];
    }
    return mixed;
}

std::string_view main_relation(const std::vector<std::string>& relations) {
    for (const std::string_view first : {"race", "gsw", "lsw", "sw", "rf"})
        if (std::ranges::find(relations, first) != relations.end()) return first;
    for (const std::string& relation : relations)
        if (relation != "sb") return relation;
    return relations.front();
}

}  // namespace clmm::report
