#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/parser/c_tree.h"

namespace clmm::litmus {

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

}  // namespace clmm::litmus
