#include "clmm/engines/built_in.h"

#include "smt.h"

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

EngineKind explicit_search() {
    return {
        .name = "explicit",
        .make =
            [] { return Result<std::unique_ptr<model::Engine>>::failure(no_explicit_engine()); },
        .make_refuter = {}};
}

}  // namespace

std::shared_ptr<const model::Engines> built_in() {
    static const auto engines =
        std::make_shared<const model::Engines>(model::Engines{explicit_search(), smt()});
    return engines;
}

}  // namespace clmm::engines
