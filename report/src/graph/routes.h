#pragma once

#include <vector>

#include "graph/layout.h"

namespace clmm::report {

/// An edge as a cubic Bézier curve from border to border, and where its label stands.
struct Route {
    Point from, first_control, second_control, to;
    Point label;
};

/// The box of a node in the layout: its label, and below it where it has one, its note.
[[nodiscard]] Box box_of(const GraphNode& node, Point at);

/// A curve for every edge of the graph, as if all of them were shown.
///
/// Idea     each edge takes, of a straight line and some bows to either side, the one that best
///          keeps clear of nodes, of labels and of the edges before it. Bold edges choose first,
///          then those that pictures show unless told otherwise: what is shown most looks best.
/// Shape    by index of Graph::edges; deterministic.
/// Cost     O(edges · (nodes + edges)).
/// Tests    tests/unit/report/html_test.cpp
[[nodiscard]] std::vector<Route> route_edges(const Graph& graph, const Layout& layout);

}  // namespace clmm::report
