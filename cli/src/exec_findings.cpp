#include "exec_findings.h"

namespace clmm::cli {

Diagnostics finding_diagnostics(const std::vector<runtime::Finding>& findings) {
    Diagnostics problems;
    for (const runtime::Finding& finding : findings) {
        bool first = true;
        for (const auto& site : finding.sites) {
            problems.push_back({first ? Severity::error : Severity::note, first ? "E-EXEC" : "",
                                first ? finding.message : site.what, "", site.source, site.span});
            first = false;
        }
        if (first)
            problems.push_back({Severity::error, "E-EXEC", finding.message, "", nullptr, {}});
    }
    return problems;
}

}  // namespace clmm::cli
