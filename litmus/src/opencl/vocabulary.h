#pragma once

#include "clmm/litmus/opencl_events.h"

/// The names that models of OpenCL and C use for what opencl_attributes.h says of events.
namespace clmm::litmus {

[[nodiscard]] const Vocabulary& opencl_vocabulary();
[[nodiscard]] BitSet opencl_members(const EventStructure& structure, std::size_t set);
[[nodiscard]] BitMatrix opencl_pairs(const EventStructure& structure, std::size_t relation);

}  // namespace clmm::litmus
