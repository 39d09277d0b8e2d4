#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clmm::cli {

/// The numbers that buffers, images and files are made of, by OpenCL C's names.
enum class NumberType : std::uint8_t { i8, u8, i16, u16, i32, u32, i64, u64, f16, f32, f64 };

[[nodiscard]] std::size_t size_of(NumberType type);
/// `uchar`, `float`.
[[nodiscard]] std::string_view to_string(NumberType type);
[[nodiscard]] bool is_floating(NumberType type);

/// Writes the number that a text stands for: decimal or hexadecimal, of floating types also with
/// a fraction and an exponent, `inf` or `nan`. Half and float are rounded to nearest even.
/// Errors   what is wrong with the text; integers must fit the type, signed or unsigned.
[[nodiscard]] std::optional<std::string> parse_number(NumberType type, std::string_view text,
                                                      std::byte* number);
/// Writes the nearest number to a value: of integers the value without its fraction.
void store_number(NumberType type, double value, std::byte* number);
/// The shortest text that parse_number reads as the same number.
[[nodiscard]] std::string format_number(NumberType type, const std::byte* number);

/// An element of a buffer: a number, or a vector of them. Vectors of three lie as those of four.
struct ElementType {
    NumberType number = NumberType::i32;
    unsigned components = 1;

    [[nodiscard]] std::size_t size() const {
        return size_of(number) * (components == 3 ? 4 : components);
    }
    friend bool operator==(const ElementType&, const ElementType&) = default;
};
/// `float4`.
[[nodiscard]] std::string to_string(ElementType type);
/// Of a type as a kernel's parameter has it: `global const float4*`, `uint`, `local atomic_int*`.
/// None for structs and pointers to pointers.
[[nodiscard]] std::optional<ElementType> element_type(std::string_view parameter_type);

/// Numbers in an order that says which index counts fastest: the last (C order).
struct NumberArray {
    NumberType type = NumberType::i32;
    std::vector<std::uint64_t> shape;
    std::vector<std::byte> bytes;

    /// The product of the shape: how many numbers there are; none beyond 64 bits.
    [[nodiscard]] static std::optional<std::uint64_t> count(
        const std::vector<std::uint64_t>& shape);
};

}  // namespace clmm::cli
