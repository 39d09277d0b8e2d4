#pragma once

#include <vector>

namespace clmm::report {

/// Points (1/72 inch), y upwards, as Graphviz counts.
struct Point {
    double x = 0, y = 0;
};
struct Box {
    double left = 0, bottom = 0, right = 0, top = 0;
};

inline Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
inline Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
inline Point operator*(double k, Point a) { return {k * a.x, k * a.y}; }
[[nodiscard]] double length(Point way);
[[nodiscard]] double distance(Point a, Point b);

[[nodiscard]] Box around(Point middle, double width, double height);
[[nodiscard]] Box wider(const Box& box, double margin);
[[nodiscard]] Point middle_of(const Box& box);
[[nodiscard]] bool contains(const Box& box, Point at);
[[nodiscard]] bool overlap(const Box& a, const Box& b);
/// Whether a part of the straight line lies in the box.
[[nodiscard]] bool meets(const Box& box, Point from, Point to);

/// Where the way from a point in a box towards another one leaves the box.
[[nodiscard]] Point border(const Box& box, Point inside, Point towards);

/// Cubic Bézier curves that continue one another: a point, then two controls and a point for each.
using Curve = std::vector<Point>;

/// Points of a curve from its first to its last, `steps` for each of its pieces.
[[nodiscard]] std::vector<Point> points_of(const Curve& curve, std::size_t steps);

/// Where a curve is after a part of its length, 0 to 1.
[[nodiscard]] Point part_of(const Curve& curve, double part);

/// Straight lines with their corners rounded off, each as far as it keeps clear of the boxes.
[[nodiscard]] Curve with_round_corners(const std::vector<Point>& corners,
                                       const std::vector<Box>& clear_of);

}  // namespace clmm::report
