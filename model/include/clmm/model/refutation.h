#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "clmm/base/budget.h"
#include "clmm/model/engine.h"

namespace clmm::model {

/// One way in which executions with the wanted state break the model: literals that no
/// consistent execution has together.
struct Refutation {
    /// Where it shows in `would_be`; nullopt: values out of thin air, which the request forbids.
    std::optional<Finding> finding;
    Reason reason;
    /// By literal of `reason`: which of the wanted terms force it, whatever the model says
    /// (indices; empty: it is forced in every execution). nullopt: it is not forced, so a case.
    std::vector<std::optional<std::vector<std::size_t>>> forced_by;
    /// Satisfies what is wanted and has this reason, and none of the others of its argument.
    Execution would_be;
};

/// Refutations that together leave no execution with the wanted state, and of which none can be
/// left out.
using Argument = std::vector<Refutation>;

/// What is known of the executions in which all wanted terms hold.
struct Refuted {
    std::vector<Argument> arguments;   ///< no two share a refutation; shortest first
    std::optional<Execution> allowed;  ///< there is one after all, here
    /// No assignment of values satisfies the terms, whatever the model says.
    bool impossible_by_values = false;
    std::optional<std::string> incomplete;  ///< why nothing is certain, or the arguments few
};

struct RefutationLimits {
    std::size_t arguments = 3;
    Budget budget;
    ThinAir forbid_thin_air = ThinAir::none;
};

/// Says why a state is forbidden, which Engine says no more of than that it is.
///
/// Errors   as Engine: a spent budget is `incomplete`.
/// Threads  as Engine.
/// Tests    tests/unit/enumerator/explanation_test.cpp re-checks arguments by enumeration.
class Refuter {
public:
    virtual ~Refuter() = default;
    /// Why no execution that ends within the unrolling bounds makes all the terms true.
    [[nodiscard]] virtual Refuted refute(const EventStructure& structure, const MemoryModel& model,
                                         const std::vector<litmus::TermId>& wanted,
                                         const RefutationLimits& limits) = 0;
};

}  // namespace clmm::model
