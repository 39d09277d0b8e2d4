#include <algorithm>
#include <array>

#include "machines/spirv/execution.h"

/// Atomic accesses, fences and barriers, and what their masks and scopes mean in OpenCL's model.
///
/// Source   SPIR-V, sections 3.25 "Memory Semantics" and 3.27 "Scope"; OpenCL SPIR-V environment,
///          "Validation Rules"
namespace clmm::compilers::khronos {
namespace {

using generator::FenceFlags;
using generator::Kind;
using generator::MemoryOrder;
using generator::MemoryScope;
using generator::Modification;
using generator::Statement;

constexpr std::uint64_t kAcquire = 0x2;
constexpr std::uint64_t kRelease = 0x4;
constexpr std::uint64_t kAcquireRelease = 0x8;
constexpr std::uint64_t kSequentiallyConsistent = 0x10;
constexpr std::uint64_t kWorkgroupMemory = 0x100;
constexpr std::uint64_t kCrossWorkgroupMemory = 0x200;
constexpr std::uint64_t kImageMemory = 0x800;
/// UniformMemory, SubgroupMemory, AtomicCounterMemory: OpenCL has no such memory.
constexpr std::uint64_t kOtherMemory = 0x40 | 0x80 | 0x400;
constexpr std::uint64_t kOrders = kAcquire | kRelease | kAcquireRelease | kSequentiallyConsistent;
constexpr std::uint64_t kMemory =
    kWorkgroupMemory | kCrossWorkgroupMemory | kImageMemory | kOtherMemory;

struct Modifying {
    std::string_view name;
    Modification modification;
};
constexpr std::array kModifying{Modifying{"OpAtomicExchange", Modification::exchange},
                                Modifying{"OpAtomicIIncrement", Modification::add},
                                Modifying{"OpAtomicIDecrement", Modification::subtract},
                                Modifying{"OpAtomicIAdd", Modification::add},
                                Modifying{"OpAtomicISub", Modification::subtract},
                                Modifying{"OpAtomicSMin", Modification::minimum},
                                Modifying{"OpAtomicSMax", Modification::maximum},
                                Modifying{"OpAtomicAnd", Modification::bit_and},
                                Modifying{"OpAtomicOr", Modification::bit_or},
                                Modifying{"OpAtomicXor", Modification::bit_xor}};

}  // namespace

Execution::Semantics Execution::semantics(std::size_t at) {
    const std::uint64_t mask = known(at);
    if ((mask & ~(kOrders | kMemory)) != 0)
        refuse("memory semantics that OpenCL's environment has not: " + std::to_string(mask),
               operand(at).span);
    Semantics made;
    made.flags.global = (mask & kCrossWorkgroupMemory) != 0;
    made.flags.local = (mask & kWorkgroupMemory) != 0;
    made.flags.image = (mask & kImageMemory) != 0;
    made.names_storage = (mask & kMemory) != 0;
    switch (mask & kOrders) {
        case 0:
            break;
        case kAcquire:
            made.order = MemoryOrder::acquire;
            break;
        case kRelease:
            made.order = MemoryOrder::release;
            break;
        case kAcquireRelease:
            made.order = MemoryOrder::acq_rel;
            break;
        case kSequentiallyConsistent:
            made.order = MemoryOrder::seq_cst;
            break;
        default:
            refuse("memory semantics with two orders: " + std::to_string(mask), operand(at).span);
    }
    return made;
}

MemoryScope Execution::scope(std::size_t at) {
    static constexpr std::array kScopes{MemoryScope::all_devices, MemoryScope::device,
                                        MemoryScope::work_group, MemoryScope::sub_group,
                                        MemoryScope::work_item};
    const std::uint64_t number = known(at);
    if (number >= kScopes.size())
        refuse("a scope that OpenCL's environment has not: " + std::to_string(number),
               operand(at).span);
    return kScopes[number];
}

/// A mask that names no memory orders as OpenCL's functions do, which have no flags: about the
/// memory of the object. One that names other memory alone does not order this access with any.
MemoryOrder Execution::order_of(std::size_t at, TermId pointer) {
    const Semantics found = semantics(at);
    const bool is_local = machine_.is_local(pointer);
    const bool is_named = is_local ? found.flags.local : found.flags.global;
    return !found.names_storage || is_named ? found.order : MemoryOrder::relaxed;
}

/// A pointer to one of the test's locations.
TermId Execution::shared(std::size_t at) {
    const TermId pointer = value(at, 64);
    if (machine_.is_private(pointer))
        refuse("an atomic access of the thread's own memory", line_.span,
               "the environment leaves its behaviour undefined for the storage class Function");
    return pointer;
}

/// With the scope and order that stand behind the pointer.
Statement Execution::statement(Kind kind, TermId pointer) {
    const std::size_t first = line_.result.empty() ? 1 : 2;
    Statement made{.kind = kind};
    made.scope = scope(first);
    made.order = order_of(first + 1, pointer);
    return made;
}

bool Execution::order() {
    if (line_.name == "OpControlBarrier") return barrier(), true;
    if (line_.name != "OpMemoryBarrier") return false;
    const Semantics found = semantics(1);
    Statement made{.kind = Kind::fence, .order = found.order, .scope = scope(0)};
    made.flags = found.flags;
    // About other work-items one of this one alone says nothing.
    if (made.scope != MemoryScope::work_item) machine_.fence(made, line_.span);
    return true;
}

/// It waits, and is a memory barrier besides, which orders as far as its own scope: of work-items
/// that wait and are not in that, nothing is ordered. One that both releases and acquires is
/// OpenCL's with these flags; of others the fence stands where it has an effect, and the waiting
/// orders nothing.
///
/// Source   SPIR-V, OpControlBarrier: "If Semantics is not None, this instruction also serves as an
///          OpMemoryBarrier instruction, and also performs and adheres to the description and
///          semantics of an OpMemoryBarrier instruction with the same Memory and Semantics
///          operands"; "If Semantics is None, Memory is ignored"
void Execution::barrier() {
    const MemoryScope group = scope(0);
    if (group != MemoryScope::work_group && group != MemoryScope::sub_group)
        refuse("a control barrier of another execution scope than a group", operand(0).span,
               "barriers of a work-group and of a sub-group are read");
    const Semantics found = semantics(2);
    Statement waits{.kind = Kind::barrier, .scope = group};
    waits.is_of_sub_group = group == MemoryScope::sub_group;
    const MemoryScope named = scope(1);
    const MemoryScope memory = found.order == MemoryOrder::relaxed ? MemoryScope::work_item : named;
    if (memory == MemoryScope::work_item) return machine_.fence(waits, line_.span);
    if (found.order == MemoryOrder::acq_rel || found.order == MemoryOrder::seq_cst) {
        const bool is_narrow = memory == MemoryScope::sub_group;
        Statement orders = waits;
        orders.is_of_sub_group = waits.is_of_sub_group || is_narrow;
        orders.scope = memory;
        orders.flags = found.flags;
        machine_.fence(orders, line_.span);
        if (is_narrow && !waits.is_of_sub_group) machine_.fence(waits, line_.span);
        return;
    }
    Statement fence{.kind = Kind::fence, .order = found.order, .scope = memory};
    fence.flags = found.flags;
    if (found.order == MemoryOrder::release) machine_.fence(fence, line_.span);
    machine_.fence(waits, line_.span);
    if (found.order == MemoryOrder::acquire) machine_.fence(fence, line_.span);
}

bool Execution::atomic() {
    const std::string& name = line_.name;
    if (name == "OpAtomicLoad") {
        const TermId pointer = shared(1);
        const Statement made = statement(Kind::load, pointer);
        if (made.order == MemoryOrder::release || made.order == MemoryOrder::acq_rel)
            refuse("a load that releases", operand(3).span);
        write(machine_.load(pointer, width(), made, line_.span));
    } else if (name == "OpAtomicStore" || name == "OpAtomicFlagClear") {
        const TermId pointer = shared(0);
        const Statement made = statement(Kind::store, pointer);
        if (made.order == MemoryOrder::acquire || made.order == MemoryOrder::acq_rel)
            refuse("a store that acquires", operand(2).span);
        const bool clears = name == "OpAtomicFlagClear";
        machine_.store(pointer, clears ? terms_.constant(0, 32) : value(3), made, line_.span);
    } else if (name == "OpAtomicFlagTestAndSet") {
        test_and_set();
    } else if (name.starts_with("OpAtomic")) {
        write(read_modify_write(shared(1)));
    } else {
        return false;
    }
    return true;
}

/// The flag is a word, and set where it is not zero; what sets it leaves 1 there.
void Execution::test_and_set() {
    const TermId pointer = shared(1);
    Statement made = statement(Kind::modify, pointer);
    made.modification = Modification::exchange;
    const TermId old = machine_.exchange(pointer, terms_.constant(1, 32), true, made, line_.span);
    write(terms_.negated(terms_.is_zero(old)));
}

TermId Execution::read_modify_write(TermId pointer) {
    const std::string& name = line_.name;
    // The weak one has the semantics of the other.
    if (name == "OpAtomicCompareExchange" || name == "OpAtomicCompareExchangeWeak") {
        Statement made = statement(Kind::compare_exchange, pointer);
        made.failure = order_of(4, pointer);
        if (made.failure == MemoryOrder::release || made.failure == MemoryOrder::acq_rel)
            refuse("a compare-exchange that releases where it fails", operand(4).span);
        const TermId desired = value(5, width());
        return machine_.compare_exchange(pointer, value(6, width()), desired, made, line_.span);
    }
    const auto found = std::ranges::find(kModifying, name, &Modifying::name);
    if (found == kModifying.end())
        refuse("unknown instruction '" + name + "'", line_.span,
               name.starts_with("OpAtomicU") ? "the test's words have a sign" : "");
    Statement made = statement(Kind::modify, pointer);
    made.modification = found->modification;
    const bool counts = name.ends_with("crement");
    const TermId by = counts ? terms_.constant(1, width()) : value(4, width());
    return machine_.exchange(pointer, by, true, made, line_.span);
}

}  // namespace clmm::compilers::khronos
