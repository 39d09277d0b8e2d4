#include <algorithm>
#include <array>

#include "machines/power64/execution.h"

/// Values out of registers.
namespace clmm::compilers::ppc64 {
namespace {

struct Computing {
    std::string_view name;
    Op op;
    bool has_number = false;
};
constexpr std::array kComputing{Computing{"add", Op::add},
                                Computing{"addi", Op::add, true},
                                Computing{"sub", Op::subtract},
                                Computing{"subi", Op::subtract, true},
                                Computing{"addis", Op::add, true},
                                Computing{"oris", Op::bit_or, true},
                                Computing{"xoris", Op::bit_xor, true},
                                Computing{"andis.", Op::bit_and, true},
                                Computing{"and", Op::bit_and},
                                Computing{"andi.", Op::bit_and, true},
                                Computing{"or", Op::bit_or},
                                Computing{"ori", Op::bit_or, true},
                                Computing{"xor", Op::bit_xor},
                                Computing{"xori", Op::bit_xor, true},
                                Computing{"mulld", Op::multiply},
                                Computing{"mullw", Op::multiply},
                                Computing{"mulli", Op::multiply, true}};

struct Rotation {
    std::string_view name;
    unsigned width;
    bool has_first = true;    ///< where the mask begins is an operand
    bool ends_at_by = false;  ///< it ends where the lowest bit came to
    bool inserts = false;
};
constexpr std::array kRotations{Rotation{"rlwinm", 32},
                                Rotation{"rlwimi", 32, true, false, true},
                                Rotation{"rldicl", 64},
                                Rotation{"rldicr", 64, false},
                                Rotation{"rldic", 64, true, true},
                                Rotation{"rldimi", 64, true, true, true}};

}  // namespace

bool Execution::move() {
    const std::string& name = line_.name;
    if (name == "li") return write(0, number(1)), true;
    if (name == "lis")
        return write(0, terms_.binary(Op::shift_left, number(1), terms_.constant(16))), true;
    if (name == "mr") return write(0, read(1)), true;
    if (name == "mflr") return write(0, machine_.get("lr")), true;
    if (name == "mtlr") return machine_.set("lr", read(0)), true;
    if (table_of_contents()) return true;
    if (name == "neg")
        return write(0, terms_.binary(Op::subtract, terms_.constant(0), read(1))), true;
    if (name == "mtctr") return machine_.set("ctr", read(0)), true;
    if (name == "extsw") return write(0, terms_.resized(low(read(1)), 64, true)), true;
    if (name == "not")
        return write(0, terms_.binary(Op::bit_xor, read(1), terms_.constant(~0ULL))), true;
    if (name == "iseleq" || name == "isellt" || name == "iselgt") {
        const TermId is = condition("cr0", name.substr(4));
        const TermId yes = base(operand(1).text, operand(1).span);
        write(0, terms_.if_then_else(is, yes, read(2)));
        return true;
    }
    return false;
}

/// `addis 2, 12, .TOC.-.Lfunc_gep0@ha` at a function's entry, and what is found by register 2:
/// `addis 3, 2, .LCPI0_0@toc@ha`, `addi 3, 3, .LCPI0_0@toc@l`.
bool Execution::table_of_contents() {
    const std::string& name = line_.name;
    if ((name != "addis" && name != "addi") || line_.operands.size() != 3) return false;
    const std::string_view what = operand(2).text;
    World& world = machine_.world();
    // The table is where the registers say, whatever they are.
    for (const std::size_t at : {0UL, 1UL}) (void)reg(operand(at).text, operand(at).span);
    if (what.starts_with(".TOC.-")) {
        if (name == "addis") write(0, world.label(kTable));
        return true;
    }
    constexpr std::string_view kUpper = "@toc@ha", kLower = "@toc@l";
    if (name == "addis" && what.ends_with(kUpper)) {
        const std::string label(what.substr(0, what.size() - kUpper.size()));
        return write(0, world.label(kNear + label)), true;
    }
    if (name != "addi" || !what.ends_with(kLower)) return false;
    return write(0, label_near(read(1), what, operand(2).span)), true;
}

bool Execution::bits() {
    const std::string& name = line_.name;
    const auto shifted = [&](Op op, TermId value, unsigned by) {
        return terms_.binary(op, value, terms_.constant(by, terms_[value].width));
    };
    if (name == "slwi") return write(0, shifted(Op::shift_left, low(read(1)), small(2, 31))), true;
    if (name == "srwi") return write(0, shifted(Op::shift_right, low(read(1)), small(2, 31))), true;
    if (name == "sldi") return write(0, shifted(Op::shift_left, read(1), small(2, 63))), true;
    if (name == "srdi") return write(0, shifted(Op::shift_right, read(1), small(2, 63))), true;
    if (name == "cntlzw") return write(0, terms_.leading_zeros(low(read(1)))), true;
    if (name == "clrlwi") return write(0, masked(low(read(1)), 32 - small(2, 31))), true;
    if (name == "clrldi") return write(0, masked(read(1), 64 - small(2, 63))), true;
    return rotate();
}

/// Bits are counted from the highest on; a mask is from one to another.
bool Execution::rotate() {
    const std::string_view name = line_.name;
    const auto found = std::ranges::find(kRotations, name, &Rotation::name);
    if (found == kRotations.end()) return false;
    const unsigned width = found->width;
    const unsigned last_bit = width - 1;
    const unsigned by = small(2, last_bit);
    const unsigned first = found->has_first ? small(3, last_bit) : 0;
    const unsigned last = width == 32         ? small(4, 31)
                          : !found->has_first ? small(3, 63)
                          : found->ends_at_by ? last_bit - by
                                              : last_bit;
    if (first > last) return false;
    std::uint64_t mask = 0;
    for (unsigned i = first; i <= last; ++i) mask |= std::uint64_t{1} << (last_bit - i);
    const TermId value = terms_.resized(read(1), width);
    TermId made =
        terms_.binary(Op::bit_and, rotated(value, by, first, last), terms_.constant(mask, width));
    if (found->inserts) {
        const TermId kept = terms_.binary(Op::bit_and, terms_.resized(read(0), width),
                                          terms_.constant(~mask, width));
        made = terms_.binary(Op::bit_or, kept, made);
    }
    return write(0, made), true;
}

/// Shifts out of a mask that begins behind what comes round are shifts.
TermId Execution::rotated(TermId value, unsigned by, unsigned first, unsigned last) {
    const unsigned width = terms_[value].width;
    if (by == 0) return value;
    const TermId right = terms_.binary(Op::shift_right, value, terms_.constant(width - by, width));
    const TermId left = terms_.binary(Op::shift_left, value, terms_.constant(by, width));
    return first >= width - by ? right
           : last < width - by ? left
                               : terms_.binary(Op::bit_or, left, right);
}

TermId Execution::masked(TermId value, unsigned bits) {
    const std::uint64_t mask = bits >= 64 ? ~0ULL : (std::uint64_t{1} << bits) - 1;
    return terms_.binary(Op::bit_and, value, terms_.constant(mask, terms_[value].width));
}

bool Execution::compare() {
    std::string_view name = line_.name;
    if (!name.starts_with("cmp")) return false;
    name.remove_prefix(3);
    const bool is_unsigned = name.starts_with('l');
    if (is_unsigned) name.remove_prefix(1);
    const bool has_number = name.ends_with('i');
    if (has_number) name.remove_suffix(1);
    if (name != "w" && name != "d") return false;
    const bool names_field = line_.operands.size() == 3;
    const std::string prefix = field(names_field ? std::optional<std::size_t>(0) : std::nullopt);
    const std::size_t first = names_field ? 1 : 0;
    TermId left = read(first);
    TermId right = has_number ? number(first + 1) : read(first + 1);
    if (name == "w") {
        left = low(left);
        right = low(right);
    }
    forget_bits(prefix);
    machine_.compare(prefix, left, right);
    if (is_unsigned) machine_.set(prefix + ".lt", *machine_.find(prefix + ".lo"));
    return true;
}

bool Execution::compute() {
    const std::string& name = line_.name;
    if (name == "subf") return write(0, terms_.binary(Op::subtract, read(2), read(1))), true;
    if (name == "andc" || name == "nor" || name == "nand") return logical();
    const auto found = std::ranges::find(kComputing, std::string_view(name), &Computing::name);
    if (found == kComputing.end()) return false;
    const bool is_base = name == "addi" || name == "subi" || name == "addis";
    const bool is_upper = name == "addis" || name == "oris" || name == "xoris" || name == "andis.";
    const TermId left = is_base ? base(operand(1).text, operand(1).span) : read(1);
    TermId right = found->has_number ? number(2) : read(2);
    if (is_upper) right = terms_.binary(Op::shift_left, right, terms_.constant(16));
    const TermId made = terms_.binary(found->op, left, right);
    write(0, made);
    if (name.ends_with('.')) {
        forget_bits("cr0");
        machine_.compare_with_zero("cr0", made);
    }
    return true;
}

bool Execution::logical() {
    const TermId ones = terms_.constant(~0ULL);
    const TermId left = read(1), right = read(2);
    if (line_.name == "andc")
        write(0, terms_.binary(Op::bit_and, left, terms_.binary(Op::bit_xor, right, ones)));
    else
        write(0, terms_.binary(
                     Op::bit_xor,
                     terms_.binary(line_.name == "nor" ? Op::bit_or : Op::bit_and, left, right),
                     ones));
    return true;
}

}  // namespace clmm::compilers::ppc64
