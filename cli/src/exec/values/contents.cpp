#include "exec/values/contents.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "clmm/language/random_numbers.h"
#include "exec/values/files.h"

namespace clmm::cli {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 34;

/// Integers wrap around.
void store(NumberType type, std::uint64_t value, std::byte* to) {
    if (is_floating(type))
        store_number(type, static_cast<double>(value), to);
    else
        std::memcpy(to, &value, size_of(type));
}

/// In the scalar's type, which has the same numbers.
void store_random(NumberType type, language::RandomNumbers& random, std::byte* to) {
    using enum NumberType;
    if (!is_floating(type)) return store(type, random.bits(), to);
    const language::Scalar scalar = type == f16   ? language::Scalar::f16
                                    : type == f32 ? language::Scalar::f32
                                                  : language::Scalar::f64;
    store_number(type, random.fraction(scalar), to);
}

/// Makes the contents of one buffer of numbers.
class Maker {
public:
    Maker(const ExecArgument& argument, const runtime::Parameter& parameter, ElementType type)
        : argument_(argument), parameter_(parameter), type_(type) {}

    BufferContents operator()() {
        if (argument_.file) return from_file();
        if (!argument_.words.empty()) return from_word();
        if (argument_.in_braces) return from_list();
        BufferContents contents{.size = size_in_bytes(), .bytes = {}};
        if (!argument_.has_value) return contents;
        std::vector<std::byte> one(size_of(type_.number));
        read(argument_.numbers.front(), one.data());
        return filled(
            [&](std::uint64_t, std::byte* to) { std::memcpy(to, one.data(), one.size()); });
    }

private:
    BufferContents from_word() {
        const std::string& word = argument_.words.front().text;
        if (word == "iota" && argument_.words.size() == 1)
            return filled([&](std::uint64_t i, std::byte* to) { store(type_.number, i, to); });
        if (word == "inf" || word == "nan") {
            std::vector<std::byte> one(size_of(type_.number));
            read(argument_.words.front(), one.data());
            return filled(
                [&](std::uint64_t, std::byte* to) { std::memcpy(to, one.data(), one.size()); });
        }
        if (word != "random" || argument_.words.size() != 2)
            argument_.fail(argument_.value_span, "these are no contents of a buffer",
                           "write {1,2,3}, a number, iota, random:7 or @file.npy");
        std::uint64_t seed = 0;
        const std::string& text = argument_.words[1].text;
        const char* const end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data(), end, seed);
        if (error != std::errc() || rest != end)
            argument_.fail(argument_.words[1].span, "a seed is a number from 0 on",
                           "write for example random:7");
        language::RandomNumbers random(seed);
        return filled(
            [&](std::uint64_t, std::byte* to) { store_random(type_.number, random, to); });
    }

    BufferContents from_list() {
        const std::uint64_t components = type_.components;
        const std::uint64_t given = argument_.numbers.size();
        if (given % components != 0)
            argument_.fail(argument_.value_span, std::to_string(given) +
                                                     " numbers do not make up elements of type " +
                                                     to_string(type_));
        if (argument_.count && given / components > *argument_.count)
            argument_.fail(argument_.value_span, "more initial values than elements");
        std::vector<std::byte> numbers(given * size_of(type_.number));
        for (std::size_t i = 0; i < given; ++i)
            read(argument_.numbers[i], numbers.data() + i * size_of(type_.number));
        BufferContents contents{.size = 0, .bytes = spread(numbers, type_)};
        contents.size = argument_.count ? size_in_bytes() : contents.bytes.size();
        contents.bytes.resize(contents.size);
        return contents;
    }

    BufferContents from_file() {
        if (!argument_.words.empty())
            argument_.fail(argument_.value_span, "'" + parameter_.name + "' is no image",
                           "write " + parameter_.name + "=@" + argument_.file->text);
        const NumberArray array = read_numbers(argument_, type_.number);
        const std::uint64_t numbers = array.bytes.size() / size_of(type_.number);
        const std::string has =
            "'" + argument_.file->text + "' has " + std::to_string(numbers) + " numbers, which ";
        if (numbers % type_.components != 0 || numbers == 0)
            argument_.fail(argument_.file->span,
                           has + "do not make up elements of type " + to_string(type_));
        if (argument_.count && numbers / type_.components > *argument_.count)
            argument_.fail(argument_.file->span, has + "are more than the buffer's elements");
        BufferContents contents{.size = 0, .bytes = spread(array.bytes, type_)};
        contents.size = argument_.count ? size_in_bytes() : contents.bytes.size();
        contents.bytes.resize(contents.size);
        return contents;
    }

    template <class Number>
    BufferContents filled(Number&& number) const {
        const std::size_t size = size_of(type_.number);
        const std::size_t total = size_in_bytes() / type_.size() * type_.components;
        std::vector<std::byte> numbers(total * size);
        for (std::size_t i = 0; i < total; ++i) number(i, numbers.data() + i * size);
        BufferContents contents{.size = 0, .bytes = spread(numbers, type_)};
        contents.size = contents.bytes.size();
        return contents;
    }

    [[nodiscard]] std::size_t size_in_bytes() const {
        if (!argument_.count)
            argument_.fail(argument_.name.span,
                           "how many elements '" + parameter_.name + "' has is missing",
                           "write for example " + parameter_.name + "[8]");
        if (*argument_.count > kMostBytes / type_.size())
            argument_.fail(argument_.name.span, "a buffer has at most 16 GiB");
        return *argument_.count * type_.size();
    }

    void read(const ArgumentWord& word, std::byte* to) const {
        if (const auto wrong = parse_number(type_.number, word.text, to))
            argument_.fail(word.span, *wrong);
    }

    const ExecArgument& argument_;
    const runtime::Parameter& parameter_;
    ElementType type_;
};

/// Elements that are no numbers: zeros, or a raw file.
BufferContents opaque_contents(const ExecArgument& argument, const runtime::Parameter& parameter) {
    const std::string what = "elements of type '" + parameter.type_name + "'";
    if (argument.has_value && !argument.file)
        argument.fail(argument.value_span, "'" + parameter.name + "' holds " + what,
                      "leave out the contents, or give them as a raw file");
    if (!argument.count && !argument.file)
        argument.fail(argument.name.span,
                      "how many elements '" + parameter.name + "' has is missing",
                      "write for example " + parameter.name + "[8]");
    const std::size_t element = std::max<std::size_t>(parameter.size, 1);
    if (argument.count.value_or(1) > kMostBytes / element)
        argument.fail(argument.name.span, "a buffer has at most 16 GiB");
    BufferContents contents{.size = argument.count.value_or(0) * element, .bytes = {}};
    if (!argument.file) return contents;
    contents.bytes = read_bytes(argument, what);
    if (contents.bytes.empty() || contents.bytes.size() % element != 0 ||
        (argument.count && contents.bytes.size() > contents.size))
        argument.fail(argument.file->span,
                      "'" + argument.file->text + "' has " + std::to_string(contents.bytes.size()) +
                          " bytes, which do not make up elements of " + std::to_string(element));
    contents.size = std::max(contents.size, contents.bytes.size());
    contents.bytes.resize(contents.size);
    return contents;
}

/// A value that is no number: its bytes.
std::vector<std::byte> opaque_value(const ExecArgument& argument,
                                    const runtime::Parameter& parameter) {
    const std::string what = "a value of type '" + parameter.type_name + "'";
    if (!argument.file || argument.count || argument.allocation)
        argument.fail(argument.span(), "'" + parameter.name + "' is " + what,
                      "give its bytes as a raw file: " + parameter.name + "=@value.raw");
    std::vector<std::byte> bytes = read_bytes(argument, what);
    if (bytes.size() != parameter.size)
        argument.fail(argument.file->span, "'" + argument.file->text + "' has " +
                                               std::to_string(bytes.size()) + " bytes; " + what +
                                               " has " + std::to_string(parameter.size));
    return bytes;
}

}  // namespace

BufferContents buffer_contents(const ExecArgument& argument, const runtime::Parameter& parameter,
                               std::optional<ElementType> type) {
    if (!argument.words.empty() && argument.words.front().text == "any")
        argument.fail(argument.value_span, "a buffer that is executed has certain contents",
                      "clmm check knows 'any'; write random:7 or values");
    return type ? Maker(argument, parameter, *type)() : opaque_contents(argument, parameter);
}

std::vector<std::byte> value_bytes(const ExecArgument& argument,
                                   const runtime::Parameter& parameter) {
    if (argument.bytes) return argument.bytes->bytes;
    const auto type = element_type(parameter.type_name);
    if (!type) return opaque_value(argument, parameter);
    std::vector<ArgumentWord> numbers = argument.numbers;
    if (argument.words.size() == 1) numbers = argument.words;
    if (argument.count || argument.allocation || argument.file || numbers.empty())
        argument.fail(
            argument.span(),
            "'" + parameter.name + "' is a number of type '" + parameter.type_name + "'",
            "write for example " + parameter.name + (type->components > 1 ? "={1,2}" : "=8"));
    // One number is all components, as in OpenCL C.
    if (numbers.size() == 1) numbers.resize(type->components, numbers.front());
    if (numbers.size() != type->components)
        argument.fail(argument.value_span, "'" + parameter.name + "' has " +
                                               std::to_string(type->components) + " components");
    const std::size_t size = size_of(type->number);
    std::vector<std::byte> bytes(numbers.size() * size);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (const auto wrong = parse_number(type->number, numbers[i].text, bytes.data() + i * size))
            argument.fail(numbers[i].span, *wrong,
                          numbers[i].text == "any" ? "clmm check knows 'any'" : "");
    return spread(bytes, *type);
}

std::vector<std::byte> spread(const std::vector<std::byte>& numbers, ElementType type) {
    if (type.components != 3) return numbers;
    const std::size_t size = size_of(type.number);
    const std::size_t count = numbers.size() / (3 * size);
    std::vector<std::byte> elements(count * 4 * size);
    for (std::size_t i = 0; i < count; ++i)
        std::memcpy(elements.data() + i * 4 * size, numbers.data() + i * 3 * size, 3 * size);
    return elements;
}

std::vector<std::byte> gather(const std::vector<std::byte>& elements, ElementType type) {
    if (type.components != 3) return elements;
    const std::size_t size = size_of(type.number);
    const std::size_t count = elements.size() / (4 * size);
    std::vector<std::byte> numbers(count * 3 * size);
    for (std::size_t i = 0; i < count; ++i)
        std::memcpy(numbers.data() + i * 3 * size, elements.data() + i * 4 * size, 3 * size);
    return numbers;
}

}  // namespace clmm::cli
