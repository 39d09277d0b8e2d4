#pragma once

#include "clmm/model/engine.h"

/// The explicit engine.
///
/// Idea     a solver of its own over the few Booleans that make up an execution: which write each
///          read reads, the orders of writes, which way branches go. Values are not solved for:
///          each read and term has a finite domain, found beforehand, with a literal for each
///          value. The memory model is a theory: it is evaluated step by step as literals are
///          decided, and where an axiom fails, the few literals that make it fail become a clause.
///          Executions that are reported have been evaluated whole.
namespace clmm::explorer {

/// How much work may go into showing, before outcomes are listed, that clauses learnt for it say
/// all that the model does, so that it need not be evaluated any more. Answers are the same.
enum class ClosingEffort : std::uint8_t {
    none,
    usual,  ///< where many outcomes are conceivable, and little enough is to be done
    any     ///< always, whatever it takes
};

/// Which searches are divided among threads. Answers are the same.
enum class Dividing : std::uint8_t {
    long_ones,  ///< those that have taken some ten milliseconds
    all         ///< all that can be, from the start
};

/// Where reads are given the value that they read in each execution, before the search: in kernels
/// whose work-items pass values on through barriers, most are. Answers are the same.
enum class Determining : std::uint8_t {
    where_needed,  ///< where values have no finite domain else
    always
};

/// Where it is looked whether what follows step by step, without any search, is enough to verify a
/// test of which undefined behaviour alone is asked. Answers are the same.
enum class Settling : std::uint8_t {
    never,
    where_large,  ///< of tests that may take long
    always
};

/// Declines tests with values that have no finite domain, those out of thin air among them.
/// Outcomes that come out of thin air with values that the test itself has are listed.
///
/// Errors   none: what is not decided is a reason in the answer, as of every engine.
/// Tests    tests/cross (against the SMT engine and the naive oracle), tests/unit/explorer
class ExplicitEngine final : public model::Engine {
public:
    explicit ExplicitEngine(ClosingEffort closing = ClosingEffort::usual,
                            Dividing dividing = Dividing::long_ones,
                            Determining determining = Determining::where_needed,
                            Settling settling = Settling::where_large)
        : closing_(closing), dividing_(dividing), determining_(determining), settling_(settling) {}
    [[nodiscard]] std::string_view name() const override { return "explicit"; }
    [[nodiscard]] model::EngineAnswer run(const model::EventStructure& structure,
                                          const model::MemoryModel& model,
                                          const model::EngineRequest& request) override;

private:
    ClosingEffort closing_;
    Dividing dividing_;
    Determining determining_;
    Settling settling_;
};

}  // namespace clmm::explorer
