#include "machines/spirv/execution.h"

#include <algorithm>
#include <array>

namespace clmm::compilers::khronos {
namespace {

struct Computing {
    std::string_view name;
    Op op;
};
constexpr std::array kComputing{Computing{"OpIAdd", Op::add},
                                Computing{"OpISub", Op::subtract},
                                Computing{"OpIMul", Op::multiply},
                                Computing{"OpBitwiseAnd", Op::bit_and},
                                Computing{"OpBitwiseOr", Op::bit_or},
                                Computing{"OpBitwiseXor", Op::bit_xor},
                                Computing{"OpLogicalAnd", Op::bit_and},
                                Computing{"OpLogicalOr", Op::bit_or},
                                Computing{"OpLogicalNotEqual", Op::bit_xor},
                                Computing{"OpShiftLeftLogical", Op::shift_left},
                                Computing{"OpShiftRightLogical", Op::shift_right},
                                Computing{"OpShiftRightArithmetic", Op::shift_right_signed}};

/// Of a and b, or of b and a; or what this is not.
struct Comparing {
    std::string_view name;
    Op op;
    bool is_swapped = false;
    bool is_negated = false;
};
constexpr std::array kComparing{Comparing{"OpIEqual", Op::equal},
                                Comparing{"OpINotEqual", Op::equal, false, true},
                                Comparing{"OpPtrEqual", Op::equal},
                                Comparing{"OpPtrNotEqual", Op::equal, false, true},
                                Comparing{"OpLogicalEqual", Op::bit_xor, false, true},
                                Comparing{"OpULessThan", Op::unsigned_less},
                                Comparing{"OpUGreaterThan", Op::unsigned_less, true},
                                Comparing{"OpULessThanEqual", Op::unsigned_less, true, true},
                                Comparing{"OpUGreaterThanEqual", Op::unsigned_less, false, true},
                                Comparing{"OpSLessThan", Op::signed_less},
                                Comparing{"OpSGreaterThan", Op::signed_less, true},
                                Comparing{"OpSLessThanEqual", Op::signed_less, true, true},
                                Comparing{"OpSGreaterThanEqual", Op::signed_less, false, true}};

}  // namespace

/// Of others, operands say how memory is cached or aligned, which orders nothing.
Next Execution::operator()() {
    const Next next = run();
    const std::string& name = line_.name;
    if (name.starts_with("OpAtomic") || name.ends_with("Barrier")) operands_.expect_looked_at();
    return next;
}

Next Execution::run() {
    if (line_.name == "nothing") return {};
    if (const auto next = control()) return *next;
    if (compute() || compare() || convert() || memory() || order() || atomic()) return {};
    refuse("unknown instruction '" + line_.name + "'", line_.span);
}

const Piece& Execution::operand(std::size_t at) const {
    if (at >= line_.operands.size())
        refuse("'" + line_.name + "' has too few operands", line_.span);
    return operands_[at];
}

/// A constant, or what a line before left.
TermId Execution::value(std::size_t at) {
    const Piece& piece = operand(at);
    const std::size_t colon = piece.text.find(':');
    if (colon == std::string::npos) {
        if (const auto found = machine_.find(piece.text)) return *found;
        refuse("'" + piece.text.substr(0, piece.text.find('@')) + "' has no value on this way",
               piece.span);
    }
    const auto width =
        static_cast<unsigned>(*number_in(std::string_view(piece.text).substr(colon + 1)));
    const auto number = number_in(std::string_view(piece.text).substr(0, colon));
    if (number) return terms_.constant(static_cast<std::uint64_t>(*number), width);
    return terms_.base(width);  // of which nobody may know more than that it is there
}

TermId Execution::value(std::size_t at, unsigned width) {
    const TermId found = value(at);
    if (terms_[found].width != width)
        refuse("a value of " + std::to_string(terms_[found].width) + " bits where " +
                   std::to_string(width) + " are expected",
               operand(at).span);
    return found;
}

std::uint64_t Execution::known(std::size_t at) {
    const auto found = terms_.known(value(at));
    if (!found) refuse("a number that is known is expected here", operand(at).span);
    return *found;
}

std::uint64_t Execution::numeral(std::size_t at) const {
    const auto found = number_in(operand(at).text);
    if (!found) refuse("'" + operand(at).text + "' is no number", operand(at).span);
    return static_cast<std::uint64_t>(*found);
}

void Execution::write(TermId value) {
    if (terms_[value].width != width())
        refuse("the result has " + std::to_string(terms_[value].width) + " bits, its type " +
                   std::to_string(width()),
               line_.span);
    machine_.set(line_.result, value);
}

std::optional<Next> Execution::control() {
    if (line_.name == "leave") return Next{.kind = Next::Kind::leave};
    if (line_.name == "jump")
        return Next{.kind = Next::Kind::jump, .label = operand(0).text, .span = operand(0).span};
    if (line_.name == "OpUnreachable")
        refuse("a place that is not reached, it says, is", line_.span);
    std::optional<TermId> condition;
    if (line_.name == "branch") condition = value(0, 1);
    if (line_.name == "case") {
        const TermId selector = value(0);
        condition =
            terms_.binary(Op::equal, selector, terms_.constant(numeral(1), terms_[selector].width));
    }
    if (!condition) return std::nullopt;
    const Piece& label = operand(line_.name == "case" ? 2 : 1);
    return Next{.kind = Next::Kind::branch,
                .label = label.text,
                .span = label.span,
                .condition = *condition};
}

bool Execution::compute() {
    const std::string& name = line_.name;
    if (name == "OpNot") {
        write(terms_.binary(Op::bit_xor, value(1), terms_.constant(~0ULL, width())));
    } else if (name == "OpSNegate") {
        write(terms_.binary(Op::subtract, terms_.constant(0, width()), value(1, width())));
    } else if (name == "OpLogicalNot") {
        write(terms_.negated(value(1, 1)));
    } else if (name == "OpSelect") {
        const TermId condition = value(1, 1);
        const TermId yes = value(2, width());
        write(terms_.if_then_else(condition, yes, value(3, width())));
    } else {
        const auto found = std::ranges::find(kComputing, name, &Computing::name);
        if (found == kComputing.end()) return false;
        const TermId left = value(1, width());
        const bool shifts = found->op >= Op::shift_left;
        const TermId right = shifts ? terms_.resized(value(2), width()) : value(2, width());
        write(terms_.binary(found->op, left, right));
    }
    return true;
}

bool Execution::compare() {
    const auto found = std::ranges::find(kComparing, line_.name, &Comparing::name);
    if (found == kComparing.end()) return false;
    const TermId left = value(1);
    const TermId right = value(2, terms_[left].width);
    const TermId made = found->is_swapped ? terms_.binary(found->op, right, left)
                                          : terms_.binary(found->op, left, right);
    write(found->is_negated ? terms_.negated(made) : made);
    return true;
}

bool Execution::convert() {
    static constexpr std::array<std::string_view, 5> kSame{
        "copy", "OpCopyObject", "OpBitcast", "OpPtrCastToGeneric", "OpGenericCastToPtr"};
    static constexpr std::array<std::string_view, 4> kResized{"OpUConvert", "OpSConvert",
                                                              "OpConvertPtrToU", "OpConvertUToPtr"};
    const std::string_view name = line_.name;
    if (std::ranges::find(kSame, name) != kSame.end())
        write(value(1, width()));
    else if (std::ranges::find(kResized, name) != kResized.end())
        write(terms_.resized(value(1), width(), name == "OpSConvert"));
    else if (name == "OpUndef")
        write(terms_.base(width()));
    else
        return false;
    return true;
}

bool Execution::memory() {
    const auto behind = [&](TermId pointer, std::size_t offset) {
        return terms_.binary(Op::add, pointer, terms_.constant(numeral(offset)));
    };
    if (line_.name == "variable") {
        write(behind(machine_.world().stack, 1));
    } else if (line_.name == "address") {
        TermId made = behind(value(1, 64), 2);
        for (std::size_t at = 3; at + 1 < line_.operands.size(); at += 2) {
            const TermId index = terms_.resized(value(at), 64, true);
            made =
                terms_.binary(Op::add, made,
                              terms_.binary(Op::multiply, index, terms_.constant(numeral(at + 1))));
        }
        write(made);
    } else if (line_.name == "OpLoad") {
        const generator::Statement plain{.kind = generator::Kind::load, .is_atomic = false};
        write(machine_.load(behind(value(1, 64), 2), width(), plain, line_.span, true));
    } else if (line_.name == "OpStore") {
        const generator::Statement plain{.kind = generator::Kind::store, .is_atomic = false};
        machine_.store(behind(value(0, 64), 1), value(2), plain, line_.span);
    } else {
        return false;
    }
    return true;
}

}  // namespace clmm::compilers::khronos
