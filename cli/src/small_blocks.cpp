// The program's operator new and delete: blocks of up to 1,024 bytes come from lists of free blocks
// of their size, one such set of lists for each thread.
//
// Why      Debian's mimalloc 2.0.9, linked dynamically, takes 0.3 ms longer to start (1.26 ms for
//          1.00) and 0.5 ms longer for a small test, in 100 page faults more; in batches, where it
//          takes 6 to 14 % longer, the C library's takes 22 to 31 % (docs/performance.md, Memory).
// Idea     A small test takes and gives back some thousand blocks, and the C library locks for each
//          of them once there is a second thread, which listens for signals. A list's first block
//          is taken with three instructions.
// Shape    All blocks are in one reserved range of addresses, so that those of the C library are
//          told from them. A page has blocks of one size, which it begins with.
// Threads  A block is given back to the thread that frees it. What a thread has too many of, and
//          all it has when it ends, is for whoever has none.
// Forks    Nothing locks, so a child finds what its parent had.
// Errors   Where no addresses can be had the C library's blocks are taken.
#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t kStep = 16;
constexpr std::size_t kLargest = 1024;
constexpr std::size_t kClasses = kLargest / kStep + 1;
constexpr std::size_t kPage = 4096;
constexpr std::size_t kHugePage = std::size_t{2} << 20U;
constexpr std::size_t kRange = std::size_t{4} << 30U;  // beyond, the C library's
/// What a thread takes of the range at once, filled with pages where these are not huge.
constexpr std::size_t kShare = std::size_t{64} << 10U;
constexpr std::uint32_t kMostKept = 16384;  ///< free blocks of a size in a thread

struct FreeBlock {
    FreeBlock* next;
    FreeBlock* next_list;  ///< of the first block of a list that nobody has
};
static_assert(sizeof(FreeBlock) <= kStep);

struct FreeList {
    FreeBlock* first = nullptr;
    std::uint32_t length = 0;
};

struct ThreadBlocks {
    std::array<FreeList, kClasses> lists;
    std::byte* unused = nullptr;  ///< pages that no block is in yet
    std::byte* unused_end = nullptr;
};

/// Of the program itself, though its code could be a library's: no call is needed to find it.
constinit thread_local ThreadBlocks blocks [[gnu::tls_model("initial-exec")]];
constinit std::array<std::atomic<FreeBlock*>, kClasses> unowned{};
constinit std::uintptr_t range_begin = 0;
constinit std::size_t range_size = 0;  ///< 0: none
constinit std::atomic<std::size_t> range_used = kRange;

std::size_t class_of(std::size_t size) { return (size + kStep - 1) / kStep; }
std::size_t class_of_page(const void* block) {
    const auto page = reinterpret_cast<std::uintptr_t>(block) / kPage * kPage;
    return *reinterpret_cast<const std::size_t*>(page);
}
bool in_range(const void* block) {
    return reinterpret_cast<std::uintptr_t>(block) - range_begin < range_size;
}

/// Before main; what is asked for earlier is the C library's.
[[gnu::constructor(101)]] void reserve_range() {
    void* const found = mmap(nullptr, kRange + kHugePage, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (found == MAP_FAILED) return;
    range_begin = (reinterpret_cast<std::uintptr_t>(found) + kHugePage - 1) / kHugePage * kHugePage;
    range_size = kRange;
    range_used = 0;
    // Only advice, as below.
    madvise(reinterpret_cast<std::byte*>(range_begin) + kHugePage, kRange - kHugePage,
            MADV_HUGEPAGE);
}

/// Pages that are about to be touched come at once: a page fault takes as long as many pages.
void fill_with_pages([[maybe_unused]] std::byte* share, [[maybe_unused]] std::size_t at) {
#ifdef MADV_POPULATE_WRITE
    if (at + kShare <= kHugePage) madvise(share, kShare, MADV_POPULATE_WRITE);
#endif
}

void give_away(std::size_t size_class) {
    FreeList& list = blocks.lists[size_class];
    FreeBlock* const first = list.first;
    list = {};
    if (first == nullptr) return;
    std::atomic<FreeBlock*>& lists = unowned[size_class];
    first->next_list = lists.load(std::memory_order_relaxed);
    while (!lists.compare_exchange_weak(first->next_list, first, std::memory_order_release,
                                        std::memory_order_relaxed)) {
    }
}

/// Whether there was a list. Takes all of them, for a single one cannot be taken safely without a
/// lock, and leaves the others to the next who asks.
bool adopt(std::size_t size_class) {
    std::atomic<FreeBlock*>& lists = unowned[size_class];
    if (lists.load(std::memory_order_relaxed) == nullptr) return false;
    FreeBlock* const first = lists.exchange(nullptr, std::memory_order_acquire);
    if (first == nullptr) return false;
    for (FreeBlock* rest = first->next_list; rest != nullptr;) {
        FreeBlock* const after = rest->next_list;
        rest->next_list = lists.load(std::memory_order_relaxed);
        while (!lists.compare_exchange_weak(rest->next_list, rest, std::memory_order_release,
                                            std::memory_order_relaxed)) {
        }
        rest = after;
    }
    blocks.lists[size_class] = {first, kMostKept};  // at the most, and near enough
    return true;
}

struct AtEndOfThread {
    ~AtEndOfThread() {
        for (std::size_t size_class = 0; size_class < kClasses; ++size_class) give_away(size_class);
    }
};

/// Null where the range is used up.
std::byte* new_page() {
    if (blocks.unused == blocks.unused_end) {
        thread_local AtEndOfThread at_end;
        (void)&at_end;
        if (range_used.load(std::memory_order_relaxed) + kShare > kRange) return nullptr;
        const std::size_t at = range_used.fetch_add(kShare, std::memory_order_relaxed);
        if (at + kShare > kRange) return nullptr;
        blocks.unused = reinterpret_cast<std::byte*>(range_begin) + at;
        blocks.unused_end = blocks.unused + kShare;
        fill_with_pages(blocks.unused, at);
    }
    std::byte* const page = blocks.unused;
    blocks.unused += kPage;
    return page;
}

/// Whether there was a page for it.
bool fill(FreeList& list, std::size_t size_class) {
    std::byte* const page = new_page();
    if (page == nullptr) return false;
    *reinterpret_cast<std::size_t*>(page) = size_class;
    list.length = 0;
    FreeBlock** last = &list.first;
    const std::size_t bytes = size_class * kStep;
    for (std::size_t at = kStep; at + bytes <= kPage; at += bytes, ++list.length) {
        *last = reinterpret_cast<FreeBlock*>(page + at);
        last = &(*last)->next;
    }
    *last = nullptr;
    return true;
}

void* from_library(std::size_t size) {
    while (true) {
        if (void* const block = std::malloc(size == 0 ? 1 : size)) return block;
        const std::new_handler handler = std::get_new_handler();
        if (handler == nullptr) throw std::bad_alloc();
        handler();
    }
}

[[gnu::noinline]] void* slow_new(std::size_t size) {
    if (size > kLargest) return from_library(size);
    const std::size_t size_class = class_of(size == 0 ? 1 : size);
    FreeList& list = blocks.lists[size_class];
    if (list.first == nullptr && !adopt(size_class) && !fill(list, size_class))
        return from_library(size);
    FreeBlock* const block = list.first;
    list.first = block->next;
    --list.length;
    return block;
}

void give_back(void* block, std::size_t size_class) {
    FreeList& list = blocks.lists[size_class];
    auto* const freed = static_cast<FreeBlock*>(block);
    freed->next = list.first;
    list.first = freed;
    if (++list.length > kMostKept) [[unlikely]]
        give_away(size_class);
}

}  // namespace

void* operator new(std::size_t size) {
    if (size > kLargest) [[unlikely]]
        return slow_new(size);
    FreeList& list = blocks.lists[class_of(size)];
    FreeBlock* const block = list.first;
    if (block == nullptr) [[unlikely]]
        return slow_new(size);
    list.first = block->next;
    --list.length;
    return block;
}

void operator delete(void* block, std::size_t size) noexcept {
    if (size > kLargest || !in_range(block)) [[unlikely]]
        return std::free(block);
    give_back(block, class_of(size));
}

void operator delete(void* block) noexcept {
    if (!in_range(block)) return std::free(block);
    give_back(block, class_of_page(block));
}
