#pragma once

#include <cstdint>
#include <string>

#include "clmm/base/source.h"
#include "clmm/runtime/argument.h"
#include "execute/handlers/atomics.h"

namespace clmm::runtime {

/// The object that an address is known to point into when the kernel is compiled.
///
/// Shape    `offset` and `size`, in bytes, are of a variable in its memory: of the work-group, the
///          work-item or the program. Of parameters the argument says it.
struct Root {
    enum class Kind : std::uint8_t { unknown, parameter, local, private_memory, program };
    Kind kind = Kind::unknown;
    std::uint32_t parameter = 0;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::string name;  ///< of the parameter or variable

    friend bool operator==(const Root&, const Root&) = default;
};

using language::MemoryScope;

/// What a place in the text does that checks want to know.
enum class SiteKind : std::uint8_t {
    access,   ///< of memory, by operators or by functions such as vload
    atomic,   ///< an atomic operation
    fence,    ///< atomic_work_item_fence, mem_fence
    barrier,  ///< of the work-group
    sub_group_barrier,
    group_function,  ///< of the work-group: reductions, broadcasts; they order no memory
    sub_group_function,
    transfer,  ///< by a function, of several elements: async copies, packets, wait lists
    image,     ///< an element of an image
    enqueue,   ///< of a child kernel
};

/// A place in the text of a kernel that accesses memory or orders accesses.
///
/// Shape    one for each access as it is written: a whole vector or struct is one. Calls are
///          expanded, so that a place may have several sites.
/// Units    bytes.
struct Site {
    SiteKind kind = SiteKind::access;
    Span span;
    std::string text;  ///< what is accessed, as written: `out[i]`; or the function's name
    bool reads = false;
    bool writes = false;
    bool whole = false;      ///< of a struct or union: members without a value may be copied
    std::uint32_t size = 0;  ///< of one access, or of one element of a transfer
    std::uint32_t alignment = 1;
    AddressSpace space = AddressSpace::generic;
    std::int64_t offset = 0;  ///< from the address in the register
    std::uint64_t count = 0;  ///< of the elements of an array that is indexed
    Root root;

    // of atomic operations, fences and barriers
    handlers::AtomicOperation operation = handlers::AtomicOperation::load;
    handlers::MemoryOrder order = handlers::MemoryOrder::relaxed;
    handlers::MemoryOrder failure = handlers::MemoryOrder::relaxed;  ///< of compare-exchange
    MemoryScope scope = MemoryScope::device;
    bool orders_global = false;  ///< flags of fences and barriers; of atomics both are set
    bool orders_local = false;
    bool orders_image = false;
    std::string label;  ///< of barriers: as written before the statement; empty: none
};

}  // namespace clmm::runtime
