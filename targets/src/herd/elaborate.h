#pragma once

#include <set>
#include <string>
#include <vector>

#include "herd/test_file.h"

namespace clmm::targets {

/// Threads, locations and expectations of a test. Every thread has columns of its own; the
/// locations are those of the initial state and `mentioned`, in this order, words of 32 bits that
/// start with 0.
/// Errors   Rejected (E-NAME, E-TYPE); what E-EXPECT lines are wrong goes to `problems`.
[[nodiscard]] litmus::LitmusTest elaborate(const SourcePtr& source,
                                           const litmus::FrontEnd& language, const TestFile& file,
                                           const std::vector<std::string>& mentioned,
                                           Diagnostics& problems);

}  // namespace clmm::targets
