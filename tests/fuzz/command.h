#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Command lines as texts: the words in the first line, the file that they name in those below.
namespace clmm::fuzz {

/// Words between blanks; quotes of both kinds hold some together.
[[nodiscard]] std::vector<std::string> words_of(std::string_view line);
/// A line of which words_of() makes these words.
[[nodiscard]] std::string line_of(const std::vector<std::string>& words);

/// A kernel of a text, any of them by the text's length, and what its parameters are given by what
/// they look like: `data[8]`, `n=3`.
struct SomeLaunch {
    std::string kernel;
    std::vector<std::string> arguments;
};
[[nodiscard]] SomeLaunch some_launch(std::string_view text);

}  // namespace clmm::fuzz
