#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "herd/test_file.h"

namespace clmm::targets {

/// Threads, locations and expectations of a test. Every thread has columns of its own; the
/// locations are those of the initial state and `mentioned`, in this order; they start with 0.
/// Those without a type have the first of `widths`, pointers the last one. Errors   Rejected
/// (E-NAME, E-TYPE); what E-EXPECT lines are wrong goes to `problems`.
[[nodiscard]] litmus::LitmusTest elaborate(const SourcePtr& source,
                                           const litmus::FrontEnd& language, const TestFile& file,
                                           const std::vector<std::string>& mentioned,
                                           std::span<const unsigned> widths, Diagnostics& problems);

/// `int`, `uint64_t` and so on; of no width that there is: empty.
[[nodiscard]] std::string_view type_of_width(unsigned width);

}  // namespace clmm::targets
