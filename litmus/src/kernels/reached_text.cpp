#include "kernels/reached_text.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <set>
#include <vector>

namespace clmm::litmus {
namespace {

using Names = std::set<std::string, std::less<>>;

struct Lexeme {
    std::size_t begin = 0, end = 0;
    std::string_view text;
    unsigned braces = 0, parentheses = 0;  ///< that are open around it
    [[nodiscard]] bool is_word() const {
        const auto first = static_cast<unsigned char>(text.front());
        return std::isalpha(first) != 0 || first == '_';
    }
    [[nodiscard]] bool is_at_top() const { return braces == 0 && parentheses == 0; }
};
using Lexemes = std::vector<Lexeme>;

std::size_t lexeme_end(std::string_view text, std::size_t begin) {
    const auto is_word = [&](std::size_t at) {
        return std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_';
    };
    std::size_t end = begin + 1;
    if (text[begin] == '"' || text[begin] == '\'') {
        while (end < text.size() && text[end] != text[begin]) end += text[end] == '\\' ? 2 : 1;
        return std::min(end + 1, text.size());
    }
    if (text.substr(begin).starts_with("->")) return begin + 2;
    while (is_word(begin) && end < text.size() && is_word(end)) ++end;
    return end;
}

Lexemes lexemes_of(std::string_view text) {
    Lexemes tokens;
    unsigned braces = 0;
    unsigned parentheses = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (std::isspace(static_cast<unsigned char>(text[at])) != 0) {
            ++at;
            continue;
        }
        const std::size_t end = lexeme_end(text, at);
        const char c = text[at];
        if (c == '}' && braces > 0) --braces;
        if (c == ')' && parentheses > 0) --parentheses;
        tokens.push_back({at, end, text.substr(at, end - at), braces, parentheses});
        if (c == '{') ++braces;
        if (c == '(') ++parentheses;
        at = end;
    }
    return tokens;
}

/// What stands at file scope up to a `;` or to the end of a function's body.
struct Item {
    std::size_t begin = 0, end = 0;  ///< in the text
    Names names;                     ///< that it declares
    Names words;                     ///< that it uses
};

class ItemReader {
public:
    explicit ItemReader(const Lexemes& tokens) : tokens_(tokens) {}

    std::vector<Item> operator()() {
        while (at_ < tokens_.size()) items_.push_back(read());
        return std::move(items_);
    }

private:
    Item read() {
        const std::size_t first = at_;
        while (at_ < tokens_.size() && !ends_here(first)) ++at_;
        at_ = std::min(at_ + 1, tokens_.size());
        Item item{
            .begin = tokens_[first].begin, .end = tokens_[at_ - 1].end, .names = {}, .words = {}};
        for (std::size_t i = first; i < at_; ++i)
            if (tokens_[i].is_word() && !is_member(first, i)) item.words.emplace(tokens_[i].text);
        add_names(item, first);
        return item;
    }

    [[nodiscard]] bool ends_here(std::size_t first) const {
        const Lexeme& token = tokens_[at_];
        if (!token.is_at_top()) return false;
        return token.text == ";" || (token.text == "}" && function_name(first) != nullptr);
    }

    [[nodiscard]] bool is_member(std::size_t first, std::size_t i) const {
        return i > first && (tokens_[i - 1].text == "." || tokens_[i - 1].text == "->");
    }

    /// The word before the parameters, where what begins here is a function or a prototype.
    [[nodiscard]] const Lexeme* function_name(std::size_t first) const {
        if (tokens_[first].text == "typedef") return nullptr;
        for (std::size_t i = first; i + 1 < tokens_.size() && i < at_; ++i) {
            if (!tokens_[i].is_at_top()) continue;
            if (tokens_[i].text == "=" || tokens_[i].text == "{") return nullptr;
            if (tokens_[i].is_word() && tokens_[i + 1].text == "(" && !is_attribute(tokens_[i]))
                return &tokens_[i];
        }
        return nullptr;
    }

    static bool is_attribute(const Lexeme& token) {
        return token.text == "__attribute__" || token.text == "__attribute";
    }

    void add_names(Item& item, std::size_t first) const {
        if (const Lexeme* function = function_name(first)) {
            item.names.emplace(function->text);
            return;
        }
        bool is_enumeration = false;
        for (std::size_t i = first; i + 1 < at_; ++i) {
            const Lexeme& token = tokens_[i];
            if (token.text == "enum") is_enumeration = true;
            if (!token.is_word() || (token.braces > 0 && !is_enumeration)) continue;
            const std::string_view next = tokens_[i + 1].text;
            const bool is_tag =
                i > first && (tokens_[i - 1].text == "struct" || tokens_[i - 1].text == "union" ||
                              tokens_[i - 1].text == "enum");
            const bool is_declared = next.size() == 1 && std::string_view("([=,;):{}").find(next) !=
                                                             std::string_view::npos;
            if (is_tag || is_declared || is_attribute(tokens_[i + 1]))
                item.names.emplace(token.text);
        }
    }

    const Lexemes& tokens_;
    std::size_t at_ = 0;
    std::vector<Item> items_;
};

bool share_a_name(const Names& some, const Names& others) {
    return std::ranges::any_of(some,
                               [&](const std::string& each) { return others.contains(each); });
}

}  // namespace

std::string reached_text(std::string text, std::string_view kernel) {
    const Lexemes tokens = lexemes_of(text);
    std::vector<Item> items = ItemReader(tokens)();
    Names used{std::string(kernel)};
    const auto is_reached = [&](const Item& item) {
        return item.names.empty() || share_a_name(item.names, used);
    };
    // Each round moves what is newly reached to the front.
    for (auto rest = items.begin(); rest != items.end();) {
        const auto next = std::partition(rest, items.end(), is_reached);
        if (next == rest) break;
        for (; rest != next; ++rest) used.insert(rest->words.begin(), rest->words.end());
    }
    for (const Item& item : items) {
        if (is_reached(item)) continue;
        const auto begin = text.begin() + static_cast<std::ptrdiff_t>(item.begin);
        const auto end = text.begin() + static_cast<std::ptrdiff_t>(item.end);
        std::replace_if(
            begin, end, [](char c) { return c != '\n'; }, ' ');
    }
    return text;
}

}  // namespace clmm::litmus
