#pragma once

#include <map>
#include <string>
#include <string_view>

/// Texts in HTML, and templates of pages.
namespace clmm::report {

/// Text in an element or a quoted attribute.
[[nodiscard]] std::string escaped(std::string_view text);

/// Text as it stands, in a box that scrolls by keys, too; nothing for no text.
[[nodiscard]] std::string preformatted(std::string_view text);

/// A page that no script changes, with this in it.
[[nodiscard]] std::string still_page(std::string_view title, std::string_view content,
                                     std::string_view version);

/// The template with each `{{NAME}}` replaced by the text of that name. What is put in is not
/// looked at again: a title may well look like a place.
[[nodiscard]] std::string filled(std::string_view pattern,
                                 const std::map<std::string_view, std::string_view>& texts);

}  // namespace clmm::report
