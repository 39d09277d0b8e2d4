#include "litmus/lexer.h"

#include <algorithm>
#include <string>

#include "LitmusParser.h"
#include "clmm/base/utf8.h"
#include "clmm/parser/litmus_comment.h"
#include "litmus/marks.h"
#include "litmus/nesting.h"
#include "litmus/punctuation.h"
#include "litmus/scan.h"
#include "litmus/words.h"

namespace clmm::syntax {
namespace {

using Tokens = clmm_antlr::LitmusParser;

bool ends_operand(std::size_t type) {
    switch (type) {
        case Tokens::NAME:
        case Tokens::INTEGER:
        case Tokens::FLOATING:
        case Tokens::STRING:
        case Tokens::TRUE:
        case Tokens::FALSE:
        case Tokens::RPAREN:
        case Tokens::RBRACKET:
        case Tokens::INCREMENT:
        case Tokens::DECREMENT:
            return true;
        default:
            return false;
    }
}

/// Tokens may be looked back at from each of the brackets around them. The matching of brackets,
/// which knows what was forgotten to be closed, says so at a fifth of it.
constexpr int kMostOpen = 5 * kDeepest;

class Lexer {
public:
    Lexer(Reporter& reporter, std::uint32_t begin, TextKind kind)
        : reporter_(reporter), text_(reporter.text()), at_(begin), kind_(kind) {}

    std::vector<LitmusToken> run() {
        tokens_.reserve((text_.size() - at_) / 3 + 8);
        if (kind_ != TextKind::litmus) {
            tokens_.push_back({Tokens::KERNELS, {at_, at_}});
            initial_state_seen_ = true;
        }
        while (skip_blank()) read_token();
        if (is_hopeless_) return {};
        const auto end = static_cast<std::uint32_t>(text_.size());
        tokens_.push_back({kEndOfFile, {end, end}});
        return std::move(tokens_);
    }

    [[nodiscard]] bool has_attributes() const { return attributes_; }
    /// The names that typedefs give.
    [[nodiscard]] const DefinedTypes& defined_types() const { return defined_; }

private:
    /// The first brace opens the initial state, where comments and labels are as outside.
    [[nodiscard]] bool in_body() const { return braces_ > 0 && initial_state_seen_; }

    [[nodiscard]] std::size_t last_type() const {
        return tokens_.empty() ? 0 : tokens_.back().type;
    }
    [[nodiscard]] std::string_view last_text() const { return reporter_.text(tokens_.back().span); }

    /// `(*` opens no comment in plain C.
    bool skip_blank() {
        while (at_ < text_.size()) {
            if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
                ++at_;
                continue;
            }
            const char c = text_[at_];
            if (c != '/' && (c != '(' || kind_ != TextKind::litmus)) return true;
            const Comment comment = comment_at(text_, at_, in_body());
            if (!comment.found) return true;
            if (!comment.closed) reporter_.error({at_, at_ + 2}, "this comment is never closed");
            at_ = comment.end;
            if (!comment.closed) give_up();
        }
        return false;
    }

    void read_token() {
        const char c = text_[at_];
        if (is_word_start(c)) return read_word();
        if (is_digit(c)) return read_number();
        if (c == '#') return read_directive();
        if (c == '"' || c == '\'') return read_quoted();
        if (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1])) return read_number();
        if (const Punctuation* found = punctuation_at(text_.substr(at_)))
            return add_punctuation(*found);
        report_character();
    }

    // ---- words ----

    void read_word() {
        const std::uint32_t end = name_end();
        const std::string_view word = text_.substr(at_, end - at_);
        std::size_t type = type_of(word);
        if (word == "enum" && type == kRefusedWord) type = Tokens::ENUM;
        if (word == "union" && type == kRefusedWord && is_complete()) type = Tokens::STRUCT;
        if (type == kRefusedWord) return refuse(word);
        switch (type) {
            case Tokens::EXISTS:
            case Tokens::FORALL:
            case Tokens::FILTER:
            case Tokens::SCOPE_TREE:
                condition_ = true;
                break;
            case Tokens::TYPEDEF:
                typedef_ = true;
                typedef_braces_ = braces_;
                typedef_brackets_ = 0;
                if (is_complete() && braces_ > 0) type = Tokens::INNER_TYPEDEF;
                break;
            case Tokens::ATTRIBUTE:
                define_type();
                attributes_ = true;
                break;
            case Tokens::TYPE:
            case Tokens::QUALIFIER:
            case Tokens::STRUCT:
            case Tokens::ATOMIC:
                // `pipe int p`; without a type it is a name like any other.
                if (last_type() == Tokens::NAME && without_underscores(last_text()) == "pipe")
                    tokens_.back().type = Tokens::QUALIFIER;
                break;
            default:
                break;
        }
        if (type == Tokens::STRUCT || type == Tokens::ENUM) struct_ = tokens_.size();
        add(type, end - at_);
    }

    /// `g@dev1` is one name: a program-scope variable as device 1 has it.
    [[nodiscard]] std::uint32_t name_end() const {
        constexpr std::string_view kOnDevice = "@dev";
        const std::uint32_t end = word_end(text_, at_);
        if (!text_.substr(end).starts_with(kOnDevice)) return end;
        const std::size_t number = end + kOnDevice.size();
        if (number == text_.size() || !is_digit(text_[number])) return end;
        return word_end(text_, static_cast<std::uint32_t>(number));
    }

    [[nodiscard]] std::size_t type_of(std::string_view word) const {
        const std::size_t before = last_type();
        if (before == Tokens::DOT || before == Tokens::ARROW) return Tokens::NAME;
        const bool tagged = before == Tokens::STRUCT || before == Tokens::ENUM;
        if (tagged && !word.starts_with("__attribute")) return Tokens::NAME;
        const WordPlace place = word_place();
        const std::size_t type = classify_word(word, place);
        if (type != Tokens::NAME || place == WordPlace::condition) return type;
        if (is_defined(word)) return Tokens::TYPE;
        if (placing_ && word == "host") return Tokens::HOST;
        const bool starts = before == Tokens::RBRACE || before == Tokens::SEMICOLON ||
                            before == Tokens::RPAREN;  // where a ';' is missing
        if (starts && place == WordPlace::top_level && word == "NDRange") return Tokens::LAUNCH;
        return Tokens::NAME;
    }

    [[nodiscard]] WordPlace word_place() const {
        if (braces_ > 0 || kind_ != TextKind::litmus) return WordPlace::body;
        return condition_ && locations_ == 0 ? WordPlace::condition : WordPlace::top_level;
    }

    [[nodiscard]] bool is_defined(std::string_view word) const { return defined_.contains(word); }

    /// At the end of a declarator of a typedef: its name is a type from here on. Types may be
    /// defined again, but for those that are words of C.
    void define_type() {
        if (!typedef_ || braces_ != typedef_braces_ || typedef_brackets_ != 0) return;
        LitmusToken& name = tokens_.back();
        if (last_text().front() == '(') return define(block_name(last_text()));
        const std::size_t before = tokens_.size() > 1 ? tokens_[tokens_.size() - 2].type : 0;
        if (before == Tokens::STRUCT || before == Tokens::ENUM) return;
        const bool again = name.type == Tokens::TYPE && before != Tokens::TYPEDEF &&
                           before != Tokens::INNER_TYPEDEF && before != Tokens::QUALIFIER &&
                           !is_c_type(last_text());
        if (again) name.type = Tokens::NAME;
        if (name.type == Tokens::NAME) define(last_text());
    }
    void define(std::string_view name) { defined_.insert(name); }

    [[nodiscard]] bool is_complete() const { return kind_ == TextKind::complete_kernels; }

    /// What follows is skipped, or read as what it looks like.
    void refuse(std::string_view word) {
        const auto length = static_cast<std::uint32_t>(word.size());
        const Span span{at_, at_ + length};
        if (word == "goto") {
            reporter_.unsupported(span, "'goto' is not supported", "write a loop or an 'if'");
            at_ += length;
        } else if (word == "union") {
            reporter_.unsupported(span, "unions are not supported");
            add(Tokens::STRUCT, length);
            struct_ = tokens_.size() - 1;
        } else {
            reporter_.unsupported(span, "assembly is not supported");
            while (at_ < text_.size() && text_[at_] != ';')
                at_ = text_[at_] == '"' ? quoted_end(text_, at_) : at_ + 1;
        }
    }

    // ---- constants and lines ----

    /// Past a floating-point literal; `1f` is one where the language has such.
    [[nodiscard]] std::uint32_t literal_end() const {
        const std::uint32_t end = floating_end(text_, at_);
        if (end != at_ || !is_complete()) return end;
        const std::string_view word = text_.substr(at_, word_end(text_, at_) - at_);
        const bool suffixed = word.find_first_not_of("0123456789") + 1 == word.size() &&
                              std::string_view("fFhH").find(word.back()) != std::string_view::npos;
        return suffixed ? at_ + static_cast<std::uint32_t>(word.size()) : at_;
    }

    void read_number() {
        if (const std::uint32_t end = literal_end(); end != at_) {
            if (is_complete()) return add(Tokens::FLOATING, end - at_);
            reporter_.unsupported({at_, end}, "floating-point constants are not supported",
                                  "only integers are checked");
            return add(Tokens::INTEGER, end - at_);
        }
        const Span span{at_, word_end(text_, at_)};
        if (const IntegerText number = read_integer(reporter_.text(span)); !number.well_formed) {
            reporter_.error(span, quote(reporter_.text(span)) + " is not an integer");
        } else if (number.overflows) {
            reporter_.error(span, "the integer " + std::string(reporter_.text(span)) +
                                      " does not fit in 64 bits");
        }
        add(Tokens::INTEGER, span.end - span.begin);
    }

    /// Strings next to each other are one.
    void read_quoted() {
        const std::uint32_t end = quoted_end(text_, at_);
        if (is_complete() || text_[at_] == '\'') return read_complete_quoted(end);
        const bool continued = last_type() == Tokens::INTEGER && last_text().front() == '"';
        if (continued) {
            at_ = end;
            return;
        }
        reporter_.unsupported({at_, end}, "strings are not supported");
        add(Tokens::INTEGER, end - at_);
    }

    /// Strings next to each other are one token; a character is an integer.
    void read_complete_quoted(std::uint32_t end) {
        if (end == at_ + 1) {
            reporter_.error({at_, end}, "this quote is never closed");
        } else if (text_[at_] == '"' && last_type() == Tokens::STRING) {
            tokens_.back().span.end = end;
            at_ = end;
            return;
        }
        add(text_[at_] == '"' ? Tokens::STRING : Tokens::INTEGER, end - at_);
    }

    /// Lines that the preprocessor leaves. Those that it would have to read are refused.
    void read_directive() {
        const auto end = static_cast<std::uint32_t>(std::min(text_.find('\n', at_), text_.size()));
        const Span span{at_, end};
        const std::uint32_t begin = std::min(skip_spaces(text_, at_ + 1), end);
        const std::uint32_t name_end = std::min(word_end(text_, begin), end);
        const std::string_view name = text_.substr(begin, name_end - begin);
        at_ = end;
        if (name == "line" || (!name.empty() && is_digit(name.front()))) return;
        if (name == "pragma") {
            const std::string_view rest = text_.substr(std::min(skip_spaces(text_, name_end), end));
            if (!rest.starts_with("OPENCL") && !rest.starts_with("unroll"))
                reporter_.warning(span, "this pragma is ignored");
            return;
        }
        reporter_.error(span, "preprocessor lines are not supported",
                        kind_ != TextKind::litmus ? "run the preprocessor first"
                                                  : "write out what the line would bring in");
    }

    // ---- punctuation ----

    void add_punctuation(const Punctuation& found) {
        if (is_opening(found.type) && ++brackets_ > kMostOpen) {
            reporter_.error({at_, at_ + 1}, too_many_brackets());
            return give_up();
        }
        if (is_closing(found.type) && brackets_ > 0) --brackets_;
        switch (found.type) {
            case Tokens::LBRACE:
                definitions_.push_back(mark_struct_definition());
                ++braces_;
                break;
            case Tokens::RBRACE:
                close_brace();
                break;
            case Tokens::LBRACKET:
                define_type();
                ++typedef_brackets_;
                if (locations_ > 0 || last_type() == Tokens::LOCATIONS) ++locations_;
                break;
            case Tokens::RBRACKET:
                --typedef_brackets_;
                if (locations_ == 1) tokens_.push_back({Tokens::SEMICOLON, {at_, at_ + 1}});
                if (locations_ > 0) --locations_;
                break;
            case Tokens::LPAREN:
                if (read_block_declarator()) return;
                placing_ = false;
                ++typedef_brackets_;
                break;
            case Tokens::RPAREN:
                --typedef_brackets_;
                break;
            case Tokens::AT:
                placing_ = braces_ == 0;
                break;
            case Tokens::COMMA:
                define_type();
                break;
            case Tokens::SEMICOLON:
                define_type();
                if (declares_nothing()) tokens_.push_back({Tokens::NAME, {at_, at_}});
                typedef_ = typedef_ && braces_ != typedef_braces_;
                break;
            case Tokens::CARET:
                if (const std::uint32_t end = block_heading_end(); end != at_)
                    return add(block_parameters_ ? Tokens::BLOCK_PARAMETERS : Tokens::BLOCK,
                               end - at_);
                break;
            default:
                break;
        }
        add(found.type, static_cast<std::uint32_t>(found.text.size()));
    }

    void close_brace() {
        if (last_type() == Tokens::COMMA) tokens_.pop_back();
        if (braces_ == 1 && !initial_state_seen_) {
            // The last ';' may be left out there.
            tokens_.push_back({Tokens::SEMICOLON, {at_, at_ + 1}});
            initial_state_seen_ = true;
        }
        if (braces_ > 0) --braces_;
        if (definitions_.empty()) return;
        if (definitions_.back()) definition_end_ = tokens_.size();
        definitions_.pop_back();
    }

    /// A definition inside braces and no declarator; of structs in the complete language only.
    [[nodiscard]] bool declares_nothing() const {
        const bool is_taken = is_complete() || (struct_ < tokens_.size() &&
                                                tokens_[struct_].type == Tokens::ENUM_DEFINITION);
        return is_taken && braces_ > 0 && ends_definition();
    }

    /// Whether the '}' of a struct or enumeration stands here, with attributes at most behind it.
    [[nodiscard]] bool ends_definition() const {
        std::size_t i = tokens_.size();
        while (i > definition_end_ + 1 && tokens_[i - 1].type == Tokens::RPAREN) {
            int depth = 0;
            do {
                --i;
                depth += tokens_[i].type == Tokens::RPAREN ? 1 : 0;
                depth -= tokens_[i].type == Tokens::LPAREN ? 1 : 0;
            } while (depth > 0 && i > definition_end_);
            if (i == 0 || tokens_[i - 1].type != Tokens::ATTRIBUTE) return false;
            --i;
        }
        return definition_end_ > 0 && i == definition_end_ + 1;
    }

    /// At a '{': the last `struct` is a definition if only attributes and a name follow it.
    bool mark_struct_definition() {
        std::size_t i = struct_ + 1;
        if (i > tokens_.size() ||
            !(tokens_[struct_].type == Tokens::STRUCT || tokens_[struct_].type == Tokens::ENUM))
            return false;
        while (i < tokens_.size() && tokens_[i].type == Tokens::ATTRIBUTE) {
            int depth = 0;
            do {
                ++i;
                if (i == tokens_.size()) return false;
                depth += tokens_[i].type == Tokens::LPAREN ? 1 : 0;
                depth -= tokens_[i].type == Tokens::RPAREN ? 1 : 0;
            } while (depth > 0);
            ++i;
        }
        if (i < tokens_.size() && tokens_[i].type == Tokens::NAME) ++i;
        if (i != tokens_.size()) return false;
        const bool is_enum = tokens_[struct_].type == Tokens::ENUM;
        tokens_[struct_].type = is_enum ? Tokens::ENUM_DEFINITION : Tokens::STRUCT_DEFINITION;
        return true;
    }

    /// At a '^': past it, and past the `(void)` after it, where a block's brace follows.
    [[nodiscard]] std::uint32_t block_heading_end() {
        const auto next_is = [&](std::uint32_t at, char c) {
            return at < text_.size() && text_[at] == c;
        };
        block_parameters_ = false;
        const std::uint32_t open = skip_spaces(text_, at_ + 1);
        if (next_is(open, '{')) return at_ + 1;
        if (!next_is(open, '(') || ends_operand(last_type())) return at_;
        const std::uint32_t close = bracket_end(text_, open);
        if (!next_is(skip_spaces(text_, close), '{')) return at_;
        const std::uint32_t inside = skip_spaces(text_, open + 1);
        const std::string_view word = text_.substr(inside, word_end(text_, inside) - inside);
        const auto rest = skip_spaces(text_, inside + static_cast<std::uint32_t>(word.size()));
        const bool has_parameters = rest + 1 != close || (!word.empty() && word != "void");
        if (!has_parameters) return close;
        block_parameters_ = true;
        return at_ + 1;
    }

    /// `(^name)(…)` after a type declares a block: the token is the name, with all of that around
    /// it. What parameters it has says its literal.
    bool read_block_declarator() {
        const std::size_t before = last_type();
        if (before != Tokens::TYPE && before != Tokens::QUALIFIER && before != Tokens::STAR)
            return false;
        const std::uint32_t caret = skip_spaces(text_, at_ + 1);
        if (caret >= text_.size() || text_[caret] != '^') return false;
        const std::uint32_t close = bracket_end(text_, at_);
        const std::uint32_t open = skip_spaces(text_, close);
        if (open >= text_.size() || text_[open] != '(') return false;
        add(Tokens::NAME, bracket_end(text_, open) - at_);
        return true;
    }

    void give_up() {
        is_hopeless_ = true;
        at_ = static_cast<std::uint32_t>(text_.size());
    }

    void report_character() {
        const std::uint32_t length = std::max(utf8_at(text_, at_).length, 1U);
        const std::string_view character = text_.substr(at_, length);
        const Span span{at_, at_ + length};
        if (const Lookalike* lookalike = lookalike_of(character)) {
            reporter_.error(span, "unexpected character " + quote(character),
                            "write " + quote(lookalike->meant.text));
            return add(lookalike->meant.type, length);
        }
        const auto byte = static_cast<unsigned char>(character.front());
        reporter_.error(span, byte < 0x20 || byte == 0x7f
                                  ? "unexpected control character"
                                  : "unexpected character " + quote(character));
        at_ += length;
    }

    void add(std::size_t type, std::uint32_t length) {
        tokens_.push_back({type, {at_, at_ + length}});
        at_ += length;
    }

    Reporter& reporter_;
    std::string_view text_;
    std::uint32_t at_;
    TextKind kind_;
    std::vector<LitmusToken> tokens_;
    int braces_ = 0;
    bool initial_state_seen_ = false;
    int locations_ = 0;  ///< brackets open since `locations`
    bool condition_ = false;
    bool is_hopeless_ = false;  ///< what could be said of the rest would mislead
    int brackets_ = 0;
    bool attributes_ = false;
    bool placing_ = false;  ///< between a thread's '@' and its '('
    bool typedef_ = false;
    int typedef_braces_ = 0;          ///< open around the typedef
    int typedef_brackets_ = 0;        ///< `(` and `[` open in it
    std::size_t struct_ = 0;          ///< the last `struct` or `enum`
    std::vector<bool> definitions_;   ///< by open brace: of a struct or an enumeration
    std::size_t definition_end_ = 0;  ///< the token that closed the last one of these
    bool block_parameters_ = false;
    DefinedTypes defined_;
};

}  // namespace

std::vector<LitmusToken> tokenize(Reporter& reporter, std::uint32_t begin, TextKind kind) {
    Lexer lexer(reporter, begin, kind);
    std::vector<LitmusToken> tokens = lexer.run();
    if (tokens.empty()) return tokens;
    if (lexer.has_attributes()) drop_statement_attributes(tokens, reporter);
    mark_initial_state(tokens, reporter, lexer.defined_types());
    mark_labels(tokens);
    mark_if_else(tokens);
    drop_declarator_brackets(tokens);
    mark_array_pointers(tokens);
    return tokens;
}

}  // namespace clmm::syntax
