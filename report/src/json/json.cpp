#include "clmm/report/json.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "clmm/report/hash.h"
#include "clmm/report/launches.h"
#include "clmm/report/text.h"
#include "clmm/report/value.h"
#include "json/dump.h"
#include "json/execution.h"
#include "text/undefined_text.h"

namespace clmm::report {
namespace {

using enumerator::CheckResult;
using litmus::Quantifier;
using model::OutcomeEntry;

Json or_null(std::string_view text) { return text.empty() ? Json(nullptr) : Json(text); }
Json or_null(std::optional<bool> known) { return known ? Json(*known) : Json(nullptr); }

Json quantifier_to_json(const std::optional<Quantifier>& quantifier) {
    if (!quantifier) return nullptr;
    switch (*quantifier) {
        case Quantifier::exists:
            return "exists";
        case Quantifier::not_exists:
            return "~exists";
        case Quantifier::forall:
            return "forall";
    }
    return nullptr;
}

/// `verified`.
std::string status_word(enumerator::PropertyStatus status) {
    std::string word(to_string(status));
    std::ranges::transform(word, word.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return word;
}

Json diagnostics_to_json(const Diagnostics& diagnostics) {
    Json list = Json::array();
    for (const Diagnostic& diagnostic : diagnostics)
        list.push_back(
            {{"severity", to_string(diagnostic.severity)},
             {"code", diagnostic.code},
             {"message", diagnostic.message},
             {"hint", or_null(diagnostic.hint)},
             {"file", diagnostic.source ? Json(diagnostic.source->name()) : Json(nullptr)},
             {"at", place_to_json(diagnostic.source, diagnostic.span)}});
    return list;
}

/// The observables that a family leaves free, by the name of the group that shares a value.
Json family_to_json(const litmus::EventStructure& structure, const OutcomeEntry& outcome) {
    if (!outcome.family) return nullptr;
    Json free = Json::object();
    for (std::size_t i = 0; i < structure.observables.size(); ++i)
        if (const int group = outcome.family->free_group[i]; group >= 0)
            free[structure.observables[i].name] = group_name(*outcome.family, group);
    const model::Extent extent = outcome.family->extent;
    return {
        {"any_value",
         extent == model::Extent::undecided ? Json(nullptr) : Json(extent == model::Extent::every)},
        {"unspecified", outcome.family->unspecified},
        {"free", std::move(free)}};
}

Json undefined_to_json(const CheckResult& result, bool witness) {
    Json list = Json::array();
    for (const model::UndefinedEntry& entry : result.answer.undefined) {
        Json actions = Json::array(), places = Json::array();
        for (const litmus::EventId event : entry.events)
            actions.push_back(
                action_to_json(result.structure, result.test.source, entry.witness, event));
        for (const Span span : undefined_spans(result, entry))
            places.push_back(location_to_json(result.test.source, span));
        Json json{{"kind", entry.kind},
                  {"message", or_null(entry.message)},
                  {"actions", std::move(actions)},
                  {"at", std::move(places)}};
        if (witness)
            json["witness"] =
                execution_to_json(result.structure, result.test.source, entry.witness);
        list.push_back(std::move(json));
    }
    return list;
}

Json claims_to_json(const CheckResult& result) {
    Json list = Json::array();
    for (const enumerator::ClaimResult& claim : result.claims)
        list.push_back({{"claim", to_string(claim.claim)},
                        {"status", to_string(claim.status)},
                        {"origin", claim.origin},
                        {"at", location_to_json(result.test.source, claim.span)}});
    return list;
}

Json properties_to_json(const CheckResult& result) {
    Json json = Json::object();
    for (const enumerator::PropertyResult& each : result.properties) {
        json[std::string(to_string(each.property))] = status_word(each.status);
    }
    return json;
}

Json ambiguities_to_json(const std::vector<enumerator::Ambiguity>& ambiguities) {
    Json list = Json::array();
    for (const enumerator::Ambiguity& each : ambiguities) {
        Json json{{"switch", each.name},
                  {"value", each.value},
                  {"question", or_null(each.question)},
                  {"citation", or_null(each.citation)},
                  {"note", or_null(each.note)},
                  {"changes", each.changes()},
                  {"rejected", or_null(each.rejected)}};
        if (each.rejected.empty())
            json.update({{"verdict", to_string(each.verdict)},
                         {"outcomes", each.outcomes},
                         {"added", each.added},
                         {"removed", each.removed},
                         {"undefined", each.undefined},
                         {"incomplete", each.incomplete}});
        list.push_back(std::move(json));
    }
    return list;
}

Json statistics_to_json(const CheckResult& result) {
    Json json{{"events", result.structure.size()}};
    for (const model::Statistic& each : result.answer.statistics) {
        std::string key = each.what;
        std::ranges::replace(key, ' ', '_');
        json[key] = each.count;
    }
    return json;
}

Json verdict_to_json(const CheckResult& result) {
    const enumerator::Tally tally = enumerator::tally(result.answer, result.all_executions);
    const auto counted = [&](const Natural& count) {
        return result.outcomes_listed ? count_to_json(count) : Json(nullptr);
    };
    return {{"quantifier", quantifier_to_json(result.test.quantifier)},
            {"condition", or_null(result.test.condition_text)},
            {"verdict", to_string(result.verdict)},
            {"allowed", or_null(enumerator::allowed(result.answer))},
            {"racy", or_null(result.racy)},
            {"complete", enumerator::is_complete(result.answer)},
            {"incomplete_because", or_null(result.reason)},
            {"races_incomplete_because", or_null(result.answer.undefined_incomplete.value_or(""))},
            {"observation", to_string(result.observation)},
            {"counted", result.all_executions ? "executions" : "outcomes"},
            {"satisfying", counted(tally.satisfying)},
            {"violating", counted(tally.violating)}};
}

/// Blanks in front of every line, as members of `results` have. Text from files may be no UTF-8;
/// what is not is replaced.
std::string dumped(const Json& json, std::size_t blanks = 4) {
    const std::string indent(blanks, ' ');
    std::string text = indent;
    for (const char c : to_json_text(json, 2)) {
        text += c;
        if (c == '\n') text += indent;
    }
    return text;
}

Json head_to_json(const CheckResult& result) {
    Json json{{"name", result.test.name},
              {"file", result.test.source ? Json(result.test.source->name()) : Json(nullptr)},
              {"language", result.test.front_end->header(result.test)},
              {"model", result.model},
              {"engine", result.engine},
              {"hash", result.test.source ? Json(test_hash(result.test)) : Json(nullptr)}};
    if (result.forbidden_thin_air != model::ThinAir::none)
        json["forbid_thin_air"] = thin_air_word(result.forbidden_thin_air);
    json.update(verdict_to_json(result));
    return json;
}

Json tail_to_json(const CheckResult& result, const JsonOptions& options) {
    Json json{{"undefined", undefined_to_json(result, options.witness)},
              {"claims", claims_to_json(result)}};
    if (!result.properties.empty()) json["properties"] = properties_to_json(result);
    if (result.ambiguities) json["ambiguities"] = ambiguities_to_json(*result.ambiguities);
    json["diagnostics"] = diagnostics_to_json(result.warnings);
    json["statistics"] = statistics_to_json(result);
    if (options.witness) {
        const std::optional<OutcomeEntry> outcome = deciding_outcome(result);
        json["witness"] =
            outcome ? execution_to_json(result.structure, result.test.source, outcome->execution())
                    : Json(nullptr);
    }
    if (options.time)
        json["time"] = {{"unfold_us", result.times.unfold.count()},
                        {"decide_us", result.times.decide.count()}};
    return json;
}

std::string in_line(const Json& json) { return to_json_text(json); }

/// Outcomes as dumped() would write objects of theirs: there may be a million.
class OutcomeTexts {
public:
    explicit OutcomeTexts(const CheckResult& result)
        : result_(result), known_(result.structure.observables.size()) {
        for (const litmus::Observable& observable : result.structure.observables)
            names_.push_back("            " + in_line(observable.name) + ": ");
    }

    std::string operator()(const OutcomeEntry& outcome) {
        std::string text = "        {\n          \"values\": {";
        for (std::size_t i = 0; i < names_.size(); ++i) {
            text += i == 0 ? "\n" : ",\n";
            text += names_[i];
            text += value(i, outcome.values[i]);
        }
        text += names_.empty() ? "}" : "\n          }";
        const auto add = [&](std::string_view member, std::string_view value) {
            text.append(",\n          \"").append(member).append("\": ").append(value);
        };
        add("satisfies", outcome.satisfies_condition ? "true" : "false");
        add("out_of_thin_air", outcome.out_of_thin_air ? "true" : "false");
        add("family", dumped(family_to_json(result_.structure, outcome), 10).substr(10));
        if (result_.all_executions) add("executions", std::to_string(outcome.executions));
        return text + "\n        }";
    }

private:
    const std::string& value(std::size_t observable, std::uint64_t value) {
        const auto [known, is_new] = known_[observable].try_emplace(value);
        if (is_new)
            known->second = in_line(
                value_to_json(result_.structure, result_.structure.observables[observable], value));
        return known->second;
    }

    const CheckResult& result_;
    std::vector<std::string> names_;                           ///< by observable
    std::vector<std::map<std::uint64_t, std::string>> known_;  ///< by observable: values met
};

/// The members `outcomes` and, where some are left out, how many.
void write_outcomes(const CheckResult& result, const JsonOptions& options, const Sink& sink) {
    sink("      \"outcomes\": ");
    if (!result.outcomes_listed) return sink("null,\n");
    std::uint64_t listed = 0;
    OutcomeTexts texts(result);
    for (const OutcomeEntry& outcome : result.answer.outcomes) {
        if (listed == options.states) break;
        sink(listed++ == 0 ? "[\n" : ",\n");
        sink(texts(outcome));
    }
    sink(listed == 0 ? "[],\n" : "\n      ],\n");
    if (const Natural left = result.answer.outcomes.size() - listed; !left.is_zero())
        sink("      \"outcomes_left_out\": " + to_json_text(count_to_json(left)) + ",\n");
}

}  // namespace

std::string json_header(std::string_view version) {
    return "{\n  \"clmm\": " + to_json_text(Json(version)) + ",\n  \"results\": [\n";
}

std::string json_footer() { return "\n  ]\n}\n"; }

void write_json(const CheckResult& result, const JsonOptions& options, const Sink& sink) {
    // Two objects made one: the end of the first and the beginning of the second are left out.
    constexpr std::string_view kEnd = "\n    }";
    constexpr std::string_view kBegin = "    {\n";
    const std::string head = dumped(head_to_json(result));
    const std::string tail = dumped(tail_to_json(result, options));
    sink(std::string_view(head).substr(0, head.size() - kEnd.size()));
    sink(",\n");
    write_outcomes(result, options, sink);
    sink(std::string_view(tail).substr(kBegin.size()));
}

std::string to_json(const CheckResult& result, const JsonOptions& options) {
    std::string text;
    write_json(result, options, [&](std::string_view part) { text += part; });
    return text;
}

std::string rejection_to_json(std::string_view file, std::string_view model,
                              const Diagnostics& problems) {
    return dumped(Json{{"file", file},
                       {"model", or_null(model)},
                       {"verdict", "rejected"},
                       {"diagnostics", diagnostics_to_json(problems)}});
}

namespace {

Json launch_to_json(const std::optional<LaunchesAnswer::Launch>& launch) {
    if (!launch) return nullptr;
    return {{"global", launch->global}, {"local", launch->local}, {"arguments", launch->arguments}};
}

/// As of a test's properties: one that is refuted, else one that is unknown.
const char* verdict_of(const Json& answers) {
    const auto some = [&](const char* status) {
        return std::ranges::any_of(answers,
                                   [&](const Json& each) { return each["status"] == status; });
    };
    return some("refuted") ? "fails" : some("unknown") ? "unknown" : "holds";
}

}  // namespace

std::string to_json(const LaunchesAnswer& answer) {
    return dumped(Json{{"property", enumerator::to_string(answer.property)},
                       {"status", status_word(answer.status)},
                       {"reason", or_null(answer.reason)},
                       {"launch", launch_to_json(answer.launch)},
                       {"unsized", answer.unsized},
                       {"diagnostics", diagnostics_to_json(answer.diagnostics)}});
}

std::string to_json(const LaunchesQuestion& question, const std::vector<std::string>& answers) {
    Json all = Json::array();
    for (const std::string& each : answers) all.push_back(Json::parse(each));
    Json out{{"file", question.file},
             {"kernel", question.kernel},
             {"model", question.model},
             {"variants", question.variants}};
    out["launches"] = {{"global", question.global}, {"local", question.local}};
    out["verdict"] = verdict_of(all);
    out["answers"] = std::move(all);
    return dumped(out);
}

}  // namespace clmm::report
