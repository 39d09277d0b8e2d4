#pragma once

#include "clmm/generator/program.h"
#include "walk/machine.h"

namespace clmm::compilers {

/// What a way leaves at a place of what the function has to leave; refuses what is no number.
[[nodiscard]] TermId left_behind(const Machine& way, const World& world, std::int64_t offset,
                                 const generator::Observed& observed, Span end);

}  // namespace clmm::compilers
