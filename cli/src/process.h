#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

/// What clmm asks of, and hears from, the operating system.
namespace clmm::cli {

/// A flag that the first SIGINT or SIGTERM sets; the second ends the process.
[[nodiscard]] std::shared_ptr<const std::atomic<bool>> interrupt_flag();

/// Memory of the process that is in use now.
[[nodiscard]] std::uint64_t resident_bytes();

[[nodiscard]] bool is_terminal(int descriptor);
[[nodiscard]] bool wants_no_colour();  ///< NO_COLOR is set

}  // namespace clmm::cli
