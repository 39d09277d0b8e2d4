#pragma once

#include <string>
#include <vector>

#include "clmm/enumerator/repair.h"

namespace clmm::report {

/// One line of what a repair changes.
struct RepairRow {
    std::string line;  ///< `line 12`
    std::string side;  ///< `before` or `after` that line, else empty: in it
    bool inserts = false;
    std::string from;  ///< what stood there; empty where it inserts
    bool implied = false;
    std::string to;
    std::string beside;  ///< `after 'x = 1;'`, of what is inserted within a line
    Span span;           ///< in the text as it is
};

/// The changes in the order of their places, each behind what is written so that it means
/// something.
[[nodiscard]] std::vector<RepairRow> repair_rows(const enumerator::RepairResult& result,
                                                 const litmus::Changes& changes);

}  // namespace clmm::report
