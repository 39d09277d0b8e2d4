#include "clmm/report/contained.h"

#include <nlohmann/json.hpp>

#include "clmm/base/counted.h"
#include "json/dump.h"

namespace clmm::report {
namespace {

using Json = nlohmann::ordered_json;
using separation::ContainedSeparation;
using separation::Manner;

const char* word_of(Manner manner) {
    switch (manner) {
        case Manner::condition:
            return "condition";
        case Manner::undefined:
            return "undefined";
        case Manner::rejected:
            return "rejected";
    }
    return "";
}

std::string heading(const ContainedFacts& facts, const ContainedSeparation& each) {
    const std::string& weaker = facts.models[each.weaker];
    const std::string& other = facts.models[1 - each.weaker];
    switch (each.manner) {
        case Manner::condition:
            return weaker + " allows, " + other + " forbids";
        case Manner::undefined:
            return weaker + " has undefined behaviour, " + other + " has none";
        case Manner::rejected:
            return weaker + " accepts, " + other + " rejects";
    }
    return "";
}

std::string shown_by(const ContainedFacts& facts, const ContainedTest& test) {
    const auto& result = test.result;
    if (!result.ended.empty()) return "Nothing is shown: the search ended, " + result.ended;
    if (result.unknown != 0)
        return "Nothing is shown: " + counted(result.unknown, "text") + " could not be decided";
    if (!result.found.empty())
        return "Shown: with any one thing of it left out or weakened, it separates in this way no "
               "more";
    return "Shown: " + test.name + " does not separate " + facts.models[0] + " and " +
           facts.models[1] + (facts.both ? "" : " in this direction");
}

std::string to_text(const ContainedFacts& facts, const ContainedTest& test) {
    std::string out;
    for (const ContainedSeparation& each : test.result.found) {
        out += "\n" + test.name + ": " + heading(facts, each) +
               (is_whole(test, each) ? "; the whole test is needed" : "; a part of the test") +
               "\n\n" + each.text;
    }
    out += "\n" + test.name + ": " + counted(test.result.texts, "text") + " decided, " +
           counted(test.result.found.size(), "minimal test") + "\n";
    for (const auto& [reason, count] : test.result.open)
        out += "  " + std::to_string(count) + ": " + reason + "\n";
    return out + shown_by(facts, test) + "\n";
}

Json separation_json(const ContainedFacts& facts, const ContainedTest& test,
                     const ContainedSeparation& each) {
    return {{"manner", word_of(each.manner)},
            {"weaker", facts.models[each.weaker]},
            {"stronger", facts.models[1 - each.weaker]},
            {"whole", is_whole(test, each)},
            {"litmus", each.text}};
}

Json test_json(const ContainedFacts& facts, const ContainedTest& test) {
    Json made{{"test", test.name},
              {"texts", test.result.texts},
              {"decided", test.result.decided},
              {"unknown", test.result.unknown}};
    if (!test.result.ended.empty()) made["ended"] = test.result.ended;
    made["open"] = Json::object();
    for (const auto& [reason, count] : test.result.open) made["open"][reason] = count;
    made["separations"] = Json::array();
    for (const ContainedSeparation& each : test.result.found)
        made["separations"].push_back(separation_json(facts, test, each));
    made["shown"] = shown_by(facts, test);
    made["complete"] = test.result.is_complete();
    return made;
}

}  // namespace

bool is_whole(const ContainedTest& test, const ContainedSeparation& each) {
    return each.text == test.result.whole;
}

std::string to_text(const ContainedFacts& facts) {
    std::string out = "Models " + facts.models[0] + ", " + facts.models[1] + "\n";
    for (const ContainedTest& each : facts.tests) out += to_text(facts, each);
    return out;
}

std::string to_json(const ContainedFacts& facts, std::string_view version) {
    Json out;
    out["clmm"] = version;
    out["models"] = facts.models;
    out["tests"] = Json::array();
    for (const ContainedTest& each : facts.tests) out["tests"].push_back(test_json(facts, each));
    return to_json_text(out, 2) + "\n";
}

}  // namespace clmm::report
