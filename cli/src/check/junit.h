#pragma once

#include <string>
#include <vector>

#include "exit_code.h"

namespace clmm::cli {

/// A test as it ended.
struct JunitCase {
    std::string path;
    ExitCode code = ExitCode::as_expected;
    std::string said;  ///< on the standard error, with or without colours
};

/// The results of tests as JUnit's XML, which continuous integration shows test by test.
///
/// Shape    one suite, a case for each test, in their order: `failure` where an expectation does
///          not hold or undefined behaviour is not expected, `error` where a test could not be
///          read or decided. The text of either is what the test said on the standard error.
/// Errors   none; what XML cannot have in texts (control characters, bytes that are no UTF-8) is
///          replaced.
/// Source   the schema of Apache Ant's JUnit task, as Jenkins, GitLab and others read it.
[[nodiscard]] std::string to_junit(const std::vector<JunitCase>& cases);

}  // namespace clmm::cli
