// How far a search for a minimal suite went, as a file.
#include <nlohmann/json.hpp>

#include "clmm/report/suite.h"
#include "json/natural.h"

namespace clmm::report {
namespace {

using Json = nlohmann::ordered_json;
using suites::SuiteResult;
using suites::SuiteTest;

SuiteResult suite_result(const Json& json) {
    SuiteResult result;
    result.next = natural(json.at("next"));
    const Json& counts = json.at("counts");
    result.programs = natural(counts.at("programs"));
    result.undefined = natural(counts.at("undefined"));
    result.free = natural(counts.at("free"));
    result.needed = natural(counts.at("needed"));
    result.unknown = natural(counts.at("unknown"));
    for (const auto& [reason, count] : json.at("open").items())
        result.open[reason] = natural(count);
    for (const Json& each : json.at("tests")) {
        SuiteTest& made = result.found.emplace_back();
        made.number = natural(each.at("number"));
        made.state = naturals<generator::State>(each.at("state"));
        made.shown = naturals<std::vector<std::size_t>>(each.at("shown"));
        made.axioms = each.at("axioms").get<std::vector<std::string>>();
    }
    return result;
}

}  // namespace

std::string to_state(const SuiteResult& result, const std::string& key) {
    Json out{{"key", key}, {"next", result.next}};
    out["counts"] = {{"programs", result.programs},
                     {"undefined", result.undefined},
                     {"free", result.free},
                     {"needed", result.needed},
                     {"unknown", result.unknown}};
    out["open"] = Json::object();
    for (const auto& [reason, count] : result.open) out["open"][reason] = count;
    out["tests"] = Json::array();
    for (const SuiteTest& each : result.found)
        out["tests"].push_back({{"number", each.number},
                                {"state", each.state},
                                {"shown", each.shown},
                                {"axioms", each.axioms}});
    return out.dump(2) + "\n";
}

Result<SuiteResult> read_suite_state(const SourcePtr& file, const std::string& key) {
    const auto refuse = [&](std::string message, std::string hint) {
        return Result<SuiteResult>::failure(
            {Severity::error, "E-STATE", std::move(message), std::move(hint), file, Span{0, 0}});
    };
    try {
        const Json json = Json::parse(file->text());
        if (json.at("key").get<std::string>() != key)
            return refuse("this file is about another model, space or part",
                          "name another file, or remove it");
        return suite_result(json);
    } catch (const nlohmann::json::exception& bad) {
        return refuse("this is no state of clmm generate --minimal-suite", bad.what());
    }
}

}  // namespace clmm::report
