#include "graph/routes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "clmm/base/utf8.h"

namespace clmm::report {
namespace {

constexpr double kNoteLetter = 5.4;
constexpr double kLabelLetter = 6.4;
constexpr double kLabelHeight = 14;
constexpr double kSecondHeight = 15;  ///< of a node's second line
/// How far a curve bends aside, in the order of preference.
constexpr std::array kBows = {0.0,   16.0, -16.0, 34.0,  -34.0, 58.0,
                              -58.0, 90.0, -90.0, 135.0, -135.0};
constexpr std::array kLabelPlaces = {0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74};
constexpr std::size_t kSamples = 19;

Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
Point operator*(double k, Point a) { return {k * a.x, k * a.y}; }

Point on(const Route& curve, double t) {
    const double s = 1 - t;
    return (s * s * s) * curve.from + (3 * s * s * t) * curve.first_control +
           (3 * s * t * t) * curve.second_control + (t * t * t) * curve.to;
}

Box around(Point middle, double width, double height) {
    return {middle.x - width / 2, middle.y - height / 2, middle.x + width / 2,
            middle.y + height / 2};
}

bool contains(const Box& box, Point at, double margin) {
    return at.x > box.left - margin && at.x < box.right + margin && at.y > box.bottom - margin &&
           at.y < box.top + margin;
}

bool overlap(const Box& a, const Box& b) {
    return a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top;
}

/// Points of a curve between its ends, and the box around them.
struct Trace {
    std::array<Point, kSamples> points;
    Box box{1e9, 1e9, -1e9, -1e9};
};

Trace trace_of(const Route& curve) {
    Trace trace;
    for (std::size_t i = 0; i < kSamples; ++i) {
        const Point at = on(curve, static_cast<double>(i + 1) / (kSamples + 1));
        trace.points[i] = at;
        trace.box = {std::min(trace.box.left, at.x), std::min(trace.box.bottom, at.y),
                     std::max(trace.box.right, at.x), std::max(trace.box.top, at.y)};
    }
    return trace;
}

/// Where the way from the middle of a box towards a point leaves the box.
Point border(const Box& box, Point towards) {
    const Point middle{(box.left + box.right) / 2, (box.bottom + box.top) / 2};
    const Point way = towards - middle;
    const double across = std::abs(way.x) > 1e-9 ? (box.right - middle.x) / std::abs(way.x) : 1e9;
    const double along = std::abs(way.y) > 1e-9 ? (box.top - middle.y) / std::abs(way.y) : 1e9;
    return middle + std::min({across, along, 1.0}) * way;
}

Point middle_of(const Box& box) { return {(box.left + box.right) / 2, (box.bottom + box.top) / 2}; }

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
            labels_.push_back(
                around(layout.heads[i], width_of(graph.columns[i].name), kLabelHeight));
        for (const Frame& frame : layout.frames)
            labels_.push_back(around({(frame.box.left + frame.box.right) / 2, frame.box.top - 11},
                                     width_of(frame.label), kLabelHeight));
        for (std::size_t i = 0; i < layout.bars.size(); ++i) {
            const Bar& bar = layout.bars[i];
            bars_.push_back(
                around({(bar.left + bar.right) / 2, bar.y}, bar.right - bar.left, kBar));
            bars_.push_back(
                around(label_place(bar), width_of(bar_label(graph.barriers[i])), kLabelHeight));
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
        for (const double bow : kBows) {
            Route curve = curve_of(from, to, bow);
            const double cost =
                std::abs(bow) * 0.2 + cost_of(curve, from, to) + place_label(curve, label);
            if (cost >= best) continue;
            best = cost;
            routes_[edge] = curve;
        }
        done_.push_back(trace_of(routes_[edge]));
        if (label > 0) labels_.push_back(around(routes_[edge].label, label, kLabelHeight));
    }

    static double label_width(const GraphEdge& edge) {
        if (edge.relations == std::vector<std::string>{"sb"}) return 0;
        double width = 4;
        for (const std::string& relation : edge.relations)
            width += (letters(relation) + 0.6) * kLabelLetter;
        return width;
    }

    [[nodiscard]] Route curve_of(std::size_t from, std::size_t to, double bow) const {
        const Point a = middle_of(boxes_[from]), b = middle_of(boxes_[to]);
        if (from == to) return loop(boxes_[from], bow);
        const Point way = b - a;
        const double length = std::max(1.0, std::hypot(way.x, way.y));
        const Point aside{-way.y / length, way.x / length};
        // In a column a bow has to get past the nodes' sides first.
        double bend = bow;
        if (std::abs(way.x) < 1 && bow != 0)
            bend += std::copysign((boxes_[from].right - boxes_[from].left) / 2 - 6, bow);
        const Point bow_by = 1.33 * bend * aside;
        Route curve{a,
                    a + way_out(boxes_[from], way) * way + bow_by,
                    b - way_out(boxes_[to], way) * way + bow_by,
                    b,
                    {}};
        curve.from = border(boxes_[from], curve.first_control);
        curve.to = border(boxes_[to], curve.second_control);
        return curve;
    }

    /// Which part of a way from the middle of a box to that of another a curve has made when it
    /// bends: a third, or more where that lies in the box yet.
    static double way_out(const Box& box, Point way) {
        constexpr double kFirstPart = 0.3;
        const Point middle = middle_of(box);
        if (!contains(box, middle + kFirstPart * way, 0)) return kFirstPart;
        const Point out = border(box, middle + way) - middle;
        return std::min(0.49, std::hypot(out.x, out.y) / std::hypot(way.x, way.y) + 0.03);
    }

    static Route loop(const Box& box, double bow) {
        const double reach = 30 + std::abs(bow) / 3;
        const double side = bow < 0 ? box.left : box.right;
        const double out = bow < 0 ? -reach : reach;
        const double y = (box.bottom + box.top) / 2;
        return {{side, y + 8}, {side + out, y + 22}, {side + out, y - 22}, {side, y - 8}, {}};
    }

    [[nodiscard]] double cost_of(const Route& curve, std::size_t from, std::size_t to) const {
        const Trace trace = trace_of(curve);
        double cost = 0;
        for (std::size_t node = 0; node < boxes_.size(); ++node)
            cost += 40 * within(trace, boxes_[node], node == from || node == to ? -1 : 5);
        for (const Box& label : labels_) cost += 6 * within(trace, label, 1);
        for (const Trace& other : done_) cost += 7 * nearness(trace, other);
        return cost;
    }

    /// How many points of a curve lie in a box.
    static int within(const Trace& trace, const Box& box, double margin) {
        const Box wide{box.left - margin, box.bottom - margin, box.right + margin,
                       box.top + margin};
        if (!overlap(trace.box, wide)) return 0;
        return static_cast<int>(std::ranges::count_if(
            trace.points, [&](Point at) { return contains(box, at, margin); }));
    }

    /// How many pairs of points of two curves touch one another.
    static int nearness(const Trace& a, const Trace& b) {
        constexpr double kNear = 9;
        const Box wide{b.box.left - kNear, b.box.bottom - kNear, b.box.right + kNear,
                       b.box.top + kNear};
        if (!overlap(a.box, wide)) return 0;
        int count = 0;
        for (std::size_t i = 3; i < a.points.size(); i += 4)
            for (std::size_t k = 3; k < b.points.size(); k += 4) {
                const Point way = a.points[i] - b.points[k];
                if (way.x * way.x + way.y * way.y < kNear * kNear) ++count;
            }
        return count;
    }

    /// Puts the label where it hides least, and says how much that is.
    double place_label(Route& curve, double width) const {
        curve.label = on(curve, 0.5);
        if (width == 0) return 0;
        double best = 1e18;
        for (const double t : kLabelPlaces) {
            const Point at = on(curve, t);
            const Box box = around(at, width, kLabelHeight);
            double cost = std::abs(t - 0.5) * 10;
            for (const Box& node : boxes_)
                if (overlap(box, node)) cost += 60;
            for (const auto* hidden : {&labels_, &bars_})
                for (const Box& other : *hidden)
                    if (overlap(box, other)) cost += 50;
            if (cost >= best) continue;
            best = cost;
            curve.label = at;
        }
        return best;
    }

    const Graph& graph_;
    std::vector<Route> routes_;
    std::vector<Box> boxes_;
    std::vector<std::size_t> index_;  // by event
    std::vector<Trace> done_;
    std::vector<Box> labels_;
    std::vector<Box> bars_;  ///< and what stands upon them; edges cross them, labels need not
};

}  // namespace

Box box_of(const GraphNode& node, Point at) {
    const std::string note = note_of(node);
    const double width = std::max({width_of(node.label), letters(note) * kNoteLetter + 16,
                                   node.second.empty() ? 0 : width_of(node.second)});
    return around(at, width, (note.empty() ? 26 : 38) + (node.second.empty() ? 0 : kSecondHeight));
}

std::vector<Route> route_edges(const Graph& graph, const Layout& layout) {
    return Router(graph, layout)();
}

}  // namespace clmm::report
