#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clmm::report {

/// How the edges of a relation are drawn, in every kind of picture.
struct RelationStyle {
    std::string_view relation;
    const char* colour;
    const char* line;        ///< solid, dashed, dotted, bold
    std::string_view words;  ///< what it means, for people; may be empty
};

/// Colours that people with colour blindness tell apart, and a line style besides.
[[nodiscard]] std::span<const RelationStyle> relation_styles();
[[nodiscard]] const RelationStyle& style_of(std::string_view relation);

/// A colour `#rrggbb` as it is on a dark ground: about half of it, and white.
[[nodiscard]] std::string on_dark(std::string_view colour);

/// The relation whose style an edge of several has: sb only where there is nothing else.
[[nodiscard]] std::string_view main_relation(const std::vector<std::string>& relations);

}  // namespace clmm::report
