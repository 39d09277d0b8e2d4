#pragma once

#include <vector>

#include "clmm/enumerator/explanation.h"

namespace clmm::enumerator {

/// Something that can be made stronger, in steps; step 0 is as it is. A step is no stronger than
/// those after it, though it need not be weaker.
struct StrengtheningPlace {
    Strengthening::What what = Strengthening::What::order;
    std::vector<model::EventId> events;         ///< of one statement
    std::vector<litmus::LocationId> locations;  ///< of one object that moves, or gets atomic
    std::vector<litmus::Order> orders = {};     ///< by step, from 1
    std::vector<litmus::Scope> scopes = {};     ///< …
    std::vector<litmus::Regions> regions = {};  ///< … flags of a fence or barrier

    [[nodiscard]] std::size_t top() const;
    [[nodiscard]] Strengthening at(std::size_t step) const;
};

/// Where the test can be made stronger: by statement, then by object.
[[nodiscard]] std::vector<StrengtheningPlace> strengthening_places(
    const model::EventStructure& structure);

/// The structure with each place at its step, as if the text said so.
[[nodiscard]] model::EventStructure strengthened(const model::EventStructure& structure,
                                                 const std::vector<StrengtheningPlace>& places,
                                                 const std::vector<std::size_t>& steps);

}  // namespace clmm::enumerator
