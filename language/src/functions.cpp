#include "clmm/language/functions.h"

#include <algorithm>
#include <array>

namespace clmm::language {
namespace {

constexpr std::string_view kExplicit = "_explicit";

constexpr AtomicFunction fetch(std::string_view name, Modification modification) {
    return {.name = name, .modification = modification};
}

constexpr std::array kAtomics = {
    AtomicFunction{"atomic_init", AtomicEffect::initialise, Modification::none, 2, 0},
    AtomicFunction{"atomic_load", AtomicEffect::load, Modification::none, 1},
    AtomicFunction{"atomic_store", AtomicEffect::store, Modification::none, 2},
    fetch("atomic_exchange", Modification::exchange),
    AtomicFunction{"atomic_compare_exchange_strong", AtomicEffect::compare_exchange,
                   Modification::none, 3, 2},
    AtomicFunction{"atomic_compare_exchange_weak", AtomicEffect::compare_exchange,
                   Modification::none, 3, 2, false, true},
    fetch("atomic_fetch_add", Modification::add),
    fetch("atomic_fetch_sub", Modification::subtract),
    fetch("atomic_fetch_or", Modification::bit_or),
    fetch("atomic_fetch_xor", Modification::bit_xor),
    fetch("atomic_fetch_and", Modification::bit_and),
    fetch("atomic_fetch_min", Modification::minimum),
    fetch("atomic_fetch_max", Modification::maximum),
    AtomicFunction{"atomic_flag_test_and_set", AtomicEffect::modify, Modification::exchange, 1, 1,
                   true},
    AtomicFunction{"atomic_flag_clear", AtomicEffect::store, Modification::none, 1, 1, true},
};

constexpr std::array kLegacy = {
    LegacyAtomic{"add", Modification::add},         LegacyAtomic{"sub", Modification::subtract},
    LegacyAtomic{"xchg", Modification::exchange},   LegacyAtomic{"inc", Modification::add, 1},
    LegacyAtomic{"dec", Modification::subtract, 1}, LegacyAtomic{"cmpxchg", Modification::none, 3},
    LegacyAtomic{"min", Modification::minimum},     LegacyAtomic{"max", Modification::maximum},
    LegacyAtomic{"and", Modification::bit_and},     LegacyAtomic{"or", Modification::bit_or},
    LegacyAtomic{"xor", Modification::bit_xor},
};

using Kind = FenceFunction::Kind;
constexpr std::size_t kNone = FenceFunction::kNone;

/// `fence` is herd's name, mem_fence() and its like are of OpenCL C 1.x, the others also C11's.
constexpr std::array kFences = {
    FenceFunction{"atomic_work_item_fence", Kind::fence, 3, 3, 0, 1, 2},
    FenceFunction{"fence", Kind::fence, 3, 3, 0, 1, 2},
    FenceFunction{"atomic_thread_fence", Kind::fence, 1, 1, kNone, 0, kNone, MemoryOrder::seq_cst,
                  MemoryScope::all_devices},
    FenceFunction{"atomic_signal_fence", Kind::signal_fence, 1, 1, kNone, 0},
    FenceFunction{"mem_fence", Kind::fence, 1, 1, 0},
    FenceFunction{"read_mem_fence", Kind::fence, 1, 1, 0, kNone, kNone, MemoryOrder::acquire},
    FenceFunction{"write_mem_fence", Kind::fence, 1, 1, 0, kNone, kNone, MemoryOrder::release},
    FenceFunction{"barrier", Kind::work_group_barrier, 1, 2, 0, kNone, 1},
    FenceFunction{"work_group_barrier", Kind::work_group_barrier, 1, 2, 0, kNone, 1},
    FenceFunction{"sub_group_barrier", Kind::sub_group_barrier, 1, 2, 0, kNone, 1,
                  MemoryOrder::acq_rel, MemoryScope::sub_group},
};

}  // namespace

std::optional<AtomicCall> find_atomic(std::string_view name) {
    const bool is_explicit = name.ends_with(kExplicit);
    if (is_explicit) name.remove_suffix(kExplicit.size());
    const auto found = std::ranges::find(kAtomics, name, &AtomicFunction::name);
    if (found == kAtomics.end() || (is_explicit && found->orders == 0)) return std::nullopt;
    return AtomicCall{&*found, is_explicit};
}

std::span<const AtomicFunction> atomic_functions() { return kAtomics; }

const LegacyAtomic* find_legacy_atomic(std::string_view name) {
    for (const std::string_view prefix : {"atomic_", "atom_"}) {
        if (!name.starts_with(prefix)) continue;
        const auto found =
            std::ranges::find(kLegacy, name.substr(prefix.size()), &LegacyAtomic::suffix);
        if (found != kLegacy.end()) return &*found;
    }
    return nullptr;
}

std::optional<std::string> legacy_name(Modification modification) {
    const auto found = std::ranges::find(kLegacy, modification, &LegacyAtomic::modification);
    if (modification == Modification::none || found == kLegacy.end()) return std::nullopt;
    return "atomic_" + std::string(found->suffix);
}

bool is_order_of_load(MemoryOrder order) {
    return order != MemoryOrder::release && order != MemoryOrder::acq_rel;
}

bool is_order_of_store(MemoryOrder order) {
    return order != MemoryOrder::acquire && order != MemoryOrder::acq_rel;
}

const FenceFunction* find_fence(std::string_view name) {
    const auto found = std::ranges::find(kFences, name, &FenceFunction::name);
    return found == kFences.end() ? nullptr : &*found;
}

std::vector<std::string> synchronisation_names() {
    std::vector<std::string> names;
    for (const AtomicFunction& each : kAtomics) names.emplace_back(each.name);
    for (const AtomicFunction& each : kAtomics)
        if (each.orders > 0) names.push_back(std::string(each.name) + std::string(kExplicit));
    for (const FenceFunction& each : kFences)
        if (each.name != "fence" && each.kind != Kind::signal_fence) names.emplace_back(each.name);
    return names;
}

}  // namespace clmm::language
