#include "clmm/report/graph.h"

#include <algorithm>
#include <map>

#include "clmm/model/evaluator.h"
#include "clmm/report/action.h"
#include "clmm/report/witness.h"
#include "facts/barrier_instances.h"
#include "facts/dependency_cycle.h"
#include "graph/style.h"

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
        join_halves();
        add_edges();
        add_nodes();
        add_barriers();
        name_relations();
        std::erase_if(graph_.edges, [&](const GraphEdge& edge) {
            return !index_.contains(edge.from) || !index_.contains(edge.to);
        });
        return std::move(graph_);
    }

private:
    // ---- read-modify-writes ----

    /// The write of a read-modify-write is drawn in the box of its read.
    void join_halves() {
        for (std::size_t e = 0; e < s_.size(); ++e) box_of_.push_back(e);
        for (std::size_t read = 0; read < s_.size(); ++read)
            s_.rmw.for_each_in_row(read, [&](std::size_t write) {
                if (!x_.executed.test(read) || !x_.executed.test(write)) return;
                box_of_[write] = read;
                write_of_[read] = write;
            });
    }

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
            const std::size_t a = box_of_[highlight.a.index()], b = box_of_[highlight.b.index()];
            bold_.insert(a);
            bold_.insert(b);
            // Within a box nothing is drawn.
            if (highlight.relation.empty() || (a == b && highlight.a != highlight.b)) continue;
            GraphEdge& edge = edge_between(a, b);
            add_once(edge.bold, highlight.relation);
            add_once(edge.relations, highlight.relation);
            edge.has_no_direction = highlight.relation == "race";
        }
    }

    static void add_once(std::vector<std::string>& names, const std::string& name) {
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
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
            relation.for_each_in_row(a, [&](std::size_t b) {
                const std::size_t from = box_of_[a], to = box_of_[b];
                if (from == to && a != b) return;
                add_once(edge_between(from, to).relations, name);
            });
    }

    // ---- barriers ----

    /// Whether a relation holds of all the pairs of a barrier's instance, and none of them is bold.
    [[nodiscard]] bool is_of_all(const std::string& relation, const BarrierPairs& pairs) const {
        return std::ranges::all_of(pairs, [&](const auto& pair) {
            return std::ranges::any_of(graph_.edges, [&](const GraphEdge& edge) {
                return edge.from == pair.first && edge.to == pair.second && edge.bold.empty() &&
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
            if (!is_wanted(e) || box_of_[e] != e) continue;
            const Event& event = s_.events[e];
            const auto write = write_of_.find(e);
            GraphNode node{.event = e,
                           .label = label(names[e], event),
                           .second = write == write_of_.end()
                                         ? ""
                                         : label(names[write->second], s_.events[write->second]),
                           .region = s_.language->place(s_, event.id),
                           .line = line_of(event),
                           .words = words_of(event),
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

    /// `P0, line 12: atomic_store_explicit(x, 1, …)`, on one line.
    std::string words_of(const Event& event) const {
        const std::string unit = event.initial ? "" : s_.units[event.unit.index()].name;
        if (!source_ || event.span.begin == event.span.end) return unit;
        const Source::Written place = source_->written(event.span);
        std::string statement;
        for (const char c :
             place.source.text().substr(place.span.begin, place.span.end - place.span.begin))
            if (c != '\n' && c != '\t' && c != ' ')
                statement += c;
            else if (!statement.empty() && statement.back() != ' ')
                statement += ' ';
        return unit + (unit.empty() ? "" : ", ") + line_of(event) + ": " + statement;
    }

    /// In the order in which people look for them: as styles are listed, then by name.
    void name_relations() {
        std::set<std::string> left;
        for (const GraphEdge& edge : graph_.edges)
            if (index_.contains(edge.from) && index_.contains(edge.to))
                left.insert(edge.relations.begin(), edge.relations.end());
        for (const GraphBarrier& barrier : graph_.barriers)
            left.insert(barrier.relations.begin(), barrier.relations.end());
        const auto take = [&](const std::string& name, std::string words) {
            if (left.erase(name) != 0) graph_.relations.push_back({name, std::move(words)});
        };
        for (const RelationStyle& style : relation_styles())
            take(std::string(style.relation), std::string(style.words));
        while (!left.empty()) take(std::string(*left.begin()), "");
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
    std::vector<std::size_t> box_of_;              ///< by event: the event of its node
    std::map<std::size_t, std::size_t> write_of_;  ///< of a read-modify-write, by its read
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

std::vector<Highlight> undefined_highlights(const EventStructure& structure,
                                            const model::UndefinedEntry& entry) {
    if (entry.events.size() == 2)
        return {
            {entry.events[0], entry.events[1], model::is_race(entry.kind) ? "race" : entry.kind}};
    std::vector<Highlight> highlights;
    for (const EventId event : entry.events) highlights.push_back({event, event, ""});
    if (!entry.events.empty() || !entry.span) return highlights;
    const auto is_there = [&](const Event& event) {
        return entry.witness.executed.test(event.id.index()) &&
               event.span.begin == entry.span->begin && event.span.end == entry.span->end;
    };
    for (const Event& event : structure.events)
        if (is_there(event)) highlights.push_back({event.id, event.id, ""});
    return highlights;
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
