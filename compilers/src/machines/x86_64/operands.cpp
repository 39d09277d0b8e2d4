#include <algorithm>
#include <array>

#include "machines/x86_64/execution.h"

/// Registers and their parts, numbers, addresses.
namespace clmm::compilers::x86 {
namespace {

constexpr std::array<std::string_view, 8> kOld{"ax", "bx", "cx", "dx", "si", "di", "bp", "sp"};

/// `eax` is 32 bits of `ax`; no width: there is none of this name.
Register register_named(std::string_view name) {
    for (const std::string_view old : kOld) {
        const std::string key(old);
        if (name == "r" + key) return {key, 64};
        if (name == "e" + key) return {key, 32};
        if (name == old) return {key, 16};
        const bool has_letters = old[1] == 'x';
        if (name == (has_letters ? key.substr(0, 1) : key) + "l") return {key, 8};
    }
    if (name.size() < 2 || name[0] != 'r' || name[1] < '0' || name[1] > '9') return {};
    const std::size_t digits = name.find_first_not_of("0123456789", 1);
    const std::string key(name.substr(0, digits));
    const auto number = number_in(key.substr(1));
    if (!number || *number < 8 || *number > 15) return {};
    const std::string_view rest = digits == std::string_view::npos ? "" : name.substr(digits);
    if (rest.empty()) return {key, 64};
    return {key, rest == "d" ? 32U : rest == "w" ? 16U : rest == "b" ? 8U : 0U};
}

}  // namespace

Register Execution::reg(const Piece& piece) const {
    const Register found =
        piece.text.starts_with('%') ? register_named(piece.text.substr(1)) : Register{};
    if (found.width == 0) refuse("unknown register '" + piece.text + "'", piece.span);
    return found;
}

TermId Execution::whole(const std::string& name) {
    const TermId value = machine_.get(name);
    for (const unsigned width : {16U, 8U})
        if (const auto part = machine_.find(name + "." + std::to_string(width))) {
            const std::uint64_t mask = ~((std::uint64_t{1} << width) - 1);
            return terms_.binary(Op::bit_or,
                                 terms_.binary(Op::bit_and, value, terms_.constant(mask)),
                                 terms_.resized(*part, 64));
        }
    return value;
}

TermId Execution::read(const Register& from) {
    if (from.width <= 16)
        if (const auto part = machine_.find(from.name + "." + std::to_string(from.width)))
            return *part;
    return terms_.resized(whole(from.name), from.width);
}

void Execution::write(const Register& to, TermId value) {
    const std::string part = to.name + ".";
    if (to.width >= 32) {
        machine_.forget(part + "8");
        machine_.forget(part + "16");
        return machine_.set(to.name, terms_.resized(value, 64));
    }
    machine_.set(to.name, whole(to.name));
    machine_.forget(part + (to.width == 8 ? "16" : "8"));
    machine_.set(part + std::to_string(to.width), value);
}

std::optional<TermId> Execution::label_and_number(std::string_view text) {
    const std::size_t sign = std::min(text.find_first_of("+-"), text.size());
    const std::string label(trimmed(text.substr(0, sign)));
    const std::size_t digits = sign < text.size() && text[sign] == '+' ? sign + 1 : sign;
    const auto number = sign < text.size() ? number_in(text.substr(digits)) : 0;
    if (label.empty() || number_in(label) || !number) return std::nullopt;
    return terms_.binary(Op::add, machine_.world().label(label),
                         terms_.constant(static_cast<std::uint64_t>(*number)));
}

TermId Execution::address(const Piece& piece) {
    const std::size_t open = piece.text.find('(');
    const std::string displacement = piece.text.substr(0, open);
    const auto label = label_and_number(displacement);
    if (label && (open == std::string::npos || piece.text.ends_with("(%rip)"))) return *label;
    const auto offset = displacement.empty() || label ? 0 : number_in(displacement);
    if (!offset || open == std::string::npos || !piece.text.ends_with(')'))
        refuse("unknown address '" + piece.text + "'", piece.span,
               "addresses are made of registers and numbers");
    std::string_view inside(piece.text);
    inside = inside.substr(open + 1, inside.size() - open - 2);
    TermId sum = label.value_or(terms_.constant(static_cast<std::uint64_t>(*offset)));
    std::uint64_t scale = 1;
    std::vector<std::string_view> parts;
    for (std::size_t at = 0; at <= inside.size();) {
        const std::size_t comma = std::min(inside.find(',', at), inside.size());
        parts.push_back(trimmed(inside.substr(at, comma - at)));
        at = comma + 1;
    }
    if (parts.size() == 3) scale = static_cast<std::uint64_t>(number_in(parts[2]).value_or(0));
    if (parts.empty() || parts.size() > 3 || scale == 0)
        refuse("unknown address '" + piece.text + "'", piece.span);
    for (std::size_t i = 0; i < parts.size() && i < 2; ++i) {
        if (parts[i].empty()) continue;
        const TermId part = read(reg({std::string(parts[i]), piece.span}));
        if (terms_[part].width != 64) refuse("an address of less than 64 bits", piece.span);
        const TermId scaled =
            i == 1 && scale > 1 ? terms_.binary(Op::multiply, part, terms_.constant(scale)) : part;
        sum = terms_.binary(Op::add, scaled, sum);
    }
    return sum;
}

std::optional<std::int64_t> Execution::immediate(const Piece& piece) {
    if (!piece.text.starts_with('$')) return std::nullopt;
    return number_in(std::string_view(piece.text).substr(1));
}

TermId Execution::value(const Piece& piece, unsigned width) {
    if (piece.text.starts_with('$')) {
        const auto number = immediate(piece);
        if (!number) refuse("'" + piece.text + "' is no number", piece.span);
        return terms_.constant(static_cast<std::uint64_t>(*number), width);
    }
    if (is_memory(piece)) return machine_.load(address(piece), width, kLoad, line_.span, true);
    const Register from = reg(piece);
    if (from.width != width) refuse("a register of another width", piece.span);
    return read(from);
}

void Execution::put(const Piece& piece, TermId value) {
    if (is_memory(piece)) return machine_.store(address(piece), value, kStore, line_.span, true);
    const Register to = reg(piece);
    if (to.width != terms_[value].width) refuse("a register of another width", piece.span);
    write(to, value);
}

}  // namespace clmm::compilers::x86
