#include <algorithm>
#include <array>

#include "machines/aarch64/execution.h"

/// Values out of registers.
namespace clmm::compilers::a64 {
namespace {

struct Computing {
    std::string_view name;
    Op op;
    bool inverts = false;  ///< the second operand
    bool sets_flags = false;
};
constexpr std::array kComputing{Computing{"add", Op::add},
                                Computing{"sub", Op::subtract},
                                Computing{"adds", Op::add, false, true},
                                Computing{"subs", Op::subtract, false, true},
                                Computing{"and", Op::bit_and},
                                Computing{"ands", Op::bit_and, false, true},
                                Computing{"bic", Op::bit_and, true},
                                Computing{"bics", Op::bit_and, true, true},
                                Computing{"orr", Op::bit_or},
                                Computing{"orn", Op::bit_or, true},
                                Computing{"eor", Op::bit_xor},
                                Computing{"eon", Op::bit_xor, true},
                                Computing{"mul", Op::multiply},
                                Computing{"lsl", Op::shift_left},
                                Computing{"lsr", Op::shift_right},
                                Computing{"asr", Op::shift_right_signed}};

}  // namespace

std::optional<std::string> condition_named(std::string_view name) {
    static constexpr std::array<std::string_view, 12> kNames{"eq", "ne", "lt", "ge", "gt", "le",
                                                             "lo", "hs", "hi", "ls", "mi", "pl"};
    if (name == "cc") return "lo";
    if (name == "cs") return "hs";
    if (std::ranges::find(kNames, name) == kNames.end()) return std::nullopt;
    return std::string(name);
}

bool Execution::move() {
    const std::string& name = line_.name;
    if (name == "mov" || name == "movz") {
        const Register to = reg(operand(0));
        write(to, flexible(1, to.width));
        return true;
    }
    if (name == "movk") {
        const Register to = reg(operand(0));
        const TermId part = flexible(1, to.width);
        const TermId ones = terms_.constant(0xFFFF, to.width);
        const TermId place =
            count() > 2 ? modified(ones, operand(2).text, to.width, operand(2).span) : ones;
        const TermId rest =
            terms_.binary(Op::bit_and, read(to),
                          terms_.binary(Op::bit_xor, place, terms_.constant(~0ULL, to.width)));
        return write(to, terms_.binary(Op::bit_or, rest, part)), true;
    }
    if (name == "mvn" || name == "neg" || name == "movn") {
        const Register to = reg(operand(0));
        const TermId from = flexible(1, to.width);
        write(to, name == "neg"
                      ? terms_.binary(Op::subtract, terms_.constant(0, to.width), from)
                      : terms_.binary(Op::bit_xor, from, terms_.constant(~0ULL, to.width)));
        return true;
    }
    if (name == "sxtw" || name == "sxtb" || name == "sxth" || name == "uxtb" || name == "uxth") {
        const Register to = reg(operand(0));
        const unsigned width = name[3] == 'b' ? 8 : name[3] == 'h' ? 16 : 32;
        write(to, terms_.resized(terms_.resized(read(1), width), to.width, name[0] == 's'));
        return true;
    }
    return false;
}

bool Execution::select() {
    const std::string& name = line_.name;
    if (name == "cset" || name == "csetm") {
        const Register to = reg(operand(0));
        const TermId is = flag(1);
        write(to, terms_.resized(is, to.width, name == "csetm"));
        return true;
    }
    if (name != "csel" && name != "csinc" && name != "csinv" && name != "csneg") return false;
    const Register to = reg(operand(0));
    const TermId yes = read(1);
    TermId no = read(2);
    if (name == "csinc") no = terms_.binary(Op::add, no, terms_.constant(1, to.width));
    if (name == "csinv") no = terms_.binary(Op::bit_xor, no, terms_.constant(~0ULL, to.width));
    if (name == "csneg") no = terms_.binary(Op::subtract, terms_.constant(0, to.width), no);
    if (terms_[yes].width != terms_[no].width) refuse("registers of two widths", line_.span);
    write(to, terms_.if_then_else(flag(3), yes, no));
    return true;
}

TermId Execution::flag(std::size_t at) {
    const auto condition = condition_named(operand(at).text);
    if (!condition) refuse("unknown condition '" + operand(at).text + "'", operand(at).span);
    return machine_.condition(kFlags, *condition, line_.span);
}

bool Execution::compare() {
    const std::string& name = line_.name;
    if (name != "cmp" && name != "cmn" && name != "tst") return false;
    const TermId left = read(0);
    const TermId right = flexible(1, terms_[left].width);
    if (name == "cmp")
        machine_.compare(kFlags, left, right);
    else if (name == "tst")
        machine_.compare_with_zero(kFlags, terms_.binary(Op::bit_and, left, right));
    else
        machine_.only_equal(kFlags, terms_.is_zero(terms_.binary(Op::add, left, right)));
    return true;
}

bool Execution::compute() {
    const auto found = std::ranges::find(kComputing, line_.name, &Computing::name);
    if (found == kComputing.end()) return false;
    const Register to = reg(operand(0));
    const TermId left = read(1);
    if (terms_[left].width != to.width) refuse("registers of two widths", line_.span);
    TermId right = flexible(2, to.width);
    const bool shifts = found->op >= Op::shift_left && found->op <= Op::shift_right_signed;
    if (shifts && !terms_.known(right)) unknown_instruction(line_);
    if (found->inverts) right = terms_.binary(Op::bit_xor, right, terms_.constant(~0ULL, to.width));
    const TermId made = terms_.binary(found->op, left, right);
    write(to, made);
    if (!found->sets_flags) return true;
    if (found->op == Op::subtract)
        machine_.compare(kFlags, left, right);
    else if (found->op == Op::bit_and)
        machine_.compare_with_zero(kFlags, made);
    else
        machine_.only_equal(kFlags, terms_.is_zero(made));
    return true;
}

}  // namespace clmm::compilers::a64
