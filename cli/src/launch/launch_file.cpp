#include "launch/launch_file.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <span>

#include "clmm/base/quoted_words.h"
#include "launch/launch_words.h"

namespace clmm::cli {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\f\v";

/// Reads a file from left to right. Throws ExecError.
class Reader {
public:
    explicit Reader(const SourcePtr& source) : source_(source), text_(source->text()) {
        file_.source = source;
        read_first_comment();
        blank_comments();
    }

    LaunchFile operator()() {
        file_.program = word("the file of the kernel");
        const ArgumentWord kernel = word("the name of the kernel");
        file_.launch.kernel = kernel.text;
        file_.kernel = kernel.span;
        for (const char* d : {"x", "y", "z"})
            file_.launch.global.push_back(size(std::string("the global size in ") + d));
        for (const char* d : {"x", "y", "z"})
            file_.launch.local.push_back(size(std::string("the size of a work-group in ") + d));
        while (!at_end()) file_.arguments.push_back(argument());
        return std::move(file_);
    }

private:
    // ---- comments ----

    /// `# ARGS: --build-options -D N=4`, which Oclgrind's tests have for its command line.
    void read_first_comment() {
        constexpr std::string_view kArguments = "# ARGS:";
        const std::string_view line = source_->line(1);
        if (!line.starts_with(kArguments)) return;
        const std::size_t begin = line.find_first_not_of(kBlanks, kArguments.size());
        if (begin == std::string_view::npos) return;
        const Span span{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(line.size())};
        const std::vector<std::string> words = quoted_words(line.substr(begin));
        if (words.front() != "--build-options")
            fail(span, "'" + words.front() + "' has no meaning here",
                 "what else is asked of the run is said by clmm's own options");
        std::vector<std::string> options;
        for (const std::string& each : std::span(words).subspan(1))
            std::ranges::move(quoted_words(each), std::back_inserter(options));
        if (const auto wrong = read_compiler_words(options, file_.launch))
            fail(span, *wrong, "there are -D NAME=VALUE, -I DIR and -cl-std=CL1.2");
    }

    void blank_comments() {
        bool inside = false;
        for (char& c : text_) {
            inside = c != '\n' && (inside || c == '#');
            if (inside) c = ' ';
        }
    }

    // ---- words ----

    [[nodiscard]] std::vector<ArgumentWord> words_of(Span span) const {
        std::vector<ArgumentWord> out;
        const std::string_view text(text_.data(), span.end);
        for (std::size_t at = span.begin;;) {
            at = text.find_first_not_of(kBlanks, at);
            if (at == std::string_view::npos) return out;
            const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
            out.push_back({std::string(text.substr(at, end - at)),
                           {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)}});
            at = end;
        }
    }

    bool at_end() {
        at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size());
        return at_ == text_.size();
    }

    /// Up to a blank, or to an argument that begins.
    ArgumentWord word(const std::string& what) {
        if (at_end()) fail(here(), what + " is missing");
        const std::size_t begin = at_;
        at_ = std::min(text_.find_first_of(" \t\r\n\f\v<", begin), text_.size());
        if (at_ == begin) fail(here(), what + " was expected here");
        return {text_.substr(begin, at_ - begin), span_from(begin)};
    }

    std::uint64_t size(const std::string& what) {
        const ArgumentWord given = word(what);
        const auto number = number_of(given.text);
        if (!number) fail(given.span, what + " is a number, not '" + given.text + "'");
        return *number;
    }

    static std::optional<std::uint64_t> number_of(const std::string& text) {
        std::uint64_t number = 0;
        const char* const end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data(), end, number);
        if (error != std::errc() || rest != end) return std::nullopt;
        return number;
    }

    // ---- arguments ----

    FileArgument argument() {
        const std::size_t begin = at_;
        if (text_[at_] != '<')
            fail(word("an argument").span, "an argument begins with '<'",
                 "write for example <size=16> 1 2 3 4");
        const std::size_t end = text_.find_first_of(">\n", begin);
        if (end == std::string::npos || text_[end] != '>')
            fail(here(), "the '>' of this argument is missing, on the same line");
        at_ = end + 1;
        FileArgument out{.span = span_from(begin)};
        for (const ArgumentWord& each :
             words_of({static_cast<std::uint32_t>(begin + 1), static_cast<std::uint32_t>(end)}))
            take(each, out);
        check(out);
        while (!at_end() && text_[at_] != '<') out.values.push_back(word("a number"));
        check_contents(out);
        return out;
    }

    void take(const ArgumentWord& word, FileArgument& out) {
        const std::size_t equals = word.text.find('=');
        const std::string name = word.text.substr(0, equals);
        const bool has_value = equals != std::string::npos;
        const ArgumentWord value{has_value ? word.text.substr(equals + 1) : std::string(),
                                 {static_cast<std::uint32_t>(std::min<std::size_t>(
                                      word.span.begin + name.size() + 1, word.span.end)),
                                  word.span.end}};
        const bool takes_value = name == "size" || name == "fill" || name == "range";
        if (takes_value != has_value || (has_value && value.text.empty())) {
            if (takes_value) fail(word.span, "'" + name + "' has a value: " + name + "=…");
            fail_unknown(word);
        }
        if (name == "size")
            take_size(value, out);
        else if (name == "fill")
            once(value, out.fill);
        else if (name == "range")
            take_range(value, out);
        else if (name == "hex")
            out.hexadecimal = true;
        else if (name == "dump")
            out.dump = word;
        else if (name == "noinit")
            out.no_contents = word;
        else if (name == "null")
            out.null = word;
        else if (name == "ro" || name == "wo")
            once(word, out.access);
        else
            take_type(word, out);
    }

    void once(const ArgumentWord& word, std::optional<ArgumentWord>& out) const {
        if (out && out->text != word.text) fail(word.span, "this argument has '" + out->text + "'");
        out = word;
    }

    void take_size(const ArgumentWord& value, FileArgument& out) const {
        const auto number = number_of(value.text);
        if (!number) fail(value.span, "a size is a number of bytes, not '" + value.text + "'");
        once(value, out.size_word);
        out.size = *number;
    }

    /// `0:2:6`
    void take_range(const ArgumentWord& value, FileArgument& out) const {
        out.range.clear();
        for (std::size_t begin = 0; begin <= value.text.size();) {
            const std::size_t end = std::min(value.text.find(':', begin), value.text.size());
            const auto from = static_cast<std::uint32_t>(value.span.begin + begin);
            out.range.push_back({value.text.substr(begin, end - begin),
                                 {from, static_cast<std::uint32_t>(value.span.begin + end)}});
            begin = end + 1;
        }
        if (out.range.size() != 3)
            fail(value.span, "a range has its first number, a step and its last number",
                 "write for example range=0:1:15");
    }

    void take_type(const ArgumentWord& word, FileArgument& out) const {
        const auto type = element_type(word.text);
        const bool is_known = type && type->components == 1 && type->number != NumberType::f16 &&
                              word.text == to_string(type->number);
        if (!is_known) fail_unknown(word);
        if (out.type && *out.type != type->number)
            fail(word.span,
                 "this argument's numbers are of type " + std::string(to_string(*out.type)));
        out.type = type->number;
    }

    [[noreturn]] void fail_unknown(const ArgumentWord& word) const {
        fail(word.span, "'" + word.text + "' says nothing of an argument",
             "there are size=N, fill=X, range=A:STEP:B, hex, dump, noinit, null, ro, wo and the "
             "types char, uchar, …, long, ulong, float, double");
    }

    void check(const FileArgument& out) const {
        if (out.null && (out.size_word || out.fill || !out.range.empty() || out.no_contents ||
                         out.dump || out.access))
            fail(out.span, "'null' is said alone: there is no memory");
        if (!out.null && !out.size_word)
            fail(out.span, "the size of this argument is missing", "write for example <size=16>");
        const int contents =
            (out.fill ? 1 : 0) + (out.range.empty() ? 0 : 1) + (out.no_contents ? 1 : 0);
        if (contents > 1) fail(out.span, "of fill, range and noinit one says what memory holds");
    }

    void check_contents(const FileArgument& out) const {
        if (!out.values.empty() && (out.fill || !out.range.empty() || out.no_contents || out.null))
            fail(out.values.front().span, "what this argument holds has been said already");
    }

    // ---- places ----

    [[nodiscard]] Span span_from(std::size_t begin) const {
        return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)};
    }
    [[nodiscard]] Span here() const {
        return {static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(at_ + 1)};
    }
    [[noreturn]] void fail(Span span, std::string message, std::string hint = {}) const {
        reject(source_, span, "E-LAUNCH", std::move(message), std::move(hint));
    }

    SourcePtr source_;
    std::string text_;
    std::size_t at_ = 0;
    LaunchFile file_;
};

}  // namespace

bool is_launch_file(const std::string& name) { return name.ends_with(".sim"); }

Result<LaunchFile> read_launch_file(const SourcePtr& source) {
    try {
        return Reader(source)();
    } catch (const ExecError& error) {
        return Result<LaunchFile>::failure(error.problems);
    }
}

std::string program_path(const LaunchFile& file, const std::string& path) {
    return (std::filesystem::path(path).parent_path() / file.program.text).string();
}

}  // namespace clmm::cli
