#include "x86/instruction.h"

#include <algorithm>
#include <array>

#include "clmm/base/reject.h"
#include "herd/lexer.h"
#include "herd/program.h"

namespace clmm::targets::x86 {
namespace {

constexpr std::array<std::string_view, 16> kRegisters{"EAX",  "EBX",  "ECX",  "EDX", "ESI",  "EDI",
                                                      "EBP",  "ESP",  "R8D",  "R9D", "R10D", "R11D",
                                                      "R12D", "R13D", "R14D", "R15D"};

/// What an instruction takes. "Intel 64 and IA-32 Architectures Software Developer's Manual",
/// volume 2; LOCK: section "LOCK - Assert LOCK# Signal Prefix".
struct Form {
    std::string_view name;
    Opcode opcode;
    std::size_t operands;
    bool takes_lock = false;
};

constexpr std::array kForms{
    Form{"MOV", Opcode::mov, 2},           Form{"XCHG", Opcode::xchg, 2, true},
    Form{"XADD", Opcode::xadd, 2, true},   Form{"CMPXCHG", Opcode::cmpxchg, 2, true},
    Form{"INC", Opcode::inc, 1, true},     Form{"DEC", Opcode::dec, 1, true},
    Form{"NEG", Opcode::neg, 1, true},     Form{"NOT", Opcode::bit_not, 1, true},
    Form{"ADD", Opcode::add, 2, true},     Form{"SUB", Opcode::sub, 2, true},
    Form{"AND", Opcode::bit_and, 2, true}, Form{"OR", Opcode::bit_or, 2, true},
    Form{"XOR", Opcode::bit_xor, 2, true}, Form{"MFENCE", Opcode::mfence, 0},
    Form{"LFENCE", Opcode::lfence, 0},     Form{"SFENCE", Opcode::sfence, 0},
};

const Form& form_of(const Token& name) {
    const std::string wanted = capitals(name.text);
    const auto found = std::ranges::find(kForms, wanted, &Form::name);
    if (found != kForms.end()) return *found;
    std::vector<std::string> names;
    for (const Form& each : kForms) names.emplace_back(each.name);
    reject_instruction(name, names);
}

Operand parse_memory(Lexer& lexer) {
    lexer.expect("[");
    const Token name = lexer.expect_word("a location or a register");
    if (!lexer.peek().is("]"))
        lexer.fail("']'", "an address is a location or a register: [x], [EAX]");
    lexer.take();
    const bool is_indirect = is_register(name.text);
    return {is_indirect ? Operand::Kind::indirect : Operand::Kind::location,
            is_indirect ? capitals(name.text) : std::string(name.text), 0, name.span};
}

Operand parse_operand(Lexer& lexer) {
    if (lexer.peek().is("[")) return parse_memory(lexer);
    if (lexer.peek().kind == Token::Kind::word) {
        const Token name = lexer.take();
        if (!is_register(name.text))
            reject("E-NAME", "there is no register '" + std::string(name.text) + "'", name.span,
                   "a location is written in brackets: [" + std::string(name.text) + "]");
        return {Operand::Kind::reg, capitals(name.text), 0, name.span};
    }
    const Span begin = lexer.peek().span;
    const bool is_marked = lexer.accept("$");
    if (!is_marked && lexer.peek().kind != Token::Kind::number && !lexer.peek().is("-"))
        lexer.fail("an operand", "a register, a number ($1), or memory ([x])");
    const Span digits = lexer.peek().span;
    const std::int64_t value = lexer.expect_number();
    if (value < -(std::int64_t{1} << 31) || value >= std::int64_t{1} << 32)
        reject("E-TYPE", "a number has 32 bits", digits);
    return {Operand::Kind::immediate, {}, value, {begin.begin, digits.end}};
}

void check_operands(const Instruction& made, const Form& form) {
    if (made.operands.size() != form.operands)
        reject("E-TYPE",
               std::string(form.name) + " takes " + std::to_string(form.operands) +
                   (form.operands == 1 ? " operand, not " : " operands, not ") +
                   std::to_string(made.operands.size()),
               made.span);
    if (made.operands.empty()) return;
    const Operand& destination = made.operands.front();
    if (destination.kind == Operand::Kind::immediate)
        reject("E-TYPE", "a number is no destination", destination.span,
               "the destination comes first: MOV EAX,$1");
    if (made.operands.size() == 1) return;
    const Operand& source = made.operands.back();
    if (destination.in_memory() && source.in_memory())
        reject("E-TYPE", "an instruction has one operand in memory at most", source.span,
               "load it into a register first");
    const bool wants_register = made.opcode == Opcode::xadd || made.opcode == Opcode::cmpxchg;
    if (wants_register && source.kind != Operand::Kind::reg)
        reject("E-TYPE", "the second operand of " + made.name + " is a register", source.span);
    if (made.opcode == Opcode::xchg && source.kind == Operand::Kind::immediate)
        reject("E-TYPE", "XCHG exchanges with a register or memory", source.span);
}

void check_lock(const Instruction& made, const Form& form, Span lock) {
    if (!form.takes_lock)
        reject("E-TYPE", made.name + " cannot be locked", lock,
               "LOCK stands before instructions that read and write memory");
    const bool has_destination = made.operands.front().in_memory() ||
                                 (made.opcode == Opcode::xchg && made.operands.back().in_memory());
    if (!has_destination) reject("E-TYPE", "LOCK needs a destination in memory", lock);
}

}  // namespace

bool is_register(std::string_view name) {
    return std::ranges::find(kRegisters, capitals(name)) != kRegisters.end();
}

Instruction parse_instruction(std::string_view text, Span place) {
    Lexer lexer(text, place.begin, place.end);
    Instruction made{.operands = {}, .name = {}, .span = place};
    Token name = lexer.expect_word("an instruction");
    const Span lock = name.span;
    made.has_prefix = capitals(name.text) == "LOCK";
    if (made.has_prefix) {
        lexer.accept(";");
        name = lexer.expect_word("an instruction behind LOCK");
    }
    const Form& form = form_of(name);
    made.opcode = form.opcode;
    made.name = form.name;
    if (!lexer.at_end()) {
        do made.operands.push_back(parse_operand(lexer));
        while (lexer.accept(","));
        if (!lexer.at_end()) lexer.fail("',' or the end of the instruction");
    }
    check_operands(made, form);
    if (made.has_prefix) check_lock(made, form, lock);
    const bool exchanges_memory =
        made.opcode == Opcode::xchg &&
        std::ranges::any_of(made.operands, [](const Operand& each) { return each.in_memory(); });
    made.locked = made.has_prefix || exchanges_memory;
    return made;
}

}  // namespace clmm::targets::x86
