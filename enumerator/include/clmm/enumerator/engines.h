#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "clmm/base/result.h"
#include "clmm/litmus/litmus_test.h"
#include "clmm/model/engine.h"

namespace clmm::enumerator {

/// Which engine answers. `automatic` picks the one that suits the test.
enum class EngineChoice { automatic, smt, explicit_search };

/// `auto`, `smt` or `explicit`; nullopt for any other word.
[[nodiscard]] std::optional<EngineChoice> parse_engine(std::string_view word);

/// A fresh engine; cheap, since engines build what they need when they run.
///
/// Errors   E-ENGINE where the choice names an engine that this build does not have.
[[nodiscard]] Result<std::unique_ptr<model::Engine>> make_engine(EngineChoice choice);

/// The shipped model that a test in this language is checked under when nobody names one.
[[nodiscard]] std::string_view default_model(litmus::Language language);

}  // namespace clmm::enumerator
