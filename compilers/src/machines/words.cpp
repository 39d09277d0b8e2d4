#include "machines/words.h"

namespace clmm::compilers {
namespace {

constexpr unsigned kBitsOfOne = 32;
constexpr unsigned kBytesOfOne = 4;

std::string name_of(const std::string& reg, std::size_t index) {
    return reg + ".w" + std::to_string(index);
}

TermId behind(Terms& terms, TermId address, std::size_t words) {
    const auto bytes = static_cast<std::uint64_t>(kBitsOfOne / 8 * words);
    return terms.binary(Op::add, address, terms.constant(bytes, terms[address].width));
}

}  // namespace

Words words_of(Terms& terms, TermId value) {
    Words made;
    for (unsigned from = 0; from < terms[value].width; from += kBitsOfOne)
        made.push_back(terms.part(value, from, kBitsOfOne));
    return made;
}

TermId from_words(Terms& terms, const Words& words, std::size_t first, std::size_t count) {
    return count == 1 ? words.at(first) : terms.joined(words.at(first), words.at(first + 1));
}

Words read_words(Machine& machine, const std::string& reg, std::size_t count) {
    Words made;
    for (std::size_t i = 0; i < count; ++i)
        made.push_back(machine.terms().resized(machine.get(name_of(reg, i)), kBitsOfOne));
    return made;
}

void write_words(Machine& machine, const std::string& reg, Words words, std::size_t count) {
    words.resize(count, machine.terms().constant(0, kBitsOfOne));
    for (std::size_t i = 0; i < count; ++i) write_word(machine, reg, i, words[i]);
}

void write_word(Machine& machine, const std::string& reg, std::size_t index, TermId word) {
    machine.set(name_of(reg, index), word);
}

Words load_words(Machine& machine, TermId address, std::size_t count, const Code& code, Span span) {
    Words made;
    for (std::size_t i = 0; i < count; ++i)
        made.push_back(
            machine.load(behind(machine.terms(), address, i), kBitsOfOne, code, span, true));
    return made;
}

void store_words(Machine& machine, TermId address, const Words& words, const Code& code,
                 Span span) {
    for (std::size_t i = 0; i < words.size(); ++i)
        machine.store(behind(machine.terms(), address, i), words[i], code, span, true);
}

Words computed(Terms& terms, Op op, const Words& left, const Words& right) {
    Words made;
    for (std::size_t i = 0; i < left.size(); ++i)
        made.push_back(terms.binary(op, left[i], right[i]));
    return made;
}

Bytes bytes_of(const Words& words) {
    Bytes made;
    for (const TermId word : words)
        for (unsigned at = 0; at < kBytesOfOne; ++at) made.push_back({word, at});
    return made;
}

Words words_from(Terms& terms, const Bytes& bytes) {
    Words made;
    for (std::size_t first = 0; first + kBytesOfOne <= bytes.size(); first += kBytesOfOne) {
        TermId word = terms.constant(0, kBitsOfOne);
        for (unsigned i = 0; i < kBytesOfOne;) {
            const Byte from = bytes[first + i];
            unsigned count = 1;
            const auto goes_on = [&] {
                const Byte& next = bytes[first + i + count];
                return next.word == from.word && next.at == from.at + count;
            };
            while (i + count < kBytesOfOne && goes_on()) ++count;
            const TermId part =
                terms.resized(terms.part(from.word, 8 * from.at, 8 * count), kBitsOfOne);
            const TermId placed =
                terms.binary(Op::shift_left, part, terms.constant(8 * i, kBitsOfOne));
            word = i == 0 ? placed : terms.binary(Op::bit_or, word, placed);
            i += count;
        }
        made.push_back(word);
    }
    return made;
}

}  // namespace clmm::compilers
