#pragma once

namespace clmm {

/// Whether more than half of the calling thread's stack is in use: what follows a text's nesting
/// by calling itself rejects it then. Counts of levels give the same answer everywhere and come
/// first; this is for what they do not bound together, such as deep expressions in deep calls.
///
/// Errors   false where the system does not say how large the stack is.
[[nodiscard]] bool stack_runs_low();

}  // namespace clmm
