#include "clmm/report/uri.h"

#include <string_view>

namespace clmm::report {

std::string uri_of(const std::string& path) {
    constexpr std::string_view kPlain = "-._~/:@!$&'()*+,;=";
    constexpr const char* kDigits = "0123456789ABCDEF";
    std::string uri = path.starts_with('/') ? "file://" : "";
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_word =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (is_word || kPlain.find(c) != std::string_view::npos)
            uri += c;
        else
            (uri += '%').append({kDigits[byte >> 4U], kDigits[byte & 15U]});
    }
    return uri;
}

}  // namespace clmm::report
