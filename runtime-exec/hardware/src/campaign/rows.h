#pragma once

#include <optional>
#include <vector>

#include "campaign/sqlite.h"
#include "clmm/hardware/campaign.h"

/// Records as rows of a campaign's tables. What goes wrong is thrown as sqlite::Failure.
namespace clmm::hardware {

/// Makes the tunings of all runs what compact() has for them.
void rewrite_tunings(sqlite::Connection& connection);

[[nodiscard]] std::optional<RunRecord> find_run(sqlite::Connection& connection,
                                                const RunRecord& wanted);
/// False where the run is there. The caller holds a transaction.
[[nodiscard]] bool add_run(sqlite::Connection& connection, const RunRecord& record);
[[nodiscard]] std::vector<RunRecord> all_runs(sqlite::Connection& connection);

/// False where the part is there.
[[nodiscard]] bool add_part(sqlite::Connection& connection, const Campaign::Part& part);
[[nodiscard]] std::vector<Campaign::Part> all_parts(sqlite::Connection& connection);

}  // namespace clmm::hardware
