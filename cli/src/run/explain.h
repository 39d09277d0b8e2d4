#pragma once

#include <iosfwd>
#include <string>

#include "clmm/enumerator/check.h"
#include "clmm/hardware/record.h"
#include "clmm/model/memory_model.h"
#include "clmm/report/graph.h"

namespace clmm::cli {

/// Why forbidden states that were seen are forbidden, goes into the record: the words of clmm
/// explain, and a picture of an execution that would be needed.
struct ExplainForbidden {
    const model::MemoryModel& model;
    enumerator::CheckOptions check;
    std::string folder;  ///< for pictures in DOT; empty: none
    report::PictureStyle style;
};

/// Of more states than a few it says how many there are.
void explain_forbidden(enumerator::CheckResult& result, const ExplainForbidden& how,
                       hardware::RunRecord& record, std::ostream& err);

}  // namespace clmm::cli
