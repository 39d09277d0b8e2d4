#pragma once

#include <map>
#include <string>
#include <vector>

#include "clmm/report/graph.h"

namespace clmm::report {

/// Points (1/72 inch), y upwards, as Graphviz counts.
struct Point {
    double x = 0, y = 0;
};
struct Box {
    double left = 0, bottom = 0, right = 0, top = 0;
};

/// A frame around the columns of one device, work-group and so on.
struct Frame {
    std::string label;
    std::size_t depth = 0;
    Box box;
};

/// Where everything stands: columns side by side, actions in rows below one another.
struct Layout {
    std::vector<Point> nodes;   ///< by index of Graph::nodes
    std::vector<Point> heads;   ///< names of columns
    std::vector<Frame> frames;  ///< outer ones first
};

/// Deterministic. An action stands below what precedes it in its column and, where the graph has
/// commands, below what a command waits for.
[[nodiscard]] Layout lay_out(const Graph& graph);

}  // namespace clmm::report
