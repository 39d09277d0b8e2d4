#include "machines/gcn/wave.h"

#include <algorithm>

namespace clmm::compilers::gcn {
namespace {

constexpr unsigned kHalf = 32;
constexpr std::int64_t kMostRegisters = 512;
constexpr unsigned kLanes = 64;

bool is_file(char c) { return c == 'v' || c == 's' || c == 'a'; }

std::vector<std::string> numbered_registers(char file, std::string_view first,
                                            std::string_view last) {
    const auto from = number_in(first);
    const auto to = number_in(last);
    if (!from || !to || *from < 0 || *to < *from || *to >= kMostRegisters) return {};
    std::vector<std::string> all;
    for (std::int64_t i = *from; i <= *to; ++i) all.push_back(file + std::to_string(i));
    return all;
}

}  // namespace

const Piece& Wave::operand(std::size_t at) const {
    if (at >= line.operands.size()) expect_operands(line, at + 1);
    return line.operands[at];
}

std::vector<std::string> Wave::registers(const Piece& piece) {
    const std::string_view text = piece.text;
    if (text == "vcc") return {"vcc_lo", "vcc_hi"};
    if (text == "exec") return {"exec_lo", "exec_hi"};
    if (text == "flat_scratch") return {"flat_scratch_lo", "flat_scratch_hi"};
    for (const std::string_view each :
         {"vcc_lo", "vcc_hi", "exec_lo", "exec_hi", "m0", "flat_scratch_lo", "flat_scratch_hi"})
        if (text == each) return {std::string(each)};
    if (text.size() < 2 || !is_file(text[0])) return {};
    if (text[1] != '[') return numbered_registers(text[0], text.substr(1), text.substr(1));
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || !text.ends_with(']')) return {};
    return numbered_registers(text[0], text.substr(2, colon - 2),
                              text.substr(colon + 1, text.size() - colon - 2));
}

TermId Wave::read(const std::string& reg) { return terms.resized(machine.get(reg), kHalf); }

TermId Wave::read(const Piece& piece, unsigned width) {
    if (const auto value = number_in(piece.text))
        return number(static_cast<std::uint64_t>(*value), width);
    const auto found = registers(piece);
    if (found.size() != width / kHalf)
        refuse("'" + piece.text + "' is no operand of " + std::to_string(width) + " bits",
               piece.span);
    return width == kHalf ? read(found[0]) : terms.joined(read(found[0]), read(found[1]));
}

void Wave::write(const std::string& reg, TermId value) {
    // What is known of the mask on this way is a number.
    if (reg == "exec_lo" && is_alone(value))
        if (const auto is_on = machine.decided(lane(value))) value = number(*is_on ? 1 : 0);
    machine.set(reg, value);
}

void Wave::write(const Piece& piece, TermId value) {
    if (piece.text == "null") return;
    const auto found = registers(piece);
    const unsigned width = terms[value].width;
    if (found.empty() || found.size() != width / kHalf)
        refuse("'" + piece.text + "' is no register of " + std::to_string(width) + " bits",
               piece.span);
    write(found[0], terms.resized(value, kHalf));
    if (width == kHalf) return;
    const TermId upper =
        is_alone(value)
            ? number(0)
            : terms.resized(terms.binary(Op::shift_right, value, number(kHalf, width)), kHalf);
    write(found[1], upper);
}

void Wave::write_mask(const Piece& piece, TermId bit) {
    const auto found = registers(piece);
    if (found.empty() || found.size() > 2)
        refuse("'" + piece.text + "' is no mask of lanes", piece.span);
    write(piece, terms.resized(bit, kHalf * static_cast<unsigned>(found.size())));
}

TermId Wave::lane(TermId mask) {
    const TermId bit = terms.resized(mask, 1);
    const auto is_known = machine.decided(bit);
    return is_known ? number(*is_known ? 1 : 0, 1) : bit;
}

bool Wave::is_alone(TermId mask) const {
    const Term& term = terms[mask];
    if (const auto value = terms.known(mask)) return *value <= 1;
    switch (term.op) {
        case Op::zero_extend:
            return terms[term.a].width == 1 || is_alone(term.a);
        case Op::bit_and:
            return is_alone(term.a) || is_alone(term.b);
        case Op::bit_or:
        case Op::bit_xor:
            return is_alone(term.a) && is_alone(term.b);
        default:
            return false;
    }
}

TermId Wave::is_empty(TermId mask) {
    if (const auto value = terms.known(mask)) return number(*value == 0 ? 1 : 0, 1);
    if (!is_alone(mask)) refuse("what happens here depends on other lanes of the wave", line.span);
    return terms.negated(lane(mask));
}

void Wave::copy_lanes(const std::string& from, const std::string& to) {
    for (unsigned i = 1; i < kLanes; ++i) {
        const std::string suffix = "@" + std::to_string(i);
        if (const auto found = machine.find(from + suffix))
            machine.set(to + suffix, *found);
        else
            machine.forget(to + suffix);
    }
}

bool Wave::runs_all_lanes() { return !is_alone(read("exec_lo")); }

}  // namespace clmm::compilers::gcn
