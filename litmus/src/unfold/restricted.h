#pragma once

#include <set>
#include <vector>

#include "unfold/unfolding.h"

/// Unfoldings of some work-items of a launch (items_of), and what they are made of.
namespace clmm::litmus {

/// Units of the text, objects and locations, without any event.
void declare_objects(Unfolding& unfolding, const std::vector<WantedObject>& wanted);
/// Runs all units, commands and launches among them. Throws PiecesWanted.
void run_units(Unfolding& unfolding);

/// Adds the locations that some event may access, where that matters; whether there were new ones.
[[nodiscard]] bool learn_touched(const Unfolding& unfolding, std::set<LocationId>& known);

/// The structure with those locations alone that have an initial write. Terms are numbered by their
/// first use, so that work-items which do alike have equal terms.
[[nodiscard]] EventStructure without_untouched(const EventStructure& structure);

}  // namespace clmm::litmus
