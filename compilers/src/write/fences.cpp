#include "write/fences.h"

namespace clmm::compilers {
namespace {

using generator::FenceFlags;
using generator::MemoryOrder;
using generator::MemoryScope;
using generator::Statement;

using Lines = std::vector<std::string>;

/// Whether a fence orders anything at all.
bool is_nothing(const FenceFlags& flags, MemoryOrder order) {
    return order == MemoryOrder::relaxed || (!flags.global && !flags.local && !flags.image);
}

std::string order_word(MemoryOrder order) {
    switch (order) {
        case MemoryOrder::acquire:
            return "__ATOMIC_ACQUIRE";
        case MemoryOrder::release:
            return "__ATOMIC_RELEASE";
        case MemoryOrder::acq_rel:
            return "__ATOMIC_ACQ_REL";
        case MemoryOrder::seq_cst:
            return "__ATOMIC_SEQ_CST";
        default:
            return "__ATOMIC_RELAXED";
    }
}

/// LLVM's synchronization scopes of AMDGPU.
std::string amdgpu_scope(MemoryScope scope) {
    switch (scope) {
        case MemoryScope::work_item:
            return "singlethread";
        case MemoryScope::sub_group:
            return "wavefront";
        case MemoryScope::work_group:
            return "workgroup";
        case MemoryScope::device:
            return "agent";
        default:
            return "";
    }
}

/// Clang names regions from version 19 on; before, a fence was about all of them.
Lines amdgpu_fence(const FenceFlags& flags, MemoryOrder order, MemoryScope scope) {
    const std::string both =
        "__builtin_amdgcn_fence(" + order_word(order) + ", \"" + amdgpu_scope(scope) + "\"";
    if (flags.image || (flags.global && flags.local)) return {both + ");"};
    return {"#if __clang_major__ >= 19", both + (flags.global ? ", \"global\");" : ", \"local\");"),
            "#else", both + ");", "#endif"};
}

/// PTX's `membar`, as libclc has it: in all orders, about all regions.
Lines nvptx_fence(MemoryScope scope) {
    switch (scope) {
        case MemoryScope::work_item:
        case MemoryScope::sub_group:
        case MemoryScope::work_group:
            return {"__nvvm_membar_cta();"};
        case MemoryScope::device:
            return {"__nvvm_membar_gl();"};
        default:
            return {"__nvvm_membar_sys();"};
    }
}

void append(Lines& to, const Lines& lines) { to.insert(to.end(), lines.begin(), lines.end()); }

}  // namespace

Fences::Fences(const Architecture* machine) {
    // Translators to SPIR-V know the library's functions by their names.
    if (machine == nullptr || machine->name.starts_with("spir")) return;
    machine_ = machine->name;
    kind_ = machine_ == "nvptx64"         ? Kind::nvptx
            : machine_.starts_with("gfx") ? Kind::amdgpu
                                          : Kind::processor;
}

Lines Fences::operator()(const Statement& statement) const {
    if (kind_ == Kind::library) return {generator::to_text(statement, generator::Dialect::opencl)};
    if (statement.kind == generator::Kind::barrier) return barrier(statement);
    return fence(statement, statement.order);
}

Lines Fences::fence(const Statement& statement, MemoryOrder order) const {
    if (is_nothing(statement.flags, order)) return {"/* a fence that orders nothing */"};
    if (kind_ == Kind::nvptx) return nvptx_fence(statement.scope);
    if (kind_ == Kind::amdgpu) return amdgpu_fence(statement.flags, order, statement.scope);
    // A processor has one memory, and threads that are all alike.
    return {"__atomic_thread_fence(" + order_word(order) + ");"};
}

/// All come, between a release and an acquire of what its flags name.
Lines Fences::barrier(const Statement& statement) const {
    if (kind_ == Kind::processor)
        throw NotWritten{"a barrier is no code of " + machine_ +
                             ": work-items that meet there are the business of a runtime",
                         "GPUs have one: nvptx64, gfx90a, gfx942, gfx1100, gfx1200"};
    if (statement.is_of_sub_group)
        throw NotWritten{"tests of " + machine_ + " have no barrier of a sub-group",
                         "SPIR-V has: spir64, spirv64"};
    const bool is_wide = statement.scope > MemoryScope::work_group;
    Lines made;
    const bool has_fences = kind_ == Kind::amdgpu || is_wide;
    if (has_fences) append(made, fence(statement, MemoryOrder::release));
    made.emplace_back(kind_ == Kind::amdgpu ? "__builtin_amdgcn_s_barrier();"
                                            : "__nvvm_bar_sync(0);");
    if (has_fences) append(made, fence(statement, MemoryOrder::acquire));
    return made;
}

}  // namespace clmm::compilers
