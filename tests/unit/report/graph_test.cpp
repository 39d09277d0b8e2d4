#include "clmm/report/graph.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "clmm/engines/built_in.h"
#include "clmm/enumerator/check.h"
#include "clmm/model/memory_model.h"
#include "clmm/report/text.h"

namespace clmm::report {
namespace {

constexpr const char* kLoadBuffering = R"(OPENCL lb
{ [x] = 0; [y] = 0; }
P0@wg 0, dev 0 (global atomic_int* x, global atomic_int* y) {
  int r = atomic_load_explicit(y, memory_order_acquire, memory_scope_device);
  atomic_store_explicit(x, 1, memory_order_release, memory_scope_device);
}
P1@wg 1, dev 0 (global atomic_int* x, global atomic_int* y) {
  int r = atomic_load_explicit(x, memory_order_acquire, memory_scope_device);
  atomic_store_explicit(y, 1, memory_order_release, memory_scope_device);
}
exists (0:r=0 /\ 1:r=1)
)";

Graph drawn_of(const std::string& text, const GraphOptions& options,
               const std::vector<Highlight>& highlights = {}) {
    const auto model = model::shipped_model("opencl-3.0");
    const auto result = enumerator::check(std::make_shared<Source>("drawn.litmus", text), *model,
                                          enumerator::CheckOptions{.engines = engines::built_in()});
    return draw(result->structure, result->test.source, *model, *deciding_outcome(*result)->witness,
                highlights, options);
}

/// The execution in which P1 sees the write of P0.
Graph drawn(const GraphOptions& options, const std::vector<Highlight>& highlights = {}) {
    return drawn_of(kLoadBuffering, options, highlights);
}

std::size_t edges_of(const Graph& graph, const std::string& relation) {
    return static_cast<std::size_t>(std::ranges::count_if(graph.edges, [&](const GraphEdge& edge) {
        return std::ranges::find(edge.relations, relation) != edge.relations.end();
    }));
}

TEST(Graph, HasAColumnForEachUnitAndItsActionsInOrder) {
    const Graph graph = drawn({});
    ASSERT_EQ(graph.columns.size(), 2U);
    for (const GraphColumn& column : graph.columns) {
        ASSERT_EQ(column.nodes.size(), 2U);
        EXPECT_LT(graph.nodes[column.nodes[0]].event, graph.nodes[column.nodes[1]].event);
    }
    EXPECT_EQ(graph.columns[0].name, "P0");
}

TEST(Graph, ShowsAndHidesRelations) {
    const Graph usual = drawn({});
    EXPECT_EQ(edges_of(usual, "sb"), 2U);
    EXPECT_EQ(edges_of(usual, "rf"), 2U);
    EXPECT_EQ(edges_of(usual, "ghb"), 0U);
    EXPECT_EQ(edges_of(drawn({.show = {}, .hide = {"sb"}}), "sb"), 0U);
}

TEST(Graph, DrawsInitialWritesThatAreReadOnlyUnlessAsked) {
    const auto initial = [](const Graph& graph) {
        return std::ranges::count_if(graph.nodes, &GraphNode::is_initial);
    };
    EXPECT_LE(initial(drawn({})), initial(drawn({.show = {}, .hide = {}, .initial_writes = true})));
    EXPECT_EQ(initial(drawn({.show = {}, .hide = {}, .initial_writes = true})), 2);
}

/// Three work-items at one barrier, and what follows it.
std::string with_barriers(const std::string& flag, const std::string& second) {
    const std::string barrier = "  barrier(" + flag + ");\n";
    std::string text = "OPENCL barriers\n{ [x] = 0; }\n";
    for (const char* unit : {"P0", "P1", "P2"})
        text += std::string(unit) + "@wg 0, dev 0 (global int* x) {\n" +
                (unit[1] == '0' ? "  *x = 1;\n" : "") + barrier + second + "}\n";
    return text + "exists (x=1)\n";
}

TEST(Graph, DrawsABarrierAsOneBarAcrossItsUnits) {
    const Graph graph = drawn_of(with_barriers("CLK_GLOBAL_MEM_FENCE", ""), {});
    ASSERT_EQ(graph.barriers.size(), 1U);
    EXPECT_EQ(graph.barriers[0].entries.size(), 3U);
    EXPECT_EQ(graph.barriers[0].exits.size(), 3U);
    EXPECT_EQ(graph.barriers[0].relations, std::vector<std::string>{"gsw"});
    EXPECT_EQ(edges_of(graph, "gsw"), 0U) << "six arrows otherwise";
}

TEST(Graph, DrawsEachInstanceOfABarrier) {
    const Graph graph =
        drawn_of(with_barriers("CLK_GLOBAL_MEM_FENCE", "  barrier(CLK_LOCAL_MEM_FENCE);\n"), {});
    ASSERT_EQ(graph.barriers.size(), 2U);
    EXPECT_EQ(graph.barriers[0].relations, std::vector<std::string>{"gsw"});
    EXPECT_EQ(graph.barriers[1].relations, std::vector<std::string>{"lsw"});
}

TEST(Graph, LeavesArrowsOfABarrierThatAreBold) {
    const std::string text = with_barriers("CLK_GLOBAL_MEM_FENCE", "");
    const Graph whole = drawn_of(text, {});
    const litmus::EventId entry(whole.barriers.at(0).entries.at(0));
    const litmus::EventId exit(whole.barriers.at(0).exits.at(1));
    const Graph graph = drawn_of(text, {}, {{entry, exit, "gsw"}});
    ASSERT_EQ(graph.barriers.size(), 1U);
    EXPECT_TRUE(graph.barriers[0].relations.empty());
    EXPECT_EQ(edges_of(graph, "gsw"), 6U);
}

TEST(Graph, HasNoBarWithoutABarrier) { EXPECT_TRUE(drawn({}).barriers.empty()); }

TEST(Graph, MakesHighlightsBold) {
    const Graph plain = drawn({});
    const litmus::EventId a(plain.nodes.back().event);
    const litmus::EventId b(plain.nodes.front().event);
    const Graph graph = drawn({}, {{a, b, "race"}});
    const auto bold =
        std::ranges::find_if(graph.edges, [](const GraphEdge& edge) { return !edge.bold.empty(); });
    ASSERT_NE(bold, graph.edges.end());
    EXPECT_EQ(bold->bold, std::vector<std::string>{"race"});
    EXPECT_TRUE(bold->has_no_direction);
    EXPECT_TRUE(graph.nodes.back().is_bold);
}

TEST(Graph, MakesASingleActionBold) {
    const litmus::EventId one(drawn({}).nodes.back().event);
    const Graph graph = drawn({}, {{one, one, ""}});
    EXPECT_EQ(std::ranges::count_if(graph.nodes, &GraphNode::is_bold), 1);
    EXPECT_TRUE(graph.nodes.back().is_bold);
    EXPECT_EQ(graph.edges.size(), drawn({}).edges.size());
}

/// Two units count one object up, the one after the other.
constexpr const char* kCounter = R"(OPENCL counter
{ [x] = 0; }
P0@wg 0, dev 0 (global atomic_int* x) {
  int r = atomic_fetch_add_explicit(x, 1, memory_order_acq_rel, memory_scope_device);
  atomic_store_explicit(x, 7, memory_order_relaxed, memory_scope_device);
}
P1@wg 1, dev 0 (global atomic_int* x) {
  int r = atomic_fetch_add_explicit(x, 1, memory_order_acq_rel, memory_scope_device);
}
exists (0:r=0 /\ 1:r=1)
)";

TEST(Graph, DrawsAReadModifyWriteAsOneNode) {
    const Graph graph = drawn_of(kCounter, {});
    ASSERT_EQ(graph.nodes.size(), 4U) << "the initial write, two read-modify-writes, a store";
    std::vector<const GraphNode*> both;
    for (const GraphNode& node : graph.nodes)
        if (!node.second.empty()) both.push_back(&node);
    ASSERT_EQ(both.size(), 2U);
    EXPECT_EQ(both[0]->label, "a: Rar.dev x=0");
    EXPECT_EQ(both[0]->second, "b: War.dev x=1");
    EXPECT_EQ(edges_of(graph, "sb"), 1U) << "none within the box";
    const auto between = std::ranges::find_if(graph.edges, [&](const GraphEdge& edge) {
        return edge.from == both[0]->event && edge.to == both[1]->event;
    });
    ASSERT_NE(between, graph.edges.end());
    EXPECT_EQ(between->relations, (std::vector<std::string>{"rf", "mo", "gsw"}))
        << "of its write to the other's read and to the other's write";
}

TEST(Graph, NamesItsRelationsInTheOrderOfTheirStyles) {
    std::vector<std::string> names;
    for (const GraphRelation& relation : drawn_of(kCounter, {.show = {"rb", "ghb"}}).relations) {
        names.push_back(relation.name);
        EXPECT_FALSE(relation.words.empty()) << relation.name;
    }
    EXPECT_EQ(names, (std::vector<std::string>{"sb", "rf", "mo", "rb", "gsw", "ghb"}));
}

TEST(Graph, TellsTheStatementOfANode) {
    const Graph graph = drawn({});
    const GraphNode& node = graph.nodes[graph.columns[0].nodes[1]];
    EXPECT_EQ(node.words,
              "P0, line 5: atomic_store_explicit(x, 1, memory_order_release, memory_scope_device)");
}

TEST(Graph, IsDrawnByGraphviz) {
    Graph graph = drawn({});
    graph.title = "a < b & c";
    const std::string first = render(graph, GraphFormat::dot).value();
    for (const GraphFormat format : {GraphFormat::svg, GraphFormat::png, GraphFormat::pdf}) {
        const auto picture = render(graph, format);
        ASSERT_TRUE(picture) << static_cast<int>(format);
        EXPECT_GT(picture->size(), 1000U);
    }
    const auto svg = render(graph, GraphFormat::svg);
    EXPECT_NE(svg->find("<svg"), std::string::npos);
    const std::string dot = render(graph, GraphFormat::dot).value();
    EXPECT_EQ(first, dot) << "what Graphviz has drawn before changes nothing";
    EXPECT_NE(dot.find("a &lt; b &amp; c"), std::string::npos);
}

TEST(Graph, HasALegendUnlessToldOtherwise) {
    Graph graph = drawn({});
    graph.title = "drawn";
    const auto picture = [&](PictureStyle style) {
        return render(graph, GraphFormat::svg, style).value();
    };
    EXPECT_NE(picture({}).find("reads&#45;from: from a write to each read"), std::string::npos);
    const std::string without = picture({.legend = false});
    // Who points at an arrow still sees what it says.
    const auto texts = [](const std::string& svg, const std::string& text) {
        std::size_t count = 0;
        for (std::size_t at = svg.find(text); at != std::string::npos; at = svg.find(text, at + 1))
            ++count;
        return count;
    };
    EXPECT_EQ(texts(without, ">rf  reads&#45;from"), 0U);
    EXPECT_GE(texts(without, "xlink:title=\"P0, line 5: atomic_store_explicit(x, 1"), 1U);
    EXPECT_GE(texts(without, ": rf, reads"), 1U);
}

TEST(Graph, HasAVariantForADarkGround) {
    Graph graph = drawn({});
    graph.title = "drawn";
    const std::string dark = render(graph, GraphFormat::dot, {.theme = GraphTheme::dark}).value();
    const std::string light = render(graph, GraphFormat::dot).value();
    EXPECT_NE(dark.find("bgcolor=\"#191c20\""), std::string::npos);
    EXPECT_EQ(light.find("#191c20"), std::string::npos);
    for (const char* colour : {"#b30000", "#e3eefb", "#666666"}) {
        EXPECT_NE(light.find(colour), std::string::npos) << colour;
        EXPECT_EQ(dark.find(colour), std::string::npos) << colour;
    }
}

}  // namespace
}  // namespace clmm::report
