#pragma once

#include "assembly/listing.h"
#include "machines/spirv/module.h"

namespace clmm::compilers::khronos {

/// The module's kernels as lines that a walker follows, with all calls expanded.
///
/// Shape    lines are about scalars: what is done to a vector or structure is done to each of its
///          parts, `%5.0`, `%5.1` …; ids of an expanded call end in `@N`. Constants stand in the
///          operands, as `VALUE:WIDTH`. Lines with a result have its width as their first operand,
///          in place of its type. What decides between blocks, and what phis are, is
///
///              copy      WIDTH VALUE
///              address   WIDTH BASE OFFSET (INDEX STRIDE)…     bytes
///              variable  WIDTH OFFSET                          in the thread's own memory
///              branch    CONDITION LABEL                       taken where it is true
///              case      SELECTOR NUMBER LABEL
///              jump      LABEL
///              leave
///
///          and all else has its name in SPIR-V, memory accesses with OFFSET behind their pointer.
///          A thread's parameters are `P0_param_0` …
/// Errors   throws Rejected: instructions that are not known, wherever they stand in what a kernel
///          calls; functions without a body, calls of oneself.
[[nodiscard]] Listing flattened(const SourcePtr& file, const Module& module);

}  // namespace clmm::compilers::khronos
