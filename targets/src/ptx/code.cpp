// The litmus form as instructions of the ISA.

#include <algorithm>
#include <array>

#include "clmm/base/reject.h"
#include "clmm/targets/ptx_code.h"
#include "ptx/front_end.h"
#include "ptx/program.h"

namespace clmm::targets {
namespace {

using ptx::Instruction;
using Does = ptx::Kind;
using ptx::Operand;

[[noreturn]] void refuse(std::string message, Span span, std::string hint = {}) {
    reject("E-UNSUPPORTED", std::move(message), span, std::move(hint));
}

const char* word_of(ptx::Order order) {
    static constexpr std::array<const char*, 6> kWords{"weak",    "relaxed", "acquire",
                                                       "release", "acq_rel", "sc"};
    return kWords[static_cast<std::size_t>(order)];
}

std::string word_of(ptx::Scope scope) {
    static constexpr std::array<const char*, 4> kWords{"", ".cta", ".gpu", ".sys"};
    return kWords[static_cast<std::size_t>(scope)];
}

/// With the type, as atom and red have it.
std::string atomic_word(Operation operation) {
    switch (operation) {
        case Operation::add:
        case Operation::sub:
            return "add.u32";
        case Operation::bit_and:
            return "and.b32";
        case Operation::bit_or:
            return "or.b32";
        case Operation::bit_xor:
            return "xor.b32";
        case Operation::signed_min:
            return "min.s32";
        case Operation::signed_max:
            return "max.s32";
        case Operation::exchange:
            return "exch.b32";
        case Operation::compare_and_swap:
            return "cas.b32";
        default:
            return {};
    }
}

std::string arithmetic_word(Operation operation) {
    switch (operation) {
        case Operation::add:
            return "add.s32";
        case Operation::sub:
            return "sub.s32";
        case Operation::mul:
            return "mul.lo.s32";
        default:
            return atomic_word(operation);
    }
}

const char* comparison_word(Condition condition) {
    static constexpr std::array<const char*, 6> kWords{"eq", "ne", "ge", "le", "gt", "lt"};
    return kWords.at(static_cast<std::size_t>(condition));  // of signed numbers alone
}

/// One thread, instruction by instruction.
class Writer {
public:
    Writer(const litmus::LitmusTest& test, const ptx::Program& program, std::size_t column)
        : test_(test),
          program_(program),
          column_(column),
          prefix_("P" + std::to_string(test.units[column].number) + "_") {}

    PtxThread operator()() && {
        take_initial_values();
        const Code& code = program_.code[column_];
        const auto& instructions = program_.threads[column_];
        for (std::size_t at = 0; at <= instructions.size(); ++at) {
            for (const auto& [label, target] : code.labels)
                if (target == at) line(prefix_ + label + ":");
            if (at < instructions.size()) write(instructions[at]);
        }
        return std::move(made_);
    }

private:
    void take_initial_values() {
        for (const InitialValue& each : program_.file.initial) {
            if (each.target.kind != Atom::Kind::reg ||
                each.target.unit != test_.units[column_].number)
                continue;
            if (each.value.kind == Atom::Kind::address)
                refuse("a register that starts with an address is not executed", each.value.span);
            made_.registers.insert(each.target.name);
            made_.initial[each.target.name] =
                static_cast<std::uint32_t>(static_cast<std::uint64_t>(each.value.constant));
        }
    }

    void line(std::string text, std::optional<std::size_t> barrier = {}) {
        made_.lines.push_back({std::move(text), barrier});
    }

    std::string reg(const std::string& name) {
        made_.registers.insert(name);
        return "%" + prefix_ + name;
    }

    std::string value(const Operand& operand) {
        return operand.kind == Operand::Kind::reg
                   ? reg(operand.name)
                   : std::to_string(static_cast<std::int32_t>(operand.value));
    }

    /// As a register: accesses to memory take no numbers.
    std::string in_register(const Operand& operand, const char* scratch) {
        if (operand.kind == Operand::Kind::reg) return reg(operand.name);
        const std::string name = "%" + prefix_ + scratch;
        line("mov.b32 " + name + ", " + value(operand) + ";");
        return name;
    }

    std::string place(const Instruction& at, const Operand& operand) {
        if (at.proxy != ptx::Proxy::generic)
            refuse("'" + at.mnemonic + "' goes through a surface, texture or constant", at.span,
                   "tests on devices have generic addresses alone");
        const auto& aliases = program_.file.aliases;
        if (std::ranges::find(aliases, operand.name, &Alias::name) != aliases.end())
            refuse("'" + operand.name + "' is another address of a location", operand.span,
                   "a location of a test has one address on devices");
        const auto found =
            std::ranges::find(test_.locations, operand.name, &litmus::Location::name);
        if (found->is_pointer)
            refuse("'" + operand.name + "' holds an address, which is not executed", operand.span);
        made_.locations.insert(found->id.index());
        return "[%at" + std::to_string(found->id.index()) + "]";
    }

    void write(const Instruction& at) {
        switch (at.kind) {
            case Does::load:
                return line("ld." + strength(at) + ".global.u32 " + reg(at.operands[0].name) +
                            ", " + place(at, at.operands[1]) + ";");
            case Does::store: {
                const std::string to = place(at, at.operands[0]);
                const std::string stored = in_register(at.operands[1], "v0");
                return line("st." + strength(at) + ".global.u32 " + to + ", " + stored + ";");
            }
            case Does::atom:
            case Does::reduction:
                return atom(at);
            case Does::fence:
                return fence(at);
            case Does::proxy_fence:
                if (!at.is_alias_fence)
                    refuse("a fence of surfaces, textures or constants is not executed", at.span,
                           "tests on devices have generic addresses alone");
                return line("fence.proxy.alias;");
            case Does::barrier:
                return barrier(at);
            case Does::move:
                return line("mov.b32 " + reg(at.operands[0].name) + ", " + value(at.operands[1]) +
                            ";");
            case Does::compute:
                return line(arithmetic_word(at.operation) + " " + reg(at.operands[0].name) + ", " +
                            in_register(at.operands[1], "v0") + ", " + value(at.operands[2]) + ";");
            case Does::branch:
                branched_ = true;
                line("setp." + std::string(comparison_word(at.condition)) + ".s32 %" + prefix_ +
                     "p, " + in_register(at.operands[0], "v0") + ", " + value(at.operands[1]) +
                     ";");
                return line("@%" + prefix_ + "p bra " + prefix_ + at.operands[2].name + ";");
            case Does::jump:
                branched_ = true;
                return line("bra " + prefix_ + at.operands[0].name + ";");
        }
    }

    void fence(const Instruction& at) {
        if (!at.mnemonic.starts_with("membar"))
            return line("fence." + std::string(word_of(at.order)) + word_of(at.scope) + ";");
        line("membar" + (at.scope == ptx::Scope::gpu ? ".gl" : word_of(at.scope)) + ";");
    }

    /// `volatile` is not always what relaxed.sys is to a compiler: it stays as it was written.
    static std::string strength(const Instruction& at) {
        if (at.mnemonic.find(".volatile") != std::string::npos) return "volatile";
        return word_of(at.order) + word_of(at.scope);
    }

    void atom(const Instruction& at) {
        const bool is_reduction = at.kind == Does::reduction;
        const std::string name = is_reduction ? "red" : "atom";
        const bool has_order =
            !is_reduction || at.order == ptx::Order::relaxed || at.order == ptx::Order::release;
        const std::string operation = atomic_word(at.operation);
        if (operation.empty() || !has_order)
            refuse("PTX has no '" + at.mnemonic + "'", at.span,
                   has_order ? "" : "red is relaxed or release; atom has the other orders");
        const std::string where = place(at, at.operands[is_reduction ? 0 : 1]);
        const Operand& given = at.operands[is_reduction ? 1 : 2];
        std::string operands = is_reduction ? "" : reg(at.operands[0].name) + ", ";
        if (at.operation == Operation::sub) {
            const std::string subtracted = in_register(given, "v0");
            line("neg.s32 %" + prefix_ + "v0, " + subtracted + ";");
            operands += where + ", %" + prefix_ + "v0";
        } else {
            operands += where + ", " + in_register(given, "v0");
        }
        if (at.operation == Operation::compare_and_swap)
            operands += ", " + in_register(at.operands[3], "v1");
        line(name + "." + strength(at) + ".global." + operation + " " + operands + ";");
    }

    /// Without `.aligned`: warps come to it in branches of their own.
    void barrier(const Instruction& at) {
        for (const Operand& each : at.operands)
            if (each.kind == Operand::Kind::reg)
                refuse("a barrier whose number is in a register is not executed", each.span,
                       "who meets at it has to be known from the text");
        PtxBarrier made{.instance = at.operands[0].value,
                        .id = at.operands[at.operands.size() > 1 ? 1 : 0].value,
                        .quorum = {},
                        .waits = !at.arrives_only,
                        .behind_branch = branched_,
                        .span = at.span};
        if (at.operands.size() > 2) made.quorum = at.operands[2].value;
        line("barrier." + std::string(made.waits ? "sync " : "arrive ") + std::to_string(made.id) +
                 ", ",
             made_.barriers.size());
        made_.barriers.push_back(made);
    }

    const litmus::LitmusTest& test_;
    const ptx::Program& program_;
    std::size_t column_;
    std::string prefix_;
    PtxThread made_;
    bool branched_ = false;
};

}  // namespace

bool is_ptx(const litmus::LitmusTest& test) { return test.front_end == &ptx::front_end(); }

Result<std::vector<PtxThread>> ptx_code(const litmus::LitmusTest& test) {
    try {
        const auto& program =
            *static_cast<const ptx::Program*>(static_cast<const Program*>(test.program.get()));
        std::vector<PtxThread> threads;
        for (std::size_t column = 0; column < program.threads.size(); ++column)
            threads.push_back(Writer(test, program, column)());
        return threads;
    } catch (const Rejected& rejected) {
        return Result<std::vector<PtxThread>>::failure(rejected.in(test.source));
    }
}

}  // namespace clmm::targets
