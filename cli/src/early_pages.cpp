// Pages that every command needs come before main, in a few pieces.
//
// Why      A small test takes some 200 page faults, which take longer than what it computes
//          (docs/performance.md, Small tests).
// What     Variables, the heap's first piece, the stack, and the text of the C library. Not the
//          program's text and constants, of which commands need a tenth.
// Errors   All of it is advice: where the system does not take it, pages come one by one.
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

extern "C" {
extern char __data_start[];
extern char _end[];
}

namespace {

#if defined(MADV_POPULATE_READ) && defined(MADV_POPULATE_WRITE)

constexpr std::uintptr_t kPage = 4096;

void populate(std::uintptr_t begin, std::uintptr_t end, int advice) {
    begin = begin / kPage * kPage;
    end = (end + kPage - 1) / kPage * kPage;
    if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, advice);
}

void populate_variables() {
    populate(reinterpret_cast<std::uintptr_t>(__data_start), reinterpret_cast<std::uintptr_t>(_end),
             MADV_POPULATE_WRITE);
}

int populate_library(dl_phdr_info* object, std::size_t /*size*/, void* /*data*/) {
    if (std::strstr(object->dlpi_name, "/libc.so") == nullptr) return 0;
    for (std::size_t i = 0; i < object->dlpi_phnum; ++i) {
        const ElfW(Phdr)& part = object->dlpi_phdr[i];
        const std::uintptr_t begin = object->dlpi_addr + part.p_vaddr;
        if (part.p_type == PT_LOAD && (part.p_flags & PF_X) != 0)
            populate(begin, begin + part.p_memsz, MADV_POPULATE_READ);
    }
    return 1;
}

void populate_heap() {
    void* volatile first = std::malloc(1);  // makes the heap; volatile, or nobody would
    populate(reinterpret_cast<std::uintptr_t>(first), reinterpret_cast<std::uintptr_t>(sbrk(0)),
             MADV_POPULATE_WRITE);
    std::free(first);
}

void populate_stack() {
    constexpr std::uintptr_t kTouched = std::uintptr_t{40} << 10U;
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    populate(here - kTouched, here, MADV_POPULATE_WRITE);
}

[[gnu::constructor(101)]] void populate_early() {
    populate_variables();
    dl_iterate_phdr(populate_library, nullptr);
    populate_heap();
    populate_stack();
}

#endif

}  // namespace
