#pragma once

#include <cstdint>
#include <optional>

#include "clmm/language/constants.h"
#include "clmm/language/integers.h"
#include "clmm/language/order_meaning.h"
#include "clmm/litmus/event_structure.h"
#include "clmm/litmus/orders.h"
#include "clmm/parser/c_tree.h"

namespace clmm::litmus {

/// What a number means where a memory_order, a memory_scope or flags of a fence are asked for;
/// nothing if it has no meaning there.
[[nodiscard]] std::optional<Order> order_of(std::int64_t number);
[[nodiscard]] std::optional<Scope> scope_of(std::int64_t number);
[[nodiscard]] std::optional<Regions> regions_of(std::int64_t number);

[[nodiscard]] language::MemoryOrder language_order(Order order);
/// What clmm/language/order_meaning.h takes it as.
[[nodiscard]] Order meaning_of(Order order, language::OrderUse use);

/// The value of an integer constant expression as clmm/language/integers.h has it, in 64 bits.
[[nodiscard]] std::optional<std::int64_t> constant_value(const syntax::Expression& expression,
                                                         const language::ConstantSizes& sizes = {});

/// The elements of `local_array(4)`, 1 to 65536 of them; nothing where it is not so called.
[[nodiscard]] std::optional<std::uint64_t> local_array_elements(const syntax::Call& call);

}  // namespace clmm::litmus
