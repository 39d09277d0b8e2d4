#pragma once

#include <set>
#include <string>
#include <vector>

#include "clmm/generator/space.h"

namespace clmm::cli {

/// A vocabulary of tests for a difference between models, which is about the sets and relations
/// with these names (separation::differing_names).
struct SpaceNeeds {
    bool scopes = false;  ///< and with them places
    bool regions = false;
    bool barriers = false;
    bool plain = false;
    bool modifications = false;
    bool dependencies = false;
    bool beyond = false;  ///< what no vocabulary has: commands, images, allocations
};
[[nodiscard]] SpaceNeeds needs_of(const std::set<std::string>& names, generator::Dialect dialect);

/// The space with the scopes and regions that are needed; where that are many tests, with fewer
/// threads, fences and accesses. Only one that has nothing but loads, stores and fences of one
/// scope, in all orders, is changed.
[[nodiscard]] generator::Space with_needs(generator::Space space, const SpaceNeeds& needs);

/// Options that add what is needed and the space does not have; and what no option adds.
[[nodiscard]] std::string missing_options(const generator::Space& space, const SpaceNeeds& needs);

}  // namespace clmm::cli
