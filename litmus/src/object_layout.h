#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clmm/litmus/event_structure.h"
#include "clmm/litmus/litmus_test.h"
#include "test_code.h"

namespace clmm::litmus {

/// What models see of how the object of an access was allocated.
[[nodiscard]] Tags allocation_tags(AddressSpace space, Allocation allocation);

/// Appends an object and its locations behind those that there are: each object starts on a page
/// of its own, its locations contiguous. Yields the object's index. `first` of the given object
/// is set here.
std::size_t append_object(std::vector<MemoryObject>& objects, std::vector<Location>& locations,
                          MemoryObject object);

}  // namespace clmm::litmus
