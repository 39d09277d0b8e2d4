#include "clmm/report/graph.h"

#include <algorithm>
#include <map>

#include "clmm/model/evaluator.h"
#include "clmm/report/action.h"
#include "clmm/report/witness.h"
#include "facts/barrier_instances.h"
#include "facts/dependency_cycle.h"

namespace clmm::report {
namespace {

using litmus::Event;
using litmus::EventId;
using litmus::EventStructure;
using litmus::Unit;
using model::Execution;

/// What is drawn without being asked for, as far as the model has it.
const std::set<std::string> kUsual = {"sb", "rf", "mo", "gsw", "lsw", "sw"};

/// The pairs that do not follow from others by transitivity.
BitMatrix reduced(const BitMatrix& relation) {
    BitMatrix closed = relation;
    closed.close_transitively();
    BitMatrix result(relation.size());
    for (std::size_t a = 0; a < relation.size(); ++a)
        relation.for_each_in_row(a, [&](std::size_t b) {
            if (a == b) return;
            bool follows = false;
            closed.for_each_in_row(a, [&](std::size_t via) {
                follows = follows ||
                          (via != a && via != b && closed.test(via, b) && !closed.test(via, a));
            });
            if (!follows) result.set(a, b);
        });
    return result;
}

std::string without_region(std::string action) {
    const auto bracket = action.rfind(" (");
    return bracket == std::string::npos ? action : action.substr(0, bracket);
}

class Drawing {
public:
    Drawing(const EventStructure& structure, const SourcePtr& source,
            const model::MemoryModel& model, const Execution& execution,
            const std::vector<Highlight>& highlights, const GraphOptions& options)
        : s_(structure),
          source_(source),
          model_(model),
          x_(execution),
          highlights_(highlights),
          options_(options),
          sb_(structure.size()) {}

    Graph operator()() {
        for (std::size_t a = 0; a < s_.size(); ++a)
            s_.sb.for_each_in_row(a, [&](std::size_t b) {
                if (x_.executed.test(a) && x_.executed.test(b)) sb_.set(a, b);
            });
        add_edges();
        add_nodes();
        add_barriers();
        std::erase_if(graph_.edges, [&](const GraphEdge& edge) {
            return !index_.contains(edge.from) || !index_.contains(edge.to);
        });
        return std::move(graph_);
    }

private:
    // ---- edges ----

    [[nodiscard]] bool is_drawn(const std::string& relation) const {
        if (options_.hide.contains(relation)) return false;
        return options_.show.contains(relation) || kUsual.contains(relation);
    }

    void add_edges() {
        if (is_drawn("sb")) add("sb", reduced(sb_));
        if (is_drawn("rf")) add("rf", x_.reads_from);
        if (is_drawn("mo") || options_.show.contains("co")) add("mo", modification_order());
        model::Evaluator evaluator(model_, s_);
        evaluator.evaluate(x_);
        for (const model::Definition& definition : model_.program.definitions) {
            const std::string& name = definition.name;
            if (name == "sb" || name == "rf" || name == "mo" || !is_drawn(name)) continue;
            if (model_.program[definition.node].is_set) continue;
            add(name, summary_of(evaluator.relation(definition.node)));
        }
        for (const Highlight& highlight : highlights_) {
            GraphEdge& edge = edge_between(highlight.a.index(), highlight.b.index());
            edge.is_bold = true;
            if (std::ranges::find(edge.relations, highlight.relation) == edge.relations.end())
                edge.relations.push_back(highlight.relation);
            edge.has_no_direction = highlight.relation == "race";
            bold_.insert(highlight.a.index());
            bold_.insert(highlight.b.index());
        }
    }

    /// Initial writes come first anyway.
    BitMatrix modification_order() const {
        BitMatrix order = reduced(x_.modification_order);
        if (options_.initial_writes) return order;
        BitMatrix result(order.size());
        for (std::size_t a = 0; a < order.size(); ++a)
            if (!s_.events[a].initial)
                order.for_each_in_row(a, [&](std::size_t b) { result.set(a, b); });
        return result;
    }

    /// Pairs that sb and the other pairs do not imply.
    BitMatrix summary_of(const BitMatrix& relation) const {
        BitMatrix all = relation;
        all |= sb_;
        BitMatrix few = reduced(all);
        few &= relation;
        BitMatrix result(relation.size());
        for (std::size_t a = 0; a < relation.size(); ++a)
            few.for_each_in_row(a, [&](std::size_t b) {
                if (!sb_.test(a, b) && !s_.events[a].initial) result.set(a, b);
            });
        return result;
    }

    GraphEdge& edge_between(std::size_t a, std::size_t b) {
        const auto found = std::ranges::find_if(
            graph_.edges, [&](const GraphEdge& edge) { return edge.from == a && edge.to == b; });
        if (found != graph_.edges.end()) return *found;
        return graph_.edges.emplace_back(GraphEdge{a, b, {}});
    }

    void add(const std::string& name, const BitMatrix& relation) {
        for (std::size_t a = 0; a < relation.size(); ++a)
            relation.for_each_in_row(
                a, [&](std::size_t b) { edge_between(a, b).relations.push_back(name); });
    }

    // ---- barriers ----

    /// Whether a relation holds of all the pairs of a barrier's instance, and none of them is bold.
    [[nodiscard]] bool is_of_all(const std::string& relation, const BarrierPairs& pairs) const {
        return std::ranges::all_of(pairs, [&](const auto& pair) {
            return std::ranges::any_of(graph_.edges, [&](const GraphEdge& edge) {
                return edge.from == pair.first && edge.to == pair.second && !edge.is_bold &&
                       std::ranges::find(edge.relations, relation) != edge.relations.end();
            });
        });
    }

    void add_barriers() {
        for (const BarrierPairs& pairs : barrier_instances(s_, x_)) {
            GraphBarrier barrier;
            std::set<std::size_t> entries, exits;
            for (const auto& [entry, exit] : pairs) {
                entries.insert(entry);
                exits.insert(exit);
            }
            barrier.entries.assign(entries.begin(), entries.end());
            barrier.exits.assign(exits.begin(), exits.end());
            for (const char* relation : {"gsw", "lsw", "sw"})
                if (is_of_all(relation, pairs)) barrier.relations.emplace_back(relation);
            for (const auto& [entry, exit] : pairs)
                for (GraphEdge& edge : graph_.edges)
                    if (edge.from == entry && edge.to == exit)
                        for (const std::string& relation : barrier.relations)
                            std::erase(edge.relations, relation);
            std::erase_if(graph_.edges,
                          [](const GraphEdge& edge) { return edge.relations.empty(); });
            graph_.barriers.push_back(std::move(barrier));
        }
    }

    // ---- nodes ----

    [[nodiscard]] bool is_wanted(std::size_t event) const {
        if (!x_.executed.test(event)) return false;
        if (!s_.events[event].initial || options_.initial_writes || bold_.contains(event))
            return true;
        bool is_read = false;
        x_.reads_from.for_each_in_row(event, [&](std::size_t) { is_read = true; });
        return is_read;
    }

    void add_nodes() {
        const std::vector<std::string> names = action_names(s_, x_);
        std::map<std::pair<std::vector<std::string>, std::string>, std::size_t> columns;
        for (std::size_t e = 0; e < s_.size(); ++e) {
            if (!is_wanted(e)) continue;
            const Event& event = s_.events[e];
            GraphNode node{.event = e,
                           .label = label(names[e], event),
                           .region = s_.language->place(s_, event.id),
                           .line = line_of(event),
                           .is_initial = event.initial,
                           .is_bold = bold_.contains(e)};
            index_[e] = graph_.nodes.size();
            graph_.nodes.push_back(std::move(node));
            if (event.initial) continue;
            const GraphColumn column = column_of(s_.units[event.unit.index()]);
            const auto [known, is_new] =
                columns.try_emplace({column.inside, column.name}, graph_.columns.size());
            if (is_new) graph_.columns.push_back(column);
            graph_.columns[known->second].nodes.push_back(index_[e]);
        }
    }

    std::string label(const std::string& name, const Event& event) const {
        const std::string action = without_region(format_action(s_, x_, event.id));
        if (!event.initial) return name + ": " + action;
        const std::size_t equals = action.find(' ');
        return "initially " + action.substr(equals + 1);
    }

    std::string line_of(const Event& event) const {
        if (!source_ || event.span.begin == event.span.end) return {};
        return "line " + std::to_string(source_->written(event.span).position().line);
    }

    GraphColumn column_of(const Unit& unit) const {
        return {.name = s_.language->column(unit),
                .nodes = {},
                .inside = s_.language->surroundings(s_, unit)};
    }

    const EventStructure& s_;
    const SourcePtr& source_;
    const model::MemoryModel& model_;
    const Execution& x_;
    const std::vector<Highlight>& highlights_;
    const GraphOptions& options_;
    BitMatrix sb_;
    std::set<std::size_t> bold_;
    std::map<std::size_t, std::size_t> index_;
    Graph graph_;
};

}  // namespace

Graph draw(const EventStructure& structure, const SourcePtr& source,
           const model::MemoryModel& model, const Execution& execution,
           const std::vector<Highlight>& highlights, const GraphOptions& options) {
    return Drawing(structure, source, model, execution, highlights, options)();
}

std::vector<Highlight> thin_air_highlights(const EventStructure& structure,
                                           const Execution& execution) {
    const std::vector<CycleStep> cycle = dependency_cycle(structure, execution);
    std::vector<Highlight> highlights;
    for (std::size_t i = 0; i < cycle.size(); ++i)
        highlights.push_back({cycle[i].from, cycle[(i + 1) % cycle.size()].from, cycle[i].by});
    return highlights;
}

std::vector<Highlight> undefined_highlights(const model::UndefinedEntry& entry) {
    if (entry.events.size() != 2) return {};
    return {{entry.events[0], entry.events[1], model::is_race(entry.kind) ? "race" : entry.kind}};
}

std::vector<std::string> drawable_relations(const model::MemoryModel& model) {
    std::vector<std::string> names = {"sb", "rf", "mo"};
    for (const model::Definition& definition : model.program.definitions)
        if (!model.program[definition.node].is_set &&
            std::ranges::find(names, definition.name) == names.end())
            names.push_back(definition.name);
    return names;
}

}  // namespace clmm::report
