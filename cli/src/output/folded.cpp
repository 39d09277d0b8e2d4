#include "output/folded.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <iostream>

#include "clmm/base/utf8.h"
#include "process/process.h"

namespace clmm::cli {
namespace {

/// Where the character ends that begins at `at`, and how many columns it takes.
struct Step {
    std::size_t end;
    std::size_t columns;
};

Step step(std::string_view text, std::size_t at) {
    if (text.substr(at, 2) == "\033[") {
        const std::size_t end = text.find('m', at);
        if (end != std::string_view::npos) return {end + 1, 0};
    }
    std::size_t end = at + 1;
    while (end < text.size() && continues_utf8(text[end])) ++end;
    return {end, 1};
}

std::size_t columns_of(std::string_view text) {
    std::size_t columns = 0;
    for (std::size_t at = 0; at < text.size();) {
        const Step next = step(text, at);
        columns += next.columns;
        at = next.end;
    }
    return columns;
}

/// Where what follows is to begin: a column of text that stands apart by two blanks, if it
/// leaves room; else two columns further in.
std::size_t hanging_indent(std::string_view line, std::size_t width) {
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t gap = line.find("  ", begin);
    if (gap != std::string_view::npos) {
        const std::size_t text = line.find_first_not_of(' ', gap);
        if (text != std::string_view::npos && columns_of(line.substr(0, text)) <= width / 2)
            return columns_of(line.substr(0, text));
    }
    return begin + 2 < width / 2 ? begin + 2 : 0;
}

/// Where the text is broken that is to have `width` columns: at the last blank that fits, else the
/// first; at its end if there is none.
std::size_t break_of(std::string_view text, std::size_t width, std::size_t first) {
    std::size_t columns = 0, last = std::string_view::npos;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == ' ' && at >= first) {
            if (columns > width && last != std::string_view::npos) return last;
            last = at;
            if (columns > width) return last;
        }
        const Step next = step(text, at);
        columns += next.columns;
        at = next.end;
    }
    return columns <= width || last == std::string_view::npos ? text.size() : last;
}

std::size_t terminal_width() {
    if (const char* const said = std::getenv("COLUMNS")) {
        std::size_t width = 0;
        const std::string_view text(said);
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), width);
        if (error == std::errc() && end == text.data() + text.size() && width > 0) return width;
    }
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ||
                   ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0
               ? size.ws_col
               : 0;
}

/// What programs read, whoever looks at it.
bool prints_data(int argc, const char* const* argv) {
    static constexpr std::array kCommands = {"graph", "models", "completion", "manual", "lsp"};
    static constexpr std::array kOptions = {"--json", "--csv", "--dump", "--diff", "-"};
    bool is_data = false, is_help = false;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        is_help = is_help || word == "--help" || word == "-h";
        is_data = is_data || (i == 1 && std::ranges::find(kCommands, word) != kCommands.end()) ||
                  std::ranges::find(kOptions, word.substr(0, word.find('='))) != kOptions.end();
    }
    return is_data && !is_help;
}

/// What is no line of a source, under which a caret stands.
bool is_message(std::string_view line) { return !line.starts_with("    "); }

}  // namespace

std::string folded(std::string_view line, std::size_t width) {
    if (columns_of(line) <= width) return std::string(line);
    const std::size_t indent = hanging_indent(line, width);
    std::string out;
    // The first break stands behind the text that begins the line.
    std::size_t first = std::min(line.find_first_not_of(' '), line.size());
    for (std::size_t room = width;; room = width - indent) {
        const std::size_t end = break_of(line, room, first);
        out += line.substr(0, end);
        const std::size_t next = line.find_first_not_of(' ', end);
        if (next == std::string_view::npos) return out;
        line.remove_prefix(next);
        out += "\n" + std::string(indent, ' ');
        first = 0;
    }
}

FoldingBuffer::FoldingBuffer(std::streambuf& to, std::size_t width, Wanted is_folded)
    : to_(to), width_(width), is_folded_(is_folded) {}

FoldingBuffer::int_type FoldingBuffer::overflow(int_type c) {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    line_ += traits_type::to_char_type(c);
    if (line_.back() == '\n' || line_.back() == '\r') pass();
    return c;
}

/// What is written over, as progress is, is left as it is.
void FoldingBuffer::pass() {
    const bool is_line = !line_.empty() && line_.back() == '\n';
    if (is_line && !is_written_over_ && is_folded_(line_)) {
        line_.pop_back();
        line_ = folded(line_, width_) + "\n";
    }
    is_written_over_ = !is_line;
    to_.sputn(line_.data(), static_cast<std::streamsize>(line_.size()));
    line_.clear();
}

/// The begin of a line waits for its end: the error output is flushed after each piece of one.
int FoldingBuffer::sync() {
    if (is_written_over_) pass();
    return to_.pubsync();
}

FoldingBuffer::~FoldingBuffer() {
    to_.sputn(line_.data(), static_cast<std::streamsize>(line_.size()));
}

FoldedTerminal::FoldedTerminal(int argc, const char* const* argv)
    : plain_out_(std::cout.rdbuf()), plain_err_(std::cerr.rdbuf()) {
    const std::size_t width = terminal_width();
    if (width < 20) return;
    if (is_terminal(STDOUT_FILENO) && !prints_data(argc, argv)) {
        out_ = std::make_unique<FoldingBuffer>(*plain_out_, width,
                                               [](std::string_view) { return true; });
        std::cout.rdbuf(out_.get());
    }
    if (is_terminal(STDERR_FILENO)) {
        err_ = std::make_unique<FoldingBuffer>(*plain_err_, width, is_message);
        std::cerr.rdbuf(err_.get());
    }
}

FoldedTerminal::~FoldedTerminal() {
    std::cout.flush();
    std::cerr.flush();
    std::cout.rdbuf(plain_out_);
    std::cerr.rdbuf(plain_err_);
}

}  // namespace clmm::cli
