#include "machines/instruction_set.h"

#include <algorithm>
#include <array>

namespace clmm::compilers {

const Syntax& InstructionSet::syntax() const {
    static const Syntax kNone;
    return kNone;
}

const Piece& Operands::operator[](std::size_t at) const {
    if (at >= count()) expect_operands(line_, at + 1);
    if (at < 64) looked_at_ |= std::uint64_t{1} << at;
    return line_.operands[at];
}

void Operands::expect_looked_at() const {
    for (std::size_t at = 0; at < count(); ++at)
        if (at >= 64 || ((looked_at_ >> at) & 1U) == 0)
            refuse("'" + line_.name + "' with '" + line_.operands[at].text + "' is not known",
                   line_.operands[at].span,
                   "what is not known is not skipped: its meaning would be a guess");
}

std::vector<std::string> numbered(int count, std::string_view prefix) {
    std::vector<std::string> names;
    for (int i = 0; i < count; ++i) names.push_back(std::string(prefix) + std::to_string(i));
    return names;
}

void enter_in_a_row(Machine& machine, const std::string& function,
                    const std::vector<TermId>& parameters, const std::string& stack,
                    const std::string& back, const std::string& prefix, std::size_t first) {
    machine.set(stack, machine.world().stack);
    machine.set(back, machine.world().back);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (i >= 8)
            refuse("the function " + function + " has more parameters than registers for them",
                   {0, 0});
        machine.set(prefix + std::to_string(first + i), parameters[i]);
    }
}

void enter_by_name(Machine& machine, const std::string& function,
                   const std::vector<TermId>& parameters) {
    for (std::size_t i = 0; i < parameters.size(); ++i)
        machine.set(function + "_param_" + std::to_string(i), parameters[i]);
}

bool is_harmless(const Line& line) {
    static constexpr std::array<std::string_view, 13> kNames{
        ".p2align", ".align", ".balign",  ".loc", ".file",   ".text",      ".size",
        ".type",    ".globl", ".addrsig", ".reg", ".pragma", ".localentry"};
    return line.name.starts_with(".cfi_") ||
           std::ranges::find(kNames, std::string_view(line.name)) != kNames.end();
}

void unknown_instruction(const Line& line) {
    refuse("unknown instruction '" + line.name + "'", line.span,
           "what is not known is not skipped: its meaning would be a guess");
}

void expect_operands(const Line& line, std::size_t count) {
    if (line.operands.size() == count) return;
    refuse("'" + line.name + "' with " + std::to_string(line.operands.size()) +
               " operands is not known, with " + std::to_string(count) + " it is",
           line.span);
}

}  // namespace clmm::compilers
