#include <algorithm>
#include <array>
#include <functional>
#include <optional>

#include "machines/instruction_set.h"

/// x86-64 in AT&T's syntax, as compilers for System V write it.
namespace clmm::compilers {
namespace x86 {
namespace {

struct Register {
    std::string name;
    unsigned width = 0;
};

constexpr std::array<std::string_view, 8> kOld{"ax", "bx", "cx", "dx", "si", "di", "bp", "sp"};

/// `eax` is 32 bits of `ax`; no width: there is none of this name.
Register register_named(std::string_view name) {
    for (const std::string_view old : kOld) {
        const std::string key(old);
        if (name == "r" + key) return {key, 64};
        if (name == "e" + key) return {key, 32};
        if (name == old) return {key, 16};
        const bool has_letters = old[1] == 'x';
        if (name == (has_letters ? key.substr(0, 1) : key) + "l") return {key, 8};
    }
    if (name.size() < 2 || name[0] != 'r' || name[1] < '0' || name[1] > '9') return {};
    const std::size_t digits = name.find_first_not_of("0123456789", 1);
    const std::string key(name.substr(0, digits));
    const auto number = number_in(key.substr(1));
    if (!number || *number < 8 || *number > 15) return {};
    const std::string_view rest = digits == std::string_view::npos ? "" : name.substr(digits);
    if (rest.empty()) return {key, 64};
    return {key, rest == "d" ? 32U : rest == "w" ? 16U : rest == "b" ? 8U : 0U};
}

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

std::optional<std::string_view> condition_named(std::string_view name) {
    const auto found = std::ranges::find(kConditions, name, &Conditions::name);
    if (found == kConditions.end()) return std::nullopt;
    return found->means;
}

struct Computing {
    std::string_view name, litmus;
    Op op;
};
constexpr std::array kComputing{
    Computing{"add", "ADD", Op::add},      Computing{"sub", "SUB", Op::subtract},
    Computing{"and", "AND", Op::bit_and},  Computing{"or", "OR", Op::bit_or},
    Computing{"xor", "XOR", Op::bit_xor},  Computing{"imul", "", Op::multiply},
    Computing{"shl", "", Op::shift_left},  Computing{"sal", "", Op::shift_left},
    Computing{"shr", "", Op::shift_right}, Computing{"sar", "", Op::shift_right_signed}};

unsigned width_of_suffix(char c) {
    return c == 'b' ? 8 : c == 'w' ? 16 : c == 'l' ? 32 : c == 'q' ? 64 : 0;
}

const std::string kFlags = "flags";
constexpr const char* kLoad = "MOV $D,[$A]";
constexpr const char* kStore = "MOV [$A],$V";

/// One instruction, operands in AT&T's order: the destination last.
class Execution {
public:
    Execution(Machine& machine, const Line& line)
        : machine_(machine), terms_(machine.terms()), line_(line) {}

    Next operator()() {
        if (const auto next = control()) return *next;
        if (simple()) return {};
        if (line_.name.starts_with("lock ") || line_.name.starts_with("xchg"))
            return atomic(), Next{};
        if (conditional() || sized()) return {};
        unknown_instruction(line_);
    }

private:
    [[nodiscard]] const Piece& operand(std::size_t at) const {
        if (at >= line_.operands.size()) expect_operands(line_, at + 1);
        return line_.operands[at];
    }
    [[nodiscard]] const Piece& destination() const { return operand(line_.operands.size() - 1); }

    static bool is_memory(const Piece& piece) {
        return !piece.text.starts_with('%') && !piece.text.starts_with('$');
    }

    [[nodiscard]] Register reg(const Piece& piece) const {
        const Register found =
            piece.text.starts_with('%') ? register_named(piece.text.substr(1)) : Register{};
        if (found.width == 0) refuse("unknown register '" + piece.text + "'", piece.span);
        return found;
    }

    TermId whole(const std::string& name) {
        const TermId value = machine_.get(name);
        for (const unsigned width : {16U, 8U})
            if (const auto part = machine_.find(name + "." + std::to_string(width))) {
                const std::uint64_t mask = ~((std::uint64_t{1} << width) - 1);
                return terms_.binary(Op::bit_or,
                                     terms_.binary(Op::bit_and, value, terms_.constant(mask)),
                                     terms_.resized(*part, 64));
            }
        return value;
    }

    TermId read(const Register& from) {
        if (from.width <= 16)
            if (const auto part = machine_.find(from.name + "." + std::to_string(from.width)))
                return *part;
        return terms_.resized(whole(from.name), from.width);
    }

    void write(const Register& to, TermId value) {
        const std::string part = to.name + ".";
        if (to.width >= 32) {
            machine_.forget(part + "8");
            machine_.forget(part + "16");
            return machine_.set(to.name, terms_.resized(value, 64));
        }
        machine_.set(to.name, whole(to.name));
        machine_.forget(part + (to.width == 8 ? "16" : "8"));
        machine_.set(part + std::to_string(to.width), value);
    }

    /// `8(%rax,%rcx,4)`.
    TermId address(const Piece& piece) {
        const std::size_t open = piece.text.find('(');
        const std::string displacement = piece.text.substr(0, open);
        const auto offset = displacement.empty() ? 0 : number_in(displacement);
        if (!offset || open == std::string::npos || !piece.text.ends_with(')'))
            refuse("unknown address '" + piece.text + "'", piece.span,
                   "addresses are made of registers and numbers");
        std::string_view inside(piece.text);
        inside = inside.substr(open + 1, inside.size() - open - 2);
        TermId sum = terms_.constant(static_cast<std::uint64_t>(*offset));
        std::uint64_t scale = 1;
        std::vector<std::string_view> parts;
        for (std::size_t at = 0; at <= inside.size();) {
            const std::size_t comma = std::min(inside.find(',', at), inside.size());
            parts.push_back(trimmed(inside.substr(at, comma - at)));
            at = comma + 1;
        }
        if (parts.size() == 3) scale = static_cast<std::uint64_t>(number_in(parts[2]).value_or(0));
        if (parts.empty() || parts.size() > 3 || scale == 0)
            refuse("unknown address '" + piece.text + "'", piece.span);
        for (std::size_t i = 0; i < parts.size() && i < 2; ++i) {
            if (parts[i].empty()) continue;
            const TermId part = read(reg({std::string(parts[i]), piece.span}));
            if (terms_[part].width != 64) refuse("an address of less than 64 bits", piece.span);
            const TermId scaled =
                i == 1 ? terms_.binary(Op::multiply, part, terms_.constant(scale)) : part;
            sum = terms_.binary(Op::add, scaled, sum);
        }
        return sum;
    }

    TermId value(const Piece& piece, unsigned width) {
        if (piece.text.starts_with('$')) {
            const auto number = number_in(std::string_view(piece.text).substr(1));
            if (!number) refuse("'" + piece.text + "' is no number", piece.span);
            return terms_.constant(static_cast<std::uint64_t>(*number), width);
        }
        if (is_memory(piece)) return machine_.load(address(piece), width, kLoad, line_.span, true);
        const Register from = reg(piece);
        if (from.width != width) refuse("a register of another width", piece.span);
        return read(from);
    }

    void put(const Piece& piece, TermId value) {
        if (is_memory(piece)) return machine_.store(address(piece), value, kStore, line_.span);
        const Register to = reg(piece);
        if (to.width != terms_[value].width) refuse("a register of another width", piece.span);
        write(to, value);
    }

    std::optional<Next> control() {
        const std::string& name = line_.name;
        if (name == "ret" || name == "retq") return Next{.kind = Next::Kind::leave};
        if (!name.starts_with('j')) return std::nullopt;
        const Piece& label = operand(0);
        if (name == "jmp")
            return Next{.kind = Next::Kind::jump, .label = label.text, .span = label.span};
        const auto condition = condition_named(std::string_view(name).substr(1));
        if (!condition) return std::nullopt;
        return Next{.kind = Next::Kind::branch,
                    .label = label.text,
                    .span = label.span,
                    .condition = machine_.condition(kFlags, *condition, line_.span)};
    }

    bool simple() {
        const std::string& name = line_.name;
        if (name.starts_with("nop") || name == "endbr64") return true;
        if (name == "mfence" || name == "lfence" || name == "sfence") {
            std::string code = name;
            for (char& c : code) c = static_cast<char>(c - 'a' + 'A');
            machine_.fence(code, line_.span);
            return true;
        }
        if (name == "cltq")
            return machine_.set("ax", terms_.resized(read({"ax", 32}), 64, true)), true;
        if (name == "pushq" || name == "push") return push(), true;
        if (name == "popq" || name == "pop") return pop(reg(operand(0))), true;
        if (name == "leave" || name == "leaveq") {
            machine_.set("sp", whole("bp"));
            pop({"bp", 64});
            return true;
        }
        return false;
    }

    void push() {
        const TermId pushed = value(operand(0), 64);
        const TermId top = terms_.binary(Op::subtract, whole("sp"), terms_.constant(8));
        machine_.set("sp", top);
        machine_.store(top, pushed, kStore, line_.span);
    }

    void pop(const Register& to) {
        const TermId top = whole("sp");
        write(to, machine_.load(top, 64, kLoad, line_.span));
        machine_.set("sp", terms_.binary(Op::add, whole("sp"), terms_.constant(8)));
    }

    /// setcc, cmovcc.
    bool conditional() {
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

    /// Instructions whose last letter is their width.
    bool sized() {
        const std::string_view name = line_.name;
        const unsigned width = width_of_suffix(name.back());
        if (width == 0) return false;
        const std::string_view stem = name.substr(0, name.size() - 1);
        if (stem == "mov" || stem == "movabs")
            return put(operand(1), value(operand(0), width)), true;
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

    void extend(std::string_view stem, unsigned width) {
        const unsigned from = width_of_suffix(stem.back());
        if (from == 0 || from >= width) unknown_instruction(line_);
        put(operand(1), terms_.resized(value(operand(0), from), width, stem[3] == 's'));
    }

    bool unary(std::string_view stem, unsigned width) {
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

    bool compute(std::string_view stem, unsigned width) {
        const auto found = std::ranges::find(kComputing, stem, &Computing::name);
        if (found == kComputing.end()) return false;
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

    void flags_of(Op op, TermId old, TermId by, TermId made) {
        if (op == Op::subtract)
            machine_.compare(kFlags, old, by);
        else if (op == Op::bit_and || op == Op::bit_or || op == Op::bit_xor)
            machine_.compare_with_zero(kFlags, made);
        else
            machine_.only_equal(kFlags, terms_.is_zero(made));
    }

    /// Locked instructions, and xchg, which locks by itself.
    void atomic() {
        std::string_view name = line_.name;
        if (name.starts_with("lock ")) name.remove_prefix(5);
        const unsigned width = name.empty() ? 0 : width_of_suffix(name.back());
        if (width == 0) unknown_instruction(line_);
        const std::string_view stem = name.substr(0, name.size() - 1);
        if (stem == "cmpxchg") return compare_exchange(width);
        if (stem == "xchg") return exchange(width);
        const Piece& to = destination();
        if (!is_memory(to)) unknown_instruction(line_);
        const TermId where = address(to);
        if (stem == "xadd" || stem == "add" || stem == "sub" || stem == "inc" || stem == "dec")
            return add(stem, where, width);
        const auto found = std::ranges::find(kComputing, stem, &Computing::name);
        if (found == kComputing.end() || found->litmus.empty()) unknown_instruction(line_);
        const TermId by = value(operand(0), width);
        // Of memory of its own a thread needs no order: what is left is the fence.
        if (machine_.is_private(where)) {
            const bool is_same = found->op == Op::bit_or && terms_.known(by) == 0;
            if (!is_same) (void)machine_.modify(where, found->op, by, false, {}, line_.span);
            machine_.fence("MFENCE", line_.span);
        } else {
            (void)machine_.modify(where, found->op, by, false,
                                  "LOCK " + std::string(found->litmus) + " [$A],$V", line_.span);
        }
        for (const char* flag : {".eq", ".lt", ".lo", ".mi"}) machine_.forget(kFlags + flag);
    }

    void add(std::string_view stem, TermId where, unsigned width) {
        const bool is_one = stem == "inc" || stem == "dec";
        TermId by = is_one ? terms_.constant(1, width) : value(operand(0), width);
        if (stem == "sub" || stem == "dec")
            by = terms_.binary(Op::subtract, terms_.constant(0, width), by);
        if (machine_.is_private(where)) machine_.fence("MFENCE", line_.span);
        const TermId old =
            machine_.modify(where, Op::add, by, true, "MOV $D,$V ; LOCK XADD [$A],$D", line_.span);
        if (stem == "xadd") put(operand(0), old);
        machine_.only_equal(kFlags, terms_.is_zero(terms_.binary(Op::add, old, by)));
    }

    void exchange(unsigned width) {
        const bool is_first = is_memory(operand(0));
        const Piece& memory = operand(is_first ? 0 : 1);
        const Piece& other = operand(is_first ? 1 : 0);
        const TermId stored = value(other, width);
        if (!is_memory(memory)) {
            const TermId swapped = value(memory, width);
            put(memory, stored);
            return put(other, swapped);
        }
        const TermId where = address(memory);
        if (machine_.is_private(where)) machine_.fence("MFENCE", line_.span);
        put(other, machine_.exchange(where, stored, true, "MOV $D,$V ; XCHG [$A],$D", line_.span));
    }

    void compare_exchange(unsigned width) {
        if (!line_.name.starts_with("lock ") || !is_memory(operand(1))) unknown_instruction(line_);
        const TermId where = address(operand(1));
        if (machine_.is_private(where)) unknown_instruction(line_);
        const TermId expected = read({"ax", width});
        const TermId old = machine_.compare_exchange(
            where, expected, value(operand(0), width),
            "MOV EAX,$E ; MOV $T,$V ; LOCK CMPXCHG [$A],$T ; MOV $D,EAX", line_.span);
        write({"ax", width}, old);
        machine_.only_equal(kFlags, terms_.binary(Op::equal, old, expected));
    }

    Machine& machine_;
    Terms& terms_;
    const Line& line_;
};

class X86 final : public InstructionSet {
public:
    const Syntax& syntax() const override {
        static const Syntax made{.comments = {"#"}};
        return made;
    }

    const Dialect& dialect() const override {
        static const Dialect made{
            .word = "X86",
            .model = "x86-tso",
            .registers = {"EBX", "ECX", "EDX", "ESI", "EDI", "EBP", "ESP", "R8D", "R9D", "R10D",
                          "R11D", "R12D", "R13D", "R14D", "R15D"},
            .immediate = "$%",
            .constant = "MOV $D,$N",
            .compute = {{Op::add, "MOV $D,$V ; ADD $D,$W"},
                        {Op::subtract, "MOV $D,$V ; SUB $D,$W"},
                        {Op::bit_and, "MOV $D,$V ; AND $D,$W"},
                        {Op::bit_or, "MOV $D,$V ; OR $D,$W"},
                        {Op::bit_xor, "MOV $D,$V ; XOR $D,$W"}}};
        return made;
    }

    void enter(Machine& machine, const Listing& /*listing*/, const std::string& /*function*/,
               const std::vector<TermId>& parameters) const override {
        static constexpr std::array<const char*, 6> kNames{"di", "si", "dx", "cx", "r8", "r9"};
        const TermId stack = machine.world().stack;
        machine.set("sp", stack);
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            if (i < kNames.size())
                machine.set(kNames[i], parameters[i]);
            else
                machine.set_private({machine.terms()[stack].value,
                                     static_cast<std::int64_t>(8 * (i - kNames.size() + 1))},
                                    parameters[i]);
        }
    }

    Next execute(Machine& machine, const Line& line) const override {
        return Execution(machine, line)();
    }
};

}  // namespace
}  // namespace x86

const InstructionSet& x86_64() {
    static const x86::X86 made;
    return made;
}

}  // namespace clmm::compilers
