#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clmm/litmus/event_structure.h"
#include "clmm/litmus/litmus_test.h"
#include "read/test_code.h"

namespace clmm::litmus {

/// What models see of how the object of an access was allocated.
[[nodiscard]] Tags allocation_tags(AddressSpace space, Allocation allocation);

/// Rejects (E-TYPE) an image or a pipe where a parameter is none, and the reverse.
void check_allocation(const TypePtr& parameter, Allocation allocation, const std::string& name,
                      Span span);

/// Appends an object and its locations behind those that there are, one for each scalar part:
/// each object starts on a page of its own, and addresses ascend. Yields the object's index.
/// `first` and `count` of the given object are set here.
std::size_t append_object(std::vector<MemoryObject>& objects, std::vector<Location>& locations,
                          MemoryObject object);

/// The location at an address.
[[nodiscard]] const Location* find_location(const std::vector<Location>& locations,
                                            std::uint64_t address);

}  // namespace clmm::litmus
