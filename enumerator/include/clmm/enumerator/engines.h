#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "clmm/base/result.h"
#include "clmm/litmus/litmus_test.h"
#include "clmm/model/engines.h"

namespace clmm::enumerator {

/// Which engine answers. `automatic` asks them in their order until one does not decline.
enum class EngineChoice { automatic, smt, explicit_search };

/// `auto`, `smt` or `explicit`; nullopt for any other word.
[[nodiscard]] std::optional<EngineChoice> parse_engine(std::string_view word);
[[nodiscard]] std::string_view to_string(EngineChoice choice);

/// A fresh engine; cheap, since engines build what they need when they run.
///
/// Shape    under `automatic` its name is that of the engine that answered last.
/// Errors   of the engine's kind; E-ENGINE where there is no such kind, or none at all. `engines`
///          may be null, which is none.
[[nodiscard]] Result<std::unique_ptr<model::Engine>> make_engine(const model::Engines* engines,
                                                                 EngineChoice choice);

/// What gives reasons: the chosen engine's kind, or else the first that can.
///
/// Errors   as make_engine.
[[nodiscard]] Result<std::unique_ptr<model::Refuter>> make_refuter(const model::Engines* engines,
                                                                   EngineChoice choice);

/// The shipped model that a test is checked under when nobody names one: its language says which.
[[nodiscard]] std::string_view default_model(const litmus::LitmusTest& test);

}  // namespace clmm::enumerator
