#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/comparison/answer.h"

namespace clmm::comparison {

struct LogEntry {
    std::string name;
    std::string condition;  ///< `exists (0:r0=1 /\ x=2)`; may be empty
    Answer answer;
    std::map<std::string, std::uint64_t> counts = {};  ///< of a `Histogram`: how often each state
};

/// Reads what herd7, litmus7 and clmm's check, exec and run write about tests: blocks that begin
/// with `Test NAME KIND` and end with `Observation NAME …`. Lines outside of blocks are skipped.
///
/// Shape    entries in the log's order. A `States` block is complete unless it says that it is
///          not; a `Histogram` never is.
/// Errors   E-LOG at its line: fewer states than announced, a line that is no state, a block
///          without its end, a test twice; and where there is no block at all.
[[nodiscard]] Result<std::vector<LogEntry>> read_log(const SourcePtr& text);

}  // namespace clmm::comparison
