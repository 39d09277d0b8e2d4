#include <limits>

#include "litmus/lexer.h"

namespace clmm::syntax {
namespace {

unsigned base_of(std::string_view& digits) {
    const auto strip = [&](std::string_view small, std::string_view large) {
        const bool has = digits.starts_with(small) || digits.starts_with(large);
        if (has) digits.remove_prefix(small.size());
        return has;
    };
    if (strip("0x", "0X")) return 16;
    if (strip("0b", "0B")) return 2;
    return digits.size() > 1 && digits.front() == '0' ? 8 : 10;
}

unsigned digit_value(char c) {
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10U;
    if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10U;
    return std::numeric_limits<unsigned>::max();
}

bool read_suffix(std::string_view suffix, IntegerText& out) {
    for (const char c : suffix) {
        if ((c == 'u' || c == 'U') && !out.is_unsigned)
            out.is_unsigned = true;
        else if (c == 'l' || c == 'L')
            out.is_long = true;
        else
            return false;
    }
    return suffix.size() <= 3;
}

}  // namespace

IntegerText read_integer(std::string_view text) {
    constexpr auto kLargest = std::numeric_limits<std::uint64_t>::max();
    IntegerText out;
    const unsigned base = base_of(text);
    std::size_t used = 0;
    for (; used < text.size() && digit_value(text[used]) < base; ++used) {
        const unsigned digit = digit_value(text[used]);
        if (out.value > (kLargest - digit) / base) out.overflows = true;
        out.value = out.value * base + digit;
    }
    out.well_formed = used > 0 && read_suffix(text.substr(used), out);
    return out;
}

}  // namespace clmm::syntax
