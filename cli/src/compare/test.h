#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check/test_run.h"
#include "clmm/comparison/table.h"
#include "compare/command.h"

namespace clmm::cli {

/// What one test leaves for the table.
struct CompareRun {
    std::string path;
    std::string name;  ///< empty where the test could not be read
    std::string condition;
    std::vector<std::pair<std::string, comparison::Answer>> answers;  ///< by model
    std::string explanation;
    std::string err;
    ExitCode code = ExitCode::as_expected;
};

/// For another process.
[[nodiscard]] std::string pack(const CompareRun& run);
void unpack(std::string_view bytes, CompareRun& run);

/// The end of a test by a mistake of our own, or for want of memory.
[[nodiscard]] CompareRun crashed(const Input& input, const std::string& how);
/// That of one that a limit ended which nobody asked for in time.
[[nodiscard]] CompareRun left_unknown(const CompareArguments& arguments, const Input& input,
                                      StopReason reason);

/// Decides one test under all models: those that are asked for, else those of its language. Never
/// throws.
[[nodiscard]] CompareRun run_compare_test(const Session& session, const CompareArguments& arguments,
                                          const Input& input) noexcept;

}  // namespace clmm::cli
