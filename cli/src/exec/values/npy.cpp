#include "exec/values/npy.h"

#include <array>
#include <charconv>
#include <cstring>

#include "clmm/base/reject.h"

namespace clmm::cli {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kMagic = "\x93NUMPY"sv;
constexpr std::size_t kAlignment = 64;  // of the data, as the format asks for
constexpr std::array<std::string_view, 11> kDescriptions = {
    "|i1", "|u1", "<i2", "<u2", "<i4", "<u4", "<i8", "<u8", "<f2", "<f4", "<f8"};

[[noreturn]] void damaged(std::string message, std::string hint = {}) {
    clmm::reject("E-FILE", std::move(message), {}, std::move(hint));
}

/// Reads the header's text, a literal of Python:
/// `{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }`
class ArrayHeader {
public:
    explicit ArrayHeader(std::string_view text) : text_(text) {}

    void read() {
        expect('{');
        while (!take('}')) {
            const std::string_view key = quoted();
            expect(':');
            if (key == "descr")
                description = quoted();
            else if (key == "fortran_order")
                is_fortran = word() == "True";
            else if (key == "shape")
                read_shape();
            else
                damaged("the header has an unknown key '" + std::string(key) + "'");
            if (!take(',')) {
                expect('}');
                break;
            }
        }
        skip_blanks();
        if (at_ < text_.size() || description.empty() || !has_shape)
            damaged("the header is damaged");
    }

    std::string_view description;
    bool is_fortran = false;
    bool has_shape = false;
    std::vector<std::uint64_t> shape;

private:
    void read_shape() {
        has_shape = true;
        expect('(');
        while (!take(')')) {
            const std::string_view digits = word();
            std::uint64_t size = 0;
            const auto [end, error] =
                std::from_chars(digits.data(), digits.data() + digits.size(), size);
            if (error != std::errc() || end != digits.data() + digits.size())
                damaged("the header's shape is damaged");
            shape.push_back(size);
            if (take(',')) continue;
            expect(')');
            break;
        }
    }

    std::string_view quoted() {
        skip_blanks();
        const char quote = at_ < text_.size() ? text_[at_] : '\0';
        if (quote == '[')
            damaged("the elements have several fields", "one array of numbers is read");
        if (quote != '\'' && quote != '"') damaged("the header is damaged");
        const std::size_t end = text_.find(quote, at_ + 1);
        if (end == std::string_view::npos) damaged("the header is damaged");
        const std::string_view inner = text_.substr(at_ + 1, end - at_ - 1);
        at_ = end + 1;
        return inner;
    }

    std::string_view word() {
        skip_blanks();
        const std::size_t begin = at_;
        at_ = std::min(text_.find_first_of(",)} \n", at_), text_.size());
        return text_.substr(begin, at_ - begin);
    }

    bool take(char c) {
        skip_blanks();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void expect(char c) {
        if (!take(c)) damaged("the header is damaged");
    }
    void skip_blanks() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

NumberType type_of(std::string_view description) {
    for (std::size_t i = 0; i < kDescriptions.size(); ++i)
        if (kDescriptions[i].substr(1) == description.substr(description.empty() ? 0 : 1) &&
            (description[0] == kDescriptions[i][0] ||
             (description[0] == '<' && kDescriptions[i][0] == '|')))
            return static_cast<NumberType>(i);
    if (description.starts_with('>'))
        damaged("the numbers are big-endian ('" + std::string(description) + "')",
                "write them with .astype('<" + std::string(description.substr(1)) + "')");
    damaged("elements of type '" + std::string(description) + "' are not read here",
            "there are i1, u1, i2, u2, i4, u4, i8, u8, f2, f4 and f8");
}

std::uint64_t little_endian(std::string_view bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
}

NumberArray read(std::string_view bytes) {
    if (!bytes.starts_with(kMagic) || bytes.size() < kMagic.size() + 4)
        damaged("this is no NPY file");
    const auto major = static_cast<unsigned char>(bytes[6]);
    if (major != 1 && major != 2)
        damaged("format " + std::to_string(major) + " is not read here", "there are 1.0 and 2.0");
    const std::size_t length_size = major == 1 ? 2 : 4;
    const std::size_t begin = kMagic.size() + 2 + length_size;
    if (bytes.size() < begin) damaged("the file ends in its header");
    const std::uint64_t length = little_endian(bytes.substr(8, length_size));
    if (length > bytes.size() - begin) damaged("the file ends in its header");
    ArrayHeader header(bytes.substr(begin, length));
    header.read();
    NumberArray array{.type = type_of(header.description), .shape = header.shape, .bytes = {}};
    if (header.is_fortran && header.shape.size() > 1)
        damaged("the numbers are in Fortran order", "write them with numpy.ascontiguousarray");
    const std::string_view data = bytes.substr(begin + length);
    const auto count = NumberArray::count(header.shape);
    if (!count || *count > data.size() / size_of(array.type) ||
        *count * size_of(array.type) != data.size())
        damaged("there are " + std::to_string(data.size()) +
                " bytes of data, which do not make up the header's shape");
    array.bytes.resize(data.size());
    if (!data.empty()) std::memcpy(array.bytes.data(), data.data(), data.size());
    return array;
}

}  // namespace

Result<NumberArray> read_npy(std::string_view bytes, const std::string& name) {
    try {
        return read(bytes);
    } catch (const Rejected& rejected) {
        Diagnostic diagnostic = rejected.diagnostic;
        diagnostic.message = name + ": " + diagnostic.message;
        return Result<NumberArray>::failure(std::move(diagnostic));
    }
}

std::string write_npy(const NumberArray& array) {
    std::string shape;
    for (const std::uint64_t size : array.shape) shape += std::to_string(size) + ", ";
    if (array.shape.size() > 1) shape.resize(shape.size() - 2);
    if (array.shape.size() == 1) shape.pop_back();  // `(3,)`
    std::string header = "{'descr': '" +
                         std::string(kDescriptions[static_cast<std::size_t>(array.type)]) +
                         "', 'fortran_order': False, 'shape': (" + shape + "), }";
    const std::size_t before = kMagic.size() + 4;
    header.append((kAlignment - (before + header.size() + 1) % kAlignment) % kAlignment, ' ');
    header += '\n';
    std::string bytes(kMagic);
    bytes += '\x01';
    bytes += '\0';
    bytes += static_cast<char>(header.size() & 0xFF);
    bytes += static_cast<char>(header.size() >> 8);
    bytes += header;
    bytes.append(reinterpret_cast<const char*>(array.bytes.data()), array.bytes.size());
    return bytes;
}

}  // namespace clmm::cli
