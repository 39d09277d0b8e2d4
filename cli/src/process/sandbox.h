#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace clmm::cli {

/// From now on the process, with all its threads, can compute, take memory, start threads and write
/// to what is open, and nothing else: no file or socket can be opened, no process started, traced
/// or sent a signal, no memory made executable. There is no way back.
///
/// Idea     a filter of system calls (seccomp-bpf): those not named here fail with EPERM. Standard
///          input becomes empty; no core is dumped; the address space is limited.
/// Units    `memory_bytes`: 0 for what the machine has.
/// Errors   a sentence, where the system has no such filter: nothing has changed then.
[[nodiscard]] std::optional<std::string> enter_sandbox(std::uint64_t memory_bytes);

}  // namespace clmm::cli
