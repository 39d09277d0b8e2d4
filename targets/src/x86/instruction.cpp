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
/// By the same numbers.
constexpr std::array<std::string_view, 16> kLongRegisters{"RAX", "RBX", "RCX", "RDX", "RSI", "RDI",
                                                          "RBP", "RSP", "R8",  "R9",  "R10", "R11",
                                                          "R12", "R13", "R14", "R15"};

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

const Form* find_form(std::string_view name) {
    const auto found = std::ranges::find(kForms, name, &Form::name);
    return found == kForms.end() ? nullptr : &*found;
}

/// The letter that AT&T's syntax puts behind a name says how wide the operands are.
unsigned width_of_suffix(char letter, Span place) {
    if (letter == 'L') return kWord;
    if (letter == 'Q') return kLong;
    reject("E-UNSUPPORTED", "operands of 8 and 16 bits are not followed", place,
           "write 'l' for 32 bits or 'q' for 64");
}

/// The form of a name, and the width that the name says, 0 if it says none.
std::pair<const Form&, unsigned> form_of(const Token& name, bool is_att) {
    const std::string wanted = capitals(name.text);
    if (const Form* found = find_form(wanted)) return {*found, 0};
    if (is_att && wanted.size() > 1 &&
        std::string_view("BWLQ").find(wanted.back()) != std::string_view::npos)
        if (const Form* found = find_form(std::string_view(wanted).substr(0, wanted.size() - 1)))
            return {*found, width_of_suffix(wanted.back(), name.span)};
    std::vector<std::string> names;
    for (const Form& each : kForms) names.emplace_back(each.name);
    reject_instruction(name, names);
}

/// `[x]`, `(x)`, `[RAX]`, `(%rax)`. A register holds a whole address.
Operand parse_memory(Lexer& lexer, const Dialect& dialect) {
    const bool is_round = lexer.peek().is("(");
    const std::string_view close = is_round ? ")" : "]";
    lexer.take();
    const bool is_marked = lexer.accept("%");
    const Token name = lexer.expect_word("a location or a register");
    if (!lexer.peek().is(close))
        lexer.fail("'" + std::string(close) + "'",
                   "an address is a location or a register: [x], [EAX]");
    lexer.take();
    const unsigned width = register_width(name.text, dialect.has_64_bits);
    if (is_marked && width == 0)
        reject("E-NAME", "there is no register '" + std::string(name.text) + "'", name.span);
    if (dialect.has_64_bits && width == kWord)
        reject("E-TYPE", "an address has 64 bits", name.span,
               "write " + other_half(name.text) + " in place of " + capitals(name.text));
    const bool is_indirect = width != 0;
    return {is_indirect ? Operand::Kind::indirect : Operand::Kind::location,
            is_indirect ? capitals(name.text) : std::string(name.text), 0, name.span};
}

Operand parse_register(Lexer& lexer, const Dialect& dialect) {
    const bool is_marked = lexer.accept("%");
    const Token name = lexer.expect_word("a register");
    if (register_width(name.text, dialect.has_64_bits) == 0)
        reject("E-NAME", "there is no register '" + std::string(name.text) + "'", name.span,
               register_width(name.text, true) != 0 ? "tests whose first word is X86_64 have it"
               : is_marked                          ? ""
                           : "a location is written in brackets: [" + std::string(name.text) + "]");
    return {Operand::Kind::reg, capitals(name.text), 0, name.span};
}

Operand parse_operand(Lexer& lexer, const Dialect& dialect) {
    if (lexer.peek().is("[") || lexer.peek().is("(")) return parse_memory(lexer, dialect);
    if (lexer.peek().is("%") || lexer.peek().kind == Token::Kind::word)
        return parse_register(lexer, dialect);
    const Span begin = lexer.peek().span;
    const bool is_marked = lexer.accept("$");
    if (!is_marked && lexer.peek().kind != Token::Kind::number && !lexer.peek().is("-"))
        lexer.fail("an operand", "a register, a number ($1), or memory ([x])");
    const Span digits = lexer.peek().span;
    const std::int64_t value = lexer.expect_number();
    return {Operand::Kind::immediate, {}, value, {begin.begin, digits.end}};
}

/// Of the name and of all registers, which agree; 0 where nothing says it.
void set_width(Instruction& made, unsigned suffix, const Dialect& dialect) {
    made.width = dialect.has_64_bits ? suffix : kWord;
    for (const Operand& each : made.operands) {
        if (each.kind != Operand::Kind::reg) continue;
        const unsigned width = register_width(each.name, dialect.has_64_bits);
        if (made.width != 0 && made.width != width)
            reject("E-TYPE",
                   each.name + " has " + std::to_string(width) + " bits, the instruction " +
                       std::to_string(made.width),
                   each.span);
        made.width = width;
    }
    if (made.width == kLong) return;
    for (const Operand& each : made.operands)
        if (each.kind == Operand::Kind::immediate &&
            (each.value < -(std::int64_t{1} << 31) || each.value >= std::int64_t{1} << 32))
            reject("E-TYPE", "a number has 32 bits", each.span);
}

void check_operands(const Instruction& made, const Form& form, const Dialect& dialect) {
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
               dialect.is_att ? "the destination comes last: movl $1,%eax"
                              : "the destination comes first: MOV EAX,$1");
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

unsigned register_width(std::string_view name, bool has_64_bits) {
    const std::string wanted = capitals(name);
    if (std::ranges::find(kRegisters, wanted) != kRegisters.end()) return kWord;
    const bool is_long =
        has_64_bits && std::ranges::find(kLongRegisters, wanted) != kLongRegisters.end();
    return is_long ? kLong : 0;
}

std::string other_half(std::string_view name) {
    const std::string wanted = capitals(name);
    const auto found = std::ranges::find(kRegisters, wanted);
    if (found != kRegisters.end())
        return std::string(kLongRegisters[static_cast<std::size_t>(found - kRegisters.begin())]);
    const auto whole = std::ranges::find(kLongRegisters, wanted);
    return std::string(kRegisters[static_cast<std::size_t>(whole - kLongRegisters.begin())]);
}

Instruction parse_instruction(std::string_view text, Span place, const Dialect& dialect) {
    Lexer lexer(text, place.begin, place.end);
    Instruction made{.operands = {}, .name = {}, .span = place};
    Token name = lexer.expect_word("an instruction");
    const Span lock = name.span;
    made.has_prefix = capitals(name.text) == "LOCK";
    if (made.has_prefix) {
        lexer.accept(";");
        name = lexer.expect_word("an instruction behind LOCK");
    }
    const auto& [form, suffix] = form_of(name, dialect.is_att);
    made.opcode = form.opcode;
    made.name = form.name;
    if (!lexer.at_end()) {
        do made.operands.push_back(parse_operand(lexer, dialect));
        while (lexer.accept(","));
        if (!lexer.at_end()) lexer.fail("',' or the end of the instruction");
    }
    if (dialect.is_att) std::ranges::reverse(made.operands);
    check_operands(made, form, dialect);
    set_width(made, suffix, dialect);
    if (made.has_prefix) check_lock(made, form, lock);
    const bool exchanges_memory =
        made.opcode == Opcode::xchg &&
        std::ranges::any_of(made.operands, [](const Operand& each) { return each.in_memory(); });
    made.locked = made.has_prefix || exchanges_memory;
    return made;
}

}  // namespace clmm::targets::x86
