#include <algorithm>
#include <array>

#include "machines/x86_64/execution.h"

/// Values out of registers and memory.
namespace clmm::compilers::x86 {
namespace {

struct Conditions {
    std::string_view name, means;
};
constexpr std::array kConditions{
    Conditions{"e", "eq"}, Conditions{"z", "eq"},   Conditions{"ne", "ne"}, Conditions{"nz", "ne"},
    Conditions{"l", "lt"}, Conditions{"nge", "lt"}, Conditions{"ge", "ge"}, Conditions{"nl", "ge"},
    Conditions{"g", "gt"}, Conditions{"nle", "gt"}, Conditions{"le", "le"}, Conditions{"ng", "le"},
    Conditions{"b", "lo"}, Conditions{"c", "lo"},   Conditions{"ae", "hs"}, Conditions{"nc", "hs"},
    Conditions{"a", "hi"}, Conditions{"nbe", "hi"}, Conditions{"be", "ls"}, Conditions{"na", "ls"},
    Conditions{"s", "mi"}, Conditions{"ns", "pl"}};

constexpr std::array kComputing{
    Computing{"add", "ADD", Op::add},      Computing{"sub", "SUB", Op::subtract},
    Computing{"and", "AND", Op::bit_and},  Computing{"or", "OR", Op::bit_or},
    Computing{"xor", "XOR", Op::bit_xor},  Computing{"imul", "", Op::multiply},
    Computing{"shl", "", Op::shift_left},  Computing{"sal", "", Op::shift_left},
    Computing{"shr", "", Op::shift_right}, Computing{"sar", "", Op::shift_right_signed}};

}  // namespace

std::optional<std::string_view> condition_named(std::string_view name) {
    const auto found = std::ranges::find(kConditions, name, &Conditions::name);
    if (found == kConditions.end()) return std::nullopt;
    return found->means;
}

unsigned width_of_suffix(char c) {
    return c == 'b' ? 8 : c == 'w' ? 16 : c == 'l' ? 32 : c == 'q' ? 64 : 0;
}

const Computing* computing_named(std::string_view name) {
    const auto found = std::ranges::find(kComputing, name, &Computing::name);
    return found == kComputing.end() ? nullptr : &*found;
}

bool Execution::conditional() {
    const std::string_view name = line_.name;
    if (name.starts_with("set")) {
        const auto condition = condition_named(name.substr(3));
        if (!condition) return false;
        put(operand(0), terms_.resized(machine_.condition(kFlags, *condition, line_.span), 8));
        return true;
    }
    if (!name.starts_with("cmov") || name.size() < 6) return false;
    const unsigned width = width_of_suffix(name.back());
    const auto condition = condition_named(name.substr(4, name.size() - 5));
    if (!condition || width < 32) return false;
    const TermId yes = value(operand(0), width);
    const TermId no = value(operand(1), width);
    put(operand(1),
        terms_.if_then_else(machine_.condition(kFlags, *condition, line_.span), yes, no));
    return true;
}

bool Execution::sized() {
    const std::string_view name = line_.name;
    const unsigned width = width_of_suffix(name.back());
    if (width == 0) return false;
    const std::string_view stem = name.substr(0, name.size() - 1);
    if (stem == "mov" || stem == "movabs") return put(operand(1), value(operand(0), width)), true;
    if (stem == "lea") {
        put(operand(1), terms_.resized(address(operand(0)), width));
        return true;
    }
    if ((stem.starts_with("movz") || stem.starts_with("movs")) && stem.size() == 5)
        return extend(stem, width), true;
    if (stem == "cmp") {
        const TermId right = value(operand(0), width);
        machine_.compare(kFlags, value(operand(1), width), right);
        return true;
    }
    if (stem == "test") {
        const TermId right = value(operand(0), width);
        machine_.compare_with_zero(kFlags,
                                   terms_.binary(Op::bit_and, value(operand(1), width), right));
        return true;
    }
    return unary(stem, width) || compute(stem, width);
}

void Execution::extend(std::string_view stem, unsigned width) {
    const unsigned from = width_of_suffix(stem.back());
    if (from == 0 || from >= width) unknown_instruction(line_);
    put(operand(1), terms_.resized(value(operand(0), from), width, stem[3] == 's'));
}

bool Execution::unary(std::string_view stem, unsigned width) {
    if (stem != "inc" && stem != "dec" && stem != "neg" && stem != "not") return false;
    const TermId old = value(operand(0), width);
    const TermId one = terms_.constant(1, width);
    const TermId made = stem == "inc"   ? terms_.binary(Op::add, old, one)
                        : stem == "dec" ? terms_.binary(Op::subtract, old, one)
                        : stem == "neg"
                            ? terms_.binary(Op::subtract, terms_.constant(0, width), old)
                            : terms_.binary(Op::bit_xor, old, terms_.constant(~0ULL, width));
    put(operand(0), made);
    if (stem != "not") machine_.only_equal(kFlags, terms_.is_zero(made));
    return true;
}

bool Execution::compute(std::string_view stem, unsigned width) {
    const Computing* const found = computing_named(stem);
    if (found == nullptr) return false;
    const bool shifts = found->op >= Op::shift_left && found->op <= Op::shift_right_signed;
    if (line_.operands.size() == 3 && stem == "imul") {
        put(operand(2),
            terms_.binary(found->op, value(operand(1), width), value(operand(0), width)));
        machine_.only_equal(kFlags, terms_.poison(1));
        return true;
    }
    if (line_.operands.size() == 1 && !shifts) return false;
    const TermId by =
        line_.operands.size() == 1 ? terms_.constant(1, width) : value(operand(0), width);
    if (shifts && !terms_.known(by)) return false;
    const bool is_zero = stem == "xor" && operand(0).text == operand(1).text;
    const TermId old = value(destination(), width);
    const TermId made = is_zero ? terms_.constant(0, width) : terms_.binary(found->op, old, by);
    put(destination(), made);
    flags_of(found->op, old, by, made);
    return true;
}

void Execution::flags_of(Op op, TermId old, TermId by, TermId made) {
    if (op == Op::subtract)
        machine_.compare(kFlags, old, by);
    else if (op == Op::bit_and || op == Op::bit_or || op == Op::bit_xor)
        machine_.compare_with_zero(kFlags, made);
    else
        machine_.only_equal(kFlags, terms_.is_zero(made));
}

}  // namespace clmm::compilers::x86
