#include "clmm/base/quoted_words.h"

#include <utility>

namespace clmm {

std::vector<std::string> quoted_words(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n";
    std::vector<std::string> words;
    std::string word;
    bool inside = false;  // of a word, which may be empty between marks
    char mark = 0;
    for (const char c : text) {
        if (mark != 0 ? c == mark : (c == '"' || c == '\'')) {
            mark = mark != 0 ? '\0' : c;
            inside = true;
        } else if (mark == 0 && kBlanks.find(c) != std::string_view::npos) {
            if (inside) words.push_back(std::exchange(word, {}));
            inside = false;
        } else {
            word += c;
            inside = true;
        }
    }
    if (inside) words.push_back(word);
    return words;
}

}  // namespace clmm
