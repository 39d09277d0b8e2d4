#include "assembly/listing.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "clmm/base/reject.h"

namespace clmm::compilers {
namespace {

constexpr std::string_view kSpace = " \t\r";

bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '$' || c == '%';
}

class Reader {
public:
    Reader(const SourcePtr& file, const Syntax& syntax) : syntax_(syntax) {
        made_.file = file;
        made_.word = syntax.word;
    }

    Listing operator()() && {
        const std::string_view text = made_.file->text();
        std::size_t at = 0;
        while (at < text.size()) {
            std::size_t end = std::min(text.find('\n', at), text.size());
            const std::string_view first = without_comment(text.substr(at, end - at));
            if (syntax_.has_functions && is_open_call(first)) {
                end = std::min(text.find(';', at), text.size());
                std::string whole(text.substr(at, end - at));
                std::ranges::replace(whole, '\n', ' ');
                statement(whole, at);
            } else {
                line(first, at);
            }
            at = end + 1;
        }
        return std::move(made_);
    }

private:
    [[nodiscard]] std::string_view without_comment(std::string_view text) const {
        bool is_quoted = false;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] == '"') is_quoted = !is_quoted;
            if (is_quoted) continue;
            for (const std::string_view each : syntax_.comments)
                if (text.substr(i).starts_with(each)) return text.substr(0, i);
        }
        return text;
    }

    void line(std::string_view text, std::size_t at) {
        if (syntax_.has_functions && function(text)) return;
        bool is_quoted = false;
        std::size_t begin = 0;
        for (std::size_t i = 0; i <= text.size(); ++i) {
            if (i < text.size() && text[i] == '"') is_quoted = !is_quoted;
            if (i < text.size() && (is_quoted || text[i] != ';')) continue;
            statement(text.substr(begin, i - begin), at + begin);
            begin = i + 1;
        }
    }

    /// A call of PTX stands on several lines.
    static bool is_open_call(std::string_view text) {
        return trimmed(text).starts_with("call") && text.find(';') == std::string_view::npos;
    }

    /// `.visible .entry P0(`, `.func (.param .b32 func_retval0) f(`: the name is a label where a
    /// body follows, parameters and braces are nothing.
    bool function(std::string_view text) {
        for (const std::string_view word : {".entry ", ".func "}) {
            const std::size_t found = text.find(word);
            if (found == std::string_view::npos) continue;
            std::string_view rest = trimmed(text.substr(found + word.size()));
            if (rest.starts_with('(')) rest = trimmed(rest.substr(rest.find(')') + 1));
            declared_ = trimmed(rest.substr(0, rest.find('(')));
            if (text.find('{') != std::string_view::npos) body();
            return true;
        }
        const std::string_view only = trimmed(text);
        if (only == "{" && !declared_.empty()) return body(), true;
        if (only == ";") return declared_.clear(), true;
        return only == "(" || only == ")" || only == "{" || only == "}" ||
               only.starts_with(".param");
    }

    void body() {
        made_.labels.try_emplace(declared_, made_.lines.size());
        declared_.clear();
    }

    void statement(std::string_view text, std::size_t at) {
        while (true) {
            const std::size_t skipped = std::min(text.find_first_not_of(kSpace), text.size());
            text.remove_prefix(skipped);
            at += skipped;
            if (text.empty()) return;
            const std::size_t colon = label_end(text);
            if (colon == 0) break;
            made_.labels.try_emplace(std::string(text.substr(0, colon)), made_.lines.size());
            text.remove_prefix(colon + 1);
            at += colon + 1;
        }
        instruction(text, at);
    }

    /// Where the colon of a label at the beginning is, or 0: two are of a word (`L1::no_allocate`).
    /// A quoted name keeps no quotes.
    static std::size_t label_end(std::string_view text) {
        std::size_t end = 0;
        while (end < text.size() && is_name(text[end])) ++end;
        return text.substr(end).starts_with(':') && !text.substr(end).starts_with("::") ? end : 0;
    }

    void instruction(std::string_view text, std::size_t at) {
        Line made;
        const auto offset = static_cast<std::uint32_t>(at);
        const std::size_t last = text.find_last_not_of(kSpace);
        made.span = {offset, static_cast<std::uint32_t>(at + last + 1)};
        std::size_t begin = 0;
        std::string_view word = next_word(text, begin);
        if (word.starts_with("@")) {
            made.guard = word.substr(1);
            word = next_word(text, begin);
        }
        made.name = lower(word);
        while (made.name == "lock" || made.name == "rep" || made.name == "notrack" ||
               made.name.ends_with(" lock")) {
            word = next_word(text, begin);
            if (word.empty()) break;
            made.name += " " + lower(word);
        }
        operands(text.substr(begin), at + begin, made);
        made.place = made_.lines.size();
        made_.lines.push_back(std::move(made));
    }

    static std::string_view next_word(std::string_view text, std::size_t& begin) {
        begin = std::min(text.find_first_not_of(kSpace, begin), text.size());
        const std::size_t end = std::min(text.find_first_of(kSpace, begin), text.size());
        const std::string_view word = text.substr(begin, end - begin);
        begin = end;
        return word;
    }

    static std::string lower(std::string_view word) {
        std::string made(word);
        for (char& c : made)
            if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        return made;
    }

    static void operands(std::string_view text, std::size_t at, Line& made) {
        if (trimmed(text).empty()) return;
        int depth = 0;
        std::size_t begin = 0;
        for (std::size_t i = 0; i <= text.size(); ++i) {
            const char c = i < text.size() ? text[i] : ',';
            if (c == '(' || c == '[' || c == '{') ++depth;
            if (c == ')' || c == ']' || c == '}') --depth;
            if (c != ',' || (depth > 0 && i < text.size())) continue;
            const std::string_view piece = text.substr(begin, i - begin);
            const std::size_t skipped = std::min(piece.find_first_not_of(kSpace), piece.size());
            const std::string_view only = trimmed(piece);
            const auto from = static_cast<std::uint32_t>(at + begin + skipped);
            made.operands.push_back(
                {std::string(only), {from, from + static_cast<std::uint32_t>(only.size())}});
            begin = i + 1;
        }
    }

    const Syntax& syntax_;
    std::string declared_;  ///< a function whose body may follow
    Listing made_;
};

}  // namespace

void refuse(std::string message, Span span, std::string hint) {
    reject("E-ASSEMBLY", std::move(message), span, std::move(hint));
}

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(kSpace);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(kSpace) + 1 - begin);
}

std::optional<std::int64_t> number_in(std::string_view text) {
    text = trimmed(text);
    const bool is_negative = text.starts_with("-");
    if (is_negative) text.remove_prefix(1);
    int radix = 10;
    if (text.starts_with("0x") || text.starts_with("0X")) {
        radix = 16;
        text.remove_prefix(2);
    }
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, radix);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return static_cast<std::int64_t>(is_negative ? 0 - value : value);
}

Listing read_listing(const SourcePtr& file, const Syntax& syntax) { return Reader(file, syntax)(); }

}  // namespace clmm::compilers
