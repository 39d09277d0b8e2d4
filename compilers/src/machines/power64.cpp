#include <algorithm>
#include <array>
#include <optional>

#include "machines/instruction_set.h"

/// Power, 64 bits, little endian; the ELFv2 calling convention.
namespace clmm::compilers {
namespace ppc64 {
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
                                Computing{"and", Op::bit_and},
                                Computing{"andi.", Op::bit_and, true},
                                Computing{"or", Op::bit_or},
                                Computing{"ori", Op::bit_or, true},
                                Computing{"xor", Op::bit_xor},
                                Computing{"xori", Op::bit_xor, true},
                                Computing{"mulld", Op::multiply},
                                Computing{"mullw", Op::multiply},
                                Computing{"mulli", Op::multiply, true}};

struct Access {
    std::string_view name;
    unsigned width;
    bool is_signed = false;
};
constexpr std::array kLoads{Access{"lbz", 8}, Access{"lhz", 16}, Access{"lwz", 32},
                            Access{"lwa", 32, true}, Access{"ld", 64}};
constexpr std::array kStores{Access{"stb", 8}, Access{"sth", 16}, Access{"stw", 32},
                             Access{"std", 64}};

class Execution {
public:
    Execution(Machine& machine, const Line& line)
        : machine_(machine), terms_(machine.terms()), line_(line) {}

    Next operator()() {
        if (const auto next = control()) return *next;
        if (fence() || move() || bits() || compare() || compute() || exclusive() || access())
            return {};
        unknown_instruction(line_);
    }

private:
    [[nodiscard]] const Piece& operand(std::size_t at) const {
        if (at >= line_.operands.size()) expect_operands(line_, at + 1);
        return line_.operands[at];
    }

    [[nodiscard]] std::string reg(std::string_view text, Span span) const {
        if (text.starts_with('r')) text.remove_prefix(1);
        const auto number = number_in(text);
        if (!number || *number < 0 || *number > 31)
            refuse("unknown register '" + std::string(text) + "'", span);
        return "r" + std::to_string(*number);
    }
    TermId read(std::size_t at) { return machine_.get(reg(operand(at).text, operand(at).span)); }
    /// Register 0 means 0 as the base of an address and of addi.
    TermId base(std::string_view text, Span span) {
        const std::string name = reg(text, span);
        return name == "r0" ? terms_.constant(0) : machine_.get(name);
    }
    void write(std::size_t at, TermId value) {
        machine_.set(reg(operand(at).text, operand(at).span), terms_.resized(value, 64));
    }
    TermId number(std::size_t at) {
        const auto found = number_in(operand(at).text);
        if (!found) refuse("'" + operand(at).text + "' is no number", operand(at).span);
        return terms_.constant(static_cast<std::uint64_t>(*found));
    }
    [[nodiscard]] unsigned small(std::size_t at, std::int64_t most) const {
        const auto found = number_in(operand(at).text);
        if (!found || *found < 0 || *found > most)
            refuse("'" + operand(at).text + "' is not from 0 to " + std::to_string(most),
                   operand(at).span);
        return static_cast<unsigned>(*found);
    }
    TermId low(TermId value) { return terms_.resized(value, 32); }

    std::optional<Next> control() {
        std::string_view name = line_.name;
        if (name == "blr") return Next{.kind = Next::Kind::go_to, .target = machine_.get("lr")};
        if (name == "bl") {
            machine_.set("lr", machine_.world().code(line_.place + 1));
            return Next{
                .kind = Next::Kind::call, .label = operand(0).text, .span = operand(0).span};
        }
        if (name == "b")
            return Next{
                .kind = Next::Kind::jump, .label = operand(0).text, .span = operand(0).span};
        if (name.ends_with('-') || name.ends_with('+')) name.remove_suffix(1);
        static constexpr std::array<std::string_view, 6> kConditions{"eq", "ne", "lt",
                                                                     "ge", "gt", "le"};
        if (!name.starts_with('b') ||
            std::ranges::find(kConditions, name.substr(1)) == kConditions.end())
            return std::nullopt;
        const bool names_field = line_.operands.size() == 2;
        const Piece& label = operand(names_field ? 1 : 0);
        const std::string prefix =
            field(names_field ? std::optional<std::size_t>(0) : std::nullopt);
        return Next{.kind = Next::Kind::branch,
                    .label = label.text,
                    .span = label.span,
                    .condition = machine_.condition(prefix, name.substr(1), line_.span)};
    }

    [[nodiscard]] std::string field(std::optional<std::size_t> at) const {
        if (!at) return "cr0";
        std::string_view text = operand(*at).text;
        if (text.starts_with("cr")) text.remove_prefix(2);
        const auto number = number_in(text);
        if (!number || *number < 0 || *number > 7)
            refuse("unknown condition field '" + std::string(text) + "'", operand(*at).span);
        return "cr" + std::to_string(*number);
    }

    bool fence() {
        static constexpr std::array<std::string_view, 5> kFences{"sync", "hwsync", "lwsync",
                                                                 "isync", "eieio"};
        if (line_.name == "nop") return true;
        if (std::ranges::find(kFences, std::string_view(line_.name)) == kFences.end()) return false;
        machine_.fence(line_.name, line_.span);
        return true;
    }

    bool move() {
        const std::string& name = line_.name;
        if (name == "li") return write(0, number(1)), true;
        if (name == "lis")
            return write(0, terms_.binary(Op::shift_left, number(1), terms_.constant(16))), true;
        if (name == "mr") return write(0, read(1)), true;
        if (name == "mflr") return write(0, machine_.get("lr")), true;
        if (name == "mtlr") return machine_.set("lr", read(0)), true;
        if (name == "addis" && operand(2).text.starts_with(".TOC.-"))
            return write(0, machine_.world().label(".TOC.")), true;
        if (name == "addi" && operand(2).text.starts_with(".TOC.-")) return true;
        if (name == "neg")
            return write(0, terms_.binary(Op::subtract, terms_.constant(0), read(1))), true;
        if (name == "extsw") return write(0, terms_.resized(low(read(1)), 64, true)), true;
        if (name == "not")
            return write(0, terms_.binary(Op::bit_xor, read(1), terms_.constant(~0ULL))), true;
        if (name == "iseleq" || name == "isellt" || name == "iselgt") {
            const TermId is = machine_.condition("cr0", name.substr(4), line_.span);
            const TermId yes = base(operand(1).text, operand(1).span);
            write(0, terms_.if_then_else(is, yes, read(2)));
            return true;
        }
        return false;
    }

    /// Shifts, masks, counts.
    bool bits() {
        const std::string& name = line_.name;
        const auto shifted = [&](Op op, TermId value, unsigned by) {
            return terms_.binary(op, value, terms_.constant(by, terms_[value].width));
        };
        if (name == "slwi")
            return write(0, shifted(Op::shift_left, low(read(1)), small(2, 31))), true;
        if (name == "srwi")
            return write(0, shifted(Op::shift_right, low(read(1)), small(2, 31))), true;
        if (name == "sldi") return write(0, shifted(Op::shift_left, read(1), small(2, 63))), true;
        if (name == "srdi") return write(0, shifted(Op::shift_right, read(1), small(2, 63))), true;
        if (name == "cntlzw") return write(0, terms_.leading_zeros(low(read(1)))), true;
        if (name == "clrlwi") return write(0, masked(low(read(1)), 32 - small(2, 31))), true;
        if (name == "clrldi") return write(0, masked(read(1), 64 - small(2, 63))), true;
        if (name != "rlwinm") return false;
        const unsigned by = small(2, 31), first = small(3, 31), last = small(4, 31);
        if (first > last) return false;
        const TermId value = low(read(1));
        TermId rotated = value;
        if (by != 0) {
            // Shifts out of a mask that begins behind what comes round are shifts.
            const TermId right = shifted(Op::shift_right, value, 32 - by);
            const TermId left = shifted(Op::shift_left, value, by);
            rotated = first >= 32 - by ? right
                      : last < 32 - by ? left
                                       : terms_.binary(Op::bit_or, left, right);
        }
        std::uint64_t mask = 0;
        for (unsigned i = first; i <= last; ++i) mask |= std::uint64_t{1} << (31 - i);
        write(0, terms_.binary(Op::bit_and, rotated, terms_.constant(mask, 32)));
        return true;
    }

    TermId masked(TermId value, unsigned bits) {
        const std::uint64_t mask = bits >= 64 ? ~0ULL : (std::uint64_t{1} << bits) - 1;
        return terms_.binary(Op::bit_and, value, terms_.constant(mask, terms_[value].width));
    }

    /// cmpw, cmplw, cmpd, cmpld; with i for numbers, with a field before the operands.
    bool compare() {
        std::string_view name = line_.name;
        if (!name.starts_with("cmp")) return false;
        name.remove_prefix(3);
        const bool is_unsigned = name.starts_with('l');
        if (is_unsigned) name.remove_prefix(1);
        const bool has_number = name.ends_with('i');
        if (has_number) name.remove_suffix(1);
        if (name != "w" && name != "d") return false;
        const bool names_field = line_.operands.size() == 3;
        const std::string prefix =
            field(names_field ? std::optional<std::size_t>(0) : std::nullopt);
        const std::size_t first = names_field ? 1 : 0;
        TermId left = read(first);
        TermId right = has_number ? number(first + 1) : read(first + 1);
        if (name == "w") {
            left = low(left);
            right = low(right);
        }
        machine_.compare(prefix, left, right);
        if (is_unsigned) machine_.set(prefix + ".lt", *machine_.find(prefix + ".lo"));
        return true;
    }

    bool compute() {
        const std::string& name = line_.name;
        if (name == "subf") return write(0, terms_.binary(Op::subtract, read(2), read(1))), true;
        if (name == "andc" || name == "nor" || name == "nand") return logical();
        const auto found = std::ranges::find(kComputing, std::string_view(name), &Computing::name);
        if (found == kComputing.end()) return false;
        const bool is_base = name == "addi" || name == "subi";
        const TermId left = is_base ? base(operand(1).text, operand(1).span) : read(1);
        const TermId made = terms_.binary(found->op, left, found->has_number ? number(2) : read(2));
        write(0, made);
        if (name.ends_with('.')) machine_.compare_with_zero("cr0", made);
        return true;
    }

    bool logical() {
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

    /// `8(3)`.
    TermId address(std::size_t at) {
        const std::string& text = operand(at).text;
        const std::size_t open = text.find('(');
        if (open == std::string::npos || !text.ends_with(')'))
            refuse("unknown address '" + text + "'", operand(at).span,
                   "addresses are registers and numbers: 8(3)");
        const auto offset = number_in(std::string_view(text).substr(0, open));
        if (!offset) refuse("unknown address '" + text + "'", operand(at).span);
        const TermId from =
            base(trimmed(std::string_view(text).substr(open + 1, text.size() - open - 2)),
                 operand(at).span);
        return terms_.binary(Op::add, from, terms_.constant(static_cast<std::uint64_t>(*offset)));
    }
    bool exclusive() {
        if (line_.name == "lwarx") {
            const TermId loaded = machine_.load(at_sum(1), 32, "lwarx r$D,r0,r$A", line_.span);
            return write(0, loaded), true;
        }
        if (line_.name != "stwcx.") return false;
        const TermId status = machine_.store_conditional(
            at_sum(1), low(read(0)), 1, "stwcx. r$V,r0,r$A ; bne $L ; li r$U,1 ; $L:", line_.span);
        machine_.only_equal("cr0", terms_.binary(Op::equal, status, terms_.constant(1, 32)));
        return true;
    }

    /// The sum with 0 on its left side where register 0 stands there.
    TermId at_sum(std::size_t at) {
        const TermId left = base(operand(at).text, operand(at).span);
        const TermId right = read(at + 1);
        return terms_.known(left) ? terms_.binary(Op::add, right, left)
                                  : terms_.binary(Op::add, left, right);
    }

    bool access() {
        std::string_view name = line_.name;
        const bool updates = name == "stdu";
        if (updates) name = "std";
        const bool is_indexed = name.ends_with('x');
        if (is_indexed) name.remove_suffix(1);
        const auto load = std::ranges::find(kLoads, name, &Access::name);
        const auto store = std::ranges::find(kStores, name, &Access::name);
        if (load == kLoads.end() && store == kStores.end()) return false;
        const TermId where = is_indexed ? at_sum(1) : address(1);
        if (load != kLoads.end()) {
            const TermId loaded = machine_.load(
                where, load->width, std::string(load->name) + " r$D,0(r$A)", line_.span, true);
            return write(0, terms_.resized(loaded, 64, load->is_signed)), true;
        }
        machine_.store(where, terms_.resized(read(0), store->width),
                       std::string(store->name) + " r$V,0(r$A)", line_.span);
        if (updates) machine_.set("r1", where);
        return true;
    }

    Machine& machine_;
    Terms& terms_;
    const Line& line_;
};

class Power final : public InstructionSet {
public:
    const Syntax& syntax() const override {
        static const Syntax made{.comments = {"#"}};
        return made;
    }

    const Dialect& dialect() const override {
        static const Dialect made = [] {
            Dialect dialect{.word = "PPC",
                            .model = "power",
                            .registers = numbered(32),
                            .observe = "r%",
                            .address_register = "r%",
                            .constant = "li r$D,$N",
                            .compute = {{Op::add, "add r$D,r$V,r$W"},
                                        {Op::subtract, "sub r$D,r$V,r$W"},
                                        {Op::bit_and, "and r$D,r$V,r$W"},
                                        {Op::bit_or, "or r$D,r$V,r$W"},
                                        {Op::bit_xor, "xor r$D,r$V,r$W"}},
                            .branch = "cmpw r$V,r$V ; bne $L ; $L:",
                            .prepare_status = "li r$U,0"};
            dialect.registers.erase(dialect.registers.begin());  // r0 is 0 in addresses
            return dialect;
        }();
        return made;
    }

    void enter(Machine& machine, const Listing& /*listing*/, const std::string& function,
               const std::vector<TermId>& parameters) const override {
        enter_in_a_row(machine, function, parameters, "r1", "lr", "r", 3);
    }

    Next execute(Machine& machine, const Line& line) const override {
        return Execution(machine, line)();
    }
};

}  // namespace
}  // namespace ppc64

const InstructionSet& power64() {
    static const ppc64::Power made;
    return made;
}

}  // namespace clmm::compilers
