#include "clmm/report/generated.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "clmm/base/counted.h"
#include "clmm/generator/conditions.h"
#include "json/dump.h"

namespace clmm::report {
namespace {

using Json = nlohmann::ordered_json;

std::string allowed_word(const GeneratedTest& test) {
    if (!test.is_allowed) return "unknown";
    return *test.is_allowed ? "allowed" : "forbidden";
}

std::string race_word(const GeneratedTest& test) {
    if (!test.is_racy) return "unknown";
    return *test.is_racy ? "racy" : "race-free";
}

std::string condition_of(const suites::StateTest& test) {
    return generator::condition_of(test.program, test.state, test.shown);
}

}  // namespace

std::string to_litmus(const GeneratedTest& test, const std::string& model) {
    std::string claims;
    for (const auto& [is_known, word] : {std::pair{test.is_allowed.has_value(), allowed_word(test)},
                                         std::pair{test.is_racy.has_value(), race_word(test)}})
        if (is_known) claims += (claims.empty() ? "" : ", ") + word;
    return generator::to_litmus(test.test.program, condition_of(test.test) + "\n",
                                generator::expectation(model, claims));
}

std::string to_text(const GeneratedFacts& facts) {
    std::string out = "Model " + facts.model + "\nTests " + facts.what + "\n\n";
    for (const GeneratedTest& each : facts.tests) {
        out += each.test.program.name + "  " + allowed_word(each) + ", " + race_word(each) + "  " +
               condition_of(each.test) + (each.origin.empty() ? "" : "  " + each.origin) + "\n";
        if (!each.reason.empty()) out += "  " + each.reason + "\n";
    }
    const auto count = [&](const char* word) {
        return std::to_string(std::ranges::count_if(
            facts.tests, [&](const auto& each) { return allowed_word(each) == word; }));
    };
    return out + (facts.tests.empty() ? "" : "\n") + counted(facts.tests.size(), "test") + ": " +
           count("allowed") + " allowed, " + count("forbidden") + " forbidden, " +
           count("unknown") + " unknown\n";
}

std::string to_json(const GeneratedFacts& facts, std::string_view version) {
    Json out{{"clmm", version}, {"model", facts.model}, {"what", facts.what}};
    out["tests"] = Json::array();
    bool is_complete = true;
    for (const GeneratedTest& each : facts.tests) {
        is_complete = is_complete && each.is_allowed && each.is_racy;
        out["tests"].push_back({{"name", each.test.program.name},
                                {"cycle", each.origin},
                                {"state", generator::to_text(each.test.program, each.test.state)},
                                {"condition", condition_of(each.test)},
                                {"verdict", allowed_word(each)},
                                {"race", race_word(each)},
                                {"reason", each.reason},
                                {"litmus", to_litmus(each, facts.model)}});
    }
    out["complete"] = is_complete;
    return to_json_text(out, 2) + "\n";
}

}  // namespace clmm::report
