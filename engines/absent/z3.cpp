// In place of src/smt.cpp, in a build without Z3.
#include "clmm/base/features.h"
#include "clmm/engines/term_solver.h"
#include "smt.h"

namespace clmm::engines {
namespace {

template <class T>
Result<T> missing() {
    return Result<T>::failure(built_without(Feature::z3, "the SMT engine"));
}

}  // namespace

model::EngineKind smt() {
    return {.name = "smt",
            .make = missing<std::unique_ptr<model::Engine>>,
            .make_refuter = missing<std::unique_ptr<model::Refuter>>};
}

Result<std::string> smt2(const model::EventStructure& /*structure*/,
                         const model::MemoryModel& /*model*/) {
    return missing<std::string>();
}

Result<std::unique_ptr<model::TermSolver>> term_solver(const litmus::TermPool& /*terms*/) {
    return missing<std::unique_ptr<model::TermSolver>>();
}

}  // namespace clmm::engines
