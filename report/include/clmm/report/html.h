#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/enumerator/check.h"
#include "clmm/report/explanation.h"

/// A report as one HTML page that needs nothing else: no network, no other file.
namespace clmm::report {

/// One test as its page shows it: the answer under the page's model, beside it what other models
/// say, and what the model says without one of its axioms.
///
/// Shape    results keep the executions of all outcomes (Witnesses::all). `models` has the page's
/// model too, at `chosen`, without a result of its own: that is
///          `result`. `axioms` are in the order of the model's checks. Where a check gave no
///          result, `problems` say why.
struct HtmlStudy {
    struct Under {
        std::string name;
        const model::MemoryModel* model = nullptr;  ///< null where it could not be loaded
        std::optional<enumerator::CheckResult> result;
        Diagnostics problems;
    };
    struct Without {
        std::size_t check = 0;  ///< index into Program::checks of the page's model
        std::optional<enumerator::CheckResult> result;
        Diagnostics problems;
    };

    SourcePtr source;  ///< as written
    const model::MemoryModel* model = nullptr;
    enumerator::CheckResult result;
    std::vector<Under> models;
    std::size_t chosen = 0;
    std::vector<Without> axioms;
    /// Of the condition and of undefined behaviour; what they are told of must live on.
    std::vector<ToldExplanation> explanations;
    std::string disagreement;             ///< with a table of expected results; may be empty
    std::vector<std::string> unexpected;  ///< kinds of undefined behaviour that make it fail
    bool has_expectation = false;         ///< the table has a row for the test
};

/// How much a page lists of each sort (outcomes of a model, outcomes that an axiom forbids,
/// undefined behaviour). A list that is cut says so on the page.
struct HtmlLimits {
    std::size_t listed = 200;
};

/// A test's part of a report: JSON, ready to stand in the page.
struct HtmlTest {
    std::string summary;  ///< for the index
    std::string page;
};

/// Errors   none: what could not be decided is on the page as unknown, with its reason.
/// Cost     a layout and a few evaluations of the model for each listed execution.
/// Threads  calls may run in parallel.
/// Tests    tests/unit/report/html_test.cpp
[[nodiscard]] HtmlTest html_test(const HtmlStudy& study, const HtmlLimits& limits = {});

/// Its summary alone, for which results need no executions.
[[nodiscard]] std::string html_summary(const HtmlStudy& study);

/// A test that could not be read or checked. `source` may be null.
[[nodiscard]] HtmlTest html_rejection(std::string_view file, const SourcePtr& source,
                                      const Diagnostics& problems);

/// The page. Whatever tests contain stands in it as JSON in which no `<` occurs, and its script
/// inserts it as text, so no test's name or comment is ever taken for markup.
///
/// Shape    tests in their order; `models` are those whose axioms and relations the tests name,
///          each once. `playground` is where its tests can be edited, an address as the page sees
///          it; empty where nobody knows of one.
[[nodiscard]] std::string to_html(std::string_view title, std::string_view version,
                                  const std::vector<HtmlTest>& tests,
                                  const std::vector<const model::MemoryModel*>& models,
                                  std::string_view playground = {});

}  // namespace clmm::report
