#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/diagnostic.h"
#include "clmm/enumerator/check.h"

/// Findings in the Static Analysis Results Interchange Format (SARIF 2.1.0, OASIS), which editors
/// and code-review tools show at their lines.
///
/// Units    lines and columns count from 1, columns in code points.
/// Errors   none
/// Source   SARIF 2.1.0, sections 3.13 (log), 3.27 (result), 3.49 (rule)
namespace clmm::report {

/// One thing to look at: a diagnostic, undefined behaviour, an expectation that does not hold.
struct Finding {
    struct Site {
        SourcePtr source;
        Span span;
        std::string note;  ///< what is there; may be empty
    };
    std::string rule;  ///< `E-TYPE`, `data-race`, `E-EXPECT`
    Severity level = Severity::error;
    std::string message;
    std::string about;         ///< what the rule is, for its description; may be empty
    std::vector<Site> places;  ///< the first is where it is shown; may be empty
};

[[nodiscard]] Finding finding_of(const Diagnostic& diagnostic);

/// The undefined behaviour that was found, each place once. A note where the test itself expects
/// it.
[[nodiscard]] std::vector<Finding> findings_of(const enumerator::CheckResult& result);

/// A whole document. Equal findings are listed once, in their order.
[[nodiscard]] std::string to_sarif(const std::vector<Finding>& findings, std::string_view version);

}  // namespace clmm::report
