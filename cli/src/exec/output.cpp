#include "exec/output.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include "exec/sandboxed.h"

namespace clmm::cli {
namespace {

constexpr std::size_t kColumns = 100;

std::string hexadecimal(std::byte byte) {
    static constexpr char kDigits[] = "0123456789abcdef";
    const auto value = std::to_integer<unsigned>(byte);
    return {'0', 'x', kDigits[value >> 4U], kDigits[value & 15U]};
}

/// `0xff`: the bits of an integer. Floating-point numbers are as they always are.
std::string number_text(const MemoryContents& contents, const std::byte* number) {
    const NumberType type = contents.numbers->type;
    if (!contents.hexadecimal || is_floating(type)) return format_number(type, number);
    std::uint64_t bits = 0;
    std::memcpy(&bits, number, size_of(type));
    std::array<char, 16> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), bits, 16).ptr;
    return "0x" + std::string(digits.data(), end);
}

/// `1`, or `{1, 2, 3, 4}`.
std::string element_text(const MemoryContents& contents, std::size_t index) {
    if (!contents.numbers) return hexadecimal(contents.bytes[index]);
    const NumberArray& array = *contents.numbers;
    const std::size_t size = size_of(array.type);
    std::string text = contents.components > 1 ? "{" : "";
    for (std::size_t c = 0; c < contents.components; ++c)
        text +=
            (c > 0 ? ", " : "") +
            number_text(contents, array.bytes.data() + (index * contents.components + c) * size);
    return contents.components > 1 ? text + "}" : text;
}

std::size_t element_count(const MemoryContents& contents) {
    if (!contents.numbers) return contents.bytes.size();
    return contents.numbers->bytes.size() / size_of(contents.numbers->type) / contents.components;
}

}  // namespace

std::optional<std::string> parse_output(const std::string& text, OutputRequest& request) {
    const std::size_t equals = text.find('=');
    request.name = text.substr(0, equals);
    request.file.clear();
    if (request.name.empty()) return "'" + text + "' names no parameter";
    if (equals == std::string::npos) return std::nullopt;
    if (equals + 2 >= text.size() || text[equals + 1] != '@')
        return "'" + text + "' names no file; write NAME=@FILE.npy";
    request.file = text.substr(equals + 2);
    if (!data_format(request.file))
        return "what '" + request.file +
               "' is to be does not show from its name, which ends in .npy, .json or .raw";
    return std::nullopt;
}

std::string contents_text(const MemoryContents& contents, std::size_t limit) {
    const std::size_t count = element_count(contents);
    const std::size_t shown = std::min(count, limit);
    std::string text;
    std::string line = contents.declaration + " = {";
    for (std::size_t i = 0; i < shown; ++i) {
        std::string element = element_text(contents, i) + (i + 1 < count ? "," : "}");
        if (line.size() + element.size() > kColumns) {
            text += line + "\n";
            line = "   ";
        }
        line += (line.ends_with('{') ? "" : " ") + element;
    }
    text += line + "\n";
    if (shown < count)
        text += "    … " + std::to_string(count - shown) + " more (--all prints them)}\n";
    return text;
}

MemoryContents seen_as(MemoryContents contents, const std::string& name, NumberType type) {
    const std::size_t count = contents.bytes.size() / size_of(type);
    contents.declaration =
        std::string(to_string(type)) + " " + name + "[" + std::to_string(count) + "]";
    contents.components = 1;
    contents.numbers = NumberArray{type, {count}, contents.bytes};
    contents.numbers->bytes.resize(count * size_of(type));
    return contents;
}

void write_contents(const MemoryContents& contents, const OutputRequest& request,
                    const SandboxedSide* side) {
    const DataFormat format = *data_format(request.file);
    if (!contents.numbers && format != DataFormat::raw)
        reject(nullptr, {}, "E-ARGUMENT",
               "the elements of '" + contents.declaration + "' are no numbers",
               "write them to a raw file: --out " + request.name + "=@FILE.raw");
    const std::string bytes =
        contents.numbers ? encode(*contents.numbers, format)
                         : std::string(reinterpret_cast<const char*>(contents.bytes.data()),
                                       contents.bytes.size());
    write_result(side, request.file, bytes);
}

}  // namespace clmm::cli
