#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "clmm/runtime/context.h"
#include "clmm/runtime/event.h"
#include "clmm/runtime/memory.h"
#include "clmm/runtime/program.h"

namespace clmm::runtime {

class QueueCore;

struct QueueProperties {
    bool out_of_order = false;
    bool profiling = false;
};

enum class Blocking : bool { no, yes };

enum class MapFlag : std::uint8_t { read, write, read_write, write_invalidate_region };

/// (x, y, z): of buffers x in bytes, of images in elements.
using Size3 = std::array<std::size_t, 3>;

/// Where a box lies in linear memory: its origin, and the distances of rows and slices in bytes
/// (0: without gaps).
struct RectLayout {
    Size3 origin = {0, 0, 0};
    std::size_t row_pitch = 0;
    std::size_t slice_pitch = 0;
};

/// An NDRange as a command gives it: the runtime chooses what is left open.
struct LaunchRange {
    unsigned work_dimensions = 1;
    Index3 global_size = {1, 1, 1};
    std::optional<Index3> local_size = std::nullopt;
    Index3 global_offset = {0, 0, 0};
    std::optional<std::uint32_t> sub_group_size = std::nullopt;
};

/// A colour for fill_image, of the kind that the image's format has.
using Colour =
    std::variant<std::array<float, 4>, std::array<std::int32_t, 4>, std::array<std::uint32_t, 4>>;

/// What a map command gives: where the memory is, and when it may be used.
struct Mapping {
    void* pointer = nullptr;
    std::size_t row_pitch = 0;    ///< of images
    std::size_t slice_pitch = 0;  ///< of images
    Event event;
};

/// Commands for one device, in order or out of order.
///
/// Life     a command stays queued until flush(), finish(), a blocking command of the queue, a
///          wait for its event, or the flush of a command with its event in the wait list; the
///          queue's last handle flushes. Pointers of the host must stay valid until the command
///          is complete.
/// Errors   what the API's functions return, with its names. A blocking command that terminates
///          abnormally throws its status (CL_OUT_OF_RESOURCES where that has no name). On threads
///          of the runtime (callbacks, native kernels) blocking calls throw CL_INVALID_OPERATION.
/// Cost     an enqueue is O(length of the wait list), a barrier or marker without one O(commands
///          since the last barrier).
/// Threads  any; concurrent enqueues take some order.
/// Source   "Execution Model"; "Synchronization", the list of synchronization points.
/// Tests    tests/unit/runtime-exec/runtime/queue_test.cpp and the files it names
class CommandQueue {
public:
    CommandQueue(const Context& context, const Device& device, QueueProperties properties = {});

    void flush() const;
    void finish() const;

    // ---- kernels ----

    Event ndrange_kernel(const Kernel& kernel, const LaunchRange& range,
                         const WaitList& wait = {}) const;
    /// A single work-item.
    Event task(const Kernel& kernel, const WaitList& wait = {}) const;
    /// Calls `function` on a compute unit with the memory of the objects, which stays valid
    /// meanwhile. Throwing terminates it abnormally.
    Event native_kernel(std::function<void(std::span<void* const> memory)> function,
                        const std::vector<MemoryObject>& objects = {},
                        const WaitList& wait = {}) const;

    // ---- synchronisation ----

    /// Complete when the list is, or without one when all earlier commands of the queue are.
    Event marker(const WaitList& wait = {}) const;
    /// Likewise, and later commands of the queue wait for it.
    Event barrier(const WaitList& wait = {}) const;

    // ---- buffers ----

    Event read_buffer(const Buffer& buffer, Blocking blocking, std::size_t offset, std::size_t size,
                      void* destination, const WaitList& wait = {}) const;
    Event write_buffer(const Buffer& buffer, Blocking blocking, std::size_t offset,
                       std::size_t size, const void* source, const WaitList& wait = {}) const;
    Event read_buffer_rect(const Buffer& buffer, Blocking blocking, const RectLayout& layout,
                           const RectLayout& host, const Size3& region, void* destination,
                           const WaitList& wait = {}) const;
    Event write_buffer_rect(const Buffer& buffer, Blocking blocking, const RectLayout& layout,
                            const RectLayout& host, const Size3& region, const void* source,
                            const WaitList& wait = {}) const;
    Event copy_buffer(const Buffer& source, const Buffer& destination, std::size_t source_offset,
                      std::size_t destination_offset, std::size_t size,
                      const WaitList& wait = {}) const;
    Event copy_buffer_rect(const Buffer& source, const Buffer& destination,
                           const RectLayout& source_layout, const RectLayout& destination_layout,
                           const Size3& region, const WaitList& wait = {}) const;
    /// The pattern has 1, 2, 4, … or 128 bytes, which divide offset and size.
    Event fill_buffer(const Buffer& buffer, std::span<const std::byte> pattern, std::size_t offset,
                      std::size_t size, const WaitList& wait = {}) const;
    [[nodiscard]] Mapping map_buffer(const Buffer& buffer, Blocking blocking, MapFlag flag,
                                     std::size_t offset, std::size_t size,
                                     const WaitList& wait = {}) const;

    // ---- images ----

    Event read_image(const Image& image, Blocking blocking, const Size3& origin,
                     const Size3& region, std::size_t row_pitch, std::size_t slice_pitch,
                     void* destination, const WaitList& wait = {}) const;
    Event write_image(const Image& image, Blocking blocking, const Size3& origin,
                      const Size3& region, std::size_t row_pitch, std::size_t slice_pitch,
                      const void* source, const WaitList& wait = {}) const;
    Event copy_image(const Image& source, const Image& destination, const Size3& source_origin,
                     const Size3& destination_origin, const Size3& region,
                     const WaitList& wait = {}) const;
    Event copy_image_to_buffer(const Image& source, const Buffer& destination, const Size3& origin,
                               const Size3& region, std::size_t offset,
                               const WaitList& wait = {}) const;
    Event copy_buffer_to_image(const Buffer& source, const Image& destination, std::size_t offset,
                               const Size3& origin, const Size3& region,
                               const WaitList& wait = {}) const;
    Event fill_image(const Image& image, const Colour& colour, const Size3& origin,
                     const Size3& region, const WaitList& wait = {}) const;
    [[nodiscard]] Mapping map_image(const Image& image, Blocking blocking, MapFlag flag,
                                    const Size3& origin, const Size3& region,
                                    const WaitList& wait = {}) const;

    // ---- all memory objects ----

    Event unmap(const MemoryObject& object, void* pointer, const WaitList& wait = {}) const;
    /// To this queue's device, or to the host.
    Event migrate(const std::vector<MemoryObject>& objects, bool to_host = false,
                  const WaitList& wait = {}) const;

    // ---- shared virtual memory ----

    Event svm_memcpy(Blocking blocking, void* destination, const void* source, std::size_t size,
                     const WaitList& wait = {}) const;
    Event svm_memfill(void* destination, std::span<const std::byte> pattern, std::size_t size,
                      const WaitList& wait = {}) const;
    Event svm_map(Blocking blocking, MapFlag flag, void* pointer, std::size_t size,
                  const WaitList& wait = {}) const;
    Event svm_unmap(void* pointer, const WaitList& wait = {}) const;
    Event svm_migrate(const std::vector<SvmAllocation>& allocations, bool to_host = false,
                      const WaitList& wait = {}) const;
    Event svm_free(const std::vector<SvmAllocation>& allocations, const WaitList& wait = {}) const;

    [[nodiscard]] const std::shared_ptr<QueueCore>& core() const;

private:
    struct Handle;
    std::shared_ptr<Handle> handle_;
};

}  // namespace clmm::runtime
