#include "words/words.h"

#include <string_view>
#include <vector>

#include "clmm/base/ensure.h"
#include "words/embedded_words.h"

namespace clmm::lsp {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' ') || text.starts_with('\n')) text.remove_prefix(1);
    while (text.ends_with(' ') || text.ends_with('\n')) text.remove_suffix(1);
    return text;
}

/// All that stands between backticks.
std::vector<std::string_view> quoted_in(std::string_view text) {
    std::vector<std::string_view> found;
    for (std::size_t at = text.find('`'); at != std::string_view::npos;
         at = text.find('`', at + 1)) {
        const std::size_t end = text.find('`', at + 1);
        if (end == std::string_view::npos) break;
        found.push_back(text.substr(at + 1, end - at - 1));
        at = end;
    }
    return found;
}

/// The word that something quoted begins with: `let` of `let r = e`.
std::string_view first_word(std::string_view text) {
    std::size_t end = 0;
    while (end < text.size() && text[end] != ' ' && text[end] != '(') ++end;
    return text.substr(0, end);
}

/// `## word, word` and what follows it up to the next heading.
Words by_heading(std::string_view text) {
    Words words;
    std::vector<std::string> named;
    std::string meaning;
    const auto keep = [&] {
        for (const std::string& word : named) words[word] = trimmed(meaning);
        named.clear();
        meaning.clear();
    };
    for (const std::string_view line : lines_of(text)) {
        if (!line.starts_with("## ")) {
            if (!named.empty()) meaning.append(line).append("\n");
            continue;
        }
        keep();
        for (const std::string_view word : quoted_in(line)) named.emplace_back(word);
    }
    keep();
    return words;
}

/// Rows of tables: the words in the first cell mean what the second one says.
Words by_row(std::string_view text) {
    Words words;
    for (std::string_view line : lines_of(text)) {
        if (!line.starts_with("| `")) continue;
        // A bar inside a cell is written `\|`.
        std::size_t end = line.find(" | ", 2);
        if (end == std::string_view::npos) continue;
        const std::string_view names = line.substr(2, end - 2);
        std::string_view meaning = trimmed(line.substr(end + 3));
        if (meaning.ends_with('|')) meaning = trimmed(meaning.substr(0, meaning.size() - 1));
        for (const std::string_view quoted : quoted_in(names))
            words.try_emplace(std::string(first_word(quoted)),
                              "`" + std::string(quoted) + "`: " + std::string(meaning));
    }
    return words;
}

std::string_view text_named(std::string_view name) {
    const auto text = embedded_words(name);
    ensure(text.has_value(), "the texts about words are built in");
    return *text;
}

}  // namespace

const Words& opencl_words() {
    static const Words words = by_heading(text_named("opencl.md"));
    return words;
}

const Words& cat_words() {
    static const Words words = by_row(text_named("cat.md"));
    return words;
}

}  // namespace clmm::lsp
