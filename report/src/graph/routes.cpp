#include "graph/routes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

#include "clmm/base/utf8.h"
#include "graph/detour.h"

namespace clmm::report {
namespace {

constexpr double kLabelLetter = 6.4;
/// How far a curve bends aside, in the order of preference.
constexpr std::array kBows = {0.0,   16.0, -16.0, 34.0,  -34.0, 58.0,
                              -58.0, 90.0, -90.0, 135.0, -135.0};
constexpr std::array kLabelPlaces = {0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74};
/// Tried where all of those pass through something.
constexpr std::array kWideBows = {190.0, -190.0, 260.0, -260.0};
constexpr std::size_t kSteps = 20;
constexpr double kThrough = 1000;  ///< what it costs to pass through a box

/// Points of a curve, and the box around them.
struct Trace {
    std::vector<Point> points;
    Box box{1e9, 1e9, -1e9, -1e9};

    /// Without the two ends, which touch boxes.
    [[nodiscard]] std::span<const Point> between() const {
        return std::span(points).subspan(1, points.size() - 2);
    }
};

Trace trace_of(const Curve& curve) {
    Trace trace{points_of(curve, kSteps)};
    for (const Point at : trace.points)
        trace.box = {std::min(trace.box.left, at.x), std::min(trace.box.bottom, at.y),
                     std::max(trace.box.right, at.x), std::max(trace.box.top, at.y)};
    return trace;
}

double letters(const std::string& text) { return static_cast<double>(utf8_characters(text)); }

/// Relations that pictures show without being asked come before the others.
int rank(const GraphEdge& edge) {
    if (!edge.bold.empty()) return 0;
    for (const std::string& relation : edge.relations) {
        if (relation == "sb") return 1;
        if (relation == "rf" || relation == "mo" || relation.ends_with("sw")) return 2;
    }
    return 3;
}

class Router {
public:
    Router(const Graph& graph, const Layout& layout) : graph_(graph), routes_(graph.edges.size()) {
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            boxes_.push_back(box_of(graph.nodes[i], layout.nodes[i]));
            const std::size_t event = graph.nodes[i].event;
            if (index_.size() <= event) index_.resize(event + 1);
            index_[event] = i;
        }
        for (std::size_t i = 0; i < graph.columns.size(); ++i)
            labels_.push_back(head_box(graph.columns[i], layout.heads[i]));
        for (const Frame& frame : layout.frames) labels_.push_back(label_box(frame));
        fixed_ = labels_;
        for (std::size_t i = 0; i < layout.bars.size(); ++i) {
            const Bar& bar = layout.bars[i];
            bars_.push_back(
                around({(bar.left + bar.right) / 2, bar.y}, bar.right - bar.left, kBar));
            bars_.push_back(label_box(bar, graph.barriers[i]));
            if (!graph.barriers[i].relations.empty()) fixed_.push_back(bars_.back());
        }
    }

    std::vector<Route> operator()() {
        std::vector<std::size_t> order(routes_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, {}, [&](std::size_t i) { return rank(graph_.edges[i]); });
        for (const std::size_t i : order) route(i);
        return std::move(routes_);
    }

private:
    void route(std::size_t edge) {
        const GraphEdge& of = graph_.edges[edge];
        const std::size_t from = index_[of.from], to = index_[of.to];
        const double label = label_width(of);
        double best = 1e18;
        const auto offer = [&](Curve curve, double cost) {
            Route offered{std::move(curve), {}};
            cost += cost_of(offered.curve, from, to) + place_label(offered, label);
            if (cost >= best) return;
            best = cost;
            routes_[edge] = std::move(offered);
        };
        for (const double bow : kBows) offer(curve_of(from, to, bow), std::abs(bow) * 0.2);
        if (best >= kThrough)
            for (const double bow : kWideBows) offer(curve_of(from, to, bow), std::abs(bow) * 0.2);
        if (best >= kThrough && from != to) {
            Obstacles obstacles = obstacles_for(from, to);
            const std::vector<Point> way = way_around(boxes_[from], boxes_[to], obstacles);
            if (!way.empty()) offer(with_round_corners(way, obstacles.boxes), 0);
        }
        done_.push_back(trace_of(routes_[edge].curve));
        if (label > 0) labels_.push_back(around(routes_[edge].label, label, kLabelHeight));
    }

    [[nodiscard]] Obstacles obstacles_for(std::size_t from, std::size_t to) const {
        Obstacles obstacles{fixed_, {}};
        for (std::size_t node = 0; node < boxes_.size(); ++node)
            if (node != from && node != to) obstacles.boxes.push_back(boxes_[node]);
        for (const Trace& trace : done_)
            obstacles.beside.insert(obstacles.beside.end(), trace.points.begin(),
                                    trace.points.end());
        return obstacles;
    }

    static double label_width(const GraphEdge& edge) {
        if (edge.relations == std::vector<std::string>{"sb"}) return 0;
        double width = 4;
        for (const std::string& relation : edge.relations)
            width += (letters(relation) + 0.6) * kLabelLetter;
        return width;
    }

    [[nodiscard]] Curve curve_of(std::size_t from, std::size_t to, double bow) const {
        const Point a = middle_of(boxes_[from]), b = middle_of(boxes_[to]);
        if (from == to) return loop(boxes_[from], bow);
        const Point way = b - a;
        const Point aside = (1 / std::max(1.0, length(way))) * Point{-way.y, way.x};
        // In a column a bow has to get past the nodes' sides first.
        double bend = bow;
        if (std::abs(way.x) < 1 && bow != 0)
            bend += std::copysign((boxes_[from].right - boxes_[from].left) / 2 - 6, bow);
        const Point bow_by = 1.33 * bend * aside;
        Curve curve{a, a + way_out(boxes_[from], way) * way + bow_by,
                    b - way_out(boxes_[to], way) * way + bow_by, b};
        curve[0] = border(boxes_[from], a, curve[1]);
        curve[3] = border(boxes_[to], b, curve[2]);
        return curve;
    }

    /// Which part of a way from the middle of a box to that of another a curve has made when it
    /// bends: a third, or more where that lies in the box yet.
    static double way_out(const Box& box, Point way) {
        constexpr double kFirstPart = 0.3;
        const Point middle = middle_of(box);
        if (!contains(box, middle + kFirstPart * way)) return kFirstPart;
        const Point out = border(box, middle, middle + way) - middle;
        return std::min(0.49, length(out) / length(way) + 0.03);
    }

    static Curve loop(const Box& box, double bow) {
        const double reach = 30 + std::abs(bow) / 3;
        const double side = bow < 0 ? box.left : box.right;
        const double out = bow < 0 ? -reach : reach;
        const double y = (box.bottom + box.top) / 2;
        return {{side, y + 8}, {side + out, y + 22}, {side + out, y - 22}, {side, y - 8}};
    }

    [[nodiscard]] double cost_of(const Curve& curve, std::size_t from, std::size_t to) const {
        const Trace trace = trace_of(curve);
        double cost = 0;
        for (std::size_t node = 0; node < boxes_.size(); ++node) {
            const bool is_end = node == from || node == to;
            cost += 40 * within(trace, wider(boxes_[node], is_end ? -1 : 5));
            if (!is_end && passes_through(trace, boxes_[node])) cost += kThrough;
        }
        for (const Box& label : labels_) cost += 6 * within(trace, wider(label, 1));
        for (const Box& text : fixed_)
            if (passes_through(trace, text)) cost += kThrough;
        for (const Trace& other : done_) cost += 7 * nearness(trace, other);
        return cost;
    }

    /// How many points of a curve lie in a box.
    static int within(const Trace& trace, const Box& box) {
        if (!overlap(trace.box, box)) return 0;
        return static_cast<int>(
            std::ranges::count_if(trace.between(), [&](Point at) { return contains(box, at); }));
    }

    static bool passes_through(const Trace& trace, const Box& box) {
        constexpr double kClear = 2;
        const Box wide = wider(box, kClear);
        if (!overlap(trace.box, wide)) return false;
        for (std::size_t i = 1; i < trace.points.size(); ++i)
            if (meets(wide, trace.points[i - 1], trace.points[i])) return true;
        return false;
    }

    /// How many pairs of points of two curves touch one another.
    static int nearness(const Trace& a, const Trace& b) {
        constexpr double kNear = 9;
        if (!overlap(a.box, wider(b.box, kNear))) return 0;
        int count = 0;
        const auto of_a = a.between(), of_b = b.between();
        for (std::size_t i = 3; i < of_a.size(); i += 4)
            for (std::size_t k = 3; k < of_b.size(); k += 4) {
                const Point way = of_a[i] - of_b[k];
                if (way.x * way.x + way.y * way.y < kNear * kNear) ++count;
            }
        return count;
    }

    /// Puts the label where it hides least, and says how much that is.
    double place_label(Route& route, double width) const {
        route.label = part_of(route.curve, 0.5);
        if (width == 0) return 0;
        double best = 1e18;
        for (const double t : kLabelPlaces) {
            const Point at = part_of(route.curve, t);
            const Box box = around(at, width, kLabelHeight);
            double cost = std::abs(t - 0.5) * 10;
            for (const Box& node : boxes_)
                if (overlap(box, node)) cost += 60;
            for (const auto* hidden : {&labels_, &bars_})
                for (const Box& other : *hidden)
                    if (overlap(box, other)) cost += 50;
            if (cost >= best) continue;
            best = cost;
            route.label = at;
        }
        return best;
    }

    const Graph& graph_;
    std::vector<Route> routes_;
    std::vector<Box> boxes_;
    std::vector<std::size_t> index_;  // by event
    std::vector<Trace> done_;
    std::vector<Box> labels_;  ///< those of edges among them
    std::vector<Box> fixed_;   ///< texts that no edge may pass through
    std::vector<Box> bars_;    ///< and what stands upon them; edges cross them, labels need not
};

}  // namespace

std::vector<Route> route_edges(const Graph& graph, const Layout& layout) {
    return Router(graph, layout)();
}

}  // namespace clmm::report
