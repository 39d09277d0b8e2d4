#include <array>

#include "machines/ptx/execution.h"

/// Values out of registers.
namespace clmm::compilers::nvidia {
namespace {

struct Computing {
    std::string_view name;
    Op op;
};
constexpr std::array kComputing{Computing{"add", Op::add},        Computing{"sub", Op::subtract},
                                Computing{"and", Op::bit_and},    Computing{"or", Op::bit_or},
                                Computing{"xor", Op::bit_xor},    Computing{"shl", Op::shift_left},
                                Computing{"shr", Op::shift_right}};

struct Comparison {
    std::string_view name, condition;
};
constexpr std::array kComparisons{
    Comparison{"eq", "eq"}, Comparison{"ne", "ne"}, Comparison{"lt", "lt"}, Comparison{"le", "le"},
    Comparison{"gt", "gt"}, Comparison{"ge", "ge"}, Comparison{"lo", "lo"}, Comparison{"ls", "ls"},
    Comparison{"hi", "hi"}, Comparison{"hs", "hs"}};

const std::string kCompared = "compared";

}  // namespace

bool Execution::move() {
    const std::string_view name = words_[0];
    if (name == "cvta") return convert_address(), true;
    if (name == "mov" && width() == 64 && operand(0).text.starts_with('{')) {
        const auto to = elements(operand(0), 2);
        const TermId from = value(1, 64);
        write(to[0], terms_.part(from, 0, 32));
        return write(to[1], terms_.part(from, 32, 32)), true;
    }
    if (name == "mov" && width() == 64 && operand(1).text.starts_with('{')) {
        const auto from = elements(operand(1), 2);
        return write(0, terms_.joined(value(from[0], 32), value(from[1], 32))), true;
    }
    if (name == "mov") {
        write(0, words_.back() == "pred" ? predicate(operand(1).text, operand(1).span)
                                         : value(1, width()));
        return true;
    }
    if (name == "cvt" && words_.size() == 3) {
        const unsigned to = type_width(words_[1]);
        const unsigned from = type_width(words_[2]);
        const bool is_signed = words_[2].starts_with('s');
        write(0, terms_.resized(value(1, from), to, is_signed));
        return true;
    }
    if (name == "selp") {
        const TermId yes = value(1, width());
        const TermId no = value(2, width());
        write(0, terms_.if_then_else(predicate(operand(3).text, operand(3).span), yes, no));
        return true;
    }
    return false;
}

bool Execution::compare() {
    if (words_[0] != "setp" || words_.size() != 3) return false;
    std::string_view name = words_[1];
    const auto found = std::ranges::find(kComparisons, name, &Comparison::name);
    if (found == kComparisons.end()) return false;
    std::string_view condition = found->condition;
    if (words_[2].starts_with('u')) {
        if (condition == "lt") condition = "lo";
        if (condition == "le") condition = "ls";
        if (condition == "gt") condition = "hi";
        if (condition == "ge") condition = "hs";
    }
    const TermId left = value(1, width());
    machine_.compare(kCompared, left, value(2, width()));
    write(0, machine_.condition(kCompared, condition, line_.span));
    return true;
}

bool Execution::compute() {
    const std::string_view name = words_[0];
    if (name == "not" && words_.size() == 2) {
        if (width() == 1)
            write(0, terms_.negated(predicate(operand(1).text, operand(1).span)));
        else
            write(0,
                  terms_.binary(Op::bit_xor, value(1, width()), terms_.constant(~0ULL, width())));
        return true;
    }
    if (name == "neg" && words_.size() == 2) {
        write(0, terms_.binary(Op::subtract, terms_.constant(0, width()), value(1, width())));
        return true;
    }
    if (name == "mul" && words_.size() == 3 && words_[1] == "lo") {
        write(0, terms_.binary(Op::multiply, value(1, width()), value(2, width())));
        return true;
    }
    const auto found = std::ranges::find(kComputing, name, &Computing::name);
    if (found == kComputing.end() || words_.size() != 2) return false;
    const bool shifts = found->op == Op::shift_left || found->op == Op::shift_right;
    const TermId left =
        width() == 1 ? predicate(operand(1).text, operand(1).span) : value(1, width());
    const TermId right =
        width() == 1 ? predicate(operand(2).text, operand(2).span) : value(2, width());
    if (shifts && !terms_.known(right)) return false;
    const bool is_signed = found->op == Op::shift_right && words_[1].starts_with('s');
    write(0, terms_.binary(is_signed ? Op::shift_right_signed : found->op, left, right));
    return true;
}

}  // namespace clmm::compilers::nvidia
