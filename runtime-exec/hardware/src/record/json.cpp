// A record for programs.
#include <nlohmann/json.hpp>

#include "clmm/hardware/record.h"
#include "clmm/hardware/score.h"
#include "record/words.h"

namespace clmm::hardware {
namespace {

using Json = nlohmann::ordered_json;

Json or_null(std::string_view text) { return text.empty() ? Json(nullptr) : Json(text); }

double seconds(std::chrono::nanoseconds time) {
    return std::chrono::duration<double>(time).count();
}

Json test_to_json(const RunRecord::Test& test) {
    Json mutant = nullptr;
    if (!test.mutant_of.empty())
        mutant = {{"of", test.mutant_of}, {"kind", test.weakness_kind}, {"change", test.weakness}};
    return {{"name", test.name},
            {"hash", test.hash},
            {"file", test.file},
            {"quantifier", or_null(quantifier_word(test.quantifier))},
            {"condition", or_null(test.condition)},
            {"mutant", std::move(mutant)}};
}

Json device_to_json(const RunRecord& record) {
    const RunRecord::Device& device = record.device;
    return {{"selector", record.selector}, {"backend", to_string(device.backend)},
            {"name", device.name},         {"vendor", device.vendor},
            {"driver", device.driver},     {"version", device.version},
            {"platform", device.platform}, {"compute_units", device.compute_units}};
}

Json states_to_json(const RunRecord& record) {
    Json states = Json::array();
    for (const RunRecord::State& state : record.states)
        states.push_back({{"state", state.text},
                          {"count", state.count},
                          {"satisfies", state.satisfies},
                          {"verdict", to_string(state.verdict)}});
    return states;
}

Json placements_to_json(const RunRecord& record) {
    Json placements = Json::array();
    for (const RunRecord::Placement& each : record.placements)
        placements.push_back({{"placement", each.name},
                              {"processors", each.processors},
                              {"launches", each.launches},
                              {"instances", each.instances},
                              {"sightings", each.weak},
                              {"reproducibility", reproducibility(each.weak, each.instances)}});
    return placements;
}

Json comparison_to_json(const RunRecord& record) {
    if (!record.has_histogram()) return nullptr;
    const auto weak = record.weak_count();
    Json score = nullptr;
    if (weak)
        score = {{"sightings", *weak},
                 {"a_second", record.weak_rate()},
                 {"reproducibility", reproducibility(*weak, record.instances)}};
    return {{"verdict", to_string(record.verdict)},
            {"reason", or_null(record.verdict_reason)},
            {"racy", record.racy ? Json(*record.racy) : Json(nullptr)},
            {"model_complete", record.model_complete},
            {"states", states_to_json(record)},
            {"score", std::move(score)},
            {"placements", placements_to_json(record)},
            {"explanation", or_null(record.explanation)}};
}

}  // namespace

std::string to_json(const RunRecord& record) {
    const Json json{{"test", test_to_json(record.test)},
                    {"device", device_to_json(record)},
                    {"model", record.model},
                    {"tuning", Json::parse(to_json(record.tuning))},
                    {"seed", record.seed},
                    {"length", record.length},
                    {"time_limit", record.time ? Json(seconds(*record.time)) : Json(nullptr)},
                    {"beyond_claims", record.beyond_claims},
                    {"unclaimed", record.unclaimed},
                    {"status", to_string(record.status)},
                    {"reason", or_null(record.reason)},
                    {"instances", record.instances},
                    {"launches", record.launches},
                    {"device_time", seconds(record.device_time)},
                    {"wall_time", seconds(record.wall_time)},
                    {"instances_a_second", record.instance_rate()},
                    {"comparison", comparison_to_json(record)}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string compact(const Tuning& tuning) { return Json::parse(to_json(tuning)).dump(); }

}  // namespace clmm::hardware
