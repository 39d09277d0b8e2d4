#pragma once

#include <vector>

#include "host/code.h"

namespace clmm::runtime::host {

/// Where the kernels of a test are written otherwise than OpenCL C is.
struct KernelEdits {
    std::vector<Insertion> insertions;  ///< ascending
    std::vector<Span> blanks;           ///< of the test, no longer there
};

/// Clauses of enqueue_kernel and enqueue_marker become counts and lists, a kernel's call that is
/// enqueued a block, `ndrange_2D(4, 2)` one of arrays, texels vectors of four channels, and what
/// the initial state has with the word `program` variables outside the functions.
///
/// `of_threads`: those of the test's threads as well.
///
/// Errors   compiler::Rejected (E-UNSUPPORTED) for a program-scope variable that holds an address.
[[nodiscard]] KernelEdits edits_of(const syntax::LitmusTree& tree, bool of_threads);

/// Whether an entry of the initial state has the word, one of buffer, image, program, ….
[[nodiscard]] bool has_word(const syntax::InitEntry& entry, const char* word);

}  // namespace clmm::runtime::host
