#pragma once

#include <string>
#include <string_view>

#include "clmm/enumerator/repair.h"

namespace clmm::report {

/// Units    `shown`: repairs told, of those that are as weak.
struct RepairTextOptions {
    std::size_t shown = 1;
};

/// A repair for people:
///
///     Repair  mp-relaxed (opencl-3.0): race-free with 2 changes
///       line 7   memory_order_relaxed → memory_order_release
///       line 12  memory_order_relaxed → memory_order_acquire
///     Checked 61 changes: no single change is enough, and none of the 2 that are weaker than
///     these. 1 other repair is as weak.
///
/// Tests    tests/golden/repair
[[nodiscard]] std::string repair_to_text(const enumerator::RepairResult& result,
                                         const RepairTextOptions& options = {});

/// A document of its own, docs/json-schema/repair.schema.json.
[[nodiscard]] std::string repair_to_json(const enumerator::RepairResult& result,
                                         std::string_view version,
                                         const RepairTextOptions& options = {});

/// The lines in which two texts differ, in the unified format of diff, with three lines around
/// them; empty where none does.
/// Cost     product of the numbers of lines between the first and the last difference.
/// Tests    tests/unit/report/unified_diff_test.cpp
[[nodiscard]] std::string unified_diff(std::string_view name, std::string_view before,
                                       std::string_view after);

}  // namespace clmm::report
