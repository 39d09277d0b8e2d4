#include "herd/test_file.h"

#include <algorithm>
#include <sstream>

#include "clmm/base/printable.h"
#include "clmm/base/reject.h"

namespace clmm::targets {
namespace {

using litmus::Quantifier;

constexpr std::string_view kBlank = " \t\r";
// Of the models that `final … with` distinguishes the one that clmm has: x86-TSO.
constexpr std::string_view kFinalModel = "tso";

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

/// The lines before the initial state.
class Header {
public:
    Header(std::string_view text, TestFile& file) : text_(text), file_(file) {}

    /// Where the initial state begins.
    std::size_t operator()() {
        name();
        while (true) {
            const std::size_t begin = text_.find_first_not_of(" \t\r\n", at_);
            if (begin == std::string_view::npos)
                reject("E-SYNTAX", "the test has no initial state", end_of_text(),
                       "write '{ }' where everything starts with 0");
            at_ = begin;
            if (text_[at_] == '{') return at_;
            if (text_.substr(at_).starts_with("(*"))
                skip("*)", "this comment does not end");
            else if (text_[at_] == '"')
                documentation();
            else
                key_and_value();
        }
    }

private:
    [[nodiscard]] Span end_of_text() const {
        const auto end = static_cast<std::uint32_t>(text_.size());
        return {end, end};
    }
    [[nodiscard]] Span span(std::size_t begin, std::size_t end) const {
        return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    }
    [[nodiscard]] std::size_t end_of_line() const {
        return std::min(text_.find('\n', at_), text_.size());
    }

    /// The second word of the first line; what follows is not read.
    void name() {
        Lexer lexer(text_);
        const Token language = lexer.expect_word("the language of the test");
        at_ = language.span.end;
        const std::size_t end = end_of_line();
        const std::string_view line = trimmed(text_.substr(at_, end - at_));
        file_.name = line.substr(0, line.find_first_of(kBlank));
        if (file_.name.empty())
            reject("E-SYNTAX", "the test has no name", language.span,
                   std::string(language.text) + " NAME");
        if (!is_printable(file_.name))
            reject("E-SYNTAX", "a test's name has no control characters", span(at_, end));
        at_ = end;
    }

    void skip(std::string_view close, const char* otherwise) {
        const std::size_t end = text_.find(close, at_ + 2);
        if (end == std::string_view::npos) reject("E-SYNTAX", otherwise, span(at_, at_ + 2));
        at_ = end + close.size();
    }

    void documentation() {
        const std::size_t end = text_.find('"', at_ + 1);
        if (end == std::string_view::npos)
            reject("E-SYNTAX", "this text does not end", span(at_, at_ + 1));
        if (file_.documentation.empty()) file_.documentation = text_.substr(at_ + 1, end - at_ - 1);
        at_ = end + 1;
    }

    void key_and_value() {
        const std::size_t end = end_of_line();
        const std::size_t equals = text_.substr(0, end).find('=', at_);
        if (equals == std::string_view::npos)
            reject("E-SYNTAX", "expected '{', a quoted text or Key=value", span(at_, end));
        if (trimmed(text_.substr(at_, equals - at_)) == "Expect") {
            const std::string_view value = trimmed(text_.substr(equals + 1, end - equals - 1));
            const auto begin = static_cast<std::size_t>(value.data() - text_.data());
            file_.expectations.push_back(value.empty() ? span(equals + 1, equals + 1)
                                                       : span(begin, begin + value.size()));
        }
        at_ = end;
    }

    std::string_view text_;
    TestFile& file_;
    std::size_t at_ = 0;
};

/// Takes `y @ generic aliases x` if that comes next.
bool accept_alias(Lexer& lexer, TestFile& file) {
    Lexer ahead = lexer;
    const Token name = ahead.take();
    std::string kind;
    if (ahead.accept("@")) kind = ahead.expect_word("a kind of address").text;
    if (name.kind != Token::Kind::word || !ahead.at_word("aliases")) return false;
    ahead.take();
    const Token of = ahead.expect_word("a location");
    file.aliases.push_back({std::string(name.text),
                            std::move(kind),
                            std::string(of.text),
                            {name.span.begin, of.span.end}});
    if (!ahead.peek().is("}")) ahead.expect(";");
    lexer = ahead;
    return true;
}

/// Takes the type of an entry if it has one: `int x`, `int *x`, `uint64_t 0:x5`.
void accept_type(Lexer& lexer, InitialValue& entry) {
    Lexer ahead = lexer;
    const Token type = ahead.take();
    if (type.kind != Token::Kind::word) return;
    entry.is_pointer = ahead.accept("*");
    const Token& target = ahead.peek();
    if (target.kind != Token::Kind::word && target.kind != Token::Kind::number) {
        entry.is_pointer = false;
        return;
    }
    entry.type = type.text;
    entry.type_span = type.span;
    lexer = ahead;
}

/// `x=1;` and so on, up to '}'.
void parse_initial_state(Lexer& lexer, TestFile& file) {
    lexer.expect("{");
    while (!lexer.accept("}")) {
        if (lexer.accept(";") || accept_alias(lexer, file)) continue;
        InitialValue entry;
        accept_type(lexer, entry);
        entry.target = parse_atom(lexer);
        if (entry.target.kind != Atom::Kind::reg && entry.target.kind != Atom::Kind::location)
            reject("E-SYNTAX", "only locations and registers have initial values",
                   entry.target.span);
        entry.value.span = entry.target.span;
        if (lexer.accept("=")) entry.value = parse_atom(lexer);
        // As in herd, the value `x` is the address of x.
        if (entry.value.kind == Atom::Kind::location) entry.value.kind = Atom::Kind::address;
        if (entry.value.kind == Atom::Kind::reg)
            reject("E-SYNTAX", "an initial value is a number or a location", entry.value.span);
        if (!lexer.peek().is("}")) lexer.expect(";");
        file.initial.push_back(std::move(entry));
    }
}

std::uint32_t parse_thread(Lexer& lexer) {
    std::string_view digits = lexer.peek().text;
    if (digits.starts_with('P')) digits.remove_prefix(1);
    const bool is_number = !digits.empty() && digits.size() <= 6 &&
                           std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
    if (!is_number) lexer.fail("a thread");
    lexer.take();
    return static_cast<std::uint32_t>(std::stoul(std::string(digits)));
}

/// `{ ssw 0 1; }` behind the initial state, if that comes next.
void parse_links(Lexer& lexer, TestFile& file) {
    if (!lexer.accept("{")) return;
    while (!lexer.accept("}")) {
        if (lexer.accept(";")) continue;
        const Token kind = lexer.expect_word("what relates two threads");
        ThreadLink link{std::string(kind.text), 0, 0, kind.span};
        link.from = parse_thread(lexer);
        link.span.end = lexer.peek().span.end;
        link.to = parse_thread(lexer);
        file.links.push_back(std::move(link));
        if (!lexer.peek().is("}")) lexer.expect(";");
    }
}

bool begins_tail(const Lexer& lexer) {
    return lexer.peek().is("~") || lexer.at_word("exists") || lexer.at_word("forall") ||
           lexer.at_word("final") || lexer.at_word("locations") || lexer.at_word("filter") ||
           lexer.at_end();
}

/// `cta 0,gpu 0`
void parse_surroundings(Lexer& lexer, Column& column) {
    do {
        const Token kind = lexer.expect_word("what the thread is in ('wg 0')");
        const Span digits = lexer.peek().span;
        const std::int64_t number = lexer.expect_number();
        if (number < 0 || number > 0xffff)
            reject("E-PLACE", "a number from 0 to 65535 is expected", digits);
        column.surroundings.push_back({std::string(kind.text),
                                       static_cast<std::uint32_t>(number),
                                       {kind.span.begin, digits.end}});
    } while (lexer.accept(","));
}

void parse_columns(Lexer& lexer, TestFile& file) {
    do {
        const Token name = lexer.expect_word("a thread ('P0')");
        const std::string_view digits = name.text.substr(1);
        const bool is_thread =
            (name.text[0] == 'P' || name.text[0] == 'p') && !digits.empty() && digits.size() <= 6 &&
            std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
        if (!is_thread)
            reject("E-SYNTAX", "expected a thread ('P0'), found '" + std::string(name.text) + "'",
                   name.span);
        const auto number = static_cast<std::uint32_t>(std::stoul(std::string(digits)));
        if (std::ranges::find(file.columns, number, &Column::number) != file.columns.end())
            reject("E-NAME", "the thread P" + std::to_string(number) + " is there twice",
                   name.span);
        file.columns.push_back({number, name.span, {}});
        if (lexer.accept("@")) parse_surroundings(lexer, file.columns.back());
    } while (lexer.accept("|"));
    lexer.expect(";");
}

/// One row: a cell for each column, empty ones too; fewer where the last ones are empty.
void parse_row(Lexer& lexer, TestFile& file) {
    std::size_t column = 0;
    while (true) {
        Span cell{lexer.position(), lexer.position()};
        while (!lexer.peek().is("|") && !lexer.peek().is(";")) {
            if (begins_tail(lexer)) lexer.fail("';'", "each row of instructions ends with ';'");
            cell.end = lexer.take().span.end;
        }
        if (column >= file.columns.size())
            reject("E-SYNTAX",
                   "this row has more cells than there are threads (" +
                       std::to_string(file.columns.size()) + ")",
                   cell.begin == cell.end ? lexer.peek().span : cell);
        if (cell.begin != cell.end) file.columns[column].cells.push_back({cell});
        ++column;
        if (lexer.accept(";")) return;
        lexer.expect("|");
    }
}

void parse_locations(Lexer& lexer, TestFile& file) {
    lexer.expect("[");
    while (!lexer.accept("]")) {
        if (lexer.accept(";")) continue;
        Atom atom = parse_atom(lexer);
        if (atom.kind == Atom::Kind::constant || atom.kind == Atom::Kind::address)
            reject("E-SYNTAX", "'locations' names locations and registers", atom.span);
        file.locations.push_back(std::move(atom));
        if (!lexer.peek().is("]")) lexer.expect(";");
    }
}

Quantifier parse_quantifier(Lexer& lexer) {
    const bool is_negated = lexer.accept("~");
    if (!lexer.at_word("exists") && (is_negated || !lexer.at_word("forall")))
        lexer.fail(is_negated ? "'exists'" : "'exists', '~exists' or 'forall'");
    if (lexer.take().text == "forall") return Quantifier::forall;
    return is_negated ? Quantifier::not_exists : Quantifier::exists;
}

/// `final (P) with tso: ~exists; default: exists;`: one proposition, and for each model what is
/// expected of it. That of the language's own model is taken, `default` where it has none.
void parse_expected_by_model(Lexer& lexer, TestFile& file, std::string_view model) {
    lexer.take();
    file.condition = parse_proposition(lexer);
    lexer.accept(";");
    if (!lexer.at_word("with")) lexer.fail("'with'", "final (P) with default: exists;");
    lexer.take();
    bool is_own = false;
    do {
        const Token name = lexer.expect_word("a model, or 'default'");
        lexer.expect(":");
        const Quantifier quantifier = parse_quantifier(lexer);
        if (name.text == model || (name.text == "default" && !is_own)) {
            file.quantifier = quantifier;
            is_own = name.text == model;
        }
        if (!lexer.at_end()) lexer.expect(";");
    } while (lexer.peek().kind == Token::Kind::word && !begins_tail(lexer));
    if (!file.quantifier)
        lexer.fail("'default'", "what is expected of other models than those that are named?");
}

void parse_condition(Lexer& lexer, TestFile& file) {
    if (file.condition) lexer.fail("the end", "a test has one condition");
    if (lexer.at_word("final")) return parse_expected_by_model(lexer, file, kFinalModel);
    file.quantifier = parse_quantifier(lexer);
    file.condition = parse_proposition(lexer);
}

/// `<< … >>`: what another program is to do with the test, which has no meaning here.
void skip_commands(Lexer& lexer) {
    const Span begin = lexer.peek().span;
    while (!lexer.at_end())
        if (lexer.take().is(">>")) return;
    reject("E-SYNTAX", "this block does not end", begin, "it ends with '>>'");
}

void parse_tail(Lexer& lexer, TestFile& file) {
    while (!lexer.at_end()) {
        if (lexer.accept(";")) continue;
        if (lexer.peek().is("<<")) {
            skip_commands(lexer);
            continue;
        }
        if (!begins_tail(lexer))
            lexer.fail("'locations', 'filter', 'exists', '~exists' or 'forall'");
        if (lexer.at_word("locations")) {
            lexer.take();
            parse_locations(lexer, file);
        } else if (lexer.at_word("filter")) {
            if (file.filter) lexer.fail("the end", "a test has one filter");
            lexer.take();
            file.filter = parse_proposition(lexer);
        } else {
            parse_condition(lexer, file);
        }
    }
}

const char* word_of(Quantifier quantifier) {
    switch (quantifier) {
        case Quantifier::exists:
            return "exists";
        case Quantifier::not_exists:
            return "~exists";
        case Quantifier::forall:
            break;
    }
    return "forall";
}

}  // namespace

TestFile parse_test_file(std::string_view text) {
    TestFile file;
    Lexer lexer(text, Header(text, file)());
    parse_initial_state(lexer, file);
    lexer.accept(";");
    parse_links(lexer, file);
    parse_columns(lexer, file);
    while (!begins_tail(lexer)) parse_row(lexer, file);
    parse_tail(lexer, file);
    return file;
}

std::string root_of(const TestFile& file, const std::string& name, Span span) {
    std::string at = name;
    for (std::size_t steps = 0; steps <= file.aliases.size(); ++steps) {
        const auto found = std::ranges::find(file.aliases, at, &Alias::name);
        if (found == file.aliases.end()) return at;
        at = found->of;
    }
    reject("E-NAME", "'" + name + "' is an alias of itself", span);
}

std::string condition_text(const TestFile& file) {
    if (!file.condition) return {};
    return std::string(word_of(*file.quantifier)) + " (" + to_text(*file.condition) + ")";
}

std::string to_text(const TestFile& file, std::string_view text) {
    std::ostringstream out;
    out << "test " << file.name << '\n';
    for (const InitialValue& each : file.initial)
        out << "init " << (each.type.empty() ? "" : each.type + (each.is_pointer ? "* " : " "))
            << to_text(each.target) << '=' << to_text(each.value) << '\n';
    for (const Alias& each : file.aliases)
        out << "alias " << each.name << (each.kind.empty() ? "" : " @ " + each.kind) << " of "
            << each.of << '\n';
    for (const ThreadLink& each : file.links)
        out << each.kind << " P" << each.from << " P" << each.to << '\n';
    for (const Column& column : file.columns) {
        out << 'P' << column.number;
        for (const Surrounding& each : column.surroundings)
            out << ' ' << each.kind << ' ' << each.number;
        out << '\n';
        for (const Cell& cell : column.cells)
            out << "  " << text.substr(cell.span.begin, cell.span.end - cell.span.begin) << '\n';
    }
    for (const Atom& atom : file.locations) out << "observe " << to_text(atom) << '\n';
    if (file.filter) out << "filter " << to_text(*file.filter) << '\n';
    if (file.condition) out << condition_text(file) << '\n';
    return out.str();
}

}  // namespace clmm::targets
