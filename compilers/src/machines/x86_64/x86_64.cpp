#include <algorithm>
#include <array>

#include "machines/x86_64/execution.h"

namespace clmm::compilers {
namespace x86 {

Next Execution::operator()() {
    const Next next = run();
    operands_.expect_looked_at();
    return next;
}

Next Execution::run() {
    if (const auto next = control()) return *next;
    if (simple() || zero_upper() || vector()) return {};
    if (line_.name.starts_with("lock ") || line_.name.starts_with("xchg")) return atomic(), Next{};
    if (conditional() || sized()) return {};
    unknown_instruction(line_);
}

std::optional<Next> Execution::control() {
    std::string_view name = line_.name;
    // Where code may be jumped to is marked; a jump by a table need not look.
    if (name.starts_with("notrack ")) name.remove_prefix(8);
    if (name == "ret" || name == "retq")
        return Next{.kind = Next::Kind::go_to, .span = line_.span, .target = popped()};
    if (name == "call" || name == "callq") return call();
    if (!name.starts_with('j')) return std::nullopt;
    const Piece& label = operand(0);
    if ((name == "jmp" || name == "jmpq") && label.text.starts_with('*'))
        return Next{.kind = Next::Kind::jump, .target = behind_star(label)};
    if (name == "jmp")
        return Next{.kind = Next::Kind::jump, .label = label.text, .span = label.span};
    const auto condition = condition_named(name.substr(1));
    if (!condition) return std::nullopt;
    return Next{.kind = Next::Kind::branch,
                .label = label.text,
                .span = label.span,
                .condition = machine_.condition(kFlags, *condition, line_.span)};
}

bool Execution::simple() {
    const std::string& name = line_.name;
    if (name.starts_with("nop") || name == "endbr64") return operands_.ignore(), true;
    if (name == "mfence" || name == "lfence" || name == "sfence") {
        std::string code = name;
        for (char& c : code) c = static_cast<char>(c - 'a' + 'A');
        machine_.fence(code, line_.span);
        return true;
    }
    if (name == "cltq") return machine_.set("ax", terms_.resized(read({"ax", 32}), 64, true)), true;
    if (name == "pushq" || name == "push") return push(value(operand(0), 64)), true;
    if (name == "popq" || name == "pop") return write(reg(operand(0)), popped()), true;
    if ((name == "andq" || name == "and") && operand(0).text.starts_with('$') &&
        operand(1).text == "%rsp") {
        // Aligned: how far down that is nobody knows, but it is memory that nothing else uses.
        const auto to = immediate(operand(0));
        if (!to || *to >= 0 || *to < -4096) return false;
        machine_.set("sp",
                     machine_.world().own("the stack aligned at " + std::to_string(line_.place)));
        return true;
    }
    if (name == "leave" || name == "leaveq") {
        machine_.set("sp", whole("bp"));
        write({"bp", 64}, popped());
        return true;
    }
    return false;
}

Next Execution::call() {
    push(machine_.world().code(line_.place + 1));
    const Piece& to = operand(0);
    Next made{.kind = Next::Kind::call, .label = to.text, .span = to.span};
    if (made.label.ends_with("@PLT")) made.label.resize(made.label.size() - 4);
    if (!to.text.starts_with('*')) return made;
    made.label.clear();
    made.target = behind_star(to);
    return made;
}

TermId Execution::behind_star(const Piece& piece) {
    const Span span{piece.span.begin + 1, piece.span.end};
    return value({std::string(trimmed(std::string_view(piece.text).substr(1))), span}, 64);
}

void Execution::push(TermId pushed) {
    const TermId top = terms_.binary(Op::subtract, whole("sp"), terms_.constant(8));
    machine_.set("sp", top);
    machine_.store(top, pushed, kStore, line_.span);
}

TermId Execution::popped() {
    const TermId top = whole("sp");
    machine_.set("sp", terms_.binary(Op::add, top, terms_.constant(8)));
    return machine_.load(top, 64, kLoad, line_.span);
}

namespace {

class X86 final : public InstructionSet {
public:
    const Syntax& syntax() const override {
        static const Syntax made{.comments = {"#"}, .word = 2};
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
