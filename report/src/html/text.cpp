#include "html/text.h"

#include "clmm/base/ensure.h"
#include "embedded_page.h"

namespace clmm::report {

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            default:
                out += c;
        }
    }
    return out;
}

std::string preformatted(std::string_view text) {
    return text.empty() ? "" : "<pre tabindex=\"0\">" + escaped(text) + "</pre>";
}

std::string still_page(std::string_view title, std::string_view content, std::string_view version) {
    const std::string shown_title = escaped(title), shown_version = escaped(version);
    const std::string style = std::string(kPageStyle) + std::string(kMatrixStyle);
    return filled(
        kMatrixHtml,
        {{"TITLE", shown_title}, {"STYLE", style}, {"VERSION", shown_version}, {"MAIN", content}});
}

std::string filled(std::string_view pattern,
                   const std::map<std::string_view, std::string_view>& texts) {
    std::string out;
    for (std::size_t at = 0; at < pattern.size();) {
        const std::size_t open = pattern.find("{{", at);
        const std::size_t close = pattern.find("}}", open);
        if (close == std::string_view::npos) return out.append(pattern.substr(at));
        out.append(pattern.substr(at, open - at));
        const auto text = texts.find(pattern.substr(open + 2, close - open - 2));
        ensure(text != texts.end(), "a place of the page's template has a text");
        out.append(text->second);
        at = close + 2;
    }
    return out;
}

}  // namespace clmm::report
