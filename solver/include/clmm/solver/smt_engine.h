#pragma once

#include <optional>
#include <string>

#include "clmm/base/diagnostic.h"
#include "clmm/model/engine.h"

/// The SMT engine.
///
/// Idea     Z3 decides what a solver is good at: which events take place, which write each read
///          reads, the modification orders, and the symbolic values that tie them together,
///          thin-air cycles included. The memory model never becomes a formula. Each
///          candidate execution is evaluated on bit matrices, and where an axiom fails, the few
///          literals that make it fail become a clause that excludes every execution with the same
///          defect. What is reported has therefore been evaluated, never merely inferred.
namespace clmm::solver {

/// Why neither this engine nor SmtRefuter may be asked anything: Z3, which is opened when it is
/// first needed, is not there. Nothing where all is well. E-LIBRARY.
[[nodiscard]] std::optional<Diagnostic> why_unavailable();

/// Declines no test.
///
/// Errors   none: what is not decided is a reason in the answer, as of every engine.
/// Tests    tests/cross (against the explicit engine and the naive oracle), tests/unit/solver
class SmtEngine final : public model::Engine {
public:
    [[nodiscard]] std::string_view name() const override { return "smt"; }
    [[nodiscard]] model::EngineAnswer run(const model::EventStructure& structure,
                                          const model::MemoryModel& model,
                                          const model::EngineRequest& request) override;
};

/// The formula before any search, with the clauses that the static bounds give, as SMT-LIB 2.
[[nodiscard]] std::string dump_smt2(const model::EventStructure& structure,
                                    const model::MemoryModel& model);

}  // namespace clmm::solver
