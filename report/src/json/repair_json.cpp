#include <algorithm>
#include <map>

#include "clmm/report/repair.h"
#include "json/dump.h"
#include "json/execution.h"

namespace clmm::report {
namespace {

using enumerator::Repair;
using enumerator::RepairResult;
using litmus::Change;
using litmus::ChangePlace;

std::string_view status_of(const RepairResult& result) {
    if (!result.unknown.empty()) return "unknown";
    if (!result.goal) return "nothing-to-repair";
    if (!result.repairs.empty()) return "found";
    return result.is_proved() ? "none" : "unknown";
}

Json companions_to_json(const RepairResult& result, const Change& change) {
    const ChangePlace& place = result.space->places()[change.place];
    Json list = Json::array();
    if (!place.companions.empty())
        for (const litmus::Companion& each : place.companions[change.level])
            list.push_back({{"at", location_to_json(result.original.test.source, each.span)},
                            {"to", each.text}});
    return list;
}

Json change_to_json(const RepairResult& result, const Change& change) {
    const ChangePlace& place = result.space->places()[change.place];
    return {{"kind", place.what},
            {"at", location_to_json(result.original.test.source, place.span)},
            {"side", place.inserts ? Json(place.after ? "after" : "before") : Json(nullptr)},
            {"from", place.inserts ? Json(nullptr) : Json(place.text)},
            {"implied", place.implied},
            {"to", place.texts[change.level]},
            {"with", companions_to_json(result, change)}};
}

Json to_json(const RepairResult& result, const Repair& repair) {
    Json changes = Json::array();
    for (const Change& change : repair.changes) changes.push_back(change_to_json(result, change));
    const Source& source = *result.original.test.source;
    return {{"changes", std::move(changes)},
            {"weaker", repair.weaker},
            {"weaker_undecided", repair.weaker_undecided},
            {"diff", unified_diff(source.name(), source.text(), repair.text)},
            {"text", repair.text}};
}

/// How many changes are undecided for which reason.
Json undecided_to_json(const RepairResult& result) {
    std::map<std::string, std::size_t> reasons;
    for (const auto& undecided : result.undecided) ++reasons[undecided.reason];
    Json list = Json::array();
    for (const auto& [reason, count] : reasons)
        list.push_back({{"reason", reason}, {"changes", count}});
    return list;
}

}  // namespace

std::string repair_to_json(const RepairResult& result, std::string_view version,
                           const RepairTextOptions& options) {
    const auto& test = result.original.test;
    Json repairs = Json::array();
    for (std::size_t i = 0; i < std::min(options.shown, result.repairs.size()); ++i)
        repairs.push_back(to_json(result, result.repairs[i]));
    Json json{{"clmm", version},
              {"name", test.name},
              {"file", test.source->name()},
              {"model", result.original.model},
              {"status", status_of(result)},
              {"goal", result.goal ? Json(to_string(*result.goal)) : Json(nullptr)},
              {"unknown_because", or_null(result.unknown)},
              {"most_changes", result.most_changes},
              {"checked", result.checked},
              {"proved", result.is_proved()},
              {"stopped_because", or_null(result.stopped)},
              {"undecided", undecided_to_json(result)},
              {"found", result.repairs.size()},
              {"repairs", std::move(repairs)}};
    if (result.original.forbidden_thin_air != model::ThinAir::none)
        json["forbid_thin_air"] = thin_air_word(result.original.forbidden_thin_air);
    return to_json_text(json, 2) + "\n";
}

}  // namespace clmm::report
