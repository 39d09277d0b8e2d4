#pragma once

#include <vector>

#include "graph/geometry.h"

namespace clmm::report {

/// What lies in the way of an edge that is led around it.
struct Obstacles {
    std::vector<Box> boxes;     ///< no line may touch them
    std::vector<Point> beside;  ///< points of lines drawn before: better crossed than run along
};

/// Straight lines from one box to another around the obstacles; empty where there is no way, or
/// where the picture is too large to look for it.
///
/// Idea     a grid through the sides of all boxes, a margin away from them, and the middles of the
/// two;
///          the way along it that is shortest, turns least and keeps off other lines. What it goes
///          round without need is cut short then.
/// Shape    the first and the last point lie on the borders of the two boxes.
/// Cost     O(n log n) in the crossings of the grid, at most 40,000.
[[nodiscard]] std::vector<Point> way_around(const Box& from, const Box& to,
                                            const Obstacles& obstacles);

}  // namespace clmm::report
