#pragma once

#include <vector>

#include "clmm/parser/c_tree.h"

namespace clmm::litmus {

/// The arguments of an API call, and the clauses that stand behind them in place of lists and
/// sizes: `wait(e1, e2)`, `event(e)`, `elements(first, count)`, `global_size(8)` and so on.
struct CallParts {
    std::vector<const syntax::Expression*> arguments;
    std::vector<const syntax::Expression*> waits;     ///< in wait(…)
    const syntax::Expression* event = nullptr;        ///< in event(…)
    std::vector<const syntax::Expression*> elements;  ///< in elements(…)
    std::vector<const syntax::Expression*> range;     ///< clauses about the NDRange
};

/// Which clauses a call takes.
struct TakenClauses {
    bool list = false;  ///< wait and event
    bool elements = false;
    bool range = false;
};

/// Rejects (E-TYPE) clauses that the call does not take, and arguments behind clauses.
[[nodiscard]] CallParts split_call(const syntax::Call& call, TakenClauses taken);

}  // namespace clmm::litmus
