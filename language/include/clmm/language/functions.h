#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/language/constants.h"

namespace clmm::language {

/// What an atomic function does to the object that its first argument points to.
enum class AtomicEffect : std::uint8_t { initialise, load, store, modify, compare_exchange };

/// What a read-modify-write leaves in the object, of the old value and the operand.
enum class Modification : std::uint8_t {
    none,  ///< it is no read-modify-write
    exchange,
    add,
    subtract,
    bit_or,
    bit_xor,
    bit_and,
    minimum,
    maximum
};

/// An atomic function of C11's names, without `_explicit`.
///
/// Shape    arguments: the operands, the orders, the scope. The explicit form has all of them, and
///          may leave out the scope; the other one has the operands alone.
/// Source   OpenCL C 3.0, "Atomic Functions"; C11 7.17.7
struct AtomicFunction {
    std::string_view name;
    AtomicEffect effect = AtomicEffect::modify;
    Modification modification = Modification::none;
    std::size_t operands = 2;  ///< the object's address among them
    std::size_t orders = 1;    ///< of the explicit form; 0: there is none
    bool is_flag = false;      ///< on an atomic_flag
    bool is_weak = false;      ///< may fail for no reason
};
struct AtomicCall {
    const AtomicFunction* function = nullptr;
    bool is_explicit = false;
};
[[nodiscard]] std::optional<AtomicCall> find_atomic(std::string_view name);
[[nodiscard]] std::span<const AtomicFunction> atomic_functions();

/// An atomic function of OpenCL C 1.x: `atomic_add`, `atom_xchg`. Its order is relaxed.
struct LegacyAtomic {
    std::string_view suffix;
    Modification modification = Modification::none;  ///< none: compares and exchanges
    std::size_t operands = 2;                        ///< 1: the other operand is one
};
[[nodiscard]] const LegacyAtomic* find_legacy_atomic(std::string_view name);
/// `atomic_xchg`, the function that does this; nothing where there is none.
[[nodiscard]] std::optional<std::string> legacy_name(Modification modification);

/// Whether OpenCL C gives the order a meaning with the operation: a load, or a compare-exchange
/// that fails, is no release, a store no acquire.
[[nodiscard]] bool is_order_of_load(MemoryOrder order);
[[nodiscard]] bool is_order_of_store(MemoryOrder order);

/// A fence or a barrier. What the text does not say is implied.
///
/// Shape    arguments by number: flags, order, scope; a barrier's scope may be left out.
struct FenceFunction {
    enum class Kind : std::uint8_t { fence, signal_fence, work_group_barrier, sub_group_barrier };
    static constexpr std::size_t kNone = ~std::size_t{0};
    std::string_view name;
    Kind kind = Kind::fence;
    std::size_t least = 1, most = 1;  ///< arguments
    std::size_t flags = kNone, order = kNone, scope = kNone;
    MemoryOrder implied_order = MemoryOrder::acq_rel;
    MemoryScope implied_scope = MemoryScope::work_group;

    [[nodiscard]] bool is_barrier() const { return kind >= Kind::work_group_barrier; }
    /// Of those whose name says the order: mem_fence() and its like.
    [[nodiscard]] bool names_order() const { return kind == Kind::fence && order == kNone; }
};
[[nodiscard]] const FenceFunction* find_fence(std::string_view name);

/// All of these by name, but for those of OpenCL C 1.x: for suggestions.
[[nodiscard]] std::vector<std::string> synchronisation_names();

}  // namespace clmm::language
