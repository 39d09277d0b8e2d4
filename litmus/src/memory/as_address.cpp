#include "clmm/litmus/addresses.h"
#include "memory/address_use.h"
#include "memory/object_pieces.h"
#include "unfold/unfolding.h"

namespace clmm::litmus {
namespace {

/// CL_DEVICE_MEM_BASE_ADDR_ALIGN is the size of the largest type at least, and so are the blocks of
/// clSVMAlloc aligned by default. [API, "Querying Devices", clSVMAlloc]
constexpr std::uint64_t kOfAllocations = 128;

std::uint64_t alignment_of(const Unfolding& unfolding, const MemoryObject& object) {
    const bool is_allocated = unfolding.test.language == Language::opencl &&
                              object.space == AddressSpace::global &&
                              object.allocation != Allocation::program_scope;
    return is_allocated ? kOfAllocations : language::alignment_of(*object.type);
}

/// One in an object, or behind its end.
TermId address_in(Unfolding& unfolding, std::uint64_t value) {
    TermPool& terms = unfolding.structure.terms;
    auto number = object_at(unfolding, value);
    if (!number && value != 0) number = object_at(unfolding, value - 1);
    if (!number) return terms.constant(value, 64);
    const ObjectRange range{object_address(unfolding, *number), object_size(unfolding, *number),
                            alignment_of(unfolding, unfolding.objects[*number])};
    return address_of(terms, range, value, 64);
}

/// Of alternatives each; of a sum, the base.
TermId as_address(Unfolding& unfolding, TermId pointer, bool has_base, unsigned depth) {
    constexpr unsigned kDeepest = 64;
    TermPool& terms = unfolding.structure.terms;
    const Term term = terms[pointer];
    if (is_address(terms, pointer) || depth == kDeepest) return pointer;
    if (term.op == TermOp::constant) return address_in(unfolding, term.payload);
    const auto part = [&](TermId of) { return as_address(unfolding, of, has_base, depth + 1); };
    if (term.op == TermOp::if_then_else) {
        const TermId first = part(term.b);
        return terms.if_then_else(term.a, first, part(term.c));
    }
    if (term.op == TermOp::add && has_base) return terms.binary(TermOp::add, term.a, part(term.b));
    return pointer;
}

}  // namespace

TermId as_address(Unfolding& unfolding, TermId pointer, const Provenance& object) {
    return as_address(unfolding, pointer, object.kind == Provenance::Kind::memory, 0);
}

}  // namespace clmm::litmus
