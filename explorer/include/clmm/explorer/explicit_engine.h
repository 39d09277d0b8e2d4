#pragma once

#include "clmm/model/engine.h"

/// The explicit engine.
///
/// Idea     a solver of its own over the few Booleans that make up an execution: which write each
///          read reads, the orders of writes, which way branches go. Values are not solved for:
///          each read and term has a finite domain, found beforehand, with a literal for each
///          value. The memory model judges complete executions, and where an axiom fails, the few
///          literals that make it fail become a clause. What is reported has been evaluated.
namespace clmm::explorer {

/// Declines tests with values that have no finite domain, and with values or outcomes that come
/// out of thin air.
class ExplicitEngine final : public model::Engine {
public:
    [[nodiscard]] std::string_view name() const override { return "explicit"; }
    [[nodiscard]] model::EngineAnswer run(const model::EventStructure& structure,
                                          const model::MemoryModel& model,
                                          const model::EngineRequest& request) override;
};

}  // namespace clmm::explorer
