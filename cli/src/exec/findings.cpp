#include "exec/findings.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace clmm::cli {
namespace {

const char* code_of(runtime::FindingKind kind) {
    switch (kind) {
        case runtime::FindingKind::race:
            return "E-RACE";
        case runtime::FindingKind::bounds:
            return "E-BOUNDS";
        case runtime::FindingKind::uninitialised:
            return "E-UNINITIALISED";
        case runtime::FindingKind::alignment:
            return "E-ALIGNMENT";
        case runtime::FindingKind::division:
            return "E-DIVISION";
        case runtime::FindingKind::copies:
            return "E-COPY";
        case runtime::FindingKind::assertion:
            return "E-ASSERT";
        case runtime::FindingKind::divergence:
            break;
    }
    return "E-EXEC";
}

/// `write of 4 bytes to out[i], by work-item (3, 0, 0)`
std::string what_happened(const runtime::Finding::Site& site) {
    if (!site.by_work_item) return site.what;
    std::string out = site.what + ", by work-item (";
    for (unsigned d = 0; d < 3; ++d) out += (d > 0 ? ", " : "") + std::to_string(site.global_id[d]);
    return out + ")";
}

std::string hint_of(const runtime::Finding& finding) {
    std::string out = finding.explanation;
    if (finding.count > 1)
        out += (out.empty() ? "" : "; ") + std::string("found ") + std::to_string(finding.count) +
               " times, here for the first";
    return out;
}

Diagnostic place_of(const runtime::Finding& finding, std::size_t i) {
    const bool first = i == 0;
    const bool told = finding.kind != runtime::FindingKind::divergence;
    const runtime::Finding::Site& site = finding.sites[i];
    Diagnostic out{first ? Severity::error : Severity::note,
                   first ? code_of(finding.kind) : "",
                   first ? finding.message : site.what,
                   "",
                   site.source,
                   site.span};
    if (told)
        out.message = first ? finding.message + ": " + what_happened(site) : what_happened(site);
    if (told && i + 1 == finding.sites.size()) out.hint = hint_of(finding);
    return out;
}

}  // namespace

Diagnostics finding_diagnostics(const std::vector<runtime::Finding>& findings) {
    Diagnostics problems;
    for (const runtime::Finding& finding : findings) {
        for (std::size_t i = 0; i < finding.sites.size(); ++i)
            problems.push_back(place_of(finding, i));
        if (finding.sites.empty())
            problems.push_back(
                {Severity::error, code_of(finding.kind), finding.message, "", nullptr, {}});
    }
    return problems;
}

namespace {

/// The places of the accesses of a finding, whichever was the first.
auto key_of(const runtime::Finding& finding) {
    std::vector<std::pair<std::uint32_t, std::string>> places;
    for (std::size_t i = 0; i < finding.sites.size() && i < 2; ++i)
        places.emplace_back(finding.sites[i].span.begin, finding.sites[i].what);
    std::ranges::sort(places);
    return std::tuple(finding.kind, finding.message, places);
}

}  // namespace

void merge_findings(std::vector<runtime::Finding>& all, const std::vector<runtime::Finding>& more) {
    for (const runtime::Finding& each : more) {
        const auto known = std::ranges::find(all, key_of(each), key_of);
        if (known == all.end())
            all.push_back(each);
        else
            known->count += each.count;
    }
}

}  // namespace clmm::cli
