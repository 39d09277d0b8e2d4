#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "clmm/runtime/argument.h"
#include "clmm/runtime/context.h"

namespace clmm::runtime {

struct MemoryCore;

/// How kernels may use a memory object.
enum class KernelAccess : std::uint8_t { read_write, write_only, read_only };
/// How the host may (CL_MEM_HOST_WRITE_ONLY, …).
enum class HostAccess : std::uint8_t { read_write, write_only, read_only, none };
/// What a host pointer given at creation is for.
enum class HostPointer : std::uint8_t {
    none,  ///< there is none; the runtime allocates
    use,   ///< CL_MEM_USE_HOST_PTR: it is the object's memory, and must outlive it
    copy,  ///< CL_MEM_COPY_HOST_PTR: it holds the initial contents
};

struct MemoryFlags {
    KernelAccess kernel = KernelAccess::read_write;
    HostAccess host = HostAccess::read_write;
    HostPointer host_pointer = HostPointer::none;
};

/// A handle to a reference-counted region of global memory; all devices of the context see it at
/// one address.
///
/// Threads  handles: any. Contents: as the memory model says.
/// Source   "Memory Objects".
/// Tests    tests/unit/runtime-exec/runtime/buffer_test.cpp
class MemoryObject {
public:
    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] const MemoryFlags& flags() const;
    [[nodiscard]] MemoryId id() const;
    /// Mapped and not yet unmapped, in calls.
    [[nodiscard]] unsigned map_count() const;
    /// The device that it was last migrated to; none: the host.
    [[nodiscard]] std::shared_ptr<DeviceCore> location() const;
    /// Called when the object's memory is freed, last registered first, on the thread that lets
    /// go of it last. Must not throw or block.
    void on_destruction(std::function<void()> callback) const;

    friend bool operator==(const MemoryObject&, const MemoryObject&) = default;
    [[nodiscard]] const std::shared_ptr<MemoryCore>& core() const { return core_; }

protected:
    explicit MemoryObject(std::shared_ptr<MemoryCore> core) : core_(std::move(core)) {}

private:
    std::shared_ptr<MemoryCore> core_;
};

/// A block of contiguous memory; without a host pointer it holds zeros at first.
///
/// Errors   CL_INVALID_BUFFER_SIZE for 0 or more than a device allocates, CL_INVALID_HOST_PTR
///          where flags and pointer disagree.
class Buffer : public MemoryObject {
public:
    Buffer(const Context& context, std::size_t size, MemoryFlags flags = {},
           void* host_pointer = nullptr);

protected:
    explicit Buffer(std::shared_ptr<MemoryCore> core) : MemoryObject(std::move(core)) {}
};

/// A part of a buffer. Access flags that are not given are the buffer's.
///
/// Errors   CL_INVALID_MEM_OBJECT for a sub-buffer of a sub-buffer, CL_INVALID_VALUE out of
///          bounds or for access that the buffer does not have, CL_INVALID_BUFFER_SIZE for 0,
///          CL_MISALIGNED_SUB_BUFFER_OFFSET where no device of the context has such an alignment.
class SubBuffer : public Buffer {
public:
    SubBuffer(const Buffer& buffer, std::size_t origin, std::size_t size,
              std::optional<KernelAccess> kernel = std::nullopt,
              std::optional<HostAccess> host = std::nullopt);
    [[nodiscard]] std::size_t origin() const;
};

/// Sizes and pitches of an image. Sizes that the type lacks stay 1 (array_size too). Pitches of 0
/// mean that rows and slices lie without gaps; others are for a host pointer's memory.
struct ImageDescription {
    ImageType type = ImageType::image_2d;
    std::size_t width = 1;
    std::size_t height = 1;
    std::size_t depth = 1;
    std::size_t array_size = 1;
    std::size_t row_pitch = 0;
    std::size_t slice_pitch = 0;
};

/// One, two or three dimensions of elements of a format.
///
/// Errors   CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, CL_INVALID_IMAGE_DESCRIPTOR,
///          CL_INVALID_IMAGE_SIZE, CL_INVALID_HOST_PTR.
/// Tests    tests/unit/runtime-exec/runtime/image_test.cpp
class Image : public MemoryObject {
public:
    Image(const Context& context, ImageFormat format, const ImageDescription& description,
          MemoryFlags flags = {}, void* host_pointer = nullptr);
    /// An image_1d_buffer on a buffer's memory.
    Image(const Buffer& buffer, ImageFormat format, std::size_t width);

    [[nodiscard]] ImageFormat format() const;
    /// With the pitches that the image has.
    [[nodiscard]] const ImageDescription& description() const;
};

/// How kernels address and filter an image.
///
/// Errors   CL_INVALID_VALUE for repeat modes without normalised coordinates.
class Sampler {
public:
    Sampler(const Context& context, SamplerArgument state);
    [[nodiscard]] const SamplerArgument& state() const { return state_; }
    [[nodiscard]] const std::shared_ptr<ContextCore>& context() const { return context_; }

private:
    SamplerArgument state_;
    std::shared_ptr<ContextCore> context_;
};

/// An ordered sequence of packets, which only kernels read and write.
///
/// Errors   CL_INVALID_PIPE_SIZE for sizes of 0.
/// Tests    tests/unit/runtime-exec/runtime/pipe_test.cpp
class Pipe : public MemoryObject {
public:
    Pipe(const Context& context, std::uint32_t packet_size, std::uint32_t max_packets);
    [[nodiscard]] std::uint32_t packet_size() const;
    [[nodiscard]] std::uint32_t max_packets() const;
};

/// Shared virtual memory: host and devices see it at one address.
///
/// Shape    `kind` is coarse_grained_svm, fine_grained_svm or fine_grained_svm_atomics. Zeros at
///          first.
/// Life     freed with the last handle and the last command that was given a handle, or when an
///          svm_free command runs. Kernels that reach it through pointers in memory only need
///          Kernel::set_svm_pointers.
/// Errors   CL_INVALID_BUFFER_SIZE, CL_INVALID_VALUE for another kind or an alignment that is no
///          power of two or above 128, CL_INVALID_OPERATION where no device has the kind.
/// Tests    tests/unit/runtime-exec/runtime/svm_test.cpp
class SvmAllocation : public MemoryObject {
public:
    SvmAllocation(const Context& context, Allocation kind, std::size_t size, MemoryFlags flags = {},
                  std::size_t alignment = 128);
    /// Throws CL_INVALID_VALUE once freed.
    [[nodiscard]] void* pointer() const;
    [[nodiscard]] Allocation kind() const;
};

}  // namespace clmm::runtime
