#include "clmm/comparison/fit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>

namespace clmm::comparison {
namespace {

/// A family of two switches, whose models are told by their values; what each allows is a list.
class TwoSwitches {
public:
    std::map<std::string, std::vector<std::string>> allowed;  ///< by changes: `a=2 b=2`
    std::map<std::string, bool> undefined;
    std::vector<Observed> tests;

    [[nodiscard]] Fit fitted(std::size_t combinations = 256, unsigned jobs = 1) {
        const FitFamily family{
            {{"a", "1", {{"1", ""}, {"2", ""}}}, {"b", "1", {{"1", ""}, {"2", ""}}}},
            [&](const std::vector<std::string>& values) { return model_of(values); },
            [&](std::size_t test, const model::MemoryModel& model, bool) {
                return decide(tests[test], model.name);
            }};
        return fit(tests, family, {combinations, jobs, Budget()});
    }

private:
    const model::MemoryModel* model_of(const std::vector<std::string>& values) {
        std::string name;
        for (const std::string& each : values) name += (name.empty() ? "" : " ") + each;
        auto& made = models_[name];
        if (made == nullptr) {
            made = std::make_unique<model::MemoryModel>();
            made->name = name;
        }
        return made.get();
    }

    [[nodiscard]] Decision decide(const Observed& seen, const std::string& model) const {
        Decision made{allowed.at(model)};
        std::ranges::sort(made.states);
        const auto found = undefined.find(model);
        made.is_undefined = found != undefined.end() && found->second;
        if (made.is_undefined) made.states.clear();
        for (const auto& [state, count] : seen.states)
            made.seen.push_back(made.is_undefined || std::ranges::binary_search(made.states, state)
                                    ? Stand::allowed
                                    : Stand::forbidden);
        return made;
    }

    std::map<std::string, std::unique_ptr<model::MemoryModel>> models_;
};

Observed seen(std::map<std::string, std::uint64_t> states) {
    Observed made{"t", nullptr, 0, std::move(states)};
    for (const auto& [state, count] : made.states) made.instances += count;
    return made;
}

std::vector<std::vector<std::string>> remaining(const Fit& fit) {
    std::vector<std::vector<std::string>> all;
    for (const Combination& each : fit.combinations)
        if (!each.contradictions.any()) all.push_back(each.changes);
    return all;
}

TEST(Fit, TellsWhichValuesAreContradicted) {
    TwoSwitches family;
    family.tests = {seen({{"x=0", 90}, {"x=1", 10}})};
    family.allowed = {{"", {"x=0"}},
                      {"a=2", {"x=0", "x=1"}},
                      {"b=2", {"x=0", "x=2"}},
                      {"a=2 b=2", {"x=0", "x=1", "x=2"}}};
    const Fit made = family.fitted();
    ASSERT_EQ(made.reference.states.size(), 1U);
    EXPECT_EQ(made.reference.states[0], (Evidence{0, "x=1", 10}));
    EXPECT_FALSE(made.switches[0].values[0].is_open);
    EXPECT_TRUE(made.switches[0].values[1].is_open);
    EXPECT_TRUE(made.switches[1].values[0].is_open);
    EXPECT_TRUE(made.switches[1].values[1].is_open);
    using Changes = std::vector<std::vector<std::string>>;
    EXPECT_EQ(remaining(made), (Changes{{"a=2"}, {"a=2", "b=2"}}));
    EXPECT_TRUE(made.are_independent);
    ASSERT_EQ(made.groups.size(), 2U);
    EXPECT_TRUE(made.groups[0].is_strongest);
    EXPECT_FALSE(made.groups[1].is_strongest);
    EXPECT_TRUE(made.unseen.empty());  // not all that remain allow x=2
}

TEST(Fit, TellsWhereCombinationsMatter) {
    TwoSwitches family;
    family.tests = {seen({{"x=1", 10}})};
    // Either change alone allows what was seen, both or none forbid it.
    family.allowed = {
        {"", {"x=0"}}, {"a=2", {"x=0", "x=1"}}, {"b=2", {"x=0", "x=1"}}, {"a=2 b=2", {"x=0"}}};
    const Fit made = family.fitted();
    EXPECT_EQ(made.remaining, 2U);
    EXPECT_FALSE(made.are_independent);
    ASSERT_EQ(made.groups.size(), 1U);
    EXPECT_EQ(made.groups[0].members.size(), 2U);
    ASSERT_EQ(made.unseen.size(), 1U);
    EXPECT_EQ(made.unseen[0], (Evidence{0, "x=0", 0}));
    EXPECT_EQ(family.fitted(256, 2).combinations.size(), 4U);
}

TEST(Fit, SaysWhereTheBoundCuts) {
    TwoSwitches family;
    family.tests = {seen({{"x=0", 1}})};
    family.allowed = {{"", {"x=0"}},
                      {"a=2", {"x=0", "x=1"}},
                      {"b=2", {"x=0", "x=2"}},
                      {"a=2 b=2", {"x=0", "x=1", "x=2"}}};
    const Fit made = family.fitted(2);
    EXPECT_EQ(made.combinations.size(), 3U);  // each value is looked at
    EXPECT_EQ(made.all_combinations, 4U);
    EXPECT_EQ(made.switches[0].values[1].told_by.size(), 1U);
}

TEST(Fit, LeavesSwitchesThatNoTestTells) {
    TwoSwitches family;
    family.tests = {seen({{"x=0", 1}})};
    family.allowed = {{"", {"x=0"}}, {"a=2", {"x=0"}}, {"b=2", {"x=0", "x=1"}}};
    const Fit made = family.fitted();
    EXPECT_FALSE(made.switches[0].tells);
    EXPECT_TRUE(made.switches[0].values[1].is_open);
    EXPECT_EQ(made.all_combinations, 2U);
}

TEST(Fit, UndefinedBehaviourAllowsAnything) {
    TwoSwitches family;
    family.tests = {seen({{"x=7", 1}})};
    family.allowed = {{"", {"x=0"}}, {"a=2", {}}, {"b=2", {"x=0"}}};
    family.undefined = {{"a=2", true}};
    const Fit made = family.fitted();
    EXPECT_TRUE(made.reference.any());
    EXPECT_EQ(made.remaining, 1U);
    EXPECT_EQ(made.groups[0].undefined, 1U);
    EXPECT_TRUE(made.unseen.empty());
}

TEST(StatesTable, AddsRunsOfOneTest) {
    const auto table =
        read_states_table(std::make_shared<const Source>("t.csv",
                                                         "device,test,state,count,allowed\n"
                                                         "H200,\"a,b\",x=1; ,3,allowed-seen\n"
                                                         "other,\"a,b\",x=1;,5,allowed-seen\n"
                                                         "h200,\"a,b\",x=0x2;,4,forbidden\n"
                                                         "h200,c,x=1;,0,allowed-unseen\n"
                                                         "h200,d,x=1;,9,filtered\n"),
                          "h200");
    ASSERT_TRUE(table) << render(table.diagnostics());
    ASSERT_EQ(table->size(), 1U);
    EXPECT_EQ(table->front().test, "a,b");
    EXPECT_EQ(table->front().instances, 7U);
    const std::map<std::string, std::uint64_t> states{{"x=1", 3}, {"x=2", 4}};
    EXPECT_EQ(table->front().states, states);
}

TEST(StatesTable, RejectsWhatIsNone) {
    const auto problem = [](std::string text) {
        const auto table =
            read_states_table(std::make_shared<const Source>("t.csv", std::move(text)), "");
        return table ? "" : render(table.diagnostics());
    };
    EXPECT_NE(problem("").find("empty"), std::string::npos);
    EXPECT_NE(problem("test,count\n").find("no column 'state'"), std::string::npos);
    EXPECT_NE(problem("test,state,count\na,x=1;\n").find("t.csv:2:1"), std::string::npos);
    EXPECT_NE(problem("test,state,count\na,x=1;,-1\n").find("no number"), std::string::npos);
}

}  // namespace
}  // namespace clmm::comparison
