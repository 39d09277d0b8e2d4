#include "clmm/report/html.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "clmm/engines/built_in.h"
#include "clmm/model/memory_model.h"
#include "clmm/report/text.h"
#include "clmm/report/value.h"

namespace clmm::report {
namespace {

using nlohmann::json;

constexpr const char* kMessagePassing = R"(OPENCL mp
{ [x] = 0; [y] = 0; }
P0@wg 0, dev 0 (global int* x, global atomic_int* y) {
  *x = 1;
  atomic_store_explicit(y, 1, memory_order_release, memory_scope_device);
}
P1@wg 1, dev 0 (global int* x, global atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_acquire, memory_scope_device);
  int r1 = 0;
  if (r0 == 1) { r1 = *x; }
}
exists (1:r0=1 /\ 1:r1=0)
)";

const model::MemoryModel& shipped(const std::string& name) {
    static std::map<std::string, Result<model::MemoryModel>> models;
    return *models.try_emplace(name, model::shipped_model(name)).first->second;
}

model::MemoryModel without(const model::MemoryModel& model, std::size_t check) {
    model::MemoryModel weaker = model;
    weaker.program.checks.erase(weaker.program.checks.begin() + static_cast<std::ptrdiff_t>(check));
    return weaker;
}

/// A study under opencl-3.0 beside other models and without each axiom, as `clmm report` makes it.
HtmlStudy study_of(const std::string& text, const std::vector<std::string>& others = {}) {
    HtmlStudy study;
    study.source = std::make_shared<const Source>("dir/test.litmus", text);
    study.model = &shipped("opencl-3.0");
    study.result =
        *enumerator::check(study.source, *study.model,
                           {.engines = engines::built_in(), .witnesses = model::Witnesses::all});
    study.models.push_back({"opencl-3.0", study.model, {}, {}});
    for (const std::string& name : others)
        study.models.push_back({name,
                                &shipped(name),
                                *enumerator::check(study.source, shipped(name),
                                                   {.engines = engines::built_in(),
                                                    .witnesses = model::Witnesses::all}),
                                {}});
    for (std::size_t i = 0; i < study.model->program.checks.size(); ++i)
        if (study.model->program.checks[i].role == model::CheckRole::axiom)
            study.axioms.push_back({i,
                                    *enumerator::check(study.source, without(*study.model, i),
                                                       {.engines = engines::built_in(),
                                                        .witnesses = model::Witnesses::all}),
                                    {}});
    return study;
}

json page_of(const HtmlStudy& study, const HtmlLimits& limits = {}) {
    return json::parse(html_test(study, limits).page);
}

TEST(HtmlTest, ListsTheOutcomesOfTheModelInOrder) {
    const HtmlStudy study = study_of(kMessagePassing);
    const json page = page_of(study);
    ASSERT_EQ(page["states"].size(), study.result.answer.outcomes.size().small());
    for (std::size_t i = 0; i < page["states"].size(); ++i) {
        const json& state = page["states"][i];
        const model::OutcomeEntry outcome = study.result.answer.outcomes[i];
        EXPECT_EQ(state["state"], format_state(study.result.structure, outcome));
        EXPECT_EQ(state["satisfies"], outcome.satisfies_condition);
        EXPECT_EQ(state["allowed"], "y");
    }
    EXPECT_EQ(page["verdict"], "fails");
    EXPECT_EQ(page["source"], kMessagePassing);
}

TEST(HtmlTest, CountsWhatTheLimitCuts) {
    const HtmlStudy study = study_of(kMessagePassing);
    const std::size_t all = *study.result.answer.outcomes.size().small();
    ASSERT_GT(all, 1U);
    const json page = page_of(study, {.listed = 1});
    EXPECT_EQ(page["states"].size(), 1U);
    EXPECT_EQ(page["states_left_out"], all - 1);
    EXPECT_EQ(page["models"][0]["total"], all);
}

TEST(HtmlTest, SaysOfEachStateWhichModelsAllowIt) {
    // Under rc11 the scopes are nothing; sc forbids what store buffering needs.
    const HtmlStudy study = study_of(R"(OPENCL sb
{ [x] = 0; [y] = 0; }
P0@wg 0, dev 0 (global atomic_int* x, global atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed, memory_scope_device);
  int r = atomic_load_explicit(y, memory_order_relaxed, memory_scope_device);
}
P1@wg 1, dev 0 (global atomic_int* x, global atomic_int* y) {
  atomic_store_explicit(y, 1, memory_order_relaxed, memory_scope_device);
  int r = atomic_load_explicit(x, memory_order_relaxed, memory_scope_device);
}
exists (0:r=0 /\ 1:r=0)
)",
                                     {"sc"});
    const json page = page_of(study);
    ASSERT_EQ(page["states"].size(), 4U);
    for (const json& state : page["states"])
        EXPECT_EQ(state["allowed"], state["satisfies"] ? "yn" : "yy") << state;
}

TEST(HtmlTest, DoesNotCallForbiddenWhatAnIncompleteAnswerLacks) {
    HtmlStudy study = study_of(kMessagePassing, {"sc"});
    study.models[1].result->answer.outcomes = {};
    study.models[1].result->answer.incomplete = "time";
    const json unknown = page_of(study);
    for (const json& state : unknown["states"]) EXPECT_EQ(state["allowed"], "y?");
    study.models[1].result.reset();
    const json rejected = page_of(study);
    for (const json& state : rejected["states"]) EXPECT_EQ(state["allowed"], "y-");
}

TEST(HtmlTest, MembersOfAFamilyAreAllowedByIt) {
    HtmlStudy study = study_of(R"(OPENCL lb
{ [x] = 0; [y] = 0; }
P0@wg 0, dev 0 (global atomic_int* x, global atomic_int* y) {
  int t = atomic_load_explicit(y, memory_order_relaxed, memory_scope_device);
  atomic_store_explicit(x, t, memory_order_relaxed, memory_scope_device);
}
P1@wg 0, dev 0 (global atomic_int* x, global atomic_int* y) {
  int t = atomic_load_explicit(x, memory_order_relaxed, memory_scope_device);
  atomic_store_explicit(y, t, memory_order_relaxed, memory_scope_device);
}
exists (x=42 /\ y=42)
)",
                               {"opencl-3.1"});
    // The other model lists only the family {x=y=v}; x=y=42 is one of it, and so is x=y=0.
    auto& outcomes = study.models[1].result->answer.outcomes;
    outcomes = outcomes.families();
    ASSERT_EQ(outcomes.size(), Natural(1));
    const json page = page_of(study);
    ASSERT_GE(page["states"].size(), 3U);
    for (const json& state : page["states"]) EXPECT_EQ(state["allowed"].get<std::string>()[1], 'a');

    // Nor does one of its members appear where an axiom is left out.
    model::OutcomeEntry member = *outcomes.begin();
    member.family.reset();
    member.values.assign(member.values.size(), 7);
    const auto appear = [&] {
        auto entries = study.axioms[0].result->answer.outcomes.list();
        entries.push_back(member);
        HtmlStudy with = study;
        with.axioms[0].result->answer.outcomes = std::move(entries);
        return page_of(with)["axioms"][0]["total"];
    };
    EXPECT_EQ(appear(), 0);
    member.values.back() = 8;
    EXPECT_EQ(appear(), 1);
}

TEST(HtmlTest, ShowsWhatAnAxiomForbidsWithTheViolatedPairsBold) {
    const HtmlStudy study = study_of(kMessagePassing);
    const json page = page_of(study);
    const auto axiom = std::ranges::find_if(
        page["axioms"], [](const json& each) { return each["name"] == "visible-side-effect"; });
    ASSERT_NE(axiom, page["axioms"].end());
    ASSERT_EQ((*axiom)["total"], 1);
    const json& appearing = (*axiom)["appear"][0];
    EXPECT_EQ(appearing["state"], "1:r0=1; 1:r1=0;");
    EXPECT_EQ(appearing["satisfies"], true);
    const json& execution = page["executions"][appearing["execution"].get<std::size_t>()];
    EXPECT_EQ(execution["steps"], "init -rf-> d, init -ghb-> a -sb-> b -gsw-> c -sb-> d");
    std::size_t bold = 0;
    for (const json& edge : execution["edges"])
        bold += page["edges"][edge.get<std::size_t>()][3].size();
    EXPECT_EQ(bold, 5U);
}

TEST(HtmlTest, ExplainsWithAPictureForEachCase) {
    HtmlStudy study = study_of(kMessagePassing);
    auto question = enumerator::question_of_condition(study.result.test, study.result.structure);
    const auto explained = enumerator::explain_state(
        study.result.structure, *study.model, std::move(question),
        {.check = {.engines = engines::built_in(), .witnesses = model::Witnesses::all}});
    study.explanations.push_back(tell(study.result, *study.model, explained));
    const ToldCase& told = study.explanations[0].arguments.at(0).cases.at(0);
    const json page = page_of(study);
    const json& why = page["explanations"][0];
    EXPECT_EQ(why["verdict"], "forbidden");
    EXPECT_EQ(why["undefined"], nullptr);
    const json& one = why["reasons"][0][0];
    EXPECT_EQ(one["axiom"], told.axiom);
    ASSERT_EQ(one["steps"].size(), told.steps.size());
    for (std::size_t i = 0; i < told.steps.size(); ++i)
        EXPECT_EQ(one["steps"][i]["text"], told.steps[i].text);
    EXPECT_LT(one["execution"].get<std::size_t>(), page["executions"].size());
}

TEST(HtmlTest, AnAxiomWithoutAnAnswerHasNoCount) {
    HtmlStudy study = study_of(kMessagePassing);
    study.axioms[0].result.reset();
    study.axioms[0].problems = {{Severity::error, "E-ENGINE", "no engine", "", nullptr, {}}};
    const json page = page_of(study);
    EXPECT_FALSE(page["axioms"][0].contains("total"));
    EXPECT_EQ(page["axioms"][0]["problems"][0]["message"], "no engine");
}

TEST(HtmlTest, NamesTheAccessesOfARaceWithTheirLines) {
    const HtmlStudy study = study_of(R"(OPENCL race
{ [x] = 0; }
P0@wg 0, dev 0 (global int* x) {
  *x = 1;
}
P1@wg 1, dev 0 (global int* x) {
  int r = *x;
}
exists (1:r=1)
)");
    const json page = page_of(study);
    ASSERT_EQ(page["undefined"].size(), 1U);
    const json& race = page["undefined"][0];
    EXPECT_EQ(race["kind"], "data-race");
    EXPECT_EQ(race["lines"], json({4, 7}));
    EXPECT_EQ(race["accesses"].size(), 2U);
    EXPECT_EQ(page["racy"], true);
}

TEST(HtmlTest, PicturesNameNodesAndEdgesThatThereAre) {
    const json page = page_of(study_of(kMessagePassing));
    for (const json& execution : page["executions"]) {
        std::set<std::size_t> events;
        for (const json& node : execution["nodes"])
            events.insert(page["nodes"].at(node.get<std::size_t>())[0].get<std::size_t>());
        EXPECT_FALSE(events.empty());
        EXPECT_LT(execution["frame"].get<std::size_t>(), page["frames"].size());
        for (const json& number : execution["edges"]) {
            const json& edge = page["edges"].at(number.get<std::size_t>());
            EXPECT_TRUE(events.contains(edge[0].get<std::size_t>()));
            EXPECT_TRUE(events.contains(edge[1].get<std::size_t>()));
            // A point, then two controls and a point for each piece of the curve.
            EXPECT_GE(edge[5].size(), 8U);
            EXPECT_EQ(edge[5].size() % 6, 2U);
        }
    }
}

TEST(HtmlTest, EdgesEndAtTheBordersOfTheirNodes) {
    const json page = page_of(study_of(kMessagePassing));
    const auto touches = [](const json& node, int x, int y) {
        const int half_width = node[6].get<int>() / 2 + 2, half_height = node[7].get<int>() / 2 + 2;
        return std::abs(x - node[4].get<int>()) <= half_width &&
               std::abs(y - node[5].get<int>()) <= half_height;
    };
    for (const json& execution : page["executions"]) {
        std::map<std::size_t, json> nodes;
        for (const json& node : execution["nodes"]) {
            const json& one = page["nodes"][node.get<std::size_t>()];
            nodes[one[0].get<std::size_t>()] = one;
        }
        for (const json& number : execution["edges"]) {
            const json& edge = page["edges"][number.get<std::size_t>()];
            const json& curve = edge[5];
            EXPECT_TRUE(touches(nodes[edge[0].get<std::size_t>()], curve[0], curve[1])) << edge;
            EXPECT_TRUE(touches(nodes[edge[1].get<std::size_t>()], curve[curve.size() - 2],
                                curve[curve.size() - 1]))
                << edge;
        }
    }
}

TEST(HtmlTest, SummarisesForTheIndex) {
    HtmlStudy study = study_of(kMessagePassing);
    json summary = json::parse(html_test(study).summary);
    EXPECT_EQ(summary["name"], "mp");
    EXPECT_EQ(summary["verdict"], "fails");
    EXPECT_EQ(summary["racy"], false);
    EXPECT_EQ(summary["expected"], "");
    study.has_expectation = true;
    EXPECT_EQ(json::parse(html_test(study).summary)["expected"], "met");
    study.disagreement = "expected Ok, got No";
    EXPECT_EQ(json::parse(html_test(study).summary)["expected"], "failed");
}

TEST(HtmlTest, ARejectedTestHasItsProblemsAndLines) {
    const auto source = std::make_shared<const Source>("a/b.litmus", "OPENCL\nwrong\n");
    const HtmlTest test =
        html_rejection("a/b.litmus", source,
                       {{Severity::error, "E-SYNTAX", "what is this", "nothing", source, {7, 12}}});
    const json summary = json::parse(test.summary);
    EXPECT_EQ(summary["name"], "b.litmus");
    EXPECT_EQ(summary["verdict"], "rejected");
    EXPECT_EQ(summary["problem"], "what is this [E-SYNTAX]");
    EXPECT_EQ(json::parse(test.page)["problems"][0]["line"], 2);
}

// ---- the page ----

/// The text of the element that begins with `start`.
std::string element_of(const std::string& html, const std::string& start) {
    const std::size_t begin = html.find(start);
    if (begin == std::string::npos) return {};
    const std::size_t from = html.find('>', begin) + 1;
    return html.substr(from, html.find("</", from) - from);
}

TEST(HtmlPage, HostileTextStaysText) {
    const std::string name = "</script><script>alert(1)</script><!--";
    HtmlStudy study = study_of(kMessagePassing);
    study.result.test.name = name;
    const std::string html =
        to_html("{{DATA}}<b>&\"</title>", "0", {html_test(study)}, {study.model});
    EXPECT_EQ(html.find("<script>alert"), std::string::npos);
    EXPECT_EQ(html.find("<!--"), std::string::npos);
    EXPECT_EQ(element_of(html, "<title"), "{{DATA}}&lt;b&gt;&amp;&quot;&lt;/title&gt;");
    const json page =
        json::parse(element_of(html, "<script type=\"application/json\" id=\"test-0\""));
    EXPECT_EQ(page["name"], name);
    const json index =
        json::parse(element_of(html, "<script type=\"application/json\" id=\"index\""));
    EXPECT_EQ(index["tests"][0]["name"], name);
    EXPECT_EQ(index["title"], "{{DATA}}<b>&\"</title>");
}

TEST(HtmlPage, TextThatIsNoUtf8IsReplaced) {
    HtmlStudy study = study_of(kMessagePassing);
    study.result.test.name = "bad \xff byte";
    const std::string html = to_html("t", "0", {html_test(study)}, {study.model});
    EXPECT_EQ(html.find('\xff'), std::string::npos);
    EXPECT_NE(html.find("bad \xef\xbf\xbd byte"), std::string::npos);
}

TEST(HtmlPage, NeedsNothingElse) {
    const HtmlStudy study = study_of(kMessagePassing);
    const std::string html = to_html("t", "0", {html_test(study)}, {study.model});
    for (const char* outside : {" src=", "<link", "@import", "url("})
        EXPECT_EQ(html.find(outside), std::string::npos) << outside;
    EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
}

TEST(HtmlPage, NamesTheAxiomsAndRelationsOfItsModels) {
    const HtmlStudy study = study_of(kMessagePassing);
    const std::string html = to_html("t", "0", {html_test(study)}, {study.model});
    const json index =
        json::parse(element_of(html, "<script type=\"application/json\" id=\"index\""));
    const json& model = index["models"]["opencl-3.0"];
    const json page = json::parse(html_test(study).page);
    for (const json& without : page["axioms"])
        EXPECT_TRUE(model["axioms"].contains(without["name"].get<std::string>()));
    EXPECT_TRUE(model["relations"].contains("gsw"));
    EXPECT_EQ(index["styles"]["rf"][0], "#b30000");
}

}  // namespace
}  // namespace clmm::report
