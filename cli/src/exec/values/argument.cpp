#include "exec/values/argument.h"

#include <cctype>
#include <charconv>

namespace clmm::cli {
namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_number_part(char c) {
    return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
}

class Parser {
public:
    explicit Parser(const std::string& text)
        : source_(std::make_shared<const Source>("--arg", text)), text_(source_->text()) {
        argument_.source = source_;
    }

    ExecArgument operator()() {
        argument_.name = name();
        if (take(':')) {
            argument_.allocation = std::move(argument_.name);
            argument_.name = name();
        }
        if (take('[')) {
            const ArgumentWord size = number();
            const char* const end = size.text.data() + size.text.size();
            std::uint64_t count = 0;
            const auto [rest, error] = std::from_chars(size.text.data(), end, count);
            if (error != std::errc() || rest != end || count == 0)
                fail("a buffer has at least one element", size.span, "write for example data[8]");
            argument_.count = count;
            if (!take(']')) fail("']' was expected", here());
        }
        if (take('=')) read_value();
        skip_blanks();
        if (at_ < text_.size()) fail("there is more than an argument", {at_, size()});
        return std::move(argument_);
    }

private:
    void read_value() {
        skip_blanks();
        const std::uint32_t begin = at_;
        argument_.has_value = true;
        if (at_ < text_.size() && text_[at_] == '{') {
            argument_.in_braces = true;
            read_list();
        } else if (!take_file()) {
            if (at_ < text_.size() && is_letter(text_[at_]))
                read_words();
            else
                argument_.numbers.push_back(number());
        }
        argument_.value_span = {begin, at_};
    }

    void read_list() {
        if (!take('{')) fail("'{' was expected", here());
        do {
            skip_blanks();
            if (at_ < text_.size() && text_[at_] == '{')
                read_list();
            else
                argument_.numbers.push_back(number());
        } while (take(','));
        if (!take('}')) fail("',' or '}' was expected", here());
    }

    void read_words() {
        do {
            if (take_file()) return;
            const std::uint32_t begin = at_;
            while (at_ < text_.size() && text_[at_] != ':' && text_[at_] != ' ') ++at_;
            if (begin == at_) fail("a word was expected", here());
            argument_.words.push_back(word(begin));
        } while (take(':'));
    }

    /// The rest of the text is the file's name.
    bool take_file() {
        if (!take('@')) return false;
        const std::uint32_t begin = at_;
        at_ = size();
        if (begin == at_) fail("the name of a file is missing", here(), "write data=@in.npy");
        argument_.file = word(begin);
        return true;
    }

    ArgumentWord name() {
        skip_blanks();
        const std::uint32_t begin = at_;
        if (at_ >= text_.size() || !is_letter(text_[at_]))
            fail("a name was expected", here(), "write for example n=8 or data[8]={1,2,3}");
        while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
        return word(begin);
    }

    ArgumentWord number() {
        skip_blanks();
        const std::uint32_t begin = at_;
        while (at_ < text_.size() && is_number_part(text_[at_])) ++at_;
        if (begin == at_) fail("a number was expected", here());
        return word(begin);
    }

    [[nodiscard]] ArgumentWord word(std::uint32_t begin) const {
        return {std::string(text_.substr(begin, at_ - begin)), {begin, at_}};
    }
    bool take(char c) {
        skip_blanks();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void skip_blanks() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(text_.size()); }
    [[nodiscard]] Span here() const { return {at_, at_ + 1}; }
    [[noreturn]] void fail(std::string message, Span span, std::string hint = {}) const {
        argument_.fail(span, std::move(message), std::move(hint));
    }

    SourcePtr source_;
    std::string_view text_;
    std::uint32_t at_ = 0;
    ExecArgument argument_;
};

}  // namespace

void reject(const SourcePtr& source, Span span, std::string code, std::string message,
            std::string hint) {
    throw ExecError{
        {{Severity::error, std::move(code), std::move(message), std::move(hint), source, span}}};
}

Span ExecArgument::span() const {
    return bytes ? bytes->span : Span{0, static_cast<std::uint32_t>(source->text().size())};
}

void ExecArgument::fail(Span at, std::string message, std::string hint) const {
    reject(source, at, "E-ARGUMENT", std::move(message), std::move(hint));
}

ExecArgument parse_exec_argument(const std::string& text) { return Parser(text)(); }

ExecArgument exec_argument(const litmus::LaunchBytes& bytes) {
    ExecArgument argument{.source = bytes.source, .name = {bytes.name, bytes.span}};
    argument.value_span = bytes.span;
    argument.bytes = bytes;
    const auto word = [&](const char* text) { return ArgumentWord{text, bytes.span}; };
    using enum litmus::LaunchBytes::Access;
    if (bytes.access != all)
        argument.allocation = word(bytes.access == read_only ? "read_only" : "write_only");
    if (bytes.contents == litmus::LaunchBytes::Contents::null) argument.words = {word("null")};
    if (bytes.contents == litmus::LaunchBytes::Contents::any) argument.words = {word("any")};
    return argument;
}

}  // namespace clmm::cli
