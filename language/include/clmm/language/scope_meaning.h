#pragma once

#include <string_view>

namespace clmm::language {

/// The message about memory_scope_work_item anywhere else.
/// Source   OpenCL C 3.0, memory_scope: "can only be used with atomic_work_item_fence with flags
///          set to CLK_IMAGE_MEM_FENCE"
inline constexpr std::string_view kWorkItemScopeIsOfImages =
    "memory_scope_work_item is for fences with CLK_IMAGE_MEM_FENCE only";
inline constexpr std::string_view kWorkItemScopeIsInert =
    "; taken as an action that never synchronises";

}  // namespace clmm::language
