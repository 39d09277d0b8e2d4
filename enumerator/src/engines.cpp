#include "clmm/enumerator/engines.h"

#include "clmm/solver/smt_engine.h"

namespace clmm::enumerator {

std::optional<EngineChoice> parse_engine(std::string_view word) {
    if (word == "auto") return EngineChoice::automatic;
    if (word == "smt") return EngineChoice::smt;
    if (word == "explicit") return EngineChoice::explicit_search;
    return std::nullopt;
}

Result<std::unique_ptr<model::Engine>> make_engine(EngineChoice choice) {
    if (choice == EngineChoice::explicit_search) {
        Diagnostic missing;
        missing.code = "E-ENGINE";
        missing.message = "the explicit engine is not part of this version";
        missing.hint = "use --engine smt or --engine auto";
        return Result<std::unique_ptr<model::Engine>>::failure(std::move(missing));
    }
    return std::unique_ptr<model::Engine>(std::make_unique<solver::SmtEngine>());
}

std::string_view default_model(litmus::Language language) {
    return language == litmus::Language::c ? "rc11" : "opencl-3.0";
}

}  // namespace clmm::enumerator
