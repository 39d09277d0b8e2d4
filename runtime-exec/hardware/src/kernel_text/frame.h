#pragma once

#include <string>

#include "kernel_text/kernel_text.h"

namespace clmm::hardware {

/// Parts of the text that are the same for most tests.
[[nodiscard]] std::string head_text(const TextInput& input);     ///< macros and helpers
[[nodiscard]] std::string collect_text(const TextInput& input);  ///< clmm_prepare, clmm_collect
[[nodiscard]] std::string stress_text(const TextInput& input);   ///< disturbing and meeting

/// The code that a group of the device runs for a group of the test: rounds, who runs which role.
[[nodiscard]] std::string rounds_text(const TextInput& input, const CodeNames& names,
                                      std::size_t group, unsigned depth);

}  // namespace clmm::hardware
