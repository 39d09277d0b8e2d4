#pragma once

#include "clmm/model/refutation.h"

namespace clmm::explorer {

/// Refutations by the solver of the explicit engine, as model::refute() looks for them.
///
/// Errors   as model::Refuter; tests whose values have no finite domain, or may go round in a
///          circle, are `incomplete`.
/// Tests    tests/unit/enumerator/explanation_test.cpp
class ExplicitRefuter final : public model::Refuter {
public:
    [[nodiscard]] model::Refuted refute(const model::EventStructure& structure,
                                        const model::MemoryModel& model,
                                        const std::vector<litmus::TermId>& wanted,
                                        const model::RefutationLimits& limits) override;
};

}  // namespace clmm::explorer
