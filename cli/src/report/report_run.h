#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "check/test_run.h"
#include "clmm/report/html.h"
#include "report/report_command.h"

namespace clmm::cli {

/// What one test leaves for the report.
struct ReportRun {
    report::HtmlTest test;
    std::string err;
    ExitCode code = ExitCode::as_expected;
    Counts counts;
    std::string model;  ///< the word of the page's model; empty for a rejected test
};

/// The end of a test by a mistake of our own, or for want of memory: it has a page that says so.
void add_crash(const Input& input, const std::string& what, ReportRun& run);
/// The end of one by a limit that nobody asked for in time.
void add_unknown(const Input& input, StopReason reason, ReportRun& run);

/// For another process.
[[nodiscard]] std::string pack(const ReportRun& run);
void unpack(std::string_view bytes, ReportRun& run);

/// Checks one test under its page's model, under those that stand beside it, and without each of
/// the model's axioms. --timeout is about all of that together. Never throws, as run_test.
[[nodiscard]] ReportRun run_report_test(const Session& session, const ReportArguments& arguments,
                                        const Input& input) noexcept;

}  // namespace clmm::cli
