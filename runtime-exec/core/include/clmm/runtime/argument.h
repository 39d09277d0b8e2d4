#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "clmm/language/qualifiers.h"
#include "clmm/runtime/image_format.h"
#include "clmm/runtime/ndrange.h"
#include "clmm/runtime/pipe_channel.h"

namespace clmm::runtime {

using language::AccessQualifier;
using language::AddressSpace;
using language::ImageType;

enum class ParameterKind : std::uint8_t {
    value,
    pointer,
    image,
    sampler,
    pipe,
    queue,
    event,
    block,
};

/// A parameter of a kernel, as its declaration has it.
///
/// Shape    `address_space` is what a pointer points to, private_memory for other kinds.
/// Units    size and alignment in bytes: of a value, or of what a pointer points to; of a pipe's
///          packet.
struct Parameter {
    std::string name;
    std::string type_name;
    AddressSpace address_space = AddressSpace::private_memory;
    AccessQualifier access = AccessQualifier::none;
    ParameterKind kind = ParameterKind::value;
    std::size_t size = 0;
    std::size_t alignment = 1;
};

/// How global memory was allocated; narrows the scopes of atomics on it.
enum class Allocation : std::uint8_t {
    buffer,
    image,
    pipe,
    coarse_grained_svm,
    fine_grained_svm,
    fine_grained_svm_atomics,
    system_svm,
    program_scope,
};

/// Identifies a memory object within its platform; 0 is none. Never used again. A sub-buffer has
/// the ID of its buffer, since it is the same memory.
using MemoryId = std::uint64_t;

struct ValueArgument {
    std::vector<std::byte> bytes;
};

/// Global or constant memory. A null pointer has base nullptr, size 0 and object 0.
///
/// Shape    `base` is where the argument points; it and the `size` bytes from there are valid.
///          `offset` is its distance from the start of the object, in bytes.
struct MemoryArgument {
    std::byte* base = nullptr;
    std::size_t size = 0;
    MemoryId object = 0;
    std::size_t offset = 0;
    bool read_only = false;   ///< created for reading by kernels only
    bool write_only = false;  ///< created for writing by kernels only
    Allocation allocation = Allocation::buffer;
};

/// So many bytes for each work-group.
struct LocalMemoryArgument {
    std::size_t size = 0;
};

/// An image as kernels see it.
///
/// Shape    element (x, y, z) is at base + x * element_size + y * row_pitch + z * slice_pitch;
///          the index of a 1D array's image is y * slice_pitch, of a 2D array's z * slice_pitch.
///          Sizes that the type lacks are 1.
/// Units    sizes in elements, pitches in bytes.
struct ImageArgument {
    std::byte* base = nullptr;
    ImageType type = ImageType::image_2d;
    ImageFormat format;
    std::size_t width = 1;
    std::size_t height = 1;
    std::size_t depth = 1;
    std::size_t array_size = 1;
    std::size_t row_pitch = 0;
    std::size_t slice_pitch = 0;
    MemoryId object = 0;
    bool read_only = false;
    bool write_only = false;
};

enum class AddressingMode : std::uint8_t { none, clamp_to_edge, clamp, repeat, mirrored_repeat };
enum class FilterMode : std::uint8_t { nearest, linear };

struct SamplerArgument {
    bool normalized_coordinates = false;
    AddressingMode addressing = AddressingMode::clamp;
    FilterMode filter = FilterMode::nearest;
};

struct PipeArgument {
    std::shared_ptr<PipeChannel> channel;
    MemoryId object = 0;
};

/// Names an on-device queue; 0 is the null queue. What a `queue_t` holds.
struct QueueArgument {
    std::uint64_t queue = 0;
};

/// What a kernel gets for one parameter, with which it agrees in kind: event and block parameters
/// are values.
using Argument = std::variant<ValueArgument, MemoryArgument, LocalMemoryArgument, ImageArgument,
                              SamplerArgument, PipeArgument, QueueArgument>;

}  // namespace clmm::runtime
