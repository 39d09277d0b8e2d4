#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/model/engine.h"
#include "clmm/model/refutation.h"

namespace clmm::model {

/// A kind of engine that a program has, or would have if it had been built otherwise.
struct EngineKind {
    std::string_view name;  ///< `smt`, as engines of this kind call themselves
    /// A fresh engine. Errors: why this program has none, an E-ENGINE or E-BUILT-WITHOUT.
    std::function<Result<std::unique_ptr<Engine>>()> make;
    /// Empty where engines of this kind give no reasons.
    std::function<Result<std::unique_ptr<Refuter>>()> make_refuter;
};

/// The engines of a program. Libraries are given them and link none.
///
/// Shape    the first is asked first where nobody chooses.
/// Threads  `make` and `make_refuter` may be called by any thread.
using Engines = std::vector<EngineKind>;

}  // namespace clmm::model
