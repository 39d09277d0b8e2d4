#include "graph/detour.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <queue>
#include <tuple>

namespace clmm::report {
namespace {

constexpr double kClearance = 7;     ///< between a line and what it passes
constexpr double kLane = 9;          ///< between two lines of the grid
constexpr double kTurn = 40;         ///< what a turn costs, as a length
constexpr double kBeside = 14;       ///< what a crossing near another line costs
constexpr double kBesideWithin = 6;  ///< which is nearer than this
constexpr std::size_t kMostCrossings = 40000;

/// Places of the grid's lines in one direction: at the sides of boxes and a lane further out; those
/// that must be there, and no two others nearer than half a lane.
std::vector<double> grid_lines(std::vector<double> wanted, const std::vector<double>& certain) {
    std::ranges::sort(wanted);
    std::vector<double> kept = certain;
    for (const double place : wanted)
        if (std::ranges::none_of(kept,
                                 [&](double other) { return std::abs(other - place) < kLane / 2; }))
            kept.push_back(place);
    std::ranges::sort(kept);
    const auto same = std::ranges::unique(kept);
    kept.erase(same.begin(), same.end());
    return kept;
}

class Grid {
public:
    Grid(Point from, Point to, const Obstacles& obstacles) : from_(from), to_(to) {
        std::vector<double> across, along;
        for (const Box& box : obstacles.boxes)
            for (const double out : {kClearance + 1, kClearance + 1 + kLane}) {
                across.insert(across.end(), {box.left - out, box.right + out});
                along.insert(along.end(), {box.bottom - out, box.top + out});
            }
        xs_ = grid_lines(std::move(across), {from.x, to.x});
        ys_ = grid_lines(std::move(along), {from.y, to.y});
    }

    [[nodiscard]] std::size_t size() const { return xs_.size() * ys_.size(); }

    /// The crossings of the shortest way, or none.
    std::vector<Point> way(const Obstacles& obstacles) {
        for (auto& closed : closed_) closed.assign(size(), false);
        beside_.assign(size(), 0);
        for (const Box& box : obstacles.boxes) close(wider(box, kClearance));
        for (const Point at : obstacles.beside) mark(at);
        return search();
    }

private:
    enum Direction : std::size_t { right, up, left, down };

    [[nodiscard]] std::size_t number(std::size_t x, std::size_t y) const {
        return y * xs_.size() + x;
    }
    [[nodiscard]] Point place(std::size_t at) const {
        return {xs_[at % xs_.size()], ys_[at / xs_.size()]};
    }

    static std::size_t first_after(const std::vector<double>& places, double at) {
        return static_cast<std::size_t>(std::ranges::upper_bound(places, at) - places.begin());
    }
    static std::size_t first_from(const std::vector<double>& places, double at) {
        return static_cast<std::size_t>(std::ranges::lower_bound(places, at) - places.begin());
    }

    /// No line to the right or upwards from a crossing may pass through the box.
    void close(const Box& box) {
        const std::size_t x_begin = first_after(xs_, box.left), x_end = first_from(xs_, box.right);
        const std::size_t y_begin = first_after(ys_, box.bottom), y_end = first_from(ys_, box.top);
        for (std::size_t y = y_begin; y < y_end; ++y)
            for (std::size_t x = x_begin == 0 ? 0 : x_begin - 1; x < x_end; ++x)
                closed_[right][number(x, y)] = true;
        for (std::size_t x = x_begin; x < x_end; ++x)
            for (std::size_t y = y_begin == 0 ? 0 : y_begin - 1; y < y_end; ++y)
                closed_[up][number(x, y)] = true;
    }

    void mark(Point at) {
        for (std::size_t x = first_from(xs_, at.x - kBesideWithin);
             x < first_after(xs_, at.x + kBesideWithin); ++x)
            for (std::size_t y = first_from(ys_, at.y - kBesideWithin);
                 y < first_after(ys_, at.y + kBesideWithin); ++y)
                beside_[number(x, y)] = kBeside;
    }

    /// The next crossing in a direction, or none.
    [[nodiscard]] std::size_t next(std::size_t at, std::size_t direction) const {
        const std::size_t x = at % xs_.size(), y = at / xs_.size();
        if (direction == right) return x + 1 < xs_.size() && !closed_[right][at] ? at + 1 : size();
        if (direction == up)
            return y + 1 < ys_.size() && !closed_[up][at] ? at + xs_.size() : size();
        if (direction == left) return x > 0 && !closed_[right][at - 1] ? at - 1 : size();
        return y > 0 && !closed_[up][at - xs_.size()] ? at - xs_.size() : size();
    }

    /// Dijkstra's search over crossings and the directions in which they are reached.
    std::vector<Point> search() {
        constexpr std::size_t kDirections = 4;
        const std::size_t begin = number(first_from(xs_, from_.x), first_from(ys_, from_.y));
        const std::size_t end = number(first_from(xs_, to_.x), first_from(ys_, to_.y));
        std::vector<double> costs(kDirections * size(), std::numeric_limits<double>::infinity());
        std::vector<std::size_t> before(kDirections * size(), kDirections * size());
        using Entry = std::tuple<double, std::size_t>;
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
        for (std::size_t direction = 0; direction < kDirections; ++direction) {
            costs[kDirections * begin + direction] = 0;
            open.emplace(0.0, kDirections * begin + direction);
        }
        while (!open.empty()) {
            const auto [cost, state] = open.top();
            open.pop();
            if (cost > costs[state]) continue;
            const std::size_t at = state / kDirections, came = state % kDirections;
            if (at == end) return way_to(state, before);
            for (std::size_t direction = 0; direction < kDirections; ++direction) {
                const std::size_t there = next(at, direction);
                if (there == size() || direction == (came + 2) % kDirections) continue;
                const double sum = cost + distance(place(at), place(there)) + beside_[there] +
                                   (direction == came ? 0 : kTurn);
                if (sum >= costs[kDirections * there + direction]) continue;
                costs[kDirections * there + direction] = sum;
                before[kDirections * there + direction] = state;
                open.emplace(sum, kDirections * there + direction);
            }
        }
        return {};
    }

    [[nodiscard]] std::vector<Point> way_to(std::size_t state,
                                            const std::vector<std::size_t>& before) const {
        std::vector<Point> way;
        for (; state < before.size(); state = before[state]) way.push_back(place(state / 4));
        std::ranges::reverse(way);
        return way;
    }

    Point from_, to_;
    std::vector<double> xs_, ys_;
    std::array<std::vector<bool>, 2> closed_;  ///< by direction (right, up) and crossing
    std::vector<double> beside_;               ///< by crossing
};

/// Leaves out the points that can be left out: what remains goes straight as far as it can.
std::vector<Point> cut_short(const std::vector<Point>& way, const std::vector<Box>& boxes) {
    std::vector<Point> kept{way.front()};
    const auto is_clear = [&](Point a, Point b) {
        return std::ranges::none_of(
            boxes, [&](const Box& box) { return meets(wider(box, kClearance - 1), a, b); });
    };
    for (std::size_t at = 0; at + 1 < way.size();) {
        std::size_t furthest = way.size() - 1;
        while (furthest > at + 1 && !is_clear(way[at], way[furthest])) --furthest;
        kept.push_back(way[furthest]);
        at = furthest;
    }
    return kept;
}

/// The way begins where it leaves the first box and ends where it comes to the other.
std::vector<Point> from_border_to_border(std::vector<Point> way, const Box& from, const Box& to) {
    while (way.size() > 2 && contains(from, way[1])) way.erase(way.begin());
    while (way.size() > 2 && contains(to, way[way.size() - 2])) way.pop_back();
    way.front() = border(from, way[0], way[1]);
    way.back() = border(to, way.back(), way[way.size() - 2]);
    return way;
}

}  // namespace

std::vector<Point> way_around(const Box& from, const Box& to, const Obstacles& obstacles) {
    Grid grid(middle_of(from), middle_of(to), obstacles);
    if (grid.size() > kMostCrossings) return {};
    const std::vector<Point> way = grid.way(obstacles);
    if (way.size() < 2) return {};
    return from_border_to_border(cut_short(way, obstacles.boxes), from, to);
}

}  // namespace clmm::report
