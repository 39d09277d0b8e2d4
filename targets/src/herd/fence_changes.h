#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "clmm/litmus/changes.h"
#include "clmm/litmus/event_structure.h"
#include "herd/test_file.h"

namespace clmm::targets {

/// A fence of a processor as tests write it, and what it orders.
struct FenceText {
    std::string_view text;  ///< `MFENCE`
    unsigned orders = 1;    ///< bits of the language's own; a fence with fewer of them is weaker
};

/// Fences between two instructions of a thread, as rows of their own.
///
/// Shape    offered where the instruction before has accessed memory, and one of those behind it
///          does, for each of the fences, which come with the weakest first.
[[nodiscard]] std::shared_ptr<const litmus::ChangeSpace> fence_changes(
    SourcePtr source, const TestFile& file, const litmus::EventStructure& structure,
    std::span<const FenceText> fences);

}  // namespace clmm::targets
