#include "smt.h"

#include "clmm/solver/smt_engine.h"
#include "clmm/solver/smt_refuter.h"

namespace clmm::engines {
namespace {

template <class Interface, class Implementation>
Result<std::unique_ptr<Interface>> fresh() {
    return std::unique_ptr<Interface>(std::make_unique<Implementation>());
}

}  // namespace

model::EngineKind smt() {
    return {.name = "smt",
            .make = fresh<model::Engine, solver::SmtEngine>,
            .make_refuter = fresh<model::Refuter, solver::SmtRefuter>};
}

Result<std::string> smt2(const model::EventStructure& structure, const model::MemoryModel& model) {
    return solver::dump_smt2(structure, model);
}

}  // namespace clmm::engines
