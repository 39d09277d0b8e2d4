#include "execute/atomics.h"

#include <atomic>
#include <optional>
#include <type_traits>

#include "check/monitor.h"
#include "execute/block.h"
#include "execute/group_run.h"

namespace clmm::runtime {
namespace {

using handlers::AtomicOperation;
using handlers::MemoryOrder;

/// Floating-point values are exchanged as their bits.
template <class T>
using Bits = std::conditional_t<std::is_integral_v<T>, T,
                                std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>;

template <class T>
T* object(std::uint64_t address) {
    return reinterpret_cast<T*>(static_cast<std::uintptr_t>(address));
}

/// What a read-modify-write leaves behind.
template <AtomicOperation kOperation, class T>
T modified(T old, T operand) {
    using U = std::make_unsigned_t<T>;
    switch (kOperation) {
        case AtomicOperation::fetch_add:
            return static_cast<T>(static_cast<U>(old) + static_cast<U>(operand));
        case AtomicOperation::fetch_sub:
            return static_cast<T>(static_cast<U>(old) - static_cast<U>(operand));
        case AtomicOperation::fetch_or:
            return old | operand;
        case AtomicOperation::fetch_xor:
            return old ^ operand;
        case AtomicOperation::fetch_and:
            return old & operand;
        case AtomicOperation::fetch_min:
            return operand < old ? operand : old;
        case AtomicOperation::fetch_max:
            return old < operand ? operand : old;
        default:
            return operand;
    }
}

constexpr std::memory_order on_failure(std::memory_order order) {
    if (order == std::memory_order_acq_rel) return std::memory_order_acquire;
    return order == std::memory_order_release ? std::memory_order_relaxed : order;
}

/// Of the orders that a load or a store cannot have, the next weaker ones.
constexpr std::memory_order of_load(std::memory_order order) { return on_failure(order); }
constexpr std::memory_order of_store(std::memory_order order) {
    if (order == std::memory_order_acq_rel) return std::memory_order_release;
    return order == std::memory_order_acquire ? std::memory_order_relaxed : order;
}

/// One operation; the old value, or nothing of interest after a store.
template <AtomicOperation kOperation, std::memory_order kOrder, class T>
T shared(T* at, T operand, T desired) {
    std::atomic_ref<T> atom(*at);
    if constexpr (kOperation == AtomicOperation::load) return atom.load(of_load(kOrder));
    if constexpr (kOperation == AtomicOperation::store) {
        atom.store(operand, of_store(kOrder));
        return operand;
    }
    if constexpr (kOperation == AtomicOperation::exchange) return atom.exchange(operand, kOrder);
    if constexpr (kOperation == AtomicOperation::fetch_add) return atom.fetch_add(operand, kOrder);
    if constexpr (kOperation == AtomicOperation::fetch_sub) return atom.fetch_sub(operand, kOrder);
    if constexpr (kOperation == AtomicOperation::fetch_or) return atom.fetch_or(operand, kOrder);
    if constexpr (kOperation == AtomicOperation::fetch_xor) return atom.fetch_xor(operand, kOrder);
    if constexpr (kOperation == AtomicOperation::fetch_and) return atom.fetch_and(operand, kOrder);
    if constexpr (kOperation == AtomicOperation::compare_exchange) {
        atom.compare_exchange_strong(operand, desired, kOrder, on_failure(kOrder));
        return operand;
    }
    if constexpr (kOperation == AtomicOperation::fetch_min ||
                  kOperation == AtomicOperation::fetch_max) {
        T old = atom.load(std::memory_order_relaxed);
        while (!atom.compare_exchange_weak(old, modified<kOperation>(old, operand), kOrder,
                                           on_failure(kOrder))) {
        }
        return old;
    }
}

/// In memory that only this thread touches.
template <AtomicOperation kOperation, class T>
T unshared(T* at, T operand, T desired) {
    const T old = *at;
    if constexpr (kOperation == AtomicOperation::compare_exchange) {
        if (old == operand) *at = desired;
    } else if constexpr (kOperation != AtomicOperation::load) {
        *at = modified<kOperation>(old, operand);
    }
    return old;
}

template <AtomicOperation kOperation, class T, class Access>
void for_lanes(Block& block, const Instruction& i, Access access) {
    constexpr bool kHasValue = kOperation != AtomicOperation::load;
    constexpr bool kHasDesired = kOperation == AtomicOperation::compare_exchange;
    constexpr bool kHasResult = kOperation != AtomicOperation::store;
    block.fill(block.reg(i.a), 8);
    const auto* address = block.reg(i.a).elements<std::uint64_t>();
    const T* value = nullptr;
    const T* desired = nullptr;
    if constexpr (kHasValue) {
        block.fill(block.reg(i.b), sizeof(T));
        value = block.reg(i.b).elements<T>();
    }
    if constexpr (kHasDesired) {
        block.fill(block.reg(i.c), sizeof(T));
        desired = block.reg(i.c).elements<T>();
    }
    T* result = nullptr;
    if constexpr (kHasResult) {
        block.keep_others(block.reg(i.d), i);
        result = block.reg(i.d).elements<T>();
    }
    block.for_active([&](unsigned lane) {
        const T old = access(lane, object<T>(address[lane]), kHasValue ? value[lane] : T{},
                             kHasDesired ? desired[lane] : T{});
        if constexpr (kHasResult) result[lane] = old;
    });
}

template <AtomicOperation kOperation, class T>
void run_shared(Block& block, const Instruction& i) {
    const auto with = [&](auto order) {
        for_lanes<kOperation, T>(block, i, [](unsigned, T* at, T operand, T desired) {
            return shared<kOperation, decltype(order)::value>(at, operand, desired);
        });
    };
    switch (static_cast<MemoryOrder>(i.immediate)) {
        case MemoryOrder::relaxed:
            return with(std::integral_constant<std::memory_order, std::memory_order_relaxed>{});
        case MemoryOrder::acquire:
            return with(std::integral_constant<std::memory_order, std::memory_order_acquire>{});
        case MemoryOrder::release:
            return with(std::integral_constant<std::memory_order, std::memory_order_release>{});
        case MemoryOrder::acq_rel:
            return with(std::integral_constant<std::memory_order, std::memory_order_acq_rel>{});
        case MemoryOrder::seq_cst:
            return with(std::integral_constant<std::memory_order, std::memory_order_seq_cst>{});
    }
}

template <AtomicOperation kOperation, class T>
void run_unshared(Block& block, const Instruction& i) {
    for_lanes<kOperation, T>(block, i, [](unsigned, T* at, T operand, T desired) {
        return unshared<kOperation, T>(at, operand, desired);
    });
}

/// What the operation writes over `old`, if anything.
template <AtomicOperation kOperation, class T>
std::optional<std::uint64_t> written_over(T old, T operand, T desired) {
    if constexpr (kOperation == AtomicOperation::load) return std::nullopt;
    T value = operand;
    if constexpr (kOperation == AtomicOperation::compare_exchange) {
        if (old != operand) return std::nullopt;
        value = desired;
    } else if constexpr (kOperation != AtomicOperation::store) {
        value = modified<kOperation>(old, operand);
    }
    return static_cast<std::uint64_t>(static_cast<std::make_unsigned_t<T>>(value));
}

/// One operation of watched code; the old value. What the monitor says that it reads, it reads
/// without looking at memory: then it is a load, or a compare-exchange that fails.
template <AtomicOperation kOperation, class T>
T watched(Block& block, const Site& site, unsigned lane, std::uint64_t address, T operand,
          T desired) {
    constexpr auto kOrder = std::memory_order_seq_cst;
    GroupMonitor* monitor = block.group().monitor();
    if (monitor == nullptr) return shared<kOperation, kOrder>(object<T>(address), operand, desired);
    const AtomicPlan plan = monitor->begin_atomic(block, site, lane, address);
    if (plan.denied) return T{};
    AtomicStep step;
    T old{};
    const T given = plan.value ? static_cast<T>(*plan.value) : T{};
    const bool only_reads = kOperation == AtomicOperation::load ||
                            (kOperation == AtomicOperation::compare_exchange && given != operand);
    if (plan.value && only_reads) {
        old = given;
    } else {
        old = shared<kOperation, kOrder>(object<T>(address), operand, desired);
        step.written = written_over<kOperation>(old, operand, desired);
    }
    step.read = static_cast<std::uint64_t>(static_cast<std::make_unsigned_t<T>>(old));
    monitor->end_atomic(block, site, lane, address, step);
    return old;
}

template <AtomicOperation kOperation, class T>
void run_watched(Block& block, const Instruction& i) {
    const Site& site = block.code().sites[static_cast<std::size_t>(i.immediate)];
    for_lanes<kOperation, T>(block, i, [&](unsigned lane, T* at, T operand, T desired) {
        const auto address = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(at));
        return watched<kOperation, T>(block, site, lane, address, operand, desired);
    });
}

enum class Variant : std::uint8_t { shared, unshared, watched };

template <AtomicOperation kOperation>
Handler of_type(Scalar scalar, Variant variant) {
    return with_type(scalar, [&](auto element) -> Handler {
        using T = decltype(element);
        constexpr bool kArithmetic =
            kOperation >= AtomicOperation::fetch_add && kOperation <= AtomicOperation::fetch_max;
        if constexpr (sizeof(T) < 4 || (!std::is_integral_v<T> && kArithmetic)) {
            return nullptr;
        } else {
            if (scalar == Scalar::f16) return nullptr;
            if (variant == Variant::watched) return &run_watched<kOperation, Bits<T>>;
            return variant == Variant::unshared ? &run_unshared<kOperation, Bits<T>>
                                                : &run_shared<kOperation, Bits<T>>;
        }
    });
}

void run_fence(Block& /*block*/, const Instruction& i) {
    switch (static_cast<MemoryOrder>(i.immediate)) {
        case MemoryOrder::relaxed:
            return;
        case MemoryOrder::acquire:
            return std::atomic_thread_fence(std::memory_order_acquire);
        case MemoryOrder::release:
            return std::atomic_thread_fence(std::memory_order_release);
        case MemoryOrder::acq_rel:
            return std::atomic_thread_fence(std::memory_order_acq_rel);
        case MemoryOrder::seq_cst:
            return std::atomic_thread_fence(std::memory_order_seq_cst);
    }
}

void run_watched_fence(Block& block, const Instruction& i) {
    const Site& site = block.code().sites[static_cast<std::size_t>(i.immediate)];
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (GroupMonitor* monitor = block.group().monitor()) monitor->fence(block, site);
}

Handler chosen(AtomicOperation operation, Scalar scalar, Variant local) {
    switch (operation) {
        case AtomicOperation::load:
            return of_type<AtomicOperation::load>(scalar, local);
        case AtomicOperation::store:
            return of_type<AtomicOperation::store>(scalar, local);
        case AtomicOperation::exchange:
            return of_type<AtomicOperation::exchange>(scalar, local);
        case AtomicOperation::fetch_add:
            return of_type<AtomicOperation::fetch_add>(scalar, local);
        case AtomicOperation::fetch_sub:
            return of_type<AtomicOperation::fetch_sub>(scalar, local);
        case AtomicOperation::fetch_or:
            return of_type<AtomicOperation::fetch_or>(scalar, local);
        case AtomicOperation::fetch_xor:
            return of_type<AtomicOperation::fetch_xor>(scalar, local);
        case AtomicOperation::fetch_and:
            return of_type<AtomicOperation::fetch_and>(scalar, local);
        case AtomicOperation::fetch_min:
            return of_type<AtomicOperation::fetch_min>(scalar, local);
        case AtomicOperation::fetch_max:
            return of_type<AtomicOperation::fetch_max>(scalar, local);
        case AtomicOperation::compare_exchange:
            return of_type<AtomicOperation::compare_exchange>(scalar, local);
    }
    return nullptr;
}

}  // namespace

namespace handlers {

Handler atomic(AtomicOperation operation, Scalar scalar, bool local) {
    return chosen(operation, scalar, local ? Variant::unshared : Variant::shared);
}
Handler watched_atomic(AtomicOperation operation, Scalar scalar) {
    return chosen(operation, scalar, Variant::watched);
}

Handler fence() { return &run_fence; }
Handler watched_fence() { return &run_watched_fence; }

}  // namespace handlers
}  // namespace clmm::runtime
