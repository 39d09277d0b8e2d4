#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clmm::language {

enum class AddressSpace : std::uint8_t { private_memory, local, global, constant, generic };
enum class AccessQualifier : std::uint8_t { none, read_only, write_only, read_write };
/// Which images there are, as far as coordinates go.
enum class ImageType : std::uint8_t {
    image_1d,
    image_1d_buffer,
    image_1d_array,
    image_2d,
    image_2d_array,
    image_3d,
};

/// The words in front of a type, or behind a `*`, as far as they are about the object.
///
/// Errors   none: what contradicts itself is said (has_two_spaces); other words are passed over.
/// Source   OpenCL C 3.0, "Address Space Qualifiers", "Access Qualifiers"; C11 6.7.3
struct Qualifiers {
    std::optional<AddressSpace> space;
    bool has_two_spaces = false;
    bool is_const = false;
    bool is_volatile = false;
    bool is_atomic = false;
    bool is_pipe = false;
    AccessQualifier access = AccessQualifier::none;
};
[[nodiscard]] Qualifiers read_qualifiers(const std::vector<std::string>& words);

/// `global`; empty for the generic one, which has no name.
[[nodiscard]] const char* to_text(AddressSpace space);

}  // namespace clmm::language
