#include "graph/layout.h"

#include <algorithm>
#include <numeric>

#include "clmm/base/joined.h"
#include "clmm/base/utf8.h"

namespace clmm::report {
namespace {

constexpr double kHead = 26;
constexpr double kMargin = 10;  // between frames
constexpr double kFrameLabel = 20;
constexpr double kLetter = 6.7;
constexpr double kLeastWidth = 84;
constexpr double kNoteLetter = 5.4;
constexpr double kSecondHeight = 15;  // of a node's second line

class Placer {
public:
    Placer(const Graph& graph, Spacing spacing)
        : graph_(graph),
          spacing_(spacing),
          rows_(graph.nodes.size()),
          order_(graph.columns.size()) {
        layout_.nodes.resize(graph.nodes.size());
        layout_.heads.resize(graph.columns.size());
    }

    Layout operator()() {
        order_columns();
        assign_rows();
        place_columns();
        place_initial_writes();
        place_bars();
        frame();
        return std::move(layout_);
    }

private:
    /// Columns of one frame stand together, frames in the order of their first column.
    void order_columns() {
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        const auto rank = [&](std::size_t column) {
            std::vector<std::size_t> ranks;
            const auto& path = graph_.columns[column].inside;
            for (std::size_t depth = 1; depth <= path.size(); ++depth)
                ranks.push_back(
                    first_with({path.begin(), path.begin() + static_cast<std::ptrdiff_t>(depth)}));
            ranks.push_back(column);
            return ranks;
        };
        std::ranges::stable_sort(order_, {}, rank);
    }

    [[nodiscard]] std::size_t first_with(const std::vector<std::string>& path) const {
        const auto found = std::ranges::find_if(graph_.columns, [&](const GraphColumn& column) {
            return column.inside.size() >= path.size() &&
                   std::equal(path.begin(), path.end(), column.inside.begin());
        });
        return static_cast<std::size_t>(found - graph_.columns.begin());
    }

    // ---- rows ----

    void assign_rows() {
        for (const GraphColumn& column : graph_.columns)
            for (std::size_t i = 0; i < column.nodes.size(); ++i) rows_[column.nodes[i]] = i;
        const bool has_commands =
            std::ranges::any_of(graph_.columns, [](const GraphColumn& column) {
                return column.inside == std::vector<std::string>{"commands"};
            });
        if (has_commands || !graph_.barriers.empty()) sink_below_what_is_waited_for(has_commands);
    }

    [[nodiscard]] std::map<std::size_t, std::size_t> nodes_by_event() const {
        std::map<std::size_t, std::size_t> index;
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) index[graph_.nodes[i].event] = i;
        return index;
    }

    /// Longest paths along columns, across barriers, whose entries stand side by side, and along
    /// gsw where there are commands; given up on a cycle.
    void sink_below_what_is_waited_for(bool has_commands) {
        std::map<std::size_t, std::size_t> index = nodes_by_event();
        const std::vector<std::size_t> before = rows_;
        for (std::size_t round = 0; round <= graph_.nodes.size(); ++round) {
            bool changed = false;
            const auto lower = [&](std::size_t node, std::size_t row) {
                if (rows_[node] >= row) return;
                rows_[node] = row;
                changed = true;
            };
            for (const GraphColumn& column : graph_.columns)
                for (std::size_t i = 1; i < column.nodes.size(); ++i)
                    lower(column.nodes[i], rows_[column.nodes[i - 1]] + 1);
            for (const GraphEdge& edge : graph_.edges)
                if (has_commands &&
                    std::ranges::find(edge.relations, "gsw") != edge.relations.end())
                    lower(index[edge.to], rows_[index[edge.from]] + 1);
            for (const GraphBarrier& barrier : graph_.barriers) {
                std::size_t row = 0;
                for (const std::size_t entry : barrier.entries)
                    row = std::max(row, rows_[index[entry]]);
                for (const std::size_t exit : barrier.exits)
                    row = std::max(row + 1, rows_[index[exit]]) - 1;
                for (const std::size_t entry : barrier.entries) lower(index[entry], row);
                for (const std::size_t exit : barrier.exits) lower(index[exit], row + 1);
            }
            if (!changed) return;
        }
        rows_ = before;
    }

    // ---- columns ----

    [[nodiscard]] double box_width(std::size_t node) const {
        const Box box = report::box_of(graph_.nodes[node], {});
        return box.right - box.left;
    }

    [[nodiscard]] double width(std::size_t column) const {
        double widest = std::max(kLeastWidth, width_of(graph_.columns[column].name));
        for (const std::size_t node : graph_.columns[column].nodes)
            widest = std::max(widest, box_width(node));
        return widest;
    }

    /// Frames that begin between two neighbours need room for their borders.
    [[nodiscard]] double gap(std::size_t left, std::size_t right) const {
        const auto& a = graph_.columns[left].inside;
        const auto& b = graph_.columns[right].inside;
        const auto same = static_cast<std::size_t>(
            std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
        return spacing_.gap + kMargin * static_cast<double>(a.size() - same + b.size() - same);
    }

    void place_columns() {
        double x = 0;
        for (std::size_t i = 0; i < order_.size(); ++i) {
            const std::size_t column = order_[i];
            if (i > 0) x += gap(order_[i - 1], column);
            widths_[column] = width(column);
            const double middle = x + widths_[column] / 2;
            layout_.heads[column] = {middle, 0};
            for (const std::size_t node : graph_.columns[column].nodes)
                layout_.nodes[node] = {
                    middle, -kHead - 16 - spacing_.row * static_cast<double>(rows_[node])};
            x += widths_[column];
        }
        right_ = x;
    }

    /// In a row above everything, near the first that reads it.
    void place_initial_writes() {
        std::map<std::size_t, std::size_t> index;
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) index[graph_.nodes[i].event] = i;
        std::vector<std::pair<double, std::size_t>> wanted;
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            if (!graph_.nodes[i].is_initial) continue;
            double x = right_ / 2;
            for (const GraphEdge& edge : graph_.edges)
                if (edge.from == graph_.nodes[i].event) {
                    x = layout_.nodes[index[edge.to]].x;
                    break;
                }
            wanted.emplace_back(x, i);
        }
        std::ranges::stable_sort(wanted, {}, [](const auto& each) { return each.first; });
        double total = 0;
        for (const auto& [x, node] : wanted)
            total += width_of(graph_.nodes[node].label) + spacing_.gap / 2;
        double free = std::min(0.0, (right_ - total) / 2);
        const double y = kFrameLabel * static_cast<double>(depth()) + spacing_.row;
        for (const auto& [x, node] : wanted) {
            const double half = width_of(graph_.nodes[node].label) / 2;
            const double middle = std::max(x, free + half);
            layout_.nodes[node] = {middle, y};
            free = middle + half + spacing_.gap / 2;
        }
    }

    // ---- barriers ----

    /// Between entries and exits, from the first of their columns to the last.
    void place_bars() {
        std::map<std::size_t, std::size_t> index = nodes_by_event();
        for (const GraphBarrier& barrier : graph_.barriers) {
            Bar bar{1e9, -1e9, 0, 0};
            double above = 1e9, below = -1e9;
            std::vector<std::pair<double, double>> sides;  // of columns
            for (const std::size_t entry : barrier.entries) {
                const Point at = layout_.nodes[index[entry]];
                const double half = box_width(index[entry]) / 2;
                sides.emplace_back(at.x - half, at.x + half);
                above = std::min(above, at.y);
            }
            for (const std::size_t exit : barrier.exits)
                below = std::max(below, layout_.nodes[index[exit]].y);
            std::ranges::sort(sides);
            bar.left = sides.front().first;
            bar.right = sides.back().second;
            bar.y = (above + below) / 2;
            bar.label = sides.size() == 1 ? bar.right : (sides[0].second + sides[1].first) / 2;
            layout_.bars.push_back(bar);
        }
    }

    // ---- frames ----

    [[nodiscard]] std::size_t depth() const {
        std::size_t deepest = 0;
        for (const GraphColumn& column : graph_.columns)
            deepest = std::max(deepest, column.inside.size());
        return deepest;
    }

    void frame() {
        for (std::size_t level = 1; level <= depth(); ++level)
            for (std::size_t i = 0; i < order_.size();) {
                const auto& inside = graph_.columns[order_[i]].inside;
                std::size_t end = i + 1;
                if (inside.size() < level) {
                    i = end;
                    continue;
                }
                while (end < order_.size() &&
                       shares(inside, graph_.columns[order_[end]].inside, level))
                    ++end;
                layout_.frames.push_back({inside[level - 1], level, box_of(i, end, level)});
                i = end;
            }
    }

    static bool shares(const std::vector<std::string>& a, const std::vector<std::string>& b,
                       std::size_t level) {
        return b.size() >= level &&
               std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(level), b.begin());
    }

    [[nodiscard]] Box box_of(std::size_t begin, std::size_t end, std::size_t level) const {
        Box box{1e9, 1e9, -1e9, 0};
        std::size_t deepest = level;
        for (std::size_t i = begin; i < end; ++i) {
            const std::size_t column = order_[i];
            const double x = layout_.heads[column].x;
            box.left = std::min(box.left, x - widths_.at(column) / 2);
            box.right = std::max(box.right, x + widths_.at(column) / 2);
            deepest = std::max(deepest, graph_.columns[column].inside.size());
            for (const std::size_t node : graph_.columns[column].nodes)
                box.bottom = std::min(
                    box.bottom,
                    std::min(layout_.nodes[node].y - 20,
                             report::box_of(graph_.nodes[node], layout_.nodes[node]).bottom - 1));
        }
        const auto around = static_cast<double>(deepest - level + 1);
        return {box.left - kMargin * around, box.bottom - kMargin * around,
                box.right + kMargin * around, 14 + kFrameLabel * around};
    }

    const Graph& graph_;
    Spacing spacing_;
    std::vector<std::size_t> rows_;
    std::vector<std::size_t> order_;
    std::map<std::size_t, double> widths_;
    double right_ = 0;
    Layout layout_;
};

}  // namespace

std::string note_of(const GraphNode& node) {
    if (node.line.empty()) return node.region;
    return node.region + (node.region.empty() ? "" : " · ") + node.line;
}

double width_of(const std::string& label) {
    return static_cast<double>(utf8_characters(label)) * kLetter + 20;
}

Box box_of(const GraphNode& node, Point at) {
    const std::string note = note_of(node);
    const double note_width = static_cast<double>(utf8_characters(note)) * kNoteLetter + 16;
    const double width = std::max(
        {width_of(node.label), note_width, node.second.empty() ? 0 : width_of(node.second)});
    return around(at, width, (note.empty() ? 26 : 38) + (node.second.empty() ? 0 : kSecondHeight));
}

Box head_box(const GraphColumn& column, Point at) {
    return around(at, width_of(column.name), kLabelHeight);
}

Box label_box(const Frame& frame) {
    return around({(frame.box.left + frame.box.right) / 2, frame.box.top - 11},
                  width_of(frame.label), kLabelHeight);
}

Box label_box(const Bar& bar, const GraphBarrier& barrier) {
    return around(label_place(bar), width_of(bar_label(barrier)), kLabelHeight);
}

Layout lay_out(const Graph& graph, Spacing spacing) { return Placer(graph, spacing)(); }

std::string bar_label(const GraphBarrier& barrier) { return joined(barrier.relations, " "); }

}  // namespace clmm::report
