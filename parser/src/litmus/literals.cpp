// Constants that only the complete language has.
#include "litmus/literals.h"

#include <algorithm>
#include <cstdlib>

namespace clmm::syntax {
namespace {

using Precision = FloatingLiteral::Precision;

/// A value of the precision that the suffix names, so that it is rounded once.
double rounded(const std::string& digits, Precision precision, char** end) {
    if (precision == Precision::double_precision) return std::strtod(digits.c_str(), end);
    return static_cast<double>(std::strtof(digits.c_str(), end));
}

unsigned digit(char c) {
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10U;
    if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10U;
    return 16;
}

/// The code of a simple escape, or 0.
char simple_escape(char c) {
    constexpr std::string_view kLetters = "abfnrtv\\'\"?";
    constexpr std::string_view kCodes = "\a\b\f\n\r\t\v\\'\"?";
    const std::size_t at = kLetters.find(c);
    return at == std::string_view::npos ? '\0' : kCodes[at];
}

class Reader {
public:
    explicit Reader(std::string_view quoted) : quoted_(quoted) {}

    Unescaped run() {
        const char quote = quoted_.front();
        bool inside = false;
        while (at_ < quoted_.size()) {
            const char c = quoted_[at_++];
            if (c == quote)
                inside = !inside;
            else if (inside)
                out_.text += c == '\\' ? escape() : c;
        }
        if (inside || (quote == '\'' && out_.text.size() != 1)) out_.well_formed = false;
        return std::move(out_);
    }

private:
    char escape() {
        const char c = at_ < quoted_.size() ? quoted_[at_++] : '\0';
        if (const char code = simple_escape(c); code != '\0') return code;
        if (c == 'x') return number(16, quoted_.size());
        --at_;
        return number(8, at_ + 3);
    }

    char number(unsigned base, std::size_t end) {
        unsigned value = 0;
        const std::size_t begin = at_;
        for (; at_ < std::min(end, quoted_.size()) && digit(quoted_[at_]) < base; ++at_)
            value = value * base + digit(quoted_[at_]);
        if (at_ == begin || value > 255) out_.well_formed = false;
        if (at_ == begin) ++at_;
        return static_cast<char>(value);
    }

    std::string_view quoted_;
    std::size_t at_ = 0;
    Unescaped out_;
};

}  // namespace

std::optional<FloatingLiteral> read_floating(std::string_view text) {
    FloatingLiteral out;
    const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    std::string digits(text);
    const char last = digits.back();
    const bool has_exponent = text.find_first_of("pP") != std::string_view::npos;
    if (last == 'h' || last == 'H') out.precision = Precision::half_precision;
    if ((last == 'f' || last == 'F') && (!hexadecimal || has_exponent))
        out.precision = Precision::single_precision;
    if (out.precision != Precision::double_precision || last == 'l' || last == 'L')
        digits.pop_back();
    char* end = nullptr;
    out.value = rounded(digits, out.precision, &end);
    if (end != digits.c_str() + digits.size()) return std::nullopt;
    return out;
}

Unescaped unescape(std::string_view quoted) { return Reader(quoted).run(); }

}  // namespace clmm::syntax
