#include <algorithm>
#include <array>

#include "machines/power64/execution.h"

namespace clmm::compilers {
namespace ppc64 {

Next Execution::operator()() {
    const Next next = run();
    operands_.expect_looked_at();
    return next;
}

Next Execution::run() {
    if (const auto next = control()) return *next;
    if (fence() || condition_bits() || move() || bits() || compare() || compute() || exclusive() ||
        access() || vector())
        return {};
    unknown_instruction(line_);
}

std::optional<Next> Execution::control() {
    std::string_view name = line_.name;
    if (name == "blr") return Next{.kind = Next::Kind::go_to, .target = machine_.get("lr")};
    if (name == "bctr") return Next{.kind = Next::Kind::jump, .target = machine_.get("ctr")};
    if (name == "bl") {
        machine_.set("lr", machine_.world().code(line_.place + 1));
        return Next{.kind = Next::Kind::call, .label = operand(0).text, .span = operand(0).span};
    }
    if (name == "b")
        return Next{.kind = Next::Kind::jump, .label = operand(0).text, .span = operand(0).span};
    if (name == "bc" && line_.operands.size() == 3) {
        const unsigned when = small(0, 31);
        if (when != 12 && when != 4) return std::nullopt;
        const TermId is = bit(small(1, 31));
        return Next{.kind = Next::Kind::branch,
                    .label = operand(2).text,
                    .span = operand(2).span,
                    .condition = when == 12 ? is : terms_.negated(is)};
    }
    if (name.ends_with('-') || name.ends_with('+')) name.remove_suffix(1);
    static constexpr std::array<std::string_view, 6> kConditions{"eq", "ne", "lt",
                                                                 "ge", "gt", "le"};
    if (!name.starts_with('b') ||
        std::ranges::find(kConditions, name.substr(1)) == kConditions.end())
        return std::nullopt;
    const bool names_field = line_.operands.size() == 2;
    const Piece& label = operand(names_field ? 1 : 0);
    const std::string prefix = field(names_field ? std::optional<std::size_t>(0) : std::nullopt);
    return Next{.kind = Next::Kind::branch,
                .label = label.text,
                .span = label.span,
                .condition = condition(prefix, name.substr(1))};
}

namespace {

class Power final : public InstructionSet {
public:
    const Syntax& syntax() const override {
        static const Syntax made{.comments = {"#"}, .word = 2};
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
