#include "exec/values/number.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "clmm/runtime/image_format.h"

namespace clmm::cli {
namespace {

constexpr std::array<std::string_view, 11> kNames = {
    "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "half", "float", "double"};

bool is_signed(NumberType type) {
    return type == NumberType::i8 || type == NumberType::i16 || type == NumberType::i32 ||
           type == NumberType::i64;
}

template <class T>
void store(T value, std::byte* to) {
    std::memcpy(to, &value, sizeof value);
}
template <class T>
T load(const std::byte* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

bool take_sign(std::string_view& text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    return negative;
}

bool take_hexadecimal_prefix(std::string_view& text) {
    if (!text.starts_with("0x") && !text.starts_with("0X")) return false;
    text.remove_prefix(2);
    return true;
}

std::string no_number(std::string_view text, NumberType type) {
    return "'" + std::string(text) + "' is no number of type " + std::string(to_string(type));
}

std::optional<std::string> parse_integer(NumberType type, std::string_view text,
                                         std::byte* number) {
    std::string_view digits = text;
    const bool negative = take_sign(digits);
    const int base = take_hexadecimal_prefix(digits) ? 16 : 10;
    std::uint64_t value = 0;
    const auto [rest, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (error == std::errc::invalid_argument || rest != digits.data() + digits.size())
        return no_number(text, type);
    const unsigned width = 8 * static_cast<unsigned>(size_of(type));
    const std::uint64_t most = UINT64_MAX >> (64 - width);
    const std::uint64_t half = std::uint64_t{1} << (width - 1);
    if (error != std::errc() || value > (negative ? half : most))
        return "'" + std::string(text) + "' does not fit the type " + std::string(to_string(type));
    if (negative) value = 0 - value;
    std::memcpy(number, &value, size_of(type));
    return std::nullopt;
}

/// Rounded once, from the text: a double on the way could round twice.
template <class T>
bool parse_floating(std::string_view text, T& value) {
    std::string_view digits = text;
    const bool negative = take_sign(digits);
    if (digits.empty() || digits.front() == '-' || digits.front() == '+') return false;
    const bool is_hexadecimal = take_hexadecimal_prefix(digits);
    if (!is_hexadecimal && digits.ends_with('f') && digits != "inf") digits.remove_suffix(1);
    const auto [rest, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value,
                        is_hexadecimal ? std::chars_format::hex : std::chars_format::general);
    if (error != std::errc() || rest != digits.data() + digits.size()) return false;
    if (negative) value = -value;
    return true;
}

/// The nearest half of a double, ties to even: through a float whose last bit is sticky.
std::uint16_t to_half(double value) {
    float single = static_cast<float>(value);
    if (std::isfinite(single) && static_cast<double>(single) != value) {
        auto bits = load<std::uint32_t>(reinterpret_cast<const std::byte*>(&single));
        if (std::abs(static_cast<double>(single)) > std::abs(value)) --bits;
        bits |= 1U;
        std::memcpy(&single, &bits, sizeof single);
    }
    return runtime::float_to_half(single);
}

template <class T>
std::string shortest(T value) {
    char text[64];
    const auto [end, error] = std::to_chars(text, text + sizeof text, value);
    return {text, end};
}

}  // namespace

std::size_t size_of(NumberType type) {
    static constexpr std::array<std::size_t, 11> kSizes = {1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8};
    return kSizes[static_cast<std::size_t>(type)];
}

std::string_view to_string(NumberType type) { return kNames[static_cast<std::size_t>(type)]; }

bool is_floating(NumberType type) { return type >= NumberType::f16; }

std::optional<std::string> parse_number(NumberType type, std::string_view text, std::byte* number) {
    if (!is_floating(type)) return parse_integer(type, text, number);
    if (type == NumberType::f32) {
        float value = 0;
        if (!parse_floating(text, value)) return no_number(text, type);
        store(value, number);
        return std::nullopt;
    }
    double value = 0;
    if (!parse_floating(text, value)) return no_number(text, type);
    store_number(type, value, number);
    return std::nullopt;
}

void store_number(NumberType type, double value, std::byte* number) {
    if (type == NumberType::f64)
        store(value, number);
    else if (type == NumberType::f32)
        store(static_cast<float>(value), number);
    else if (type == NumberType::f16)
        store(to_half(value), number);
    if (is_floating(type)) return;
    const auto integer = static_cast<std::int64_t>(value);
    std::memcpy(number, &integer, size_of(type));
}

std::string format_number(NumberType type, const std::byte* number) {
    switch (type) {
        case NumberType::f16:
            return shortest(runtime::half_to_float(load<std::uint16_t>(number)));
        case NumberType::f32:
            return shortest(load<float>(number));
        case NumberType::f64:
            return shortest(load<double>(number));
        default:
            break;
    }
    std::uint64_t value = 0;
    std::memcpy(&value, number, size_of(type));
    if (!is_signed(type)) return std::to_string(value);
    const unsigned shift = 64 - 8 * static_cast<unsigned>(size_of(type));
    return std::to_string(static_cast<std::int64_t>(value << shift) >> shift);
}

std::string to_string(ElementType type) {
    const std::string name(to_string(type.number));
    return type.components == 1 ? name : name + std::to_string(type.components);
}

std::optional<ElementType> element_type(std::string_view text) {
    if (text.ends_with(" const")) text.remove_suffix(6);  // of the pointer itself
    if (text.ends_with('*')) text.remove_suffix(1);
    if (const auto blank = text.find_last_of(' '); blank != std::string_view::npos) {
        if (text.find("struct ") != std::string_view::npos ||
            text.find("union ") != std::string_view::npos)
            return std::nullopt;
        text.remove_prefix(blank + 1);
    }
    if (text.starts_with("atomic_")) text.remove_prefix(7);
    if (text == "flag") text = "int";
    const std::size_t end = text.find_last_not_of("0123456789") + 1;
    ElementType type;
    bool known = false;
    for (std::size_t i = 0; i < kNames.size(); ++i)
        if (kNames[i] == text.substr(0, end)) {
            type.number = static_cast<NumberType>(i);
            known = true;
        }
    if (!known) return std::nullopt;
    if (end < text.size())
        std::from_chars(text.data() + end, text.data() + text.size(), type.components);
    return type;
}

std::optional<std::uint64_t> NumberArray::count(const std::vector<std::uint64_t>& shape) {
    std::uint64_t product = 1;
    for (const std::uint64_t size : shape) {
        if (size != 0 && product > std::numeric_limits<std::uint64_t>::max() / size)
            return std::nullopt;
        product *= size;
    }
    return product;
}

}  // namespace clmm::cli
