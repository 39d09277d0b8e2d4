#include <algorithm>
#include <array>
#include <optional>

#include "machines/instruction_set.h"

/// RV64 with the A extension, Zacas, Zalasr; the LP64 calling convention.
namespace clmm::compilers {
namespace rv64 {
namespace {

struct Computing {
    std::string_view name;
    Op op;
};
constexpr std::array kComputing{Computing{"add", Op::add},
                                Computing{"sub", Op::subtract},
                                Computing{"and", Op::bit_and},
                                Computing{"or", Op::bit_or},
                                Computing{"xor", Op::bit_xor},
                                Computing{"mul", Op::multiply},
                                Computing{"sll", Op::shift_left},
                                Computing{"srl", Op::shift_right},
                                Computing{"sra", Op::shift_right_signed}};

struct Branch {
    std::string_view name, condition;
};
constexpr std::array kBranches{Branch{"beq", "eq"},  Branch{"bne", "ne"},  Branch{"blt", "lt"},
                               Branch{"bge", "ge"},  Branch{"bgt", "gt"},  Branch{"ble", "le"},
                               Branch{"bltu", "lo"}, Branch{"bgeu", "hs"}, Branch{"bgtu", "hi"},
                               Branch{"bleu", "ls"}};

constexpr std::array<std::string_view, 9> kAtomic{"swap", "add", "and",  "or",  "xor",
                                                  "min",  "max", "minu", "maxu"};

/// The ABI's name; empty: no register.
std::string register_named(std::string_view name) {
    if (name == "fp") return "s0";
    static constexpr std::array<std::string_view, 5> kSingle{"zero", "ra", "sp", "gp", "tp"};
    if (std::ranges::find(kSingle, name) != kSingle.end()) return std::string(name);
    const auto number = name.empty() ? std::nullopt : number_in(name.substr(1));
    if (!number || *number < 0) return {};
    const std::int64_t most = name[0] == 't' ? 6 : name[0] == 'a' ? 7 : name[0] == 's' ? 11 : -1;
    return *number <= most ? std::string(name) : std::string();
}

const std::string kCompared = "compared";
const std::string kUpper = "the part of ";

/// `X` of `%hi(X)`; empty: it is no such part.
std::string part_of(std::string_view text, std::string_view which) {
    const bool is_part = text.starts_with(which) && text.substr(which.size()).starts_with('(') &&
                         text.ends_with(')');
    if (!is_part) return {};
    return std::string(trimmed(text.substr(which.size() + 1, text.size() - which.size() - 2)));
}

class Execution {
public:
    Execution(Machine& machine, const Line& line)
        : machine_(machine), terms_(machine.terms()), line_(line), operands_(line) {}

    Next operator()() {
        const Next next = run();
        operands_.expect_looked_at();
        return next;
    }

private:
    Next run() {
        if (const auto next = control()) return *next;
        if (fence() || move() || set() || compute() || access() || exclusive() || atomic())
            return {};
        unknown_instruction(line_);
    }

    [[nodiscard]] const Piece& operand(std::size_t at) const { return operands_[at]; }

    [[nodiscard]] std::string reg(std::size_t at) const {
        const std::string found = register_named(operand(at).text);
        if (found.empty()) refuse("unknown register '" + operand(at).text + "'", operand(at).span);
        return found;
    }

    TermId read(std::size_t at) {
        const std::string name = reg(at);
        return name == "zero" ? terms_.constant(0) : machine_.get(name);
    }
    void write(std::size_t at, TermId value) {
        const std::string name = reg(at);
        if (name != "zero") machine_.set(name, value);
    }

    TermId number(std::size_t at, unsigned width = 64) {
        const auto found = number_in(operand(at).text);
        if (!found) refuse("'" + operand(at).text + "' is no number", operand(at).span);
        return terms_.constant(static_cast<std::uint64_t>(*found), width);
    }

    /// A label, by a register that has the upper part of its address, and the lower part:
    /// `%lo(.LJTI0_0)`, or `%pcrel_lo` of the instruction that made the upper one.
    std::optional<TermId> label_at(TermId upper, std::string_view low, Span span) {
        std::string label = part_of(low, "%lo");
        if (const std::string from = part_of(low, "%pcrel_lo"); !from.empty()) {
            const Listing& listing = machine_.listing();
            const auto found = listing.labels.find(from);
            const bool is_line =
                found != listing.labels.end() && found->second < listing.lines.size();
            const Line* const line = is_line ? &listing.lines[found->second] : nullptr;
            if (line != nullptr && line->name == "auipc" && line->operands.size() == 2)
                label = part_of(line->operands[1].text, "%pcrel_hi");
            if (label.empty()) refuse("there is no upper part of an address at " + from, span);
        }
        if (label.empty()) return std::nullopt;
        if (upper != machine_.world().label(kUpper + label))
            refuse("this is no part of the address that the register has", span);
        return machine_.world().label(label);
    }

    /// `8(a0)`, `(a0)`, `%lo(.LJTI0_0)(a0)`.
    TermId address(std::size_t at) {
        const std::string& text = operand(at).text;
        const std::size_t open = text.rfind('(');
        const std::string base = open == std::string::npos || !text.ends_with(')')
                                     ? ""
                                     : register_named(trimmed(std::string_view(text).substr(
                                           open + 1, text.size() - open - 2)));
        const std::string_view displacement = std::string_view(text).substr(0, open);
        if (!base.empty())
            if (const auto label = label_at(machine_.get(base), displacement, operand(at).span))
                return *label;
        const auto offset = open == 0 ? 0 : number_in(displacement);
        if (base.empty() || !offset)
            refuse("unknown address '" + text + "'", operand(at).span,
                   "addresses are registers and numbers: 8(a0)");
        return terms_.binary(Op::add, machine_.get(base),
                             terms_.constant(static_cast<std::uint64_t>(*offset)));
    }

    std::optional<Next> control() {
        const std::string& name = line_.name;
        const auto to = [&](Next::Kind kind, std::size_t at, TermId condition = {}) {
            return Next{kind, operand(at).text, operand(at).span, condition};
        };
        if (name == "ret") return Next{.kind = Next::Kind::go_to, .target = machine_.get("ra")};
        if (name == "jr") return Next{.kind = Next::Kind::jump, .target = read(0)};
        if (name == "j" || name == "tail") return to(Next::Kind::jump, 0);
        if (name == "call" || name == "jal" || name == "jalr") return call();
        const bool with_zero = name.ends_with('z') && name.starts_with('b');
        const std::string_view stem = std::string_view(name).substr(0, name.size() - with_zero);
        const auto found = std::ranges::find(kBranches, stem, &Branch::name);
        if (found == kBranches.end()) return std::nullopt;
        // A comparison of words that were extended alike is one of these words.
        const TermId left = read(0);
        machine_.compare(kCompared, left, with_zero ? terms_.constant(0) : read(1));
        return to(Next::Kind::branch, with_zero ? 1 : 2,
                  machine_.condition(kCompared, found->condition, line_.span));
    }

    /// A link register of its own, `call t0, f`, is what functions that save registers have.
    Next call() {
        const bool has_link = operands_.count() == 2;
        const Piece& to = operand(has_link ? 1 : 0);
        Next made{.kind = Next::Kind::call, .span = to.span};
        if (line_.name == "jalr")
            made.target = read(has_link ? 1 : 0);
        else
            made.label = to.text;
        const std::string link = has_link ? reg(0) : "ra";
        machine_.set(link, machine_.world().code(line_.place + 1));
        return made;
    }

    bool fence() {
        if (line_.name == "nop") return true;
        if (line_.name == "fence.tso" || line_.name == "fence.i")
            return machine_.fence(line_.name, line_.span), true;
        if (line_.name != "fence") return false;
        if (operands_.count() == 0) return machine_.fence("fence rw,rw", line_.span), true;
        machine_.fence("fence " + operand(0).text + "," + operand(1).text, line_.span);
        return true;
    }

    bool move() {
        const std::string& name = line_.name;
        if (name == "li") return write(0, number(1)), true;
        if (name == "lui" || name == "auipc") {
            const std::string part = part_of(operand(1).text, name == "lui" ? "%hi" : "%pcrel_hi");
            if (!part.empty()) return write(0, machine_.world().label(kUpper + part)), true;
            if (name == "auipc") return false;
            const TermId page = terms_.binary(Op::shift_left, number(1), terms_.constant(12));
            return write(0, terms_.resized(terms_.resized(page, 32), 64, true)), true;
        }
        if (name == "addi")
            if (const auto label = label_at(read(1), operand(2).text, operand(2).span))
                return write(0, *label), true;
        if (name == "mv") return write(0, read(1)), true;
        if (name == "not")
            return write(0, terms_.binary(Op::bit_xor, read(1), terms_.constant(~0ULL))), true;
        if (name == "neg")
            return write(0, terms_.binary(Op::subtract, terms_.constant(0), read(1))), true;
        if (name == "negw") return write(0, word(Op::subtract, terms_.constant(0), read(1))), true;
        if (name == "sext.w") return write(0, extended(read(1), 32, true)), true;
        if (name == "sext.b") return write(0, extended(read(1), 8, true)), true;
        if (name == "zext.b") return write(0, extended(read(1), 8, false)), true;
        return false;
    }

    TermId extended(TermId value, unsigned width, bool is_signed) {
        return terms_.resized(terms_.resized(value, width), 64, is_signed);
    }

    TermId word(Op op, TermId a, TermId b) {
        const TermId made = terms_.binary(op, terms_.resized(a, 32), terms_.resized(b, 32));
        return terms_.resized(made, 64, true);
    }

    /// seqz, slt and the like.
    bool set() {
        const std::string& name = line_.name;
        if (name == "seqz" || name == "snez") {
            const TermId zero = terms_.is_zero(read(1));
            return write(0, terms_.resized(name == "seqz" ? zero : terms_.negated(zero), 64)), true;
        }
        const bool is_signed = name == "slt" || name == "slti";
        if (!is_signed && name != "sltu" && name != "sltiu") return false;
        const TermId right = name.ends_with('i') || name == "sltiu" ? number(2) : read(2);
        const Op op = is_signed ? Op::signed_less : Op::unsigned_less;
        const bool is_one = name == "sltiu" && terms_.known(right) == 1;
        const TermId made = is_one ? terms_.is_zero(read(1)) : terms_.binary(op, read(1), right);
        return write(0, terms_.resized(made, 64)), true;
    }

    bool compute() {
        std::string_view stem = line_.name;
        const bool is_word = stem.ends_with('w');
        if (is_word) stem.remove_suffix(1);
        const bool is_immediate = stem.ends_with('i');
        if (is_immediate) stem.remove_suffix(1);
        const auto found = std::ranges::find(kComputing, stem, &Computing::name);
        if (found == kComputing.end()) return false;
        expect_operands(line_, 3);
        const bool is_number = is_immediate || number_in(operand(2).text).has_value();
        const TermId left = read(1);
        const TermId right = is_number ? number(2) : read(2);
        const bool shifts = found->op >= Op::shift_left;
        if (shifts && !terms_.known(right)) unknown_instruction(line_);
        write(0, is_word ? word(found->op, left, right) : terms_.binary(found->op, left, right));
        return true;
    }

    struct Width {
        unsigned width = 0;
        bool is_signed = true;
    };
    static Width width_of(std::string_view letters) {
        const bool is_unsigned = letters.size() == 2 && letters[1] == 'u';
        if (letters.size() > 1 && !is_unsigned) return {};
        const char c = letters.empty() ? ' ' : letters[0];
        return {c == 'b'   ? 8U
                : c == 'h' ? 16U
                : c == 'w' ? 32U
                : c == 'd' ? 64U
                           : 0U,
                !is_unsigned};
    }

    /// lw, sw, and with .aq, .rl, .aqrl.
    bool access() {
        const std::string_view name = line_.name;
        const std::string_view stem = name.substr(0, name.find('.'));
        const Width width = width_of(stem.substr(std::min<std::size_t>(1, stem.size())));
        if (width.width == 0) return false;
        // Two words in one access are one each.
        const bool is_plain = name == stem;
        const std::string shared =
            is_plain && width.width == 64 ? std::string(1, name[0]) + "w" : std::string(name);
        if (stem[0] == 'l') {
            const TermId loaded = machine_.load(address(1), width.width, shared + " x$D,0(x$A)",
                                                line_.span, is_plain);
            return write(0, terms_.resized(loaded, 64, width.is_signed)), true;
        }
        if (stem[0] != 's' || stem.size() != 2) return false;
        machine_.store(address(1), terms_.resized(read(0), width.width), shared + " x$V,0(x$A)",
                       line_.span, is_plain);
        return true;
    }

    bool exclusive() {
        const std::string& name = line_.name;
        if (name.starts_with("lr.w")) {
            const TermId loaded = machine_.load(address(1), 32, name + " x$D,0(x$A)", line_.span);
            return write(0, terms_.resized(loaded, 64, true)), true;
        }
        if (!name.starts_with("sc.w")) return false;
        const TermId value = terms_.resized(read(1), 32);
        const TermId status =
            machine_.store_conditional(address(2), value, 0, name + " x$U,x$V,0(x$A)", line_.span);
        return write(0, terms_.resized(status, 64)), true;
    }

    bool atomic() {
        std::string_view name = line_.name;
        if (!name.starts_with("amo")) return false;
        const std::string_view what = name.substr(3, name.find('.') - 3);
        if (name.substr(3 + what.size(), 2) != ".w") return false;
        const TermId by = terms_.resized(read(1), 32);
        const TermId where = address(2);
        if (machine_.is_private(where)) unknown_instruction(line_);
        if (what == "cas") {
            const TermId expected = terms_.resized(read(0), 32);
            const TermId old = machine_.compare_exchange(
                where, expected, by, "mv x$D,x$E ; " + line_.name + " x$D,x$V,0(x$A)", line_.span);
            return write(0, terms_.resized(old, 64, true)), true;
        }
        if (std::ranges::find(kAtomic, what) == kAtomic.end()) return false;
        const bool is_used = reg(0) != "zero";
        const TermId old =
            machine_.exchange(where, by, is_used,
                              line_.name + (is_used ? " x$D" : " x0") + ",x$V,0(x$A)", line_.span);
        if (is_used) write(0, terms_.resized(old, 64, true));
        return true;
    }

    Machine& machine_;
    Terms& terms_;
    const Line& line_;
    Operands operands_;
};

class RiscV final : public InstructionSet {
public:
    const Syntax& syntax() const override {
        static const Syntax made{.comments = {"#"}};
        return made;
    }

    const Dialect& dialect() const override {
        static const Dialect made = [] {
            Dialect dialect{.word = "RISCV",
                            .model = "rvwmo",
                            .registers = numbered(32),
                            .observe = "x%",
                            .address_register = "x%",
                            .constant = "li x$D,$N",
                            .compute = {{Op::add, "add x$D,x$V,x$W"},
                                        {Op::subtract, "sub x$D,x$V,x$W"},
                                        {Op::bit_and, "and x$D,x$V,x$W"},
                                        {Op::bit_or, "or x$D,x$V,x$W"},
                                        {Op::bit_xor, "xor x$D,x$V,x$W"},
                                        {Op::shift_left, "sll x$D,x$V,x$W"},
                                        {Op::shift_right, "srl x$D,x$V,x$W"}},
                            .branch = "bnez x$V,$L ; $L:"};
            dialect.registers.erase(dialect.registers.begin());  // x0 is zero
            return dialect;
        }();
        return made;
    }

    void enter(Machine& machine, const Listing& /*listing*/, const std::string& function,
               const std::vector<TermId>& parameters) const override {
        enter_in_a_row(machine, function, parameters, "sp", "ra", "a");
    }

    Next execute(Machine& machine, const Line& line) const override {
        return Execution(machine, line)();
    }
};

}  // namespace
}  // namespace rv64

const InstructionSet& riscv64() {
    static const rv64::RiscV made;
    return made;
}

}  // namespace clmm::compilers
