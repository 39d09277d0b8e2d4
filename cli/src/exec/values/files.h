#pragma once

#include <optional>
#include <string>

#include "exec/values/argument.h"
#include "exec/values/number.h"

namespace clmm::cli {

/// What a file of numbers is, by what its name ends in: .npy, .json, .raw or .bin.
enum class DataFormat : std::uint8_t { npy, json, raw };
[[nodiscard]] std::optional<DataFormat> data_format(const std::string& path);

/// The numbers of a file. A raw file has one dimension, and must be whole numbers of the type.
/// Throws ExecError: E-FILE at the argument's place, E-SYNTAX in a JSON file; numbers of another
/// type than `type` are an E-ARGUMENT that names both.
[[nodiscard]] NumberArray read_numbers(const ExecArgument& argument, NumberType type);
/// The bytes of a raw file; other formats are an E-ARGUMENT, since `what` has no numbers.
[[nodiscard]] std::vector<std::byte> read_bytes(const ExecArgument& argument,
                                                const std::string& what);

/// The text of a file in the format that its name says.
[[nodiscard]] std::string encode(const NumberArray& array, DataFormat format);

}  // namespace clmm::cli
