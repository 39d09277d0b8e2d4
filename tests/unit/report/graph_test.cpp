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

/// The execution in which P1 sees the write of P0.
Graph drawn(const GraphOptions& options, const std::vector<Highlight>& highlights = {}) {
    const auto model = model::shipped_model("opencl-3.0");
    const auto result =
        enumerator::check(std::make_shared<Source>("lb.litmus", kLoadBuffering), *model,
                          enumerator::CheckOptions{.engines = engines::built_in()});
    return draw(result->structure, result->test.source, *model, *deciding_outcome(*result)->witness,
                highlights, options);
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

TEST(Graph, MakesHighlightsBold) {
    const Graph plain = drawn({});
    const litmus::EventId a(plain.nodes.back().event);
    const litmus::EventId b(plain.nodes.front().event);
    const Graph graph = drawn({}, {{a, b, "race"}});
    const auto bold = std::ranges::find_if(graph.edges, &GraphEdge::is_bold);
    ASSERT_NE(bold, graph.edges.end());
    EXPECT_TRUE(bold->has_no_direction);
    EXPECT_TRUE(graph.nodes.back().is_bold);
}

TEST(Graph, IsDrawnByGraphviz) {
    Graph graph = drawn({});
    graph.title = "a < b & c";
    for (const GraphFormat format : {GraphFormat::svg, GraphFormat::png, GraphFormat::pdf}) {
        const auto picture = render(graph, format);
        ASSERT_TRUE(picture) << static_cast<int>(format);
        EXPECT_GT(picture->size(), 1000U);
    }
    const auto svg = render(graph, GraphFormat::svg);
    EXPECT_NE(svg->find("<svg"), std::string::npos);
    const std::string dot = render(graph, GraphFormat::dot).value();
    EXPECT_EQ(render(graph, GraphFormat::dot).value(), dot);
    EXPECT_NE(dot.find("a &lt; b &amp; c"), std::string::npos);
}

}  // namespace
}  // namespace clmm::report
