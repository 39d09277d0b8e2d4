#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/analysis.h"
#include "clmm/base/budget.h"
#include "clmm/report/sarif.h"

namespace clmm::lsp {

/// What deciding a document has shown.
///
/// Shape    `titles` are for the lines over `place`: `allowed in 1 of 4 states`, `race-free`. Empty
///          where there was nothing to decide.
struct Judgement {
    struct Action {
        Span span;         ///< in the document
        std::string text;  ///< `P0: Wrel.dev x`
    };
    Span place;
    std::vector<std::string> titles;
    Diagnostics problems;  ///< errors of deciding, claims that are not met
    std::vector<report::Finding> findings;
    std::vector<Action> actions;  ///< what the test does, in the order of its events
    bool repairable = false;
};

/// Decides a document's test. `interrupted` ends it early, with whatever is known.
/// Errors   none: what goes wrong becomes a problem.
[[nodiscard]] Judgement judge(const Analysis& analysis, const ServerOptions& options,
                              const std::shared_ptr<const std::atomic<bool>>& interrupted);

/// The document's text with the weakest changes that mend it. Errors: why there is none.
[[nodiscard]] Result<std::string> repaired(
    const Analysis& analysis, const ServerOptions& options,
    const std::shared_ptr<const std::atomic<bool>>& interrupted);

}  // namespace clmm::lsp
