#include <algorithm>
#include <array>

#include "machines/power64/execution.h"

/// Registers, numbers, addresses.
namespace clmm::compilers::ppc64 {

std::string Execution::reg(std::string_view text, Span span) const {
    if (text.starts_with('r')) text.remove_prefix(1);
    const auto number = number_in(text);
    if (!number || *number < 0 || *number > 31)
        refuse("unknown register '" + std::string(text) + "'", span);
    return "r" + std::to_string(*number);
}

TermId Execution::read(std::size_t at) {
    return machine_.get(reg(operand(at).text, operand(at).span));
}

TermId Execution::base(std::string_view text, Span span) {
    const std::string name = reg(text, span);
    return name == "r0" ? terms_.constant(0) : machine_.get(name);
}

void Execution::write(std::size_t at, TermId value) {
    machine_.set(reg(operand(at).text, operand(at).span), terms_.resized(value, 64));
}

TermId Execution::number(std::size_t at) {
    const auto found = number_in(operand(at).text);
    if (!found) refuse("'" + operand(at).text + "' is no number", operand(at).span);
    return terms_.constant(static_cast<std::uint64_t>(*found));
}

unsigned Execution::small(std::size_t at, std::int64_t most) const {
    const auto found = number_in(operand(at).text);
    if (!found || *found < 0 || *found > most)
        refuse("'" + operand(at).text + "' is not from 0 to " + std::to_string(most),
               operand(at).span);
    return static_cast<unsigned>(*found);
}

TermId Execution::low(TermId value) { return terms_.resized(value, 32); }

TermId Execution::label_near(TermId upper, std::string_view low, Span span) {
    constexpr std::string_view kLower = "@toc@l";
    const std::string label(low.substr(0, low.size() - kLower.size()));
    if (upper != machine_.world().label(kNear + label))
        refuse("this is no part of the address that the register has", span);
    return machine_.world().label(label);
}

TermId Execution::address(std::size_t at) {
    const std::string& text = operand(at).text;
    const std::size_t open = text.find('(');
    if (open == std::string::npos || !text.ends_with(')'))
        refuse("unknown address '" + text + "'", operand(at).span,
               "addresses are registers and numbers: 8(3)");
    const std::string_view displacement = std::string_view(text).substr(0, open);
    if (displacement.ends_with("@toc@l"))
        return label_near(machine_.get(reg(trimmed(std::string_view(text).substr(
                                               open + 1, text.size() - open - 2)),
                                           operand(at).span)),
                          displacement, operand(at).span);
    const auto offset = number_in(displacement);
    if (!offset) refuse("unknown address '" + text + "'", operand(at).span);
    const TermId from = base(
        trimmed(std::string_view(text).substr(open + 1, text.size() - open - 2)), operand(at).span);
    return terms_.binary(Op::add, from, terms_.constant(static_cast<std::uint64_t>(*offset)));
}

TermId Execution::at_sum(std::size_t at) {
    const TermId left = base(operand(at).text, operand(at).span);
    const TermId right = read(at + 1);
    return terms_.known(left) ? terms_.binary(Op::add, right, left)
                              : terms_.binary(Op::add, left, right);
}

}  // namespace clmm::compilers::ppc64
