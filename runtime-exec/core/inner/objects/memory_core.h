#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "clmm/runtime/error.h"
#include "clmm/runtime/memory.h"
#include "clmm/runtime/observer.h"

namespace clmm::runtime {

/// Memory from the host's allocator, aligned as kernels may need it; zeros at first.
///
/// `red_zone`: bytes before and behind it that belong to nothing, so that who looks at accesses
/// finds those that just miss it. A multiple of 128.
class Storage {
public:
    Storage() = default;
    /// Throws CL_MEM_OBJECT_ALLOCATION_FAILURE.
    explicit Storage(std::size_t size, std::size_t red_zone = 0);
    [[nodiscard]] std::byte* data() const { return data_; }

private:
    struct Free {
        void operator()(std::byte* bytes) const;
    };
    std::unique_ptr<std::byte[], Free> bytes_;
    std::byte* data_ = nullptr;
};

struct ImageInfo {
    ImageFormat format;
    ImageDescription description;
};

/// A region of global memory, or a part of one.
///
/// Life     handles, commands and sub-objects share it.
/// Threads  the mappings have a lock; the rest is fixed at creation.
struct MemoryCore : std::enable_shared_from_this<MemoryCore> {
    explicit MemoryCore(std::shared_ptr<ContextCore> owner) : context(std::move(owner)) {}
    ~MemoryCore();
    MemoryCore(const MemoryCore&) = delete;
    MemoryCore& operator=(const MemoryCore&) = delete;

    /// Makes it known to the context by its address. Not for parts of others.
    void register_address(bool has_contents);
    /// What kernels get for it.
    [[nodiscard]] MemoryArgument argument() const;
    [[nodiscard]] ImageArgument image_argument() const;
    [[nodiscard]] const ImageInfo& image_info() const;
    [[nodiscard]] bool host_may_read() const;
    [[nodiscard]] bool host_may_write() const;

    // ---- mappings ----

    void add_mapping(void* pointer, const MemoryTouch& region);
    /// Its region; none if there is no such mapping.
    [[nodiscard]] std::optional<MemoryTouch> remove_mapping(void* pointer);
    [[nodiscard]] unsigned mappings() const;

    // ---- freeing shared virtual memory by a command ----

    void free_now();
    [[nodiscard]] bool is_freed() const;

    const std::shared_ptr<ContextCore> context;
    MemoryId id = 0;
    Allocation allocation = Allocation::buffer;
    MemoryFlags flags;
    std::byte* base = nullptr;
    std::size_t size = 0;
    std::shared_ptr<MemoryCore> whole;  ///< the buffer that it is a part of, if any
    std::size_t origin = 0;             ///< in `whole`
    std::optional<ImageInfo> image;
    std::shared_ptr<PipeChannel> pipe;
    Storage storage;

    mutable std::mutex mutex;
    std::shared_ptr<DeviceCore> location;            ///< guarded by mutex
    std::vector<std::function<void()>> destruction;  ///< guarded by mutex

private:
    void tell_freed() const;

    std::multimap<void*, MemoryTouch> mappings_;
    bool registered_ = false;
    bool freed_ = false;
};

/// Between the objects of a context: there if somebody observes them.
[[nodiscard]] std::size_t red_zone(const ContextCore& context);

/// Throws CL_INVALID_VALUE unless [offset, offset + size) lies in an object of that size.
void require_range(std::size_t offset, std::size_t size, std::size_t object_size,
                   const char* sentence);

}  // namespace clmm::runtime
