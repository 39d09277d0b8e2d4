#pragma once

#include <span>

#include "clmm/model/execution.h"
#include "evaluate/facts.h"

namespace clmm::model {

/// Tightens what is known by a literal that holds: an edge of reads-from or modification order.
void assume(Shape shape, const Literal& literal, Knowledge& knowledge);

/// … by one of which it is known that it does not.
void refute(Shape shape, std::span<const Literal> literals, Knowledge& knowledge);

}  // namespace clmm::model
