#include "machines/ptx/execution.h"

namespace clmm::compilers {
namespace nvidia {

Execution::Execution(Machine& machine, const Line& line)
    : machine_(machine), terms_(machine.terms()), line_(line), operands_(line) {
    std::string_view rest = line.name;
    while (true) {
        const std::size_t dot = rest.find('.', 1);
        words_.push_back(rest.substr(0, dot));
        if (dot == std::string_view::npos) break;
        rest.remove_prefix(dot + 1);
    }
}

Next Execution::operator()() {
    if (line_.name == ".local") return local(), Next{};
    if (line_.name == ".shared") unknown_instruction(line_);
    if (words_[0] != "bra")
        if (const auto next = guarded()) return *next;
    const Next next = run();
    operands_.expect_looked_at();
    return next;
}

Next Execution::run() {
    if (const auto next = control()) return *next;
    if (fence() || move() || compare() || compute() || access() || atomic()) return {};
    unknown_instruction(line_);
}

std::optional<Next> Execution::control() {
    if (words_[0] == "ret") return leave();
    if (words_[0] == "exit") return Next{.kind = Next::Kind::leave};
    if (words_[0] == "call") return call();
    if (words_[0] != "bra") return std::nullopt;
    const Piece& label = operand(0);
    if (line_.guard.empty())
        return Next{.kind = Next::Kind::jump, .label = label.text, .span = label.span};
    return Next{
        .kind = Next::Kind::branch, .label = label.text, .span = label.span, .condition = guard()};
}

TermId Execution::guard() {
    const bool is_negated = line_.guard.starts_with('!');
    const TermId condition = predicate(line_.guard.substr(is_negated ? 1 : 0), line_.span);
    return is_negated ? terms_.negated(condition) : condition;
}

std::optional<Next> Execution::guarded() {
    if (line_.guard.empty()) return std::nullopt;
    const TermId condition = guard();
    const auto is_known = machine_.decided(condition);
    if (!is_known)
        return Next{.kind = Next::Kind::masked, .span = line_.span, .condition = condition};
    if (!*is_known) return Next{};
    return std::nullopt;
}

namespace {

class Ptx final : public InstructionSet {
public:
    const Syntax& syntax() const override {
        static const Syntax made{.comments = {"//"}, .has_functions = true};
        return made;
    }

    const Dialect& dialect() const override {
        static const Dialect made{.word = "PTX",
                                  .model = "ptx-7.5",
                                  .registers = numbered(1000, "r"),
                                  .immediate = "%",
                                  .head = "P%n@cta %w,gpu %d",
                                  .constant = "mov $D, $N",
                                  .compute = {{Op::add, "add $D, $V, $W"},
                                              {Op::subtract, "sub $D, $V, $W"},
                                              {Op::multiply, "mul $D, $V, $W"},
                                              {Op::bit_and, "and $D, $V, $W"},
                                              {Op::bit_or, "or $D, $V, $W"},
                                              {Op::bit_xor, "xor $D, $V, $W"}},
                                  .branch = "bne $V, 0, $L ; $L:",
                                  .waits_for_all = ", $B, $Q"};
        return made;
    }

    void enter(Machine& machine, const Listing& /*listing*/, const std::string& function,
               const std::vector<TermId>& parameters) const override {
        nvidia::enter(machine, function, parameters, machine.world().back);
    }

    Next execute(Machine& machine, const Line& line) const override {
        return Execution(machine, line)();
    }
};

}  // namespace
}  // namespace nvidia

const InstructionSet& ptx() {
    static const nvidia::Ptx made;
    return made;
}

}  // namespace clmm::compilers
