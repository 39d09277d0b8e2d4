#include "execute/handlers/atomics.h"

#include <atomic>
#include <optional>
#include <type_traits>

#include "execute/block.h"
#include "execute/group_run.h"
#include "execute/handlers/atomic_values.h"
#include "execute/monitor.h"
#include "values/address.h"

namespace clmm::runtime {
namespace {

using namespace atomic_values;
using handlers::AtomicOperation;
using handlers::MemoryOrder;

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

/// Whether the processor's atomics have it; else an exchange is tried until it succeeds.
template <class T>
constexpr bool has_instruction(AtomicOperation operation) {
    return std::is_integral_v<T> && operation < AtomicOperation::fetch_min;
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
    if constexpr (handlers::compares(kOperation)) {
        atom.compare_exchange_strong(operand, desired, kOrder, on_failure(kOrder));
        return operand;
    }
    if constexpr (is_arithmetic(kOperation) && !has_instruction<T>(kOperation)) {
        T old = atom.load(std::memory_order_relaxed);
        while (!atom.compare_exchange_weak(old, modified<kOperation>(old, operand), kOrder,
                                           on_failure(kOrder))) {
        }
        return old;
    } else {
        if constexpr (kOperation == AtomicOperation::fetch_add)
            return atom.fetch_add(operand, kOrder);
        if constexpr (kOperation == AtomicOperation::fetch_sub)
            return atom.fetch_sub(operand, kOrder);
        if constexpr (kOperation == AtomicOperation::fetch_or)
            return atom.fetch_or(operand, kOrder);
        if constexpr (kOperation == AtomicOperation::fetch_xor)
            return atom.fetch_xor(operand, kOrder);
        if constexpr (kOperation == AtomicOperation::fetch_and)
            return atom.fetch_and(operand, kOrder);
    }
}

/// In memory that only this thread touches.
template <AtomicOperation kOperation, class T>
T unshared(T* at, T operand, T desired) {
    const T old = *at;
    if constexpr (handlers::compares(kOperation)) {
        if (old == operand) *at = desired;
    } else if constexpr (kOperation != AtomicOperation::load) {
        *at = modified<kOperation>(old, operand);
    }
    return old;
}

template <AtomicOperation kOperation, class T, class Access>
void for_lanes(Block& block, const Instruction& i, Access access) {
    constexpr bool kHasValue = kOperation != AtomicOperation::load;
    constexpr bool kHasDesired = handlers::compares(kOperation);
    constexpr bool kHasResult = kOperation != AtomicOperation::store;
    block.fill(block.reg(i.a), 8);
    const auto* address = block.reg(i.a).elements<std::uint64_t>();
    const Held<T>* value = nullptr;
    const Held<T>* desired = nullptr;
    if constexpr (kHasValue) {
        block.fill(block.reg(i.b), sizeof(Held<T>));
        value = block.reg(i.b).elements<Held<T>>();
    }
    if constexpr (kHasDesired) {
        block.fill(block.reg(i.c), sizeof(Held<T>));
        desired = block.reg(i.c).elements<Held<T>>();
    }
    Held<T>* result = nullptr;
    if constexpr (kHasResult) {
        block.keep_others(block.reg(i.d), i);
        result = block.reg(i.d).elements<Held<T>>();
    }
    block.for_active([&](unsigned lane) {
        const T old =
            access(lane, pointer_to<T>(address[lane]), kHasValue ? in_memory<T>(value[lane]) : T{},
                   kHasDesired ? in_memory<T>(desired[lane]) : T{});
        if constexpr (kHasResult) result[lane] = in_register<T>(old);
    });
}

/// Blocks that decide this run on one thread.
template <AtomicOperation kOperation, class T>
bool fails_weakly(Block& block, T* at, T expected) {
    if constexpr (kOperation != AtomicOperation::weak_compare_exchange) return false;
    return block.has_failures() && *at == expected && block.fails();
}

template <AtomicOperation kOperation, class T>
void run_shared(Block& block, const Instruction& i) {
    const auto with = [&](auto order) {
        for_lanes<kOperation, T>(block, i, [&](unsigned, T* at, T operand, T desired) {
            if (fails_weakly<kOperation>(block, at, operand)) return operand;
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
    for_lanes<kOperation, T>(block, i, [&](unsigned, T* at, T operand, T desired) {
        if (fails_weakly<kOperation>(block, at, operand)) return operand;
        return unshared<kOperation, T>(at, operand, desired);
    });
}

/// What the operation writes over `old`, if anything.
template <AtomicOperation kOperation, class T>
std::optional<std::uint64_t> written_over(T old, T operand, T desired) {
    if constexpr (kOperation == AtomicOperation::load) return std::nullopt;
    T value = operand;
    if constexpr (handlers::compares(kOperation)) {
        if (old != operand) return std::nullopt;
        value = desired;
    } else if constexpr (kOperation != AtomicOperation::store) {
        value = modified<kOperation>(old, operand);
    }
    return bits_of_value(value);
}

/// One operation of watched code; the old value. What the monitor says that it reads, it reads
/// without looking at memory: then it is a load, or a compare-exchange that fails.
template <AtomicOperation kOperation, class T>
T watched(Block& block, const Site& site, unsigned lane, std::uint64_t address, T operand,
          T desired) {
    constexpr auto kOrder = std::memory_order_seq_cst;
    GroupMonitor* monitor = block.group().monitor();
    if (monitor == nullptr) {
        if (fails_weakly<kOperation>(block, pointer_to<T>(address), operand)) return operand;
        return shared<kOperation, kOrder>(pointer_to<T>(address), operand, desired);
    }
    const AtomicPlan plan = monitor->begin_atomic(block, site, lane, address);
    if (plan.denied) return T{};
    AtomicStep step;
    T old{};
    T given = plan.value ? value_of_bits<T>(*plan.value) : T{};
    const bool only_reads =
        kOperation == AtomicOperation::load || (handlers::compares(kOperation) && given != operand);
    if (plan.value && only_reads) {
        old = given;
    } else if (fails_weakly<kOperation>(block, plan.value ? &given : pointer_to<T>(address),
                                        operand)) {
        old = operand;
    } else {
        old = shared<kOperation, kOrder>(pointer_to<T>(address), operand, desired);
        step.written = written_over<kOperation>(old, operand, desired);
    }
    step.read = bits_of_value(old);
    monitor->end_atomic(block, site, lane, address, step);
    return old;
}

template <AtomicOperation kOperation, class T>
void run_watched(Block& block, const Instruction& i) {
    const Site& site = block.code().sites[static_cast<std::size_t>(i.immediate)];
    for_lanes<kOperation, T>(block, i, [&](unsigned lane, T* at, T operand, T desired) {
        const auto address = address_of(at);
        return watched<kOperation, T>(block, site, lane, address, operand, desired);
    });
    if (GroupMonitor* monitor = block.group().monitor()) monitor->end_atomics();
}

enum class Variant : std::uint8_t { shared, unshared, watched };

template <AtomicOperation kOperation, class T>
Handler of_variant(Variant variant) {
    if (variant == Variant::watched) return &run_watched<kOperation, T>;
    return variant == Variant::unshared ? &run_unshared<kOperation, T> : &run_shared<kOperation, T>;
}

template <AtomicOperation kOperation>
Handler of_type(Scalar scalar, Variant variant) {
    constexpr bool kOfBits = kOperation == AtomicOperation::fetch_or ||
                             kOperation == AtomicOperation::fetch_xor ||
                             kOperation == AtomicOperation::fetch_and;
    if (scalar == Scalar::f16) {
        if constexpr (kOfBits || handlers::compares(kOperation))
            return nullptr;
        else
            return of_variant<kOperation, AtomicHalf>(variant);
    }
    return with_type(scalar, [&](auto element) -> Handler {
        using T = decltype(element);
        if constexpr (sizeof(T) < 4 || (kOfBits && !std::is_integral_v<T>))
            return nullptr;
        else if constexpr (is_arithmetic(kOperation))
            return of_variant<kOperation, T>(variant);
        else
            return of_variant<kOperation, Bits<T>>(variant);
    });
}

/// Of one lane, since no other blocks have failures.
void run_weak_failure(Block& block, const Instruction& i) {
    block.keep_others(block.reg(i.d), i);
    const std::int32_t failed = block.take_failure() ? 1 : 0;
    block.for_active(
        [&](unsigned lane) { block.reg(i.d).elements<std::int32_t>()[lane] = failed; });
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
        case AtomicOperation::weak_compare_exchange:
            return of_type<AtomicOperation::weak_compare_exchange>(scalar, local);
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

Handler weak_failure() { return &run_weak_failure; }
Handler fence() { return &run_fence; }
Handler watched_fence() { return &run_watched_fence; }

}  // namespace handlers
}  // namespace clmm::runtime
