#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clmm::language {

/// memory_order; memory_order_consume, which only C11 has, is taken as acquire.
enum class MemoryOrder : std::uint8_t { relaxed, acquire, release, acq_rel, seq_cst };

/// memory_scope; all_devices is memory_scope_all_svm_devices, too.
enum class MemoryScope : std::uint8_t { work_item, sub_group, work_group, device, all_devices };

/// A predefined identifier of OpenCL C or of the host API, or a macro of its headers:
/// `memory_order_acquire`, `CLK_LOCAL_MEM_FENCE`, `CL_MAP_READ`, `INT_MAX`, `M_PI`, `NULL`.
///
/// Units    the numbers are those of opencl-c-base.h and CL/cl.h, memory_order_* those of C's
///          `__ATOMIC_*`. Handles of nothing (`CLK_NULL_EVENT`) are 0, which programs cannot see.
struct Constant {
    enum class Type : std::uint8_t { i32, u32, i64, u64, pointer, f32, f64 };
    std::string_view name;
    Type type = Type::i32;
    std::uint64_t integer = 0;          ///< of integers, sign-extended
    double floating = 0;                ///< of f32 and f64
    std::string_view enumeration = {};  ///< `memory_order`, `memory_scope`; else empty
};
[[nodiscard]] const Constant* find_constant(std::string_view name);
[[nodiscard]] std::span<const Constant> constants();
[[nodiscard]] std::vector<std::string> constant_names();

[[nodiscard]] constexpr bool is_floating(Constant::Type type) {
    return type == Constant::Type::f32 || type == Constant::Type::f64;
}

/// What a number means where a memory_order or memory_scope is asked for; nothing if it is none.
[[nodiscard]] std::optional<MemoryOrder> memory_order(std::int64_t number);
[[nodiscard]] std::optional<MemoryScope> memory_scope(std::int64_t number);

/// As programs write them: `memory_order_relaxed`, `memory_scope_all_svm_devices`.
[[nodiscard]] std::string spelling(MemoryOrder order);
[[nodiscard]] std::string spelling(MemoryScope scope);

/// All numbers that mean an order or a scope, ascending.
[[nodiscard]] std::span<const std::int64_t> memory_orders();
[[nodiscard]] std::span<const std::int64_t> memory_scopes();

/// What cl_mem_fence_flags ask for: a sum of CLK_*_MEM_FENCE; nothing where the number has others.
struct FenceFlags {
    bool local = false;
    bool global = false;
    bool image = false;
};
[[nodiscard]] std::optional<FenceFlags> fence_flags(std::int64_t number);

}  // namespace clmm::language
