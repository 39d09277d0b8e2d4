#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "clmm/model/memory_model.h"

// Shipped models come from tables that the build compiled; a file of the user's is compiled from
// its text.
namespace clmm::model::test {
namespace {

auto parts(const SourcePtr& source) { return std::tuple(source->name(), source->text()); }
auto parts(const Span& span) { return std::tuple(span.begin, span.end); }
auto parts(const NamedBase& base) { return std::tuple(base.name, base.is_set, base.absent); }
auto parts(const Node& node) {
    return std::tuple(node.op, node.is_set, node.left, node.right, node.payload, parts(node.span),
                      node.source);
}
auto parts(const RecursiveDefinition& each) {
    return std::tuple(each.node, each.body, each.group, each.name);
}
auto parts(const TotalOrder& order) { return std::tuple(order.name, order.over); }
auto parts(const Definition& each) {
    return std::tuple(each.name, each.node, each.citation, parts(each.span), each.source,
                      each.show);
}
auto parts(const Check& check) {
    return std::tuple(check.kind, check.negated, check.role, check.node, check.name, check.citation,
                      parts(check.span), check.source);
}
auto parts(const Switch::Value& value) { return std::tuple(value.value, value.note); }

template <class T>
void expect_same(const std::vector<T>& a, const std::vector<T>& b, const char* what) {
    ASSERT_EQ(a.size(), b.size()) << what;
    for (std::size_t i = 0; i < a.size(); ++i)
        EXPECT_TRUE(parts(a[i]) == parts(b[i])) << what << " " << i;
}

void expect_same(const Program& a, const Program& b) {
    EXPECT_EQ(a.name, b.name);
    expect_same(a.sources, b.sources, "source");
    expect_same(a.names, b.names, "name");
    expect_same(a.nodes, b.nodes, "node");
    expect_same(a.recursive, b.recursive, "recursive definition");
    expect_same(a.total_orders, b.total_orders, "total order");
    expect_same(a.definitions, b.definitions, "definition");
    expect_same(a.applications, b.applications, "application");
    expect_same(a.checks, b.checks, "check");
}

void expect_same(const MemoryModel& a, const MemoryModel& b) {
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.documentation, b.documentation);
    expect_same(a.program, b.program);
    ASSERT_EQ(a.switches.size(), b.switches.size());
    for (std::size_t i = 0; i < a.switches.size(); ++i) {
        EXPECT_EQ(a.switches[i].name, b.switches[i].name);
        EXPECT_EQ(a.switches[i].value, b.switches[i].value);
        expect_same(a.switches[i].values, b.switches[i].values, "value of a switch");
    }
}

/// Of one model under some variants, once as it is shipped and once from its text.
void expect_same(const std::string& name, const SourcePtr& text,
                 const std::set<std::string>& variants) {
    const auto shipped = shipped_model(name, {.variants = variants, .includes = {}});
    const auto compiled = load_model(text, {.variants = variants, .includes = {}});
    ASSERT_TRUE(shipped.ok() && compiled.ok());
    expect_same(*shipped, *compiled);
}

TEST(ShippedTables, AreWhatTheTextsSay) {
    for (const ShippedModel& each : shipped_models()) {
        SCOPED_TRACE(each.name);
        const auto model = shipped_model(each.name);
        ASSERT_TRUE(model.ok());
        expect_same(each.name, model->program.sources.front(), {});
    }
}

TEST(ShippedTables, AreNotTakenForOtherSettings) {
    std::size_t settings = 0;
    for (const ShippedModel& each : shipped_models()) {
        const auto model = shipped_model(each.name);
        for (const Switch& one : model->switches)
            for (const Switch::Value& value : one.values) {
                const std::string variant = one.name + "=" + value.value;
                SCOPED_TRACE(each.name + " with " + variant);
                expect_same(each.name, model->program.sources.front(), {variant});
                EXPECT_EQ(shipped_model(each.name, {.variants = {variant}, .includes = {}})
                              ->value_of(one.name),
                          value.value);
                ++settings;
            }
    }
    EXPECT_GT(settings, 40U);
}

TEST(ShippedTables, TwoSettingsOfOneSwitchAreReadAsFromTheText) {
    const auto model = shipped_model("opencl-3.0");
    ASSERT_FALSE(model->switches.empty());
    std::set<std::string> both;
    for (const Switch::Value& value : model->switches.front().values)
        both.insert(model->switches.front().name + "=" + value.value);
    expect_same("opencl-3.0", model->program.sources.front(), both);
}

}  // namespace
}  // namespace clmm::model::test
