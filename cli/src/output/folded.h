#pragma once

#include <cstddef>
#include <memory>
#include <streambuf>
#include <string>
#include <string_view>

namespace clmm::cli {

/// A line in pieces of at most `width` columns, broken at blanks; what follows the first piece
/// stands below its text: below the second column of a list, else two further in. A word that is
/// wider stays whole.
///
/// Units    columns: code points, without the sequences that set colours.
[[nodiscard]] std::string folded(std::string_view line, std::size_t width);

/// Folds what passes to another buffer, line by line.
class FoldingBuffer : public std::streambuf {
public:
    using Wanted = bool (*)(std::string_view line);
    FoldingBuffer(std::streambuf& to, std::size_t width, Wanted is_folded);
    ~FoldingBuffer() override;
    FoldingBuffer(const FoldingBuffer&) = delete;
    FoldingBuffer& operator=(const FoldingBuffer&) = delete;

protected:
    int_type overflow(int_type c) override;
    int sync() override;

private:
    void pass();

    std::streambuf& to_;
    std::size_t width_;
    Wanted is_folded_;
    std::string line_;
    bool is_written_over_ = false;  ///< the line, as progress is
};

/// While it lives, what std::cout and std::cerr write to a terminal has no line that is wider than
/// the terminal, or than $COLUMNS, but for data (JSON, DOT, texts of models and tests) and lines of
/// sources, under which a caret stands.
class FoldedTerminal {
public:
    FoldedTerminal(int argc, const char* const* argv);
    ~FoldedTerminal();
    FoldedTerminal(const FoldedTerminal&) = delete;
    FoldedTerminal& operator=(const FoldedTerminal&) = delete;

private:
    std::unique_ptr<FoldingBuffer> out_, err_;
    std::streambuf* plain_out_;
    std::streambuf* plain_err_;
};

}  // namespace clmm::cli
