#pragma once

#include <vector>

#include "graph/layout.h"

namespace clmm::report {

/// An edge as curves from border to border, and where its label stands.
struct Route {
    Curve curve;
    Point label;
};

/// A curve for every edge of the graph, as if all of them were shown.
///
/// Idea     each edge takes, of a straight line and some bows to either side, the one that best
///          keeps clear of nodes, of labels and of the edges before it. Where all of them pass
///          through a node, the name of a column or the label of a frame, a way around is looked
///          for. Bold edges choose first, then those that pictures show unless told otherwise: what
///          is shown most looks best.
/// Shape    by index of Graph::edges; deterministic.
/// Cost     O(edges · (nodes + edges)), and a search for each that needs a way around.
/// Tests    tests/unit/report/html_test.cpp, tests/pictures
[[nodiscard]] std::vector<Route> route_edges(const Graph& graph, const Layout& layout);

}  // namespace clmm::report
