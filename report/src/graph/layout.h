#pragma once

#include <map>
#include <string>
#include <vector>

#include "clmm/report/graph.h"
#include "graph/geometry.h"

namespace clmm::report {

/// A frame around the columns of one device, work-group and so on.
struct Frame {
    std::string label;
    std::size_t depth = 0;
    Box box;
};

/// A barrier across the columns of its units.
struct Bar {
    double left = 0, right = 0, y = 0;
    double label = 0;  ///< x of what it says, which stands upon it
};

/// `gsw lsw`, which stands upon a bar.
[[nodiscard]] std::string bar_label(const GraphBarrier& barrier);
constexpr double kBar = 4;  ///< thickness of a barrier
[[nodiscard]] inline Point label_place(const Bar& bar) { return {bar.label, bar.y + 2 * kBar + 3}; }

/// Where everything stands: columns side by side, actions in rows below one another.
struct Layout {
    std::vector<Point> nodes;   ///< by index of Graph::nodes
    std::vector<Point> heads;   ///< names of columns
    std::vector<Frame> frames;  ///< outer ones first
    std::vector<Bar> bars;      ///< by index of Graph::barriers
};

/// Distances of neighbours' middles (rows) and borders (columns).
struct Spacing {
    double row = 58, gap = 46;
};

/// Deterministic. An action stands below what precedes it in its column and, where the graph has
/// commands, below what a command waits for.
[[nodiscard]] Layout lay_out(const Graph& graph, Spacing spacing = {});

/// What stands below a node's label: `global · line 12`; may be empty.
[[nodiscard]] std::string note_of(const GraphNode& node);

/// Room that a label needs.
[[nodiscard]] double width_of(const std::string& label);

/// The box of a node: its label, and below it where it has one, its note.
[[nodiscard]] Box box_of(const GraphNode& node, Point at);

/// The boxes of texts that are no nodes: the name of a column, the label of a frame, which stands
/// in the middle of its top, and what a bar says.
[[nodiscard]] Box head_box(const GraphColumn& column, Point at);
[[nodiscard]] Box label_box(const Frame& frame);
[[nodiscard]] Box label_box(const Bar& bar, const GraphBarrier& barrier);
constexpr double kLabelHeight = 14;

}  // namespace clmm::report
