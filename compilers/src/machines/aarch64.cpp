#include <algorithm>
#include <array>
#include <optional>

#include "machines/instruction_set.h"

/// A64.
namespace clmm::compilers {
namespace a64 {
namespace {

struct Register {
    std::string name;  ///< `x1`, `sp`; `zr`
    unsigned width = 0;
};

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

std::string upper(std::string_view text) {
    std::string made(text);
    for (char& c : made)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return made;
}

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

struct Atomic {
    std::string_view name;
    Op op;
};
constexpr std::array kAtomic{Atomic{"add", Op::add},     Atomic{"clr", Op::bit_and},
                             Atomic{"eor", Op::bit_xor}, Atomic{"set", Op::bit_or},
                             Atomic{"smax", Op::add},    Atomic{"smin", Op::add},
                             Atomic{"umax", Op::add},    Atomic{"umin", Op::add}};

std::optional<std::string> condition_named(std::string_view name) {
    static constexpr std::array<std::string_view, 12> kNames{"eq", "ne", "lt", "ge", "gt", "le",
                                                             "lo", "hs", "hi", "ls", "mi", "pl"};
    if (name == "cc") return "lo";
    if (name == "cs") return "hs";
    if (std::ranges::find(kNames, name) == kNames.end()) return std::nullopt;
    return std::string(name);
}

const std::string kFlags = "flags";

class Execution {
public:
    Execution(Machine& machine, const Line& line)
        : machine_(machine), terms_(machine.terms()), line_(line) {}

    Next operator()() {
        if (const auto next = control()) return *next;
        if (fence() || move() || select() || compare() || compute() || access() || pair() ||
            exclusive() || atomic())
            return {};
        unknown_instruction(line_);
    }

private:
    [[nodiscard]] const Piece& operand(std::size_t at) const {
        if (at >= line_.operands.size()) expect_operands(line_, at + 1);
        return line_.operands[at];
    }
    [[nodiscard]] std::size_t count() const { return line_.operands.size(); }

    [[nodiscard]] Register reg(const Piece& piece) const {
        const Register found = register_named(piece.text);
        if (found.width == 0) refuse("unknown register '" + piece.text + "'", piece.span);
        return found;
    }

    TermId read(const Register& from) {
        if (from.name == "zr") return terms_.constant(0, from.width);
        return terms_.resized(machine_.get(from.name), from.width);
    }
    TermId read(std::size_t at) { return read(reg(operand(at))); }

    void write(const Register& to, TermId value) {
        if (to.name != "zr") machine_.set(to.name, terms_.resized(value, 64));
    }

    [[nodiscard]] static std::optional<std::int64_t> number(std::string_view text) {
        if (text.starts_with('#')) text.remove_prefix(1);
        return number_in(text);
    }

    TermId known_number(std::size_t at, unsigned width) {
        const auto found = number(operand(at).text);
        if (!found) refuse("'" + operand(at).text + "' is no number", operand(at).span);
        return terms_.constant(static_cast<std::uint64_t>(*found), width);
    }

    /// `lsl #2`, `uxtw #2`, `sxtw` behind a register.
    TermId modified(TermId value, std::string_view how, unsigned width, Span span) {
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

    /// A register or a number, the operand behind it modifying it.
    TermId flexible(std::size_t at, unsigned width) {
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

    /// `[x1]`, `[x1, #8]`, `[x1, x2, lsl #2]`, `[sp, #-16]!`; an operand behind it comes after.
    TermId address(std::size_t at) {
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
            if (const auto offset = number(parts[1])) {
                sum = terms_.binary(Op::add, sum,
                                    terms_.constant(static_cast<std::uint64_t>(*offset)));
            } else {
                TermId index = terms_.resized(read(reg({parts[1], span})), 64);
                if (parts.size() > 2) index = modified(index, parts[2], 64, span);
                sum = terms_.binary(Op::add, sum, index);
            }
        }
        const bool is_after = at + 1 < count() && number(operand(at + 1).text);
        if (updates) write(base, sum);
        if (is_after) write(base, terms_.binary(Op::add, sum, known_number(at + 1, 64)));
        return sum;
    }

    std::optional<Next> control() {
        const std::string& name = line_.name;
        const auto to = [&](Next::Kind kind, std::size_t at, TermId condition = {}) {
            return Next{kind, operand(at).text, operand(at).span, condition};
        };
        if (name == "ret") return Next{.kind = Next::Kind::leave};
        if (name == "b") return to(Next::Kind::jump, 0);
        if (name.starts_with("b.")) {
            const auto condition = condition_named(std::string_view(name).substr(2));
            if (!condition) return std::nullopt;
            return to(Next::Kind::branch, 0, machine_.condition(kFlags, *condition, line_.span));
        }
        if (name == "cbz" || name == "cbnz") {
            const TermId zero = terms_.is_zero(read(0));
            return to(Next::Kind::branch, 1, name == "cbz" ? zero : terms_.negated(zero));
        }
        if (name != "tbz" && name != "tbnz") return std::nullopt;
        const TermId value = read(0);
        const unsigned width = terms_[value].width;
        const TermId shifted = terms_.binary(Op::shift_right, value, known_number(1, width));
        const TermId zero = terms_.is_zero(terms_.resized(shifted, 1));
        return to(Next::Kind::branch, 2, name == "tbz" ? zero : terms_.negated(zero));
    }

    bool fence() {
        const std::string& name = line_.name;
        if (name == "nop" || name == "clrex" || name == "hint" || name == "bti") return true;
        if (name == "isb") return machine_.fence("ISB", line_.span), true;
        if (name != "dmb" && name != "dsb") return false;
        machine_.fence(upper(name) + " " + upper(operand(0).text), line_.span);
        return true;
    }

    bool move() {
        const std::string& name = line_.name;
        if (name == "mov" || name == "movz") {
            const Register to = reg(operand(0));
            write(to, flexible(1, to.width));
            return true;
        }
        if (name == "mvn" || name == "neg" || name == "movn") {
            const Register to = reg(operand(0));
            const TermId from = flexible(1, to.width);
            write(to, name == "neg"
                          ? terms_.binary(Op::subtract, terms_.constant(0, to.width), from)
                          : terms_.binary(Op::bit_xor, from, terms_.constant(~0ULL, to.width)));
            return true;
        }
        if (name == "sxtw" || name == "sxtb" || name == "sxth" || name == "uxtb" ||
            name == "uxth") {
            const Register to = reg(operand(0));
            const unsigned width = name[3] == 'b' ? 8 : name[3] == 'h' ? 16 : 32;
            write(to, terms_.resized(terms_.resized(read(1), width), to.width, name[0] == 's'));
            return true;
        }
        return false;
    }

    bool select() {
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

    TermId flag(std::size_t at) {
        const auto condition = condition_named(operand(at).text);
        if (!condition) refuse("unknown condition '" + operand(at).text + "'", operand(at).span);
        return machine_.condition(kFlags, *condition, line_.span);
    }

    bool compare() {
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

    bool compute() {
        const auto found = std::ranges::find(kComputing, line_.name, &Computing::name);
        if (found == kComputing.end()) return false;
        const Register to = reg(operand(0));
        const TermId left = read(1);
        if (terms_[left].width != to.width) refuse("registers of two widths", line_.span);
        TermId right = flexible(2, to.width);
        const bool shifts = found->op >= Op::shift_left && found->op <= Op::shift_right_signed;
        if (shifts && !terms_.known(right)) unknown_instruction(line_);
        if (found->inverts)
            right = terms_.binary(Op::bit_xor, right, terms_.constant(~0ULL, to.width));
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

    /// ldr, ldar and so on: the name, and how wide a letter behind it makes the access.
    bool access() {
        std::string_view name = line_.name;
        const char last = name.back();
        const bool is_part = (last == 'b' || last == 'h') && name.size() > 3;
        if (is_part) name.remove_suffix(1);
        const bool loads = name == "ldr" || name == "ldur" || name == "ldar" || name == "ldapr" ||
                           name == "ldapur" || name == "ldxr" || name == "ldaxr";
        const bool stores = name == "str" || name == "stur" || name == "stlr" || name == "stlur";
        if (!loads && !stores) return false;
        const Register value = reg(operand(0));
        const unsigned width = !is_part ? value.width : last == 'b' ? 8 : 16;
        const std::string code = upper(name);
        if (loads) {
            const bool is_plain = name == "ldr" || name == "ldur";
            const TermId from = address(1);
            const bool is_unused = value.name == "zr";
            const TermId loaded =
                machine_.load(from, width, code + " W$D,[X$A]", line_.span, is_plain);
            if (!is_unused) write(value, terms_.resized(loaded, value.width));
        } else {
            const TermId stored = terms_.resized(read(value), width);
            machine_.store(address(1), stored, code + " W$V,[X$A]", line_.span);
        }
        return true;
    }

    bool pair() {
        const std::string& name = line_.name;
        if (name != "ldp" && name != "stp") return false;
        const Register first = reg(operand(0));
        const Register second = reg(operand(1));
        const TermId low = address(2);
        const TermId high = terms_.binary(Op::add, low, terms_.constant(first.width / 8));
        if (name == "stp") {
            machine_.store(low, read(first), "STR W$V,[X$A]", line_.span);
            machine_.store(high, read(second), "STR W$V,[X$A]", line_.span);
        } else {
            const TermId one = machine_.load(low, first.width, "LDR W$D,[X$A]", line_.span);
            write(second, machine_.load(high, second.width, "LDR W$D,[X$A]", line_.span));
            write(first, one);
        }
        return true;
    }

    bool exclusive() {
        const std::string& name = line_.name;
        if (name != "stxr" && name != "stlxr") return false;
        const Register value = reg(operand(1));
        const TermId stored = read(value);
        const TermId status = machine_.store_conditional(
            address(2), stored, 0, upper(name) + " W$U,W$V,[X$A]", line_.span);
        write(reg(operand(0)), status);
        return true;
    }

    /// Single instructions: swp, cas, ld<op>, st<op>, with a, l, al.
    bool atomic() {
        std::string_view stem = line_.name;
        const std::string code = upper(stem);
        if (stem.ends_with("al"))
            stem.remove_suffix(2);
        else if ((stem.ends_with('a') || stem.ends_with('l')) && stem != "casal")
            stem.remove_suffix(1);
        if (stem == "cas") return compare_and_swap(code);
        if (stem == "swp") return modify(code, Op::add, true, 3);
        if (stem.size() < 4) return false;
        const auto found = std::ranges::find(kAtomic, stem.substr(2), &Atomic::name);
        if (found == kAtomic.end()) return false;
        if (stem.starts_with("ld")) return modify(code, found->op, false, 3);
        return stem.starts_with("st") && modify(code, found->op, false, 2);
    }

    bool modify(const std::string& code, Op /*op*/, bool /*swaps*/, std::size_t operands) {
        expect_operands(line_, operands);
        const TermId by = read(0);
        const TermId where = address(operands - 1);
        if (machine_.is_private(where)) unknown_instruction(line_);
        const bool is_used = operands == 3 && reg(operand(1)).name != "zr";
        const std::string result = operands == 2 ? "" : is_used ? ",W$D" : ",WZR";
        const TermId old =
            machine_.exchange(where, by, is_used, code + " W$V" + result + ",[X$A]", line_.span);
        if (is_used) write(reg(operand(1)), old);
        return true;
    }

    bool compare_and_swap(const std::string& code) {
        expect_operands(line_, 3);
        const Register expected = reg(operand(0));
        const TermId where = address(2);
        if (machine_.is_private(where)) unknown_instruction(line_);
        const TermId old = machine_.compare_exchange(
            where, read(expected), read(1), "MOV W$D,W$E ; " + code + " W$D,W$V,[X$A]", line_.span);
        write(expected, old);
        return true;
    }

    Machine& machine_;
    Terms& terms_;
    const Line& line_;
};

class A64 final : public InstructionSet {
public:
    const Syntax& syntax() const override {
        static const Syntax made{.comments = {"//"}};
        return made;
    }

    const Dialect& dialect() const override {
        static const Dialect made{.word = "AArch64",
                                  .model = "armv8",
                                  .registers = numbered(31),
                                  .observe = "X%",
                                  .address_register = "X%",
                                  .constant = "MOV W$D,#$N",
                                  .compute = {{Op::add, "ADD W$D,W$V,W$W"},
                                              {Op::subtract, "SUB W$D,W$V,W$W"},
                                              {Op::bit_and, "AND W$D,W$V,W$W"},
                                              {Op::bit_or, "ORR W$D,W$V,W$W"},
                                              {Op::bit_xor, "EOR W$D,W$V,W$W"},
                                              {Op::shift_left, "LSL W$D,W$V,W$W"},
                                              {Op::shift_right, "LSR W$D,W$V,W$W"}},
                                  .branch = "CBNZ W$V,$L ; $L:"};
        return made;
    }

    void enter(Machine& machine, const Listing& /*listing*/, const std::string& function,
               const std::vector<TermId>& parameters) const override {
        enter_in_a_row(machine, function, parameters, "sp", "x");
    }

    Next execute(Machine& machine, const Line& line) const override {
        return Execution(machine, line)();
    }
};

}  // namespace
}  // namespace a64

const InstructionSet& aarch64() {
    static const a64::A64 made;
    return made;
}

}  // namespace clmm::compilers
