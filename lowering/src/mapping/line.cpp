#include "mapping/line.h"

#include <algorithm>

#include "clmm/base/reject.h"

namespace clmm::lowering {
namespace {

constexpr std::string_view kBlank = " \t\r";

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '-';
}

Span span_of(std::size_t begin, std::size_t end) {
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

/// Where the comment begins, or the line ends.
std::size_t end_of_statement(std::string_view text, std::size_t begin, std::size_t end) {
    bool is_quoted = false;
    for (std::size_t i = begin; i < end; ++i) {
        if (text[i] == '"') is_quoted = !is_quoted;
        const bool begins = i == begin || kBlank.find(text[i - 1]) != std::string_view::npos;
        if (text[i] == '#' && !is_quoted && begins) return i;
    }
    return end;
}

}  // namespace

std::string placeholder(std::string_view text, std::size_t at) {
    std::size_t end = at + 1;
    const auto in = [&](char low, char high) {
        return end < text.size() && text[end] >= low && text[end] <= high;
    };
    if (in('A', 'Z')) return std::string(text.substr(at + 1, 1));
    while (in('a', 'z')) ++end;
    return std::string(text.substr(at + 1, end - at - 1));
}

Line::Line(SourcePtr file, std::size_t begin, std::size_t end)
    : file_(std::move(file)),
      text_(file_->text()),
      at_(begin),
      end_(end_of_statement(text_, begin, end)),
      begin_(begin) {
    while (end_ > at_ && kBlank.find(text_[end_ - 1]) != std::string_view::npos) --end_;
    skip_blanks();
    begin_ = at_;
}

void Line::skip_blanks() {
    while (at_ < end_ && kBlank.find(text_[at_]) != std::string_view::npos) ++at_;
}

Span Line::next() const {
    std::size_t end = at_;
    while (end < end_ && kBlank.find(text_[end]) == std::string_view::npos) ++end;
    return span_of(at_, end);
}

void Line::fail(std::string_view what) const {
    const Span place = next();
    const std::string found = at_ == end_
                                  ? "the end of the line"
                                  : "'" + std::string(text_.substr(at_, place.end - at_)) + "'";
    reject("E-MAPPING", "expected " + std::string(what) + ", found " + found, place);
}

bool Line::at_end() {
    skip_blanks();
    return at_ == end_;
}

bool Line::has(std::string_view symbol) const {
    bool is_quoted = false;
    for (std::size_t i = at_; i < end_; ++i) {
        if (text_[i] == '"') is_quoted = !is_quoted;
        if (!is_quoted && text_.substr(i, end_ - i).starts_with(symbol)) return true;
    }
    return false;
}

bool Line::at(std::string_view symbol) {
    skip_blanks();
    return text_.substr(at_, end_ - at_).starts_with(symbol);
}

bool Line::at_word(std::string_view word) {
    if (!at(word)) return false;
    return at_ + word.size() == end_ || !is_letter(text_[at_ + word.size()]);
}

bool Line::accept(std::string_view symbol) {
    if (!at(symbol)) return false;
    at_ += symbol.size();
    return true;
}

bool Line::accept_word(std::string_view word) {
    if (!at_word(word)) return false;
    at_ += word.size();
    return true;
}

void Line::symbol(std::string_view symbol) {
    if (!accept(symbol)) fail("'" + std::string(symbol) + "'");
}

void Line::keyword(std::string_view word) {
    if (!accept_word(word)) fail("'" + std::string(word) + "'");
}

Word Line::word(std::string_view what) {
    skip_blanks();
    const std::size_t begin = at_;
    while (at_ < end_ && is_letter(text_[at_]) && !text_.substr(at_, 2).starts_with("->")) ++at_;
    if (at_ == begin) fail(what);
    return {std::string(text_.substr(begin, at_ - begin)), span_of(begin, at_)};
}

std::string Line::quoted(std::string_view what) {
    skip_blanks();
    if (at_ == end_ || text_[at_] != '"') fail(std::string(what) + " in quotes");
    const std::size_t end = text_.substr(0, end_).find('"', at_ + 1);
    if (end == std::string_view::npos) fail("a quoted text that ends on this line");
    const std::string text(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return text;
}

std::vector<std::string> Line::list(std::string_view what) {
    std::vector<std::string> words;
    do words.push_back(word(what).text);
    while (accept(","));
    finish();
    return words;
}

std::vector<Template> Line::instructions() {
    std::vector<Template> all;
    while (true) {
        skip_blanks();
        std::size_t end = std::min(text_.substr(0, end_).find(';', at_), end_);
        const std::size_t next = end;
        while (end > at_ && kBlank.find(text_[end - 1]) != std::string_view::npos) --end;
        if (end == at_) fail("an instruction");
        all.push_back({std::string(text_.substr(at_, end - at_)), span_of(at_, end)});
        at_ = next;
        if (at_ == end_) return all;
        ++at_;
    }
}

void Line::finish() {
    if (!at_end()) fail("the end of the line");
}

Span Line::span() const { return span_of(begin_, end_); }

}  // namespace clmm::lowering
