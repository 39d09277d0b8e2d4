#pragma once

namespace clmm::cli {

/// What the process ends with (docs/cli.md, "Exit codes").
enum class ExitCode {
    as_expected = 0,
    expectation_failed = 1,
    bad_input = 2,
    unknown = 3,
    internal_error = 70,
};

[[nodiscard]] constexpr int weight(ExitCode code) {
    switch (code) {
        case ExitCode::as_expected:
            return 0;
        case ExitCode::unknown:
            return 1;
        case ExitCode::expectation_failed:
            return 2;
        case ExitCode::bad_input:
            return 3;
        case ExitCode::internal_error:
            return 4;
    }
    return 4;
}

/// Of several tests' codes, the one that the process reports: internal error before bad input
/// before a failed expectation before unknown.
[[nodiscard]] constexpr ExitCode worst(ExitCode a, ExitCode b) {
    return weight(a) >= weight(b) ? a : b;
}

}  // namespace clmm::cli
