#include <nlohmann/json.hpp>

#include "clmm/generator/conditions.h"
#include "clmm/report/suite.h"
#include "json/dump.h"
#include "suite/mutant.h"

namespace clmm::report {
namespace {

using Json = nlohmann::ordered_json;
using suites::Mutant;
using suites::MutantVerdict;
using suites::SuiteTest;

Json test_json(const SuiteFacts& facts, const SuiteTest& each) {
    return {{"name", each.program.name},
            {"program", each.number + 1},
            {"axioms", each.axioms},
            {"first", each.is_first},
            {"state", generator::to_text(each.program, each.state)},
            {"condition", generator::condition_of(each.program, each.state, each.shown)},
            {"litmus", suites::to_litmus(each, facts.model)}};
}

Json held_json(const SuiteFacts& facts, const Mutant& mutant, const MutantVerdict& verdict) {
    const auto name = [&](std::size_t test) { return facts.result.found[test].program.name; };
    Json made = mutant_json(mutant);
    made["killed_by_state"] = verdict.states;
    made["killed_by_race"] = verdict.races;
    if (verdict.killed_by) made["first"] = name(*verdict.killed_by);
    if (verdict.stronger)
        made["forbids_more"] = {{"test", name(verdict.stronger->test)},
                                {"weakening", verdict.stronger->weakening}};
    made["open"] = verdict.is_open;
    return made;
}

}  // namespace

std::string to_json(const SuiteFacts& facts, std::string_view version) {
    const suites::SuiteResult& result = facts.result;
    Json out;
    out["clmm"] = version;
    out["model"] = facts.model;
    out["space"] = generator::describe(facts.options.space);
    out["part"] = {{"number", facts.options.shard}, {"of", facts.options.shards}};
    out["counts"] = {{"programs", result.programs},
                     {"undefined", result.undefined},
                     {"free", result.free},
                     {"needed", result.needed},
                     {"unknown", result.unknown}};
    if (!result.ended.empty()) out["ended"] = result.ended;
    out["open"] = Json::object();
    for (const auto& [reason, count] : result.open) out["open"][reason] = count;
    out["tests"] = Json::array();
    for (const SuiteTest& each : result.found) out["tests"].push_back(test_json(facts, each));
    out["mutants"] = Json::array();
    for (std::size_t i = 0; i < facts.verdicts.size(); ++i)
        out["mutants"].push_back(held_json(facts, facts.mutants[i], facts.verdicts[i]));
    out["shown"] = shown_by(facts);
    out["complete"] = result.is_complete();
    return to_json_text(out, 2) + "\n";
}

}  // namespace clmm::report
