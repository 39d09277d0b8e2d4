#pragma once

#include <string>

#include "clmm/language/constants.h"

/// Orders that an operation "shall not" be given: a load memory_order_release or acq_rel, a store
/// acquire or acq_rel, a failing compare-exchange release or acq_rel. Behaviour is undefined then;
/// compilers warn and go on. So does clmm: what the order asks for beyond the operation's nature
/// has no effect.
///
/// Source   C11 7.17.7.1 p2, 7.17.7.2 p2, 7.17.7.4 p2; OpenCL C 3.0, "Atomic Functions"
namespace clmm::language {

enum class OrderUse : std::uint8_t { load, store, modification, failure };

[[nodiscard]] bool is_allowed(MemoryOrder order, OrderUse use);
/// What an order is taken as: acquire for a failure with acq_rel, else relaxed if it is not
/// allowed.
[[nodiscard]] MemoryOrder meaning_of(MemoryOrder order, OrderUse use);
/// `a load with memory_order_release`.
[[nodiscard]] std::string with_order(MemoryOrder order, OrderUse use);
/// The warning (W-ORDER) about an order that is not allowed.
[[nodiscard]] std::string about_order(MemoryOrder order, OrderUse use);

}  // namespace clmm::language
