#include "clmm/report/sarif.h"

#include <algorithm>
#include <map>
#include <set>

#include "clmm/base/utf8.h"
#include "clmm/report/action.h"
#include "clmm/report/uri.h"
#include "json/dump.h"
#include "json/execution.h"
#include "text/undefined_text.h"

namespace clmm::report {
namespace {

using enumerator::CheckResult;
using model::UndefinedEntry;

constexpr const char* kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Columns count code points here, bytes in a Source.
std::uint32_t column_of(const Source& source, Source::Position at) {
    const std::string_view before = source.line(at.line).substr(0, at.column - 1);
    return 1 + static_cast<std::uint32_t>(utf8_characters(before));
}

Json location(const Finding::Site& place) {
    const Source::Written written = place.source->written(place.span);
    const Source::Position begin = written.position();
    const Source::Position end =
        written.source.position(std::max(written.span.begin, written.span.end));
    Json result = {{"physicalLocation",
                    {{"artifactLocation", {{"uri", uri_of(written.source.name())}}},
                     {"region",
                      {{"startLine", begin.line},
                       {"startColumn", column_of(written.source, begin)},
                       {"endLine", end.line},
                       {"endColumn", column_of(written.source, end)}}}}}};
    if (!place.note.empty()) result["message"] = {{"text", place.note}};
    return result;
}

Json result_of(const Finding& finding) {
    Json result = {{"ruleId", finding.rule},
                   {"level", to_string(finding.level)},
                   {"message", {{"text", finding.message}}}};
    Json locations = Json::array();
    Json related = Json::array();
    for (std::size_t i = 0; i < finding.places.size(); ++i) {
        if (!finding.places[i].source) continue;
        Json at = location(finding.places[i]);
        if (i > 0) {
            at["id"] = i;
            related.push_back(std::move(at));
        } else {
            at.erase("message");
            locations.push_back(std::move(at));
        }
    }
    if (!locations.empty()) result["locations"] = std::move(locations);
    if (!related.empty()) result["relatedLocations"] = std::move(related);
    return result;
}

Json rules_of(const std::vector<Finding>& findings) {
    std::map<std::string, std::string> about;
    for (const Finding& finding : findings) {
        std::string& text = about[finding.rule];
        if (text.empty()) text = finding.about;
    }
    Json rules = Json::array();
    for (const auto& [id, text] : about) {
        Json rule = {{"id", id}};
        if (!text.empty()) rule["fullDescription"] = {{"text", text}};
        rules.push_back(std::move(rule));
    }
    return rules;
}

/// Some claim says that such undefined behaviour is there.
bool is_expected(const CheckResult& result, std::string_view kind) {
    using enumerator::Claim;
    return std::ranges::any_of(result.claims, [&](const enumerator::ClaimResult& each) {
        if (each.status != enumerator::ClaimStatus::met) return false;
        return each.claim == Claim::racy ? model::is_race(kind)
                                         : enumerator::means(each.claim, kind);
    });
}

Finding finding_of(const CheckResult& result, const UndefinedEntry& entry) {
    Finding finding{
        entry.kind, is_expected(result, entry.kind) ? Severity::note : Severity::error, {}, {}, {}};
    if (entry.events.empty()) {
        finding.message = entry.message;
        for (const Span span : undefined_spans(result, entry))
            finding.places.push_back({result.test.source, span, {}});
    } else {
        finding.about = entry.message;
        for (const litmus::EventId event : entry.events) {
            const std::string action = format_unit(result.structure, event) + ": " +
                                       format_action(result.structure, entry.witness, event);
            finding.message += (finding.message.empty() ? "" : " and ") + action;
            finding.places.push_back({result.test.source, result.structure[event].span, action});
        }
    }
    finding.message = entry.kind + ": " + finding.message + " (" + result.model + ")";
    return finding;
}

}  // namespace

Finding finding_of(const Diagnostic& diagnostic) {
    Finding finding{diagnostic.code.empty() ? "note" : diagnostic.code,
                    diagnostic.severity,
                    diagnostic.message,
                    {},
                    {}};
    if (!diagnostic.hint.empty()) finding.message += "\n" + diagnostic.hint;
    if (diagnostic.source) finding.places.push_back({diagnostic.source, diagnostic.span, {}});
    return finding;
}

std::vector<Finding> findings_of(const CheckResult& result) {
    std::vector<Finding> findings;
    for (const UndefinedEntry* entry : distinct_undefined(result))
        findings.push_back(finding_of(result, *entry));
    return findings;
}

std::string to_sarif(const std::vector<Finding>& findings, std::string_view version) {
    Json results = Json::array();
    std::set<std::string> told;
    for (const Finding& finding : findings) {
        Json result = result_of(finding);
        if (told.insert(to_json_text(result)).second) results.push_back(std::move(result));
    }
    Json driver = {{"name", "clmm"}, {"version", version}, {"rules", rules_of(findings)}};
    Json run = {{"tool", {{"driver", std::move(driver)}}},
                {"columnKind", "unicodeCodePoints"},
                {"results", std::move(results)}};
    const Json document = {
        {"$schema", kSchema}, {"version", "2.1.0"}, {"runs", Json::array({std::move(run)})}};
    return to_json_text(document, 2) + "\n";
}

}  // namespace clmm::report
