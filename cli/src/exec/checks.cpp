#include "exec/checks.h"

#include <CLI/CLI.hpp>
#include <array>
#include <sstream>

#include "exec/json.h"
#include "exec/values/binding.h"
#include "version.h"

namespace clmm::cli {
namespace {

using runtime::FindingKind;

struct KindName {
    FindingKind kind;
    const char* option;    ///< of --check, and in JSON
    const char* singular;  ///< in the summary
    const char* plural;
};

constexpr std::array kKinds = {
    KindName{FindingKind::race, "race", "race", "races"},
    KindName{FindingKind::bounds, "bounds", "out of bounds", "out of bounds"},
    KindName{FindingKind::uninitialised, "uninitialised", "uninitialised", "uninitialised"},
    KindName{FindingKind::divergence, "divergence", "divergence", "divergences"},
    KindName{FindingKind::alignment, "align", "misaligned", "misaligned"},
    KindName{FindingKind::division, "division", "division by zero", "divisions by zero"},
    KindName{FindingKind::copies, "copies", "async copy", "async copies"},
    KindName{FindingKind::assertion, "assert", "assertion", "assertions"}};

/// False if there is no such check.
bool add_check(const std::string& word, DynamicChecks& arguments) {
    runtime::CheckSet& set = arguments.wanted;
    const bool all = word == "all";
    if (all || word == "race") set.race = true;
    if (all || word == "bounds") set.bounds = true;
    if (all || word == "uninitialised") set.uninitialised = true;
    if (all || word == "align") set.alignment = true;
    if (all || word == "division") set.division = true;
    if (all || word == "copies") set.copies = true;
    arguments.given = true;
    if (all) return true;
    for (const KindName& known : kKinds)
        if (word == known.option) return true;
    return false;
}

std::string index_json(const runtime::Index3& index) {
    std::string out = "[";
    for (unsigned d = 0; d < 3; ++d) out += (d > 0 ? "," : "") + std::to_string(index[d]);
    return out + "]";
}

std::string site_json(const runtime::Finding::Site& site) {
    std::string out = "{";
    if (site.source) {
        const Source::Written written = site.source->written(site.span);
        const Source::Position at = written.position();
        const Source::Position end = written.source.position(written.span.end);
        out += R"("file":)" + json_string(written.source.name()) + R"(,"line":)" +
               std::to_string(at.line) + R"(,"column":)" + std::to_string(at.column) +
               R"(,"end_line":)" + std::to_string(end.line) + R"(,"end_column":)" +
               std::to_string(end.column) + ",";
    }
    if (site.by_work_item) out += R"("global_id":)" + index_json(site.global_id) + ",";
    return out + R"("what":)" + json_string(site.what) + "}";
}

const KindName& name_of(FindingKind kind) {
    for (const KindName& known : kKinds)
        if (known.kind == kind) return known;
    return kKinds.front();
}

std::string finding_json(const runtime::Finding& finding) {
    std::string out = R"({"kind":")" + std::string(name_of(finding.kind).option) +
                      R"(","message":)" + json_string(finding.message) + R"(,"count":)" +
                      std::to_string(finding.count);
    if (!finding.explanation.empty())
        out += R"(,"explanation":)" + json_string(finding.explanation);
    out += R"(,"sites":[)";
    for (std::size_t i = 0; i < finding.sites.size(); ++i)
        out += (i > 0 ? "," : "") + site_json(finding.sites[i]);
    return out + "]}";
}

}  // namespace

void declare_check_options(CLI::App& command, DynamicChecks& arguments) {
    const std::string group = "Dynamic checks";
    const auto set_checks = [&arguments](const std::string& list) {
        std::istringstream words(list);
        for (std::string word; std::getline(words, word, ',');)
            if (!add_check(word, arguments))
                throw CLI::ValidationError("--check: there is no check '" + word +
                                           "'; there are race, bounds, uninitialised, "
                                           "divergence, align, division, copies, assert and all");
    };
    command
        .add_option_function<std::string>(
            "--check", set_checks,
            "look for mistakes while the kernel runs, and end with exit code 1 if there are: race, "
            "bounds, uninitialised, divergence, align, division, copies, assert, or all")
        ->type_name("LIST")
        ->group(group);
    command.add_flag("--json", arguments.json, "print findings as JSON in place of text")
        ->group(group);
}

void reject_checks(const DynamicChecks& arguments) {
    if (arguments.given || arguments.json)
        reject(nullptr, {}, "E-ARGUMENT", "--check and --json are for kernels and host programs",
               "clmm check verifies tests of work-items");
}

std::string check_list(const DynamicChecks& arguments) {
    if (!arguments.given) return "";
    const runtime::CheckSet& set = arguments.wanted;
    std::string list = "divergence";
    const auto add = [&](bool is_wanted, const char* word) {
        if (is_wanted) list += std::string(",") + word;
    };
    add(set.race, "race");
    add(set.bounds, "bounds");
    add(set.uninitialised, "uninitialised");
    add(set.alignment, "align");
    add(set.division, "division");
    add(set.copies, "copies");
    return list;
}

std::string findings_summary(const std::vector<runtime::Finding>& findings) {
    if (findings.empty()) return "No findings";
    std::string kinds;
    for (const KindName& known : kKinds) {
        std::size_t count = 0;
        for (const runtime::Finding& finding : findings) count += finding.kind == known.kind;
        if (count == 0) continue;
        kinds += (kinds.empty() ? "" : ", ") + std::to_string(count) + " " +
                 (count == 1 ? known.singular : known.plural);
    }
    return std::to_string(findings.size()) + (findings.size() == 1 ? " finding: " : " findings: ") +
           kinds;
}

std::string findings_json(const std::string& file, const std::vector<runtime::Finding>& findings) {
    std::string out = R"({"clmm":)" + json_string(version()) + R"(,"file":)" + json_string(file) +
                      R"(,"findings":[)";
    for (std::size_t i = 0; i < findings.size(); ++i)
        out += (i > 0 ? "," : "") + std::string("\n  ") + finding_json(findings[i]);
    return out + (findings.empty() ? "" : "\n") + "]}\n";
}

}  // namespace clmm::cli
