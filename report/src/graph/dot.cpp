// Graphs through Graphviz: cgraph builds them, gvc lays them out and draws.
#include <graphviz/cgraph.h>
#include <graphviz/gvc.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "clmm/report/graph.h"
#include "graph/layout.h"
#include "graph/routes.h"
#include "graph/style.h"
#include "open_graphviz.h"

namespace clmm::report {
namespace {

/// Of the widths that the layout reckons with. Named, since an alias is another font elsewhere.
constexpr const char* kFont = "Liberation Sans,Arial,Helvetica,sans-serif";
/// Draws nodes and edges where they say they are.
constexpr const char* kEngine = "nop2";
constexpr double kArrow = 7;  ///< length of an arrow's head
constexpr double kLegendRow = 15;

/// Colours beside those of relations. The dark ones are those of the page.
struct Palette {
    const char *ground, *text, *muted, *border, *frame, *frame_text, *bold;
    const char *plain, *global, *local, *initial;
};
constexpr Palette kLight{"#ffffff", "#000000", "#666666", "#8a8a8a", "#b0b0b0", "#555555",
                         "#d4004c", "#ffffff", "#e3eefb", "#eaf6e4", "#f2f2f2"};
constexpr Palette kDark{"#191c20", "#e4e6e9", "#a3abb5", "#6b737d", "#5a626c", "#a3abb5",
                        "#ff6f9f", "#1e2125", "#1f3350", "#22391f", "#2b2f34"};

const char* fill_of(const GraphNode& node, const Palette& palette) {
    if (node.is_initial) return palette.initial;
    if (node.region == "global") return palette.global;
    if (node.region == "local") return palette.local;
    return palette.plain;
}

/// As Graphviz reads texts that are no HTML: a backslash begins what it replaces.
std::string without_escapes(std::string_view text) {
    std::string out;
    for (const char c : text) out += c == '\\' ? std::string("\\\\") : std::string(1, c);
    return out;
}

std::string quoted_text(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else
            out += c;
    }
    return out;
}

/// Closes a graph of cgraph's.
struct Close {
    void operator()(Agraph_t* graph) const { agclose(graph); }
};
using GraphPtr = std::unique_ptr<Agraph_t, Close>;

/// cgraph wants strings that it could write to; it does not.
char* text(const std::string& string) { return const_cast<char*>(string.c_str()); }
char* text(const char* string) { return const_cast<char*>(string); }

/// Numbers names in the order in which they come. cgraph's own numbers are addresses, and it writes
/// subgraphs in their order: another one in every run.
class Numbering {
public:
    explicit Numbering(Agraph_t* graph) : graph_(graph) {}
    static void* open(Agraph_t* graph, Agdisc_t*) { return new Numbering(graph); }
    static long map(void* state, int type, char* name, IDTYPE* number, int create) {
        return static_cast<Numbering*>(state)->find(type, name, number, create != 0) ? 1 : 0;
    }
    static long alloc(void*, int, IDTYPE) { return 1; }
    static void free(void*, int, IDTYPE) {}
    static char* print(void* state, int, IDTYPE number) {
        return static_cast<Numbering*>(state)->name(number);
    }
    static void close(void* state) { delete static_cast<Numbering*>(state); }
    static void note(void*, int, void*) {}

private:
    bool find(int type, const char* name, IDTYPE* number, bool create) {
        const bool is_edge = type == AGINEDGE || type == AGOUTEDGE;
        const std::pair key(is_edge ? AGOUTEDGE : type, std::string(name == nullptr ? "" : name));
        const auto known = name == nullptr ? numbers_.end() : numbers_.find(key);
        if (known == numbers_.end() && !create) return false;
        if (known != numbers_.end()) {
            *number = known->second;
            return true;
        }
        *number = static_cast<IDTYPE>(names_.size());
        // cgraph looks in front of a name for what kind of string it is: it must be one of its own.
        names_.push_back(name == nullptr ? nullptr : agstrdup(graph_, const_cast<char*>(name)));
        if (name != nullptr) numbers_.emplace(key, *number);
        return true;
    }

    char* name(IDTYPE number) { return number < names_.size() ? names_[number] : nullptr; }

    Agraph_t* graph_;
    std::map<std::pair<int, std::string>, IDTYPE> numbers_;
    std::vector<char*> names_{nullptr};
};

/// With cgraph's own memory and input; only functions of a library that is opened on demand can be
/// named.
Agdisc_t* discipline() {
    static Agiddisc_t numbers{Numbering::open,  Numbering::map,   Numbering::alloc, Numbering::free,
                              Numbering::print, Numbering::close, Numbering::note};
    static Agdisc_t all{nullptr, &numbers, nullptr};
    return &all;
}

/// cgraph's Agdirected.
Agdesc_t directed() {
    Agdesc_t kind{};
    kind.directed = 1;
    kind.maingraph = 1;
    return kind;
}

class Builder {
public:
    Builder(const Graph& graph, const PictureStyle& style)
        : graph_(graph),
          style_(style),
          palette_(style.theme == GraphTheme::dark ? kDark : kLight),
          layout_(lay_out(graph, {.row = 74, .gap = 74})),
          routes_(route_edges(graph, layout_)),
          root_(agopen(text("clmm"), directed(), discipline())) {}

    GraphPtr operator()() {
        set_defaults();
        for (std::size_t i = 0; i < layout_.frames.size(); ++i) add_frame(i);
        for (std::size_t i = 0; i < graph_.columns.size(); ++i) add_head(i);
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) add_node(i);
        for (std::size_t i = 0; i < graph_.barriers.size(); ++i) add_bar(i);
        for (std::size_t i = 0; i < graph_.edges.size(); ++i) add_edge(i);
        if (style_.legend) add_legend();
        return std::move(root_);
    }

private:
    static void set(void* object, const char* name, const std::string& value) {
        agsafeset(object, text(name), text(value), text(""));
    }

    static std::string number(double value) {
        char digits[32];
        (void)std::snprintf(digits, sizeof digits, "%.1f", value);
        return digits;
    }

    static std::string inches(double points) {
        char digits[32];
        (void)std::snprintf(digits, sizeof digits, "%.3f", points / 72);
        return digits;
    }

    static std::string text_of(Point at) { return number(at.x) + "," + number(at.y); }

    static void set_position(void* object, const char* name, Point at) {
        set(object, name, text_of(at));
    }

    /// Where the curve ends and the head of its arrow begins.
    static Point arrow_base(Point before, Point tip) {
        const double x = tip.x - before.x;
        const double y = tip.y - before.y;
        const double length = std::max(std::hypot(x, y), 1e-3);
        return {tip.x - kArrow * x / length, tip.y - kArrow * y / length};
    }

    static void set_route(void* edge, const Route& route, bool both_ways) {
        const Curve& curve = route.curve;
        const std::size_t last = curve.size() - 1;
        std::string pos = (both_ways ? "s," + text_of(curve[0]) + " " : "") + "e," +
                          text_of(curve[last]) + " " +
                          text_of(both_ways ? arrow_base(curve[1], curve[0]) : curve[0]);
        for (std::size_t i = 1; i < last; ++i) pos += " " + text_of(curve[i]);
        set(edge, "pos", pos + " " + text_of(arrow_base(curve[last - 1], curve[last])));
    }

    /// An HTML-like label.
    void set_label(void* object, const std::string& html) {
        char* const label = agstrdup_html(root_.get(), text(html));
        agsafeset(object, text("label"), label, text(""));
        agstrfree(root_.get(), label);
    }

    void set_defaults() {
        Agraph_t* const root = root_.get();
        for (const auto& [name, value] : {std::pair{"layout", kEngine},
                                          {"fontname", kFont},
                                          {"fontsize", "13"},
                                          {"splines", "true"},
                                          {"labelloc", "t"},
                                          {"outputorder", "edgesfirst"},
                                          {"pad", "0.15"}})
            agattr(root, AGRAPH, text(name), text(value));
        for (const auto& [name, value] : {std::pair{"shape", "box"},
                                          {"style", "rounded,filled"},
                                          {"label", "\\N"},
                                          {"fontname", kFont},
                                          {"fontsize", "12"},
                                          {"fixedsize", "true"},
                                          {"margin", "0"},
                                          {"color", palette_.border},
                                          {"fillcolor", palette_.plain},
                                          {"penwidth", "1"}})
            agattr(root, AGNODE, text(name), text(value));
        for (const auto& [name, value] : {std::pair{"fontname", kFont},
                                          {"fontsize", "11"},
                                          {"arrowsize", "0.7"},
                                          {"penwidth", "1.2"},
                                          {"color", "#444444"}})
            agattr(root, AGEDGE, text(name), text(value));
        if (style_.theme == GraphTheme::dark) {
            agattr(root, AGRAPH, text("bgcolor"), text(palette_.ground));
            agattr(root, AGRAPH, text("fontcolor"), text(palette_.text));
            agattr(root, AGNODE, text("fontcolor"), text(palette_.text));
        }
        std::string title = "<b>" + quoted_text(graph_.title) + "</b>";
        if (!graph_.caption.empty())
            title += "<br/><font point-size=\"11\">" + quoted_text(graph_.caption) + "</font>";
        set_label(root, title);
    }

    void add_frame(std::size_t index) {
        const Frame& frame = layout_.frames[index];
        Agraph_t* const made = agsubg(root_.get(), text("cluster_" + std::to_string(index)), 1);
        const Box& box = frame.box;
        set(made, "bb",
            number(box.left) + "," + number(box.bottom) + "," + number(box.right) + "," +
                number(box.top));
        set(made, "label", frame.label);
        set_position(made, "lp", middle_of(label_box(frame)));
        set(made, "style", "rounded");
        set(made, "color", palette_.frame);
        set(made, "fontcolor", palette_.frame_text);
        set(made, "fontsize", "11");
    }

    void add_head(std::size_t column) {
        Agnode_t* const made = agnode(root_.get(), text("unit " + std::to_string(column)), 1);
        set(made, "shape", "plaintext");
        set(made, "style", "");
        set(made, "width", inches(width_of(graph_.columns[column].name)));
        set(made, "height", "0.2");
        set_label(made, "<b>" + quoted_text(graph_.columns[column].name) + "</b>");
        set_position(made, "pos", layout_.heads[column]);
    }

    void add_node(std::size_t index) {
        const GraphNode& node = graph_.nodes[index];
        const std::string name = "e" + std::to_string(node.event);
        Agnode_t* const made = agnode(root_.get(), text(name), 1);
        std::string label = quoted_text(node.label);
        if (!node.second.empty()) label += "<br/>" + quoted_text(node.second);
        const std::string note = note_of(node);
        if (!note.empty())
            label += "<br/><font point-size=\"9\" color=\"" + std::string(palette_.muted) + "\">" +
                     quoted_text(note) + "</font>";
        set_label(made, label);
        if (!node.words.empty()) set(made, "tooltip", without_escapes(node.words));
        set(made, "fillcolor", fill_of(node, palette_));
        set_position(made, "pos", layout_.nodes[index]);
        const Box box = box_of(node, layout_.nodes[index]);
        set(made, "width", inches(box.right - box.left));
        set(made, "height", inches(box.top - box.bottom));
        if (node.is_bold) {
            set(made, "color", palette_.bold);
            set(made, "penwidth", "2.5");
        }
        nodes_[node.event] = made;
    }

    void add_bar(std::size_t index) {
        const GraphBarrier& barrier = graph_.barriers[index];
        const std::vector<std::string>& relations = barrier.relations;
        const Bar& bar = layout_.bars[index];
        const std::string name = "barrier " + std::to_string(index);
        const std::string colour = relations.empty() ? palette_.border : colour_of(relations[0]);
        Agnode_t* const made = agnode(root_.get(), text(name), 1);
        set(made, "style", "filled");
        set(made, "color", colour);
        set(made, "fillcolor", colour);
        set(made, "label", "");
        set(made, "tooltip", "barrier: its units meet");
        set(made, "width", inches(bar.right - bar.left));
        set(made, "height", inches(kBar));
        set_position(made, "pos", {(bar.left + bar.right) / 2, bar.y});
        if (relations.empty()) return;
        const std::string said = bar_label(barrier);
        Agnode_t* const words = agnode(root_.get(), text(name + " relations"), 1);
        set(words, "shape", "plaintext");
        set(words, "style", "");
        set(words, "label", said);
        set(words, "fontsize", "11");
        set(words, "fontcolor", colour);
        set(words, "width", inches(width_of(said)));
        set(words, "height", "0.2");
        set_position(words, "pos", label_place(bar));
    }

    void add_edge(std::size_t index) {
        const GraphEdge& edge = graph_.edges[index];
        std::string relations;
        for (const std::string& relation : edge.relations)
            relations += (relations.empty() ? "" : ",") + relation;
        Agedge_t* const made =
            agedge(root_.get(), nodes_.at(edge.from), nodes_.at(edge.to), text(relations), 1);
        const RelationStyle& style = style_of(main_relation(edge.relations));
        const bool is_strong = std::string_view(style.line) == "bold";
        const bool is_bold = !edge.bold.empty();
        set(made, "color", shown(style.colour));
        set(made, "fontcolor", shown(style.colour));
        set(made, "style", is_bold || is_strong ? "solid" : style.line);
        set(made, "penwidth", is_bold ? "2.8" : is_strong ? "1.8" : "1.2");
        const std::string words = without_escapes(words_of(edge));
        set(made, "tooltip", words);
        set(made, "labeltooltip", words);
        if (edge.has_no_direction) set(made, "dir", "both");
        set_route(made, routes_[index], edge.has_no_direction);
        if (edge.relations == std::vector<std::string>{"sb"}) return;
        set_label(made, label_of(edge));
        set_position(made, "lp", routes_[index].label);
    }

    [[nodiscard]] std::string shown(const char* colour) const {
        return style_.theme == GraphTheme::dark ? on_dark(colour) : colour;
    }
    [[nodiscard]] std::string colour_of(std::string_view relation) const {
        return shown(style_of(relation).colour);
    }

    [[nodiscard]] std::string label_of(const GraphEdge& edge) const {
        std::string label;
        for (const std::string& relation : edge.relations) {
            if (relation == "sb" && edge.relations.size() > 1 && edge.bold.empty()) continue;
            if (!label.empty()) label += " ";
            label +=
                "<font color=\"" + colour_of(relation) + "\">" + quoted_text(relation) + "</font>";
        }
        // A ground, so that lines do not run through the letters.
        return "<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\" "
               "bgcolor=\"" +
               std::string(palette_.ground) + "d0\"><tr><td>" + label + "</td></tr></table>";
    }

    // ---- words ----

    /// `a` of `a: Wna x=1`, `a/b` of a read-modify-write; of initial values all.
    [[nodiscard]] std::string name_of(std::size_t event) const {
        const auto node = std::ranges::find(graph_.nodes, event, &GraphNode::event);
        const auto name = [](const std::string& label) {
            return label.substr(0, label.find(": "));
        };
        return name(node->label) + (node->second.empty() ? "" : "/" + name(node->second));
    }

    /// A line for each relation: `b → c: rf, reads-from: from a write to …`.
    [[nodiscard]] std::string words_of(const GraphEdge& edge) const {
        std::string lines;
        for (const std::string& relation : edge.relations) {
            const auto known = std::ranges::find(graph_.relations, relation, &GraphRelation::name);
            lines += (lines.empty() ? "" : "\n") + name_of(edge.from) + " → " + name_of(edge.to) +
                     ": " + relation;
            if (known != graph_.relations.end() && !known->words.empty())
                lines += ", " + known->words;
        }
        return lines;
    }

    // ---- the legend ----

    /// Below everything: a line as each relation has it, its name, what it means.
    void add_legend() {
        double left = 1e9, y = 0;
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            const Box box = box_of(graph_.nodes[i], layout_.nodes[i]);
            left = std::min(left, box.left);
            y = std::min(y, box.bottom);
        }
        for (const Frame& frame : layout_.frames) {
            left = std::min(left, frame.box.left);
            y = std::min(y, frame.box.bottom);
        }
        y -= 24;
        for (const GraphRelation& relation : graph_.relations) {
            add_legend_row(relation, {left, y});
            y -= kLegendRow;
        }
    }

    void add_legend_row(const GraphRelation& relation, Point at) {
        constexpr double kSample = 34, kLetter = 5.1;
        const std::string words =
            relation.name + (relation.words.empty() ? "" : "  " + relation.words);
        const double width = static_cast<double>(words.size()) * kLetter + 16;
        Agnode_t* const said = agnode(root_.get(), text("legend " + relation.name), 1);
        set(said, "shape", "plaintext");
        set(said, "style", "");
        set(said, "fontsize", "10");
        set(said, "fontcolor", palette_.muted);
        set(said, "width", inches(width));
        set(said, "height", "0.2");
        set(said, "label", without_escapes(words) + "\\l");
        set_position(said, "pos", {at.x + kSample + 8 + width / 2, at.y});
        Agnode_t* const from = legend_end("legend from " + relation.name, at);
        Agnode_t* const to = legend_end("legend to " + relation.name, {at.x + kSample, at.y});
        Agedge_t* const sample = agedge(root_.get(), from, to, text("legend " + relation.name), 1);
        const RelationStyle& style = style_of(relation.name);
        const bool is_strong = std::string_view(style.line) == "bold";
        set(sample, "color", colour_of(relation.name));
        set(sample, "style", is_strong ? "solid" : style.line);
        set(sample, "penwidth", is_strong ? "1.8" : "1.2");
        const Point tip{at.x + kSample, at.y};
        set_route(sample, {{at, {at.x + 10, at.y}, {at.x + 20, at.y}, tip}, {}},
                  relation.name == "race");
        if (relation.name == "race") set(sample, "dir", "both");
    }

    Agnode_t* legend_end(const std::string& name, Point at) {
        Agnode_t* const made = agnode(root_.get(), text(name), 1);
        set(made, "style", "invis");
        set(made, "label", "");
        set(made, "width", "0.01");
        set(made, "height", "0.01");
        set_position(made, "pos", at);
        return made;
    }

    const Graph& graph_;
    PictureStyle style_;
    const Palette& palette_;
    Layout layout_;
    std::vector<Route> routes_;
    GraphPtr root_;
    std::map<std::size_t, Agnode_t*> nodes_;
};

/// Graphviz has global state.
std::mutex& graphviz() {
    static std::mutex mutex;
    return mutex;
}

/// One for the whole process: Graphviz's Pango plugin remembers a font's name beyond the end of the
/// context that owns it.
GVC_t* context() {
    static GVC_t* const one = gvContext();
    return one;
}

const char* name_of(GraphFormat format) {
    switch (format) {
        case GraphFormat::svg:
            return "svg:svg";
        case GraphFormat::png:
            return "png:cairo";
        case GraphFormat::pdf:
            return "pdf:cairo";
        case GraphFormat::dot:
            break;
    }
    return "dot";
}

std::string to_dot(const Graph& graph, const PictureStyle& style) {
    const std::lock_guard lock(graphviz());
    const GraphPtr built = Builder(graph, style)();
    char* data = nullptr;
    std::size_t length = 0;
    std::FILE* const file = open_memstream(&data, &length);
    agwrite(built.get(), file);
    (void)std::fclose(file);
    std::string out(data, length);
    std::free(data);
    return out;
}

}  // namespace

Result<std::string> render(const Graph& graph, GraphFormat format, const PictureStyle& style) {
    if (auto problem = open_graphviz("drawing executions"))
        return Result<std::string>::failure(std::move(*problem));
    if (format == GraphFormat::dot) return to_dot(graph, style);
    const std::lock_guard lock(graphviz());
    const GraphPtr built = Builder(graph, style)();
    std::string out;
    char* data = nullptr;
    unsigned length = 0;
    if (gvLayout(context(), built.get(), kEngine) == 0) {
        if (gvRenderData(context(), built.get(), name_of(format), &data, &length) == 0 &&
            data != nullptr)
            out.assign(data, length);
        gvFreeRenderData(data);
        gvFreeLayout(context(), built.get());
    }
    if (out.empty())
        return Result<std::string>::failure(
            {{Severity::error, "E-GRAPHVIZ", "Graphviz could not draw the graph",
              "are its plugins installed?", nullptr, Span{}}});
    return out;
}

}  // namespace clmm::report
