#pragma once

#include <string>
#include <vector>

#include "clmm/hardware/record.h"
#include "run/session.h"

namespace clmm::cli {

/// A test's records as text: for each device the log, the comparison, and what became of the
/// mutants.
[[nodiscard]] std::string records_text(const TestRecords& records);

/// A record's log, for files that other programs read.
[[nodiscard]] std::string log_text(const hardware::RunRecord& record);

/// The command that makes the run again, with all that it depends on.
[[nodiscard]] std::string again(const hardware::RunRecord& record);

/// Of a device, how many mutants of a kind showed what the weakness allows.
struct Weakness {
    std::string device;
    std::string driver;
    std::string kind;
    std::size_t mutants = 0;
    std::size_t seen = 0;
};
/// In the order of the records; those of mutants that were run count.
[[nodiscard]] std::vector<Weakness> weaknesses(const std::vector<hardware::RunRecord>& records);
/// A table without a heading; empty where there is none.
[[nodiscard]] std::string to_text(const std::vector<Weakness>& weaknesses);

/// `4 runs: 3 consistent, 1 forbidden; 2 from the database`, and a line break.
[[nodiscard]] std::string run_summary(const std::vector<hardware::RunRecord>& records,
                                      std::size_t known);

}  // namespace clmm::cli
