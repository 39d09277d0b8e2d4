#include "smt.h"

#include <utility>

#include "clmm/engines/term_solver.h"
#include "clmm/solver/smt_engine.h"
#include "clmm/solver/smt_refuter.h"
#include "clmm/solver/term_solver.h"

namespace clmm::engines {
namespace {

template <class Interface, class Implementation>
Result<std::unique_ptr<Interface>> fresh() {
    using Made = Result<std::unique_ptr<Interface>>;
    if (auto problem = solver::why_unavailable()) return Made::failure(std::move(*problem));
    return Made(std::make_unique<Implementation>());
}

}  // namespace

model::EngineKind smt() {
    return {.name = "smt",
            .make = fresh<model::Engine, solver::SmtEngine>,
            .make_refuter = fresh<model::Refuter, solver::SmtRefuter>};
}

Result<std::string> smt2(const model::EventStructure& structure, const model::MemoryModel& model) {
    if (auto problem = solver::why_unavailable())
        return Result<std::string>::failure(std::move(*problem));
    return solver::dump_smt2(structure, model);
}

Result<std::unique_ptr<model::TermSolver>> term_solver(const litmus::TermPool& terms) {
    using Made = Result<std::unique_ptr<model::TermSolver>>;
    if (auto problem = solver::why_unavailable()) return Made::failure(std::move(*problem));
    return Made(solver::make_term_solver(terms));
}

}  // namespace clmm::engines
