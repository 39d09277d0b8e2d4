#include "machines/aarch64/execution.h"

namespace clmm::compilers {
namespace a64 {

Next Execution::operator()() {
    const Next next = run();
    operands_.expect_looked_at();
    return next;
}

Next Execution::run() {
    if (const auto next = control()) return *next;
    if (vector() || page() || fence() || move() || select() || compare() || compute() || access() ||
        access_with_sign() || pair() || exclusive() || atomic())
        return {};
    unknown_instruction(line_);
}

std::optional<Next> Execution::control() {
    const std::string& name = line_.name;
    const auto to = [&](Next::Kind kind, std::size_t at, TermId condition = {}) {
        return Next{kind, operand(at).text, operand(at).span, condition};
    };
    if (name == "ret")
        return Next{.kind = Next::Kind::go_to,
                    .span = line_.span,
                    .target = count() == 0 ? machine_.get("x30") : read(0)};
    if (name == "bl" || name == "blr") {
        Next made = name == "bl" ? to(Next::Kind::call, 0) : Next{.kind = Next::Kind::call};
        if (name == "blr") made.target = read(0);
        machine_.set("x30", machine_.world().code(line_.place + 1));
        return made;
    }
    if (name == "b") return to(Next::Kind::jump, 0);
    if (name == "br") return Next{.kind = Next::Kind::jump, .target = read(0)};
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

namespace {

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
        enter_in_a_row(machine, function, parameters, "sp", "x30", "x");
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
