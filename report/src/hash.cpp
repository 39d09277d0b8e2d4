#include "clmm/report/hash.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace clmm::report {
namespace {

/// FNV-1a with 128 bits.
class Fingerprint {
public:
    void add(std::string_view text) {
        for (const char c : text) {
            state_ ^= static_cast<unsigned char>(c);
            state_ *= kPrime;
        }
    }
    [[nodiscard]] std::string digits() const {
        std::string text;
        for (int shift = 124; shift >= 0; shift -= 4)
            text += "0123456789abcdef"[static_cast<unsigned>(state_ >> shift) & 0xfU];
        return text;
    }

private:
    __extension__ using Word = unsigned __int128;
    static constexpr Word kPrime = (Word{1} << 88U) + 0x13bU;
    Word state_ = (Word{0x6c62272e07bb0142U} << 64U) + 0x62b821756295c58dU;
};

enum class Sort : std::uint8_t { other, word, blank, comment };  ///< `comment`: may start one

/// A test's hash is made of all its letters, so they are not asked for one by one.
constexpr std::array<Sort, 256> kSorts = [] {
    std::array<Sort, 256> sorts{};
    for (char c = '0'; c <= '9'; ++c) sorts[static_cast<unsigned char>(c)] = Sort::word;
    for (char c = 'a'; c <= 'z'; ++c) sorts[static_cast<unsigned char>(c)] = Sort::word;
    for (char c = 'A'; c <= 'Z'; ++c) sorts[static_cast<unsigned char>(c)] = Sort::word;
    sorts['_'] = Sort::word;
    for (const char c : {' ', '\t', '\n', '\v', '\f', '\r'})
        sorts[static_cast<unsigned char>(c)] = Sort::blank;
    for (const char c : {'(', '/'}) sorts[static_cast<unsigned char>(c)] = Sort::comment;
    return sorts;
}();
Sort sort_of(char c) { return kSorts[static_cast<unsigned char>(c)]; }

std::size_t end_of_comment(std::string_view text, std::size_t at) {
    const std::string_view two = text.substr(at, 2);
    const auto past = [&](std::string_view end) {
        const std::size_t found = text.find(end, at + 2);
        return found == std::string_view::npos ? text.size() : found + end.size();
    };
    if (two == "(*") return past("*)");
    if (two == "/*") return past("*/");
    if (two == "//") return past("\n");
    return at;
}

/// Where the comment that starts at `at` ends; `at` itself where none starts.
std::size_t skip_comment(std::string_view text, std::size_t at) {
    return sort_of(text[at]) == Sort::comment ? end_of_comment(text, at) : at;
}

/// Without comments, and with blanks only where they separate words.
std::string squeezed(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    bool gap = false;
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        const Sort sort = sort_of(c);
        const std::size_t end = skip_comment(text, i);
        const bool separates = sort == Sort::blank || end != i;
        i = std::max(end, i + 1);
        if (separates) {
            gap = true;
            continue;
        }
        if (gap && sort == Sort::word && !out.empty() && sort_of(out.back()) == Sort::word)
            out += ' ';
        gap = false;
        out += c;
    }
    return out;
}

/// The part after the name and the metadata: from the initial state on.
std::string_view body(std::string_view text) {
    std::size_t i = 0;
    while (i < text.size() && text[i] != '{') {
        const std::size_t end = skip_comment(text, i);
        i = end == i ? i + 1 : end;
    }
    return text.substr(i);
}

}  // namespace

std::string test_hash(const litmus::LitmusTest& test) {
    Fingerprint fingerprint;
    fingerprint.add(test.front_end->header(test));
    if (test.source) fingerprint.add(squeezed(body(test.source->text())));
    return fingerprint.digits();
}

std::string text_hash(const std::vector<std::string_view>& texts) {
    Fingerprint fingerprint;
    for (const std::string_view text : texts) {
        fingerprint.add(std::to_string(text.size()) + ":");  // where one ends
        fingerprint.add(text);
    }
    return fingerprint.digits();
}

}  // namespace clmm::report
