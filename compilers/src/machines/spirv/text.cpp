#include "machines/spirv/text.h"

#include <algorithm>

namespace clmm::compilers::khronos {
namespace {

constexpr std::string_view kBlank = " \t\r\v\f";

/// The words of a line, strings as one.
class Words {
public:
    Words(std::string_view line, std::size_t at) : line_(line), at_(at) {}

    std::vector<Piece> operator()() {
        std::vector<Piece> all;
        while (skip()) all.push_back(line_[next_] == '"' ? quoted() : plain());
        return all;
    }

private:
    /// To the next word; false at the end, or where a comment is.
    bool skip() {
        next_ = std::min(line_.find_first_not_of(kBlank, next_), line_.size());
        return next_ < line_.size() && line_[next_] != ';';
    }

    [[nodiscard]] Span span(std::size_t from) const {
        return {static_cast<std::uint32_t>(at_ + from), static_cast<std::uint32_t>(at_ + next_)};
    }

    Piece plain() {
        const std::size_t from = next_;
        next_ = std::min(line_.find_first_of(" \t\r\v\f;\"", from), line_.size());
        return {std::string(line_.substr(from, next_ - from)), span(from)};
    }

    Piece quoted() {
        const std::size_t from = next_++;
        std::string text;
        for (; next_ < line_.size() && line_[next_] != '"'; ++next_) {
            if (line_[next_] == '\\' && next_ + 1 < line_.size()) ++next_;
            text += line_[next_];
        }
        if (next_ == line_.size()) refuse("a string without its end", span(from));
        ++next_;
        return {std::move(text), span(from)};
    }

    std::string_view line_;
    std::size_t at_;
    std::size_t next_ = 0;
};

Instruction instruction_of(std::vector<Piece> words) {
    Instruction made;
    made.span = {words.front().span.begin, words.back().span.end};
    std::size_t first = 0;
    if (words.size() > 2 && words[1].text == "=" && words[0].text.starts_with('%')) {
        made.result = words[0];
        first = 2;
    }
    if (!words[first].text.starts_with("Op"))
        refuse("'" + words[first].text + "' is no instruction of SPIR-V's assembly",
               words[first].span, "what spirv-dis prints is read");
    made.name = words[first].text;
    made.operands.assign(words.begin() + static_cast<std::ptrdiff_t>(first) + 1, words.end());
    return made;
}

}  // namespace

const Piece& Instruction::operand(std::size_t at) const {
    if (at >= operands.size())
        refuse("'" + name + "' has too few operands: " + std::to_string(operands.size()), span);
    return operands[at];
}

std::vector<Instruction> read_instructions(const Source& file) {
    std::vector<Instruction> all;
    const std::string_view text = file.text();
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (auto words = Words(text.substr(at, end - at), at)(); !words.empty())
            all.push_back(instruction_of(std::move(words)));
        at = end + 1;
    }
    return all;
}

void unknown_instruction(const Instruction& instruction) {
    refuse("unknown instruction '" + instruction.name + "'", instruction.span,
           "what is not known is not skipped: its meaning would be a guess");
}

}  // namespace clmm::compilers::khronos
