#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compile/node_builder.h"

namespace clmm::model {

/// A set or relation that every model can use without defining it: a base (`rf`), one that
/// follows from bases (`ext`, `rb`, `rfe`), or one that a language of tests has (`ACQ`, `swg`).
[[nodiscard]] std::optional<NodeId> predefined(NodeBuilder& nodes, std::string_view name,
                                               SourcePlace place);

/// All of those and the predefined functions, for suggestions.
[[nodiscard]] std::vector<std::string_view> predefined_names();

/// The candidate most like `name`, if one is like it at all.
[[nodiscard]] std::optional<std::string> closest_name(
    std::string_view name, const std::vector<std::string_view>& candidates);

}  // namespace clmm::model
