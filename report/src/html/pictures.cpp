#include "html/pictures.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "clmm/report/witness.h"
#include "graph/layout.h"
#include "graph/routes.h"
#include "json/dump.h"

namespace clmm::report {
namespace {

/// Wider than on paper: labels of edges stand in the gaps.
constexpr Spacing kSpacing{.row = 74, .gap = 74};

int rounded(double value) { return static_cast<int>(std::lround(value)); }

/// What a page can show besides sb, rf and mo, in the order of its switches.
constexpr std::array kNamed = {"rb", "gsw", "lsw", "sw", "S", "ghb", "lhb", "hb"};

std::string kind_of(const GraphNode& node) {
    if (node.is_initial) return "initial";
    return node.region == "global, local" ? "both" : node.region;
}

Json edge_to_json(const GraphEdge& edge, const Route& route) {
    Json curve = Json::array();
    for (const Point at : route.curve) {
        curve.push_back(rounded(at.x));
        curve.push_back(rounded(-at.y));
    }
    return Json::array({edge.from, edge.to, edge.relations, edge.bold,
                        edge.has_no_direction ? 1 : 0, std::move(curve),
                        Json::array({rounded(route.label.x), rounded(-route.label.y)})});
}

/// Left, y, width, x of the label, relations, entries, exits.
Json bars_to_json(const Graph& graph, const Layout& layout) {
    Json bars = Json::array();
    for (std::size_t i = 0; i < graph.barriers.size(); ++i) {
        const GraphBarrier& barrier = graph.barriers[i];
        const Bar& bar = layout.bars[i];
        bars.push_back({rounded(bar.left), rounded(-bar.y), rounded(bar.right - bar.left),
                        rounded(bar.label), barrier.relations, barrier.entries, barrier.exits});
    }
    return bars;
}

Json frame_to_json(const Graph& graph, const Layout& layout) {
    Json heads = Json::array(), boxes = Json::array();
    for (std::size_t i = 0; i < graph.columns.size(); ++i)
        heads.push_back(
            {graph.columns[i].name, rounded(layout.heads[i].x), rounded(-layout.heads[i].y)});
    for (const Frame& frame : layout.frames)
        boxes.push_back({frame.label, rounded(frame.box.left), rounded(-frame.box.top),
                         rounded(frame.box.right - frame.box.left),
                         rounded(frame.box.top - frame.box.bottom)});
    return {{"heads", std::move(heads)}, {"boxes", std::move(boxes)}};
}

/// `a -ghb-> b -rb-> a`; steps that do not meet are separated by commas.
std::string steps_text(const std::vector<Highlight>& steps, const std::vector<std::string>& names) {
    const auto name = [&](litmus::EventId event) {
        return names[event.index()].empty() ? "init" : names[event.index()];
    };
    std::string text;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (steps[i].relation.empty()) continue;
        if (i == 0 || steps[i - 1].b != steps[i].a)
            text += (text.empty() ? "" : ", ") + name(steps[i].a);
        text += " -" + steps[i].relation + "-> " + name(steps[i].b);
    }
    return text;
}

}  // namespace

std::size_t JsonPool::add(Json value) {
    const auto [known, is_new] = known_.try_emplace(to_json_text(value), known_.size());
    if (is_new) values_.push_back(std::move(value));
    return known->second;
}

std::size_t Pictures::add(const litmus::EventStructure& structure, const model::MemoryModel& model,
                          const model::Execution& execution, const std::vector<Highlight>& bold) {
    const std::vector<std::string> relations = shown_relations(model);
    const Graph graph = draw(structure, test_.source, model, execution, bold,
                             {.show = {relations.begin(), relations.end()}, .hide = {}});
    const Layout layout = lay_out(graph, kSpacing);
    const std::vector<Route> routes = route_edges(graph, layout);
    Json nodes = Json::array(), edges = Json::array(), bold_nodes = Json::array();
    for (const GraphNode& node : graph.nodes)
        if (node.is_bold) bold_nodes.push_back(node.event);
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
        nodes.push_back(
            nodes_.add(node(structure, graph.nodes[i], layout.nodes[i].x, layout.nodes[i].y)));
    for (std::size_t i = 0; i < graph.edges.size(); ++i)
        edges.push_back(edges_.add(edge_to_json(graph.edges[i], routes[i])));
    executions_.push_back({{"nodes", std::move(nodes)},
                           {"edges", std::move(edges)},
                           {"bold", std::move(bold_nodes)},
                           {"frame", frames_.add(frame_to_json(graph, layout))},
                           {"bars", bars_to_json(graph, layout)},
                           {"steps", steps_text(bold, action_names(structure, execution))}});
    return executions_.size() - 1;
}

Json Pictures::node(const litmus::EventStructure& structure, const GraphNode& node, double x,
                    double y) const {
    const Box box = box_of(node, {x, y});
    return Json::array({node.event, node.label, note_of(node), kind_of(node), rounded(x),
                        rounded(-y), rounded(box.right - box.left), rounded(box.top - box.bottom),
                        line_of(structure.events[node.event].span), node.second});
}

std::uint32_t Pictures::line_of(Span span) const {
    if (!test_.source || !page_ || span.begin == span.end) return 0;
    const Source::Written place = test_.source->written(span);
    return place.source.name() == page_->name() ? place.position().line : 0;
}

Json Pictures::to_json() const {
    return {{"executions", executions_},
            {"nodes", nodes_.values()},
            {"edges", edges_.values()},
            {"frames", frames_.values()}};
}

std::vector<std::string> shown_relations(const model::MemoryModel& model) {
    const std::vector<std::string> known = drawable_relations(model);
    const auto is_known = [&](const std::string& name) {
        return std::ranges::find(known, name) != known.end();
    };
    std::vector<std::string> names = {"sb", "rf", "mo"};
    for (const std::string name : kNamed)
        if (is_known(name) && !(name == "hb" && is_known("ghb"))) names.push_back(name);
    for (const model::Definition& definition : model.program.definitions)
        if (definition.show && !model.program[definition.node].is_set &&
            std::ranges::find(names, definition.name) == names.end())
            names.push_back(definition.name);
    return names;
}

}  // namespace clmm::report
