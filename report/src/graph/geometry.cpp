#include "graph/geometry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace clmm::report {
namespace {

/// The cubic piece that begins at a point of a curve.
Point on(const Curve& curve, std::size_t first, double t) {
    const double s = 1 - t;
    return (s * s * s) * curve[first] + (3 * s * s * t) * curve[first + 1] +
           (3 * s * t * t) * curve[first + 2] + (t * t * t) * curve[first + 3];
}

void append_line(Curve& curve, Point to) {
    const Point from = curve.back();
    curve.insert(curve.end(), {from + (1.0 / 3) * (to - from), from + (2.0 / 3) * (to - from), to});
}

/// A quarter of an ellipse, or nearly so.
void append_corner(Curve& curve, Point corner, Point to) {
    constexpr double kRound = 0.55;
    const Point from = curve.back();
    curve.insert(curve.end(), {from + kRound * (corner - from), to + kRound * (corner - to), to});
}

}  // namespace

double length(Point way) { return std::hypot(way.x, way.y); }
double distance(Point a, Point b) { return length(b - a); }

Box around(Point middle, double width, double height) {
    return {middle.x - width / 2, middle.y - height / 2, middle.x + width / 2,
            middle.y + height / 2};
}

Box wider(const Box& box, double margin) {
    return {box.left - margin, box.bottom - margin, box.right + margin, box.top + margin};
}

Point middle_of(const Box& box) { return {(box.left + box.right) / 2, (box.bottom + box.top) / 2}; }

bool contains(const Box& box, Point at) {
    return at.x > box.left && at.x < box.right && at.y > box.bottom && at.y < box.top;
}

bool overlap(const Box& a, const Box& b) {
    return a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top;
}

bool meets(const Box& box, Point from, Point to) {
    double begin = 0, end = 1;  // of the part of the line that is within the sides looked at so far
    const auto cut = [&](double at, double way, double low, double high) {
        if (way == 0) return at > low && at < high;
        const double a = (low - at) / way, b = (high - at) / way;
        begin = std::max(begin, std::min(a, b));
        end = std::min(end, std::max(a, b));
        return begin < end;
    };
    return cut(from.x, to.x - from.x, box.left, box.right) &&
           cut(from.y, to.y - from.y, box.bottom, box.top);
}

Point border(const Box& box, Point inside, Point towards) {
    const Point way = towards - inside;
    const auto part = [](double at, double step, double low, double high) {
        if (std::abs(step) < 1e-9) return 1e9;
        return ((step > 0 ? high : low) - at) / step;
    };
    const double across = part(inside.x, way.x, box.left, box.right);
    const double along = part(inside.y, way.y, box.bottom, box.top);
    return inside + std::min({across, along, 1.0}) * way;
}

std::vector<Point> points_of(const Curve& curve, std::size_t steps) {
    std::vector<Point> points{curve.front()};
    for (std::size_t first = 0; first + 3 < curve.size(); first += 3)
        for (std::size_t i = 1; i <= steps; ++i)
            points.push_back(on(curve, first, static_cast<double>(i) / static_cast<double>(steps)));
    return points;
}

Point part_of(const Curve& curve, double part) {
    if (curve.size() == 4) return on(curve, 0, part);
    const std::vector<Point> points = points_of(curve, 8);
    double left = 0;
    for (std::size_t i = 1; i < points.size(); ++i) left += distance(points[i - 1], points[i]);
    left *= part;
    for (std::size_t i = 1; i < points.size(); ++i) {
        const double step = distance(points[i - 1], points[i]);
        if (left <= step && step > 0)
            return points[i - 1] + (left / step) * (points[i] - points[i - 1]);
        left -= step;
    }
    return points.back();
}

Curve with_round_corners(const std::vector<Point>& corners, const std::vector<Box>& clear_of) {
    constexpr std::array kRadii = {60.0, 40.0, 26.0, 16.0, 9.0};
    constexpr double kClear = 3;
    Curve curve{corners.front()};
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
        const Point corner = corners[i];
        const Point back = corners[i - 1] - corner, on_from = corners[i + 1] - corner;
        // Half of a line belongs to each of its corners.
        const double most = std::min(length(back), length(on_from)) / 2;
        Curve best;
        for (const double radius : kRadii) {
            const double reach = std::min(radius, most);
            Curve tried{corner + (reach / std::max(length(back), 1e-9)) * back};
            append_corner(tried, corner,
                          corner + (reach / std::max(length(on_from), 1e-9)) * on_from);
            const std::vector<Point> points = points_of(tried, 8);
            best = std::move(tried);
            const bool is_clear = std::ranges::none_of(clear_of, [&](const Box& box) {
                for (std::size_t k = 1; k < points.size(); ++k)
                    if (meets(wider(box, kClear), points[k - 1], points[k])) return true;
                return false;
            });
            if (is_clear) break;
        }
        append_line(curve, best.front());
        curve.insert(curve.end(), best.begin() + 1, best.end());
    }
    append_line(curve, corners.back());
    return curve;
}

}  // namespace clmm::report
