#pragma once

#include <string>
#include <vector>

#include "walk/machine.h"

/// Registers wider than any value, as words of 32 bits, the lowest first: `xmm0.w0` to `xmm0.w3`.
/// What wide plain accesses of memory move is as many accesses.
namespace clmm::compilers {

using Words = std::vector<TermId>;

[[nodiscard]] Words words_of(Terms& terms, TermId value);
/// One word, or two as 64 bits.
[[nodiscard]] TermId from_words(Terms& terms, const Words& words, std::size_t first,
                                std::size_t count);

[[nodiscard]] Words read_words(Machine& machine, const std::string& reg, std::size_t count);
/// The words behind those that are written are 0.
void write_words(Machine& machine, const std::string& reg, Words words, std::size_t count = 4);
void write_word(Machine& machine, const std::string& reg, std::size_t index, TermId word);

[[nodiscard]] Words load_words(Machine& machine, TermId address, std::size_t count,
                               const Code& code, Span span);
void store_words(Machine& machine, TermId address, const Words& words, const Code& code, Span span);

/// Word by word.
[[nodiscard]] Words computed(Terms& terms, Op op, const Words& left, const Words& right);

/// A byte of a word, the lowest is 0. What moves bytes says from where each comes: words that are
/// moved whole stay what they are.
struct Byte {
    TermId word{};
    unsigned at = 0;
};
using Bytes = std::vector<Byte>;
[[nodiscard]] Bytes bytes_of(const Words& words);
[[nodiscard]] Words words_from(Terms& terms, const Bytes& bytes);

}  // namespace clmm::compilers
