#include "clmm/engines/built_in.h"

#include "clmm/explorer/explicit_engine.h"
#include "clmm/explorer/explicit_refuter.h"
#include "smt.h"

namespace clmm::engines {
namespace {

using model::EngineKind;

EngineKind explicit_search() {
    return {
        .name = "explicit",
        .make = []() -> Result<std::unique_ptr<model::Engine>> {
            return std::unique_ptr<model::Engine>(std::make_unique<explorer::ExplicitEngine>());
        },
        .make_refuter = []() -> Result<std::unique_ptr<model::Refuter>> {
            return std::unique_ptr<model::Refuter>(std::make_unique<explorer::ExplicitRefuter>());
        }};
}

}  // namespace

std::shared_ptr<const model::Engines> built_in() {
    // The SMT engine declines nothing, and is asked what the faster one has declined.
    static const auto engines =
        std::make_shared<const model::Engines>(model::Engines{explicit_search(), smt()});
    return engines;
}

}  // namespace clmm::engines
