#include <algorithm>

#include "machines/aarch64/execution.h"

/// Registers, numbers and addresses.
namespace clmm::compilers::a64 {

namespace {

const std::string kPage = "the page of ";
constexpr std::string_view kLow = ":lo12:";

}  // namespace

Register register_named(std::string_view name) {
    if (name == "sp") return {"sp", 64};
    if (name == "wsp") return {"sp", 32};
    if (name == "fp") return {"x29", 64};
    if (name == "lr") return {"x30", 64};
    if (name.size() < 2 || (name[0] != 'x' && name[0] != 'w')) return {};
    const unsigned width = name[0] == 'x' ? 64 : 32;
    if (name.substr(1) == "zr") return {"zr", width};
    const auto number = number_in(name.substr(1));
    if (!number || *number < 0 || *number > 30) return {};
    return {"x" + std::string(name.substr(1)), width};
}

Register Execution::reg(const Piece& piece) const {
    const Register found = register_named(piece.text);
    if (found.width == 0) refuse("unknown register '" + piece.text + "'", piece.span);
    return found;
}

TermId Execution::read(const Register& from) {
    if (from.name == "zr") return terms_.constant(0, from.width);
    return terms_.resized(machine_.get(from.name), from.width);
}

void Execution::write(const Register& to, TermId value) {
    if (to.name != "zr") machine_.set(to.name, terms_.resized(value, 64));
}

std::optional<std::int64_t> Execution::number(std::string_view text) {
    if (text.starts_with('#')) text.remove_prefix(1);
    return number_in(text);
}

TermId Execution::known_number(std::size_t at, unsigned width) {
    const auto found = number(operand(at).text);
    if (!found) refuse("'" + operand(at).text + "' is no number", operand(at).span);
    return terms_.constant(static_cast<std::uint64_t>(*found), width);
}

TermId Execution::modified(TermId value, std::string_view how, unsigned width, Span span) {
    const std::size_t space = how.find(' ');
    const std::string_view kind = how.substr(0, space);
    const auto amount = space == std::string_view::npos ? std::optional<std::int64_t>(0)
                                                        : number(trimmed(how.substr(space)));
    if (!amount || *amount < 0 || *amount > 63)
        refuse("unknown shift '" + std::string(how) + "'", span);
    const TermId by = terms_.constant(static_cast<std::uint64_t>(*amount), width);
    if (kind == "uxtw" || kind == "sxtw")
        value = terms_.resized(terms_.resized(value, 32), width, kind == "sxtw");
    else if (kind == "lsr")
        return terms_.binary(Op::shift_right, value, by);
    else if (kind == "asr")
        return terms_.binary(Op::shift_right_signed, value, by);
    else if (kind != "lsl")
        refuse("unknown shift '" + std::string(how) + "'", span);
    return terms_.binary(Op::shift_left, value, by);
}

TermId Execution::flexible(std::size_t at, unsigned width) {
    if (const auto found = number(operand(at).text)) {
        TermId value = terms_.constant(static_cast<std::uint64_t>(*found), width);
        if (at + 1 < count())
            value = modified(value, operand(at + 1).text, width, operand(at + 1).span);
        return value;
    }
    TermId value = read(at);
    if (at + 1 < count())
        return modified(terms_.resized(value, width), operand(at + 1).text, width,
                        operand(at + 1).span);
    if (terms_[value].width != width) refuse("a register of another width", operand(at).span);
    return value;
}

TermId Execution::label_in_page(TermId page, std::string_view low, Span span) {
    const std::string label(low.substr(kLow.size()));
    if (page != machine_.world().label(kPage + label))
        refuse("this is no part of the page's address that the register has", span);
    return machine_.world().label(label);
}

bool Execution::page() {
    if (line_.name == "adrp" || line_.name == "adr") {
        const std::string page = line_.name == "adrp" ? kPage : "";
        write(reg(operand(0)), machine_.world().label(page + operand(1).text));
        return true;
    }
    if (line_.name != "add" || count() != 3 || !operand(2).text.starts_with(kLow)) return false;
    write(reg(operand(0)), label_in_page(read(1), operand(2).text, operand(2).span));
    return true;
}

TermId Execution::address(std::size_t at) {
    std::string_view text = operand(at).text;
    const Span span = operand(at).span;
    const bool updates = text.ends_with('!');
    if (updates) text.remove_suffix(1);
    if (!text.starts_with('[') || !text.ends_with(']'))
        refuse("unknown address '" + operand(at).text + "'", span);
    text = text.substr(1, text.size() - 2);
    std::vector<std::string> parts;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        parts.emplace_back(trimmed(text.substr(from, comma - from)));
        from = comma + 1;
    }
    const Register base = reg({parts[0], span});
    if (base.width != 64) refuse("an address of less than 64 bits", span);
    TermId sum = read(base);
    if (parts.size() > 1) {
        if (parts[1].starts_with(kLow)) {
            sum = label_in_page(sum, parts[1], span);
        } else if (const auto offset = number(parts[1])) {
            sum = terms_.binary(Op::add, sum, terms_.constant(static_cast<std::uint64_t>(*offset)));
        } else {
            TermId index = terms_.resized(read(reg({parts[1], span})), 64);
            if (parts.size() > 2) index = modified(index, parts[2], 64, span);
            sum = terms_.binary(Op::add, sum, index);
        }
    }
    const bool is_after = at + 1 < count() && number(line_.operands[at + 1].text);
    if (updates) write(base, sum);
    if (is_after) write(base, terms_.binary(Op::add, sum, known_number(at + 1, 64)));
    return sum;
}

}  // namespace clmm::compilers::a64
