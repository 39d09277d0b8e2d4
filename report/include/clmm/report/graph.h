#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/litmus/event_structure.h"
#include "clmm/model/engine.h"
#include "clmm/model/execution.h"
#include "clmm/model/memory_model.h"

namespace clmm::report {

/// What to draw of an execution. Relations are named as the model names them; sb, rf, mo and what
/// the model shows can be drawn, and any other relation that it defines.
struct GraphOptions {
    std::set<std::string> show;  ///< beside what is drawn anyway
    std::set<std::string> hide;
    bool initial_writes = false;  ///< also those that nothing reads
};

/// An action as a node; a read-modify-write, whose halves are two actions, is one. Columns are
/// units, in the order of the event structure.
struct GraphNode {
    std::size_t event = 0;  ///< of a read-modify-write its read
    std::string label;      ///< `a: Wrel.dev x=1`
    std::string second;     ///< of a read-modify-write its write: `b: Wacq.dev x=1`; else empty
    std::string region;     ///< `global`, `local`, `global, local`, or empty
    std::string line;       ///< `line 12`, or empty
    std::string words;      ///< for who points at it: its unit, and the statement in the text
    bool is_initial = false;
    bool is_bold = false;
};

/// A pair of one or several relations; those of equal pairs share an edge.
struct GraphEdge {
    std::size_t from = 0, to = 0;  ///< events of nodes
    std::vector<std::string> relations;
    std::vector<std::string> bold = {};  ///< those of the relations that are highlighted
    bool has_no_direction = false;       ///< a race
};

/// An instance of a barrier, drawn as one bar across its units: `relations` hold of each entry and
/// each exit of another unit, and have no edges.
struct GraphBarrier {
    std::vector<std::size_t> entries, exits;  ///< events
    std::vector<std::string> relations;       ///< gsw, lsw
};

/// A unit with its actions in program order.
struct GraphColumn {
    std::string name;
    std::vector<std::size_t> nodes;  ///< indices of Graph::nodes
    /// Names of what it is in, from the outside: {"device 0", "work-group 1"}.
    std::vector<std::string> inside;
};

/// A relation that a drawing has, and what it means, for a legend; the words may be empty.
struct GraphRelation {
    std::string name;
    std::string words;
};

/// A drawing of one execution, before layout.
struct Graph {
    std::string title;
    std::string caption;  ///< the final state
    std::vector<GraphNode> nodes;
    std::vector<GraphColumn> columns;
    std::vector<GraphEdge> edges;
    std::vector<GraphBarrier> barriers;  ///< of two units or more
    std::vector<GraphRelation> relations;
};

/// A pair to draw bold: an edge of the violated cycle, or the two actions of a race. A pair of an
/// action with itself and no relation is that action alone.
struct Highlight {
    litmus::EventId a, b;
    std::string relation;  ///< as in the model, or `race`
};

/// What a reader needs to see of an execution: transitive relations reduced, initial writes that
/// nothing reads left out, synchronisation that program order implies left out.
[[nodiscard]] Graph draw(const litmus::EventStructure& structure, const SourcePtr& source,
                         const model::MemoryModel& model, const model::Execution& execution,
                         const std::vector<Highlight>& highlights, const GraphOptions& options);

/// The cycle of reads-from and dependencies of an execution whose values come out of thin air.
[[nodiscard]] std::vector<Highlight> thin_air_highlights(const litmus::EventStructure& structure,
                                                         const model::Execution& execution);

/// What undefined behaviour is about: two actions that have it together, all races drawn as `race`;
/// else each of its actions; where it names none, those at its place in the text.
[[nodiscard]] std::vector<Highlight> undefined_highlights(const litmus::EventStructure& structure,
                                                          const model::UndefinedEntry& entry);

/// Relations of the model that can be drawn, as it names them.
[[nodiscard]] std::vector<std::string> drawable_relations(const model::MemoryModel& model);

enum class GraphFormat : std::uint8_t { dot, svg, png, pdf };

enum class GraphTheme : std::uint8_t { light, dark };
struct PictureStyle {
    GraphTheme theme = GraphTheme::light;
    bool legend = true;  ///< what the relations mean, below the picture
};

/// The graph in the DOT language, made by Graphviz's cgraph, or laid out and drawn by it. Equal
/// graphs give equal DOT.
///
/// Errors   E-GRAPHVIZ where it cannot, E-BUILT-WITHOUT.
[[nodiscard]] Result<std::string> render(const Graph& graph, GraphFormat format,
                                         const PictureStyle& style = {});

}  // namespace clmm::report
