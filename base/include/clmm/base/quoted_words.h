#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clmm {

/// What stands between blanks and line breaks; blanks in quotation marks, `"` or `'`, are part of a
/// word. A mark that is not closed ends with the text.
[[nodiscard]] std::vector<std::string> quoted_words(std::string_view text);

}  // namespace clmm
