#pragma once

#include <optional>
#include <vector>

#include "clmm/runtime/argument.h"
#include "exec/values/argument.h"
#include "exec/values/number.h"

namespace clmm::cli {

/// What a buffer starts with.
///
/// Shape    `bytes` is empty for zeros, else has `size` bytes. Vectors of three components have a
///          fourth that is 0.
struct BufferContents {
    std::size_t size = 0;
    std::vector<std::byte> bytes;
};

/// Of a pointer to global or constant memory. `type` is none for elements that are no numbers:
/// these start as zeros or from raw files.
/// Throws ExecError.
[[nodiscard]] BufferContents buffer_contents(const ExecArgument& argument,
                                             const runtime::Parameter& parameter,
                                             std::optional<ElementType> type);

/// Of a parameter that is a value: a number, or as many as a vector has components.
/// Throws ExecError.
[[nodiscard]] std::vector<std::byte> value_bytes(const ExecArgument& argument,
                                                 const runtime::Parameter& parameter);

/// Numbers in memory, where vectors of three have a gap.
[[nodiscard]] std::vector<std::byte> spread(const std::vector<std::byte>& numbers,
                                            ElementType type);
[[nodiscard]] std::vector<std::byte> gather(const std::vector<std::byte>& elements,
                                            ElementType type);

}  // namespace clmm::cli
