#include "html_pictures.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "graph_layout.h"
#include "graph_routes.h"

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
    for (const Point at : {route.from, route.first_control, route.second_control, route.to}) {
        curve.push_back(rounded(at.x));
        curve.push_back(rounded(-at.y));
    }
    return Json::array({edge.from, edge.to, edge.relations, edge.is_bold ? 1 : 0,
                        edge.has_no_direction ? 1 : 0, std::move(curve),
                        Json::array({rounded(route.label.x), rounded(-route.label.y)})});
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

}  // namespace

std::size_t JsonPool::add(Json value) {
    const auto [known, is_new] = known_.try_emplace(
        value.dump(-1, ' ', false, Json::error_handler_t::replace), known_.size());
    if (is_new) values_.push_back(std::move(value));
    return known->second;
}

Json Pictures::picture(const model::MemoryModel& model, const model::Execution& execution,
                       const std::vector<Highlight>& highlights) {
    return picture(result_, model, execution, highlights);
}

Json Pictures::picture(const enumerator::CheckResult& of, const model::MemoryModel& model,
                       const model::Execution& execution,
                       const std::vector<Highlight>& highlights) {
    const std::vector<std::string> relations = shown_relations(model);
    const Graph graph = draw(of.structure, of.test.source, model, execution, highlights,
                             {.show = {relations.begin(), relations.end()}, .hide = {}});
    const Layout layout = lay_out(graph, kSpacing);
    const std::vector<Route> routes = route_edges(graph, layout);
    Json nodes = Json::array(), edges = Json::array();
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
        nodes.push_back(nodes_.add(node(of, graph.nodes[i], layout.nodes[i].x, layout.nodes[i].y)));
    for (std::size_t i = 0; i < graph.edges.size(); ++i)
        edges.push_back(edges_.add(edge_to_json(graph.edges[i], routes[i])));
    return {{"nodes", std::move(nodes)},
            {"edges", std::move(edges)},
            {"frame", frames_.add(frame_to_json(graph, layout))}};
}

Json Pictures::node(const enumerator::CheckResult& of, const GraphNode& node, double x,
                    double y) const {
    const Box box = box_of(node, {x, y});
    const std::uint32_t line = line_of(of, of.structure.events[node.event].span);
    return Json::array({node.event, node.label, note_of(node), kind_of(node), rounded(x),
                        rounded(-y), rounded(box.right - box.left), rounded(box.top - box.bottom),
                        line});
}

std::uint32_t Pictures::line_of(const enumerator::CheckResult& of, Span span) const {
    const SourcePtr& source = of.test.source;
    if (!source || !source_ || span.begin == span.end) return 0;
    const Source::Written place = source->written(span);
    return place.source.name() == source_->name() ? place.position().line : 0;
}

Json Pictures::pools() const {
    return {{"nodes", nodes_.values()}, {"edges", edges_.values()}, {"frames", frames_.values()}};
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
