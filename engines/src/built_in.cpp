#include "clmm/engines/built_in.h"

#include "clmm/solver/smt_engine.h"
#include "clmm/solver/smt_refuter.h"

namespace clmm::engines {
namespace {

using model::EngineKind;

Diagnostic no_explicit_engine() {
    Diagnostic missing;
    missing.code = "E-ENGINE";
    missing.message = "the explicit engine is not part of this version";
    missing.hint = "use --engine smt or --engine auto";
    return missing;
}

template <class Interface, class Implementation>
Result<std::unique_ptr<Interface>> fresh() {
    return std::unique_ptr<Interface>(std::make_unique<Implementation>());
}

EngineKind explicit_search() {
    return {
        .name = "explicit",
        .make =
            [] { return Result<std::unique_ptr<model::Engine>>::failure(no_explicit_engine()); },
        .make_refuter = {}};
}

EngineKind smt() {
    return {.name = "smt",
            .make = fresh<model::Engine, solver::SmtEngine>,
            .make_refuter = fresh<model::Refuter, solver::SmtRefuter>};
}

}  // namespace

std::shared_ptr<const model::Engines> built_in() {
    static const auto engines =
        std::make_shared<const model::Engines>(model::Engines{explicit_search(), smt()});
    return engines;
}

Result<std::string> smt2(const model::EventStructure& structure, const model::MemoryModel& model) {
    return solver::dump_smt2(structure, model);
}

}  // namespace clmm::engines
