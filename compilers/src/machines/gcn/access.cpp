#include "machines/gcn/access.h"

#include <algorithm>
#include <array>

namespace clmm::compilers::gcn {
namespace {

/// `offset:16`; nothing: the word is another.
std::optional<std::uint64_t> number_behind(std::string_view name, std::string_view word,
                                           const Line& line) {
    if (!word.starts_with(name)) return std::nullopt;
    const auto number = number_in(word.substr(name.size()));
    if (!number) refuse("unknown offset '" + std::string(word) + "'", line.span);
    return static_cast<std::uint64_t>(*number);
}

/// `global_load_dword` for `global_load_dwordx4`, `s_load_b32` for `s_load_b128`.
std::string of_one_word(std::string_view name) {
    if (const std::size_t at = name.find("dwordx"); at != std::string_view::npos)
        return std::string(name.substr(0, at + 5));
    for (const std::string_view wide : {"_b64", "_b96", "_b128", "_b256", "_b512"})
        if (name.ends_with(wide)) return std::string(name.substr(0, name.rfind('_'))) + "_b32";
    return std::string(name);
}

}  // namespace

Access access_of(const Wave& wave) {
    Access made;
    made.operands = wave.line.operands;
    if (made.operands.empty()) expect_operands(wave.line, 2);
    std::string_view rest = wave.line.operands.back().text;  // not of `made`, which grows
    std::string first;
    while (!rest.empty()) {
        const std::size_t space = std::min(rest.find_first_of(" \t"), rest.size());
        const std::string_view word = rest.substr(0, space);
        rest = trimmed(rest.substr(space));
        if (first.empty()) {
            first = word;
        } else if (const auto offset = number_behind("offset:", word, wave.line)) {
            made.offset = *offset;
        } else if (const auto one = number_behind("offset0:", word, wave.line)) {
            made.first = *one;
        } else if (const auto two = number_behind("offset1:", word, wave.line)) {
            made.second = *two;
        } else if (const auto regs = Wave::registers({std::string(word), {}});
                   !regs.empty() || word == "off" || number_in(word)) {
            // Scratch and buffers: a scalar offset stands behind the resource, without a comma.
            made.operands.push_back({std::string(word), made.operands.back().span});
        } else {
            made.words += " " + std::string(word);
            made.returns = made.returns || word == "glc" || word == "sc0" ||
                           (word.starts_with("th:TH_ATOMIC_") && word.ends_with("RETURN"));
        }
    }
    for (Piece& each : made.operands)
        if (each.span.begin == wave.line.operands.back().span.begin) {
            each.text = first;
            break;
        }
    return made;
}

Size size_of(std::string_view type) {
    struct Known {
        std::string_view name;
        Size size;
    };
    static constexpr std::array kKnown{
        Known{"dword", {1, 32}},   Known{"dwordx2", {2, 32}}, Known{"dwordx3", {3, 32}},
        Known{"dwordx4", {4, 32}}, Known{"dwordx8", {8, 32}}, Known{"dwordx16", {16, 32}},
        Known{"b32", {1, 32}},     Known{"b64", {2, 32}},     Known{"b96", {3, 32}},
        Known{"b128", {4, 32}},    Known{"b256", {8, 32}},    Known{"b512", {16, 32}},
        Known{"ubyte", {1, 8}},    Known{"byte", {1, 8}},     Known{"u8", {1, 8}},
        Known{"b8", {1, 8}}};
    const auto found = std::ranges::find(kKnown, type, &Known::name);
    return found == kKnown.end() ? Size{} : found->size;
}

const Piece& Accessing::operand(std::size_t at) const {
    if (at >= access_.operands.size()) expect_operands(wave_.line, at + 1);
    return access_.operands[at];
}

TermId Accessing::address(std::size_t vector, std::size_t scalar) {
    const TermId offset = wave_.number(access_.offset, 64);
    const Piece& base = operand(scalar);
    const TermId sum =
        base.text == "off"
            ? wave_.read(operand(vector), 64)
            : wave_.terms.binary(Op::add, wave_.read(base, 64),
                                 wave_.terms.resized(wave_.read(operand(vector), 32), 64));
    return wave_.terms.binary(Op::add, sum, offset);
}

TermId Accessing::plain_address(std::size_t at, unsigned width) {
    return wave_.terms.binary(Op::add, wave_.read(operand(at), width),
                              wave_.number(access_.offset, width));
}

void Accessing::load(TermId address, Size size, const Piece& to, const std::string& code) {
    const auto registers = Wave::registers(to);
    if (registers.size() != size.words)
        refuse("'" + to.text + "' does not take what is loaded", to.span);
    const std::vector<TermId> values = words(address, size, code);
    for (unsigned i = 0; i < size.words; ++i) wave_.write(registers[i], values[i]);
}

std::vector<TermId> Accessing::words(TermId address, Size size, const std::string& code) {
    std::vector<TermId> values;
    for (unsigned i = 0; i < size.words; ++i)
        values.push_back(wave_.terms.resized(
            wave_.machine.load(behind(address, i), size.bits, code, wave_.line.span), 32));
    return values;
}

void Accessing::store(TermId address, Size size, const Piece& from, const std::string& code) {
    const auto registers = Wave::registers(from);
    if (registers.size() != size.words)
        refuse("'" + from.text + "' is not what is stored", from.span);
    for (unsigned i = 0; i < size.words; ++i)
        wave_.machine.store(behind(address, i),
                            wave_.terms.resized(wave_.read(registers[i]), size.bits), code,
                            wave_.line.span);
}

std::string Accessing::code(std::string_view operands) const {
    return of_one_word(wave_.line.name) + " " + std::string(operands) + access_.words;
}

std::string Accessing::code_of(std::string_view name, std::string_view operands) const {
    return std::string(name) + " " + std::string(operands) + access_.words;
}

TermId Accessing::behind(TermId address, unsigned words) {
    const unsigned width = wave_.terms[address].width;
    return wave_.terms.binary(Op::add, address, wave_.number(4ULL * words, width));
}

}  // namespace clmm::compilers::gcn
