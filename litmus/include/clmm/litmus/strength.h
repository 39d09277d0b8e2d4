#pragma once

#include <string>
#include <vector>

#include "clmm/litmus/spelling.h"

/// Which orders, scopes and flags are stronger than which: those that promise more.
///
/// Shape    acquire and release are not comparable. No list has `now` itself, nor an order that the
///          operation shall not have (language/order_meaning.h).
/// Source   "Memory Ordering Rules"; "Overview of atomic and fence operations"; docs/model.md,
/// Scopes
namespace clmm::litmus {

/// What an operation is, as far as the orders go that it may have.
enum class OperationKind : std::uint8_t { load, store, modify, fence };

/// The orders that are stronger than `now` and mean something for the operation, ascending.
[[nodiscard]] std::vector<Order> stronger_orders(OperationKind kind, Order now);
/// The scopes that are wider than `now`, up to `widest`.
[[nodiscard]] std::vector<Scope> wider_scopes(Scope now, Scope widest);
/// `now` with more flags, of those in `offered`; fewest first.
[[nodiscard]] std::vector<Regions> more_flags(Regions now, Regions offered);

/// The orders that are weaker than `now` and mean something for the operation, descending.
[[nodiscard]] std::vector<Order> weaker_orders(OperationKind kind, Order now);
/// The scopes that are narrower than `now`, down to a sub-group's, widest first.
[[nodiscard]] std::vector<Scope> narrower_scopes(Scope now);
/// `now` with fewer flags, most first; the last has none.
[[nodiscard]] std::vector<Regions> fewer_flags(Regions now);

[[nodiscard]] bool weaker_or_equal(Order a, Order b);

}  // namespace clmm::litmus
