#include "litmus/header.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "clmm/base/printable.h"
#include "clmm/parser/litmus_comment.h"

namespace clmm::syntax {
namespace {

constexpr std::array<std::string_view, 8> kOtherDialects = {"X86", "X86_64", "AArch64", "ARM",
                                                            "PPC", "PTX",    "VULKAN",  "RISCV"};

bool is_blank_or_end(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

bool is_key_character(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-';
}

std::string lower_case(std::string_view word) {
    std::string out(word);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

class HeaderReader {
public:
    explicit HeaderReader(Reporter& reporter) : reporter_(reporter), text_(reporter.text()) {}

    LitmusHeader read() {
        if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
        skip_blank();
        read_first_line();
        while (read_entry()) continue;
        header_.end = static_cast<std::uint32_t>(at_);
        return std::move(header_);
    }

private:
    static Span span(std::size_t begin, std::size_t end) {
        return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    }

    void skip_blank() {
        while (at_ < text_.size()) {
            if (is_blank_or_end(text_[at_])) {
                ++at_;
                continue;
            }
            const Comment comment = comment_at(text_, static_cast<std::uint32_t>(at_), false);
            if (!comment.found) return;
            if (!comment.closed)
                reporter_.error(span(at_, at_ + 2), "this comment is never closed");
            at_ = comment.end;
        }
    }

    /// The end of the line at `at_`, without trailing spaces.
    [[nodiscard]] std::size_t line_end() const {
        std::size_t end = std::min(text_.find('\n', at_), text_.size());
        while (end > at_ && is_blank_or_end(text_[end - 1])) --end;
        return end;
    }

    void read_first_line() {
        const std::size_t begin = at_;
        const std::size_t end = line_end();
        const auto stop = [](char c) { return is_blank_or_end(c) || c == '{'; };
        const std::size_t word_end = static_cast<std::size_t>(
            std::find_if(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                         text_.begin() + static_cast<std::ptrdiff_t>(end), stop) -
            text_.begin());
        set_dialect(text_.substr(begin, word_end - begin), span(begin, word_end));
        at_ = word_end;
        while (at_ < end && is_blank_or_end(text_[at_])) ++at_;
        header_.name = text_.substr(at_, end - at_);
        if (header_.name.empty() && word_end > begin)
            reporter_.error(span(end, end), "expected the test's name after the dialect");
        if (!is_printable(header_.name))
            reporter_.error(span(at_, end), "a test's name has no control characters");
        at_ = end;
    }

    void set_dialect(std::string_view word, Span where) {
        const std::string lower = lower_case(word);
        if (lower == "opencl") {
            header_.dialect = Dialect::opencl;
        } else if (lower == "c") {
            header_.dialect = Dialect::c;
        } else if (text_.empty() || word.empty()) {
            reporter_.error(where,
                            "expected 'OPENCL' or 'C' and the test's name on the first line");
        } else {
            const auto same = [&](std::string_view other) { return lower_case(other) == lower; };
            const bool known = std::any_of(kOtherDialects.begin(), kOtherDialects.end(), same);
            reporter_.error(where,
                            (known ? "cannot read the dialect " : "unknown dialect ") + quote(word),
                            "a litmus test starts with 'OPENCL' or 'C' and its name");
        }
    }

    /// One quoted text or `key=value` line; false at anything else, where the body begins.
    bool read_entry() {
        skip_blank();
        if (at_ >= text_.size()) return false;
        return text_[at_] == '"' ? read_documentation() : read_metadata();
    }

    bool read_documentation() {
        const std::size_t close = text_.find('"', at_ + 1);
        if (close == std::string_view::npos) {
            reporter_.error(span(at_, at_ + 1), "this quoted text is never closed");
            at_ = text_.size();
            return false;
        }
        if (!header_.documentation.empty()) header_.documentation += '\n';
        header_.documentation += text_.substr(at_ + 1, close - at_ - 1);
        at_ = close + 1;
        return true;
    }

    bool read_metadata() {
        const std::size_t begin = at_;
        const std::size_t end = line_end();
        std::size_t key_end = begin;
        while (key_end < end && is_key_character(text_[key_end])) ++key_end;
        std::size_t value = key_end;
        while (value < end && is_blank_or_end(text_[value])) ++value;
        if (key_end == begin || value >= end || text_[value] != '=') return false;
        ++value;
        while (value < end && is_blank_or_end(text_[value])) ++value;
        header_.metadata.push_back({span(begin, end), span(value, end),
                                    std::string(text_.substr(begin, key_end - begin)),
                                    std::string(text_.substr(value, end - value))});
        at_ = end;
        return true;
    }

    Reporter& reporter_;
    std::string_view text_;
    std::size_t at_ = 0;
    LitmusHeader header_;
};

}  // namespace

LitmusHeader read_header(Reporter& reporter) { return HeaderReader(reporter).read(); }

}  // namespace clmm::syntax
