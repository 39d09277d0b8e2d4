// Memory for small objects of the main thread, in place of the C++ library's operators new and
// delete. Reading and deciding a small test is tens of thousands of short-lived blocks; with a
// second thread in the process (the one that waits for signals) malloc locks for each.
//
// Idea     blocks of one size come from runs of their own, which lie in one reserved range of
//          addresses, so a pointer tells whether and in which list it belongs. A list is a stack;
//          no memory of the range is ever given back. Other threads use malloc; what they free of
//          the main thread's comes back through a list that it takes over when one of its own is
//          empty.
// Errors   std::bad_alloc, as of the operators that it replaces. Where the range cannot be
//          reserved (a limit on addresses), everything is malloc's.
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t kGrain = 16;
constexpr std::size_t kLargest = 1024;
constexpr std::size_t kClasses = kLargest / kGrain;
constexpr std::size_t kRun = 1024;  ///< blocks of one size that come at once, in bytes
constexpr std::size_t kRange = std::size_t{1} << 33U;
constexpr std::size_t kLeastPiece = std::size_t{64} << 10U;

struct FreeBlock {
    FreeBlock* next;
};

struct Range {
    char* begin = nullptr;
    char* unused = nullptr;            ///< from here on no run has been made yet
    char* present = nullptr;           ///< from here on no page has been asked for yet
    std::uint8_t* class_of = nullptr;  ///< by run
};

// Plain data, since blocks are asked for before any constructor has run, and after destructors.
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): operators new have no other
// state
Range range;
FreeBlock* lists[kClasses];
std::atomic<FreeBlock*> from_other_threads;
thread_local bool is_owner = false;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

bool start() {
    constexpr std::size_t kSize = kRange + kRange / kRun;
    void* const memory = mmap(nullptr, kSize, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return false;
    range.begin = range.unused = range.present = static_cast<char*>(memory);
    range.class_of = reinterpret_cast<std::uint8_t*>(range.begin + kRange);
    return true;
}

bool is_in_range(const void* block) {
    return static_cast<std::size_t>(static_cast<const char*>(block) - range.begin) < kRange &&
           range.begin != nullptr;
}

std::size_t class_of(const void* block) {
    return range
        .class_of[static_cast<std::size_t>(static_cast<const char*>(block) - range.begin) / kRun];
}

void put(FreeBlock* block) {
    FreeBlock*& list = lists[class_of(block)];
    block->next = list;
    list = block;
}

void* ask_malloc(std::size_t size) {
    while (true) {
        void* const block = std::malloc(size == 0 ? 1 : size);
        if (block != nullptr) return block;
        const std::new_handler handler = std::get_new_handler();
        if (handler == nullptr) throw std::bad_alloc();
        handler();
    }
}

/// Pages come in pieces, which takes less time than one by one.
void ask_for_pages() {
    const auto used = static_cast<std::size_t>(range.present - range.begin);
    const std::size_t piece = std::max(kLeastPiece, used / 4 / kLeastPiece * kLeastPiece);
#ifdef MADV_POPULATE_WRITE
    // Only advice; where it is not taken, nothing is lost.
    if (used + piece <= kRange) madvise(range.present, piece, MADV_POPULATE_WRITE);
#endif
    range.present += piece;
}

/// More blocks of one size; false where the range is used up.
bool make_run(std::size_t list) {
    if (range.unused + kRun > range.begin + kRange) return false;
    if (range.unused == range.present) ask_for_pages();
    char* const run = range.unused;
    range.unused += kRun;
    range.class_of[static_cast<std::size_t>(run - range.begin) / kRun] =
        static_cast<std::uint8_t>(list);
    const std::size_t size = (list + 1) * kGrain;
    for (std::size_t i = kRun / size; i-- > 0;)  // in the order of their addresses
        put(reinterpret_cast<FreeBlock*>(run + i * size));
    return true;
}

/// A block where the list is empty: one that another thread freed, or of a new run.
void* refill(std::size_t list) {
    FreeBlock* returned = from_other_threads.exchange(nullptr, std::memory_order_acquire);
    while (returned != nullptr) {
        FreeBlock* const next = returned->next;
        put(returned);
        returned = next;
    }
    if (lists[list] == nullptr && !make_run(list)) return ask_malloc((list + 1) * kGrain);
    FreeBlock* const block = lists[list];
    lists[list] = block->next;
    return block;
}

void* take(std::size_t size) {
    if (!is_owner || size - 1 >= kLargest) return ask_malloc(size);
    const std::size_t list = (size - 1) / kGrain;
    FreeBlock* const block = lists[list];
    if (block == nullptr) return refill(list);
    lists[list] = block->next;
    return block;
}

void give(void* memory) {
    if (!is_in_range(memory)) return std::free(memory);
    auto* const block = static_cast<FreeBlock*>(memory);
    if (is_owner) return put(block);
    block->next = from_other_threads.load(std::memory_order_relaxed);
    while (!from_other_threads.compare_exchange_weak(block->next, block, std::memory_order_release,
                                                     std::memory_order_relaxed)) {
    }
}

/// The thread that initialises the program's statics is the main one.
[[maybe_unused]] const bool kStarted = is_owner = start();

}  // namespace

void* operator new(std::size_t size) { return take(size); }
void* operator new[](std::size_t size) { return take(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    try {
        return take(size);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}
void* operator new[](std::size_t size, const std::nothrow_t& tag) noexcept {
    return operator new(size, tag);
}
void operator delete(void* memory) noexcept { give(memory); }
void operator delete[](void* memory) noexcept { give(memory); }
void operator delete(void* memory, std::size_t) noexcept { give(memory); }
void operator delete[](void* memory, std::size_t) noexcept { give(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { give(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { give(memory); }
