#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/litmus/event_structure.h"
#include "clmm/parser/c_tree.h"

namespace clmm::litmus {

/// What the values of `memory_order` and `memory_scope` stand for.
constexpr std::array kOrders = {Order::relaxed, Order::acquire, Order::acquire,
                                Order::release, Order::acq_rel, Order::seq_cst};
constexpr std::array kScopes = {Scope::work_item, Scope::work_group, Scope::device, Scope::all,
                                Scope::sub_group};

/// A predefined identifier: `memory_order_acquire`, `CLK_LOCAL_MEM_FENCE`, `INT_MAX`, `NULL`.
struct Enumerator {
    std::string_view name;
    std::string_view type;  ///< `memory_order`, `memory_scope`; else empty
    std::uint64_t value;
    unsigned width;
    bool is_signed;
};

[[nodiscard]] const Enumerator* find_enumerator(std::string_view name);
[[nodiscard]] std::vector<std::string> enumerator_names();

/// The value of an integer constant expression in 64 bits, or nothing where it is none.
/// Casts and sizeof are not constant here.
[[nodiscard]] std::optional<std::int64_t> constant_value(const syntax::Expression& expression);

/// The elements of `local_array(4)`, 1 to 65536 of them; nothing where it is not so called.
[[nodiscard]] std::optional<std::uint64_t> local_array_elements(const syntax::Call& call);

}  // namespace clmm::litmus
