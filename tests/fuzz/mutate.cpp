#include "mutate.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace clmm::fuzz {
namespace {

struct Piece {
    std::size_t begin = 0, size = 0;
};

enum class Kind { word, number, blank, other };

Kind kind_of(char c) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isdigit(byte) != 0) return Kind::number;
    if (std::isalpha(byte) != 0 || c == '_') return Kind::word;
    return std::isspace(byte) != 0 ? Kind::blank : Kind::other;
}

std::vector<Piece> tokens(std::string_view text, Kind kind) {
    std::vector<Piece> found;
    for (std::size_t at = 0; at < text.size();) {
        const Kind here = kind_of(text[at]);
        std::size_t end = at + 1;
        if (here == Kind::word || here == Kind::number)
            while (end < text.size() &&
                   (kind_of(text[end]) == Kind::word || kind_of(text[end]) == Kind::number))
                ++end;
        if (here == kind) found.push_back({at, end - at});
        at = end;
    }
    return found;
}

std::vector<Piece> lines(std::string_view text) {
    std::vector<Piece> found;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        found.push_back({at, end - at});
        at = end;
    }
    return found;
}

/// Lines that end in a semicolon; all, where none does.
std::vector<Piece> statements(std::string_view text) {
    std::vector<Piece> all = lines(text), found;
    for (const Piece& line : all)
        if (text.substr(line.begin, line.size).find(";\n") != std::string_view::npos)
            found.push_back(line);
    return found.empty() ? all : found;
}

/// What words of one kind have in common: `memory_order_` of `memory_order_relaxed`.
std::string_view family(std::string_view word) {
    const std::size_t end = word.find_last_of('_');
    return end == std::string_view::npos ? std::string_view() : word.substr(0, end + 1);
}

/// What brackets enclose, with them.
std::vector<Piece> groups(std::string_view text) {
    std::vector<Piece> found;
    std::vector<std::size_t> open;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '(' || text[at] == '{' || text[at] == '[') open.push_back(at);
        if ((text[at] == ')' || text[at] == '}' || text[at] == ']') && !open.empty()) {
            found.push_back({open.back(), at + 1 - open.back()});
            open.pop_back();
        }
    }
    return found;
}

constexpr std::array<std::string_view, 14> kNumbers{"0",
                                                    "1",
                                                    "2",
                                                    "7",
                                                    "31",
                                                    "32",
                                                    "63",
                                                    "64",
                                                    "255",
                                                    "65536",
                                                    "2147483648",
                                                    "4294967296",
                                                    "18446744073709551615",
                                                    "99999999999999999999999"};

class Mutation {
public:
    Mutation(std::string text, const std::vector<std::string>& donors, std::mt19937& random)
        : text_(std::move(text)), donors_(donors), random_(random) {}

    void edit() {
        switch (below(14)) {
            case 0:
            case 1:
            case 2:
                return exchange();
            case 3:
            case 4:
                return replace(pick(tokens(text_, Kind::number)),
                               std::string(kNumbers[below(kNumbers.size())]));
            case 5:
                return replace(pick(tokens(text_, Kind::word)), from_donor(Kind::word));
            case 6:
                return replace(pick(tokens(text_, Kind::other)), from_donor(Kind::other));
            case 7:
                return replace(pick(tokens(text_, below(2) == 0 ? Kind::word : Kind::other)), "");
            case 8:
                return replace(pick(statements(text_)), "");
            case 9:
                return twice(pick(statements(text_)));
            case 10:
                return insert(pick(statements(text_)).begin, text_of(pick(statements(text_))));
            case 11:
                return insert(pick(statements(text_)).begin, some_line());
            case 12:
                return below(2) == 0 ? replace(pick(groups(text_)), some_group())
                                     : twice(pick(groups(text_)));
            default:
                return change_byte();
        }
    }

    std::string text() && { return std::move(text_); }

private:
    std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }
    Piece pick(const std::vector<Piece>& pieces) {
        return pieces.empty() ? Piece{text_.size(), 0} : pieces[below(pieces.size())];
    }
    std::string text_of(Piece piece) const { return text_.substr(piece.begin, piece.size); }
    void replace(Piece piece, const std::string& by) { text_.replace(piece.begin, piece.size, by); }
    void insert(std::size_t at, const std::string& more) { text_.insert(at, more); }
    void twice(Piece piece) { insert(piece.begin, text_of(piece)); }

    const std::string& donor() {
        return donors_.empty() || below(2) == 0 ? text_ : donors_[below(donors_.size())];
    }
    std::string some(const std::string& from, const std::vector<Piece>& pieces) {
        if (pieces.empty()) return {};
        const Piece piece = pieces[below(pieces.size())];
        return from.substr(piece.begin, piece.size);
    }
    std::string from_donor(Kind kind) {
        const std::string& from = donor();
        return some(from, tokens(from, kind));
    }
    /// A word for one of its family, `memory_order_acquire` for `memory_order_relaxed`.
    void exchange() {
        const Piece piece = pick(tokens(text_, Kind::word));
        const std::string word = text_of(piece);
        const std::string& from = donor();
        std::vector<Piece> alike;
        for (const Piece& each : tokens(from, Kind::word))
            if (family(std::string_view(from).substr(each.begin, each.size)) == family(word))
                alike.push_back(each);
        if (const std::string other = some(from, alike); !other.empty()) replace(piece, other);
    }
    std::string some_line() {
        const std::string& from = donor();
        return some(from, statements(from));
    }
    std::string some_group() {
        const std::string& from = donor();
        return some(from, groups(from));
    }
    void change_byte() {
        if (text_.empty()) return text_.push_back(static_cast<char>(random_()));
        const std::size_t at = below(text_.size());
        const char byte = static_cast<char>(random_());
        if (below(2) == 0)
            text_[at] = byte;
        else
            text_.insert(at, 1, byte);
    }

    std::string text_;
    const std::vector<std::string>& donors_;
    std::mt19937& random_;
};

}  // namespace

std::string mutated(std::string text, const std::vector<std::string>& donors, std::mt19937& random,
                    std::size_t most) {
    Mutation mutation(std::move(text), donors, random);
    for (std::size_t edits = random() % 2 == 0 ? 1 : 1 + random() % 4; edits > 0; --edits)
        mutation.edit();
    std::string made = std::move(mutation).text();
    if (made.size() > most) made.resize(most);
    return made;
}

}  // namespace clmm::fuzz
