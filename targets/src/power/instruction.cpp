#include "power/instruction.h"

#include <algorithm>
#include <array>

#include "clmm/base/reject.h"
#include "herd/lexer.h"
#include "herd/operands.h"
#include "herd/program.h"

namespace clmm::targets::power {
namespace {

/// "Power ISA", book I, and book II for lwarx and what follows.
constexpr std::array kForms{
    Form{"lbz", Kind::load, "rm", Operation::none, 8},
    Form{"lhz", Kind::load, "rm", Operation::none, 16},
    Form{"lwz", Kind::load, "rm", Operation::none, 32},
    Form{"ld", Kind::load, "rm", Operation::none, 64},
    Form{"lbzx", Kind::load, "rrr", Operation::none, 8, true},
    Form{"lhzx", Kind::load, "rrr", Operation::none, 16, true},
    Form{"lwzx", Kind::load, "rrr", Operation::none, 32, true},
    Form{"ldx", Kind::load, "rrr", Operation::none, 64, true},
    Form{"stb", Kind::store, "rm", Operation::none, 8},
    Form{"sth", Kind::store, "rm", Operation::none, 16},
    Form{"stw", Kind::store, "rm", Operation::none, 32},
    Form{"std", Kind::store, "rm", Operation::none, 64},
    Form{"stbx", Kind::store, "rrr", Operation::none, 8, true},
    Form{"sthx", Kind::store, "rrr", Operation::none, 16, true},
    Form{"stwx", Kind::store, "rrr", Operation::none, 32, true},
    Form{"stdx", Kind::store, "rrr", Operation::none, 64, true},
    Form{"lwarx", Kind::load_reserved, "rrr", Operation::none, 32, true},
    Form{"ldarx", Kind::load_reserved, "rrr", Operation::none, 64, true},
    Form{"stwcx.", Kind::store_conditional, "rrr", Operation::none, 32, true},
    Form{"stdcx.", Kind::store_conditional, "rrr", Operation::none, 64, true},
    Form{"sync", Kind::fence},
    Form{"hwsync", Kind::fence},
    Form{"lwsync", Kind::fence},
    Form{"isync", Kind::fence},
    Form{"eieio", Kind::fence},
    Form{"li", Kind::set, "ri"},
    Form{"mr", Kind::set, "rr"},
    Form{"add", Kind::compute, "rrr", Operation::add},
    Form{"sub", Kind::compute, "rrr", Operation::sub},
    Form{"addi", Kind::compute, "rri", Operation::add},
    Form{"and", Kind::compute, "rrr", Operation::bit_and, 0, false, true},
    Form{"or", Kind::compute, "rrr", Operation::bit_or, 0, false, true},
    Form{"xor", Kind::compute, "rrr", Operation::bit_xor, 0, false, true},
    Form{"ori", Kind::compute, "rri", Operation::bit_or, 0, false, true},
    Form{"xori", Kind::compute, "rri", Operation::bit_xor, 0, false, true},
    Form{"cmpw", Kind::compare, "rr", Operation::none, 32},
    Form{"cmpd", Kind::compare, "rr", Operation::none, 64},
    Form{"cmpwi", Kind::compare, "ri", Operation::none, 32},
    Form{"cmpdi", Kind::compare, "ri", Operation::none, 64},
    Form{"beq", Kind::branch, "l"},
    Form{"bne", Kind::branch, "l"},
    Form{"blt", Kind::branch, "l"},
    Form{"bge", Kind::branch, "l"},
    Form{"bgt", Kind::branch, "l"},
    Form{"ble", Kind::branch, "l"},
    Form{"b", Kind::jump, "l"},
    Form{"nop", Kind::nothing}};

const Form& form_of(const Token& name) {
    const auto found = std::ranges::find(kForms, name.text, &Form::name);
    if (found != kForms.end()) return *found;
    std::vector<std::string> names;
    for (const Form& each : kForms) names.emplace_back(each.name);
    reject_instruction(name, names);
}

bool at_number(const Lexer& lexer) {
    return lexer.peek().is("-") || lexer.peek().kind == Token::Kind::number;
}

Operand parse_operand(Lexer& lexer) {
    const Span begin = lexer.peek().span;
    if (at_number(lexer)) {
        const std::int64_t value = lexer.expect_number();
        if (!lexer.accept("(")) return {Operand::Kind::immediate, {}, value, begin};
        const Token base = lexer.expect_word("a register");
        if (register_name(base.text).empty())
            reject("E-NAME", "there is no register '" + std::string(base.text) + "'", base.span,
                   "the registers are r0 to r31");
        const Span end = lexer.peek().span;
        lexer.expect(")");
        return {Operand::Kind::memory, std::string(base.text), value, {begin.begin, end.end}};
    }
    const Token word = lexer.expect_word("an operand: a register, a number or memory (0(r1))");
    const bool is_register = !register_name(word.text).empty();
    return {is_register ? Operand::Kind::reg : Operand::Kind::word, std::string(word.text), 0,
            begin};
}

bool fits(const Operand& operand, char letter) {
    switch (letter) {
        case 'r':
            return operand.kind == Operand::Kind::reg;
        case 'i':
            return operand.kind == Operand::Kind::immediate;
        case 'm':
            return operand.kind == Operand::Kind::memory;
        default:
            return operand.kind == Operand::Kind::word;
    }
}

/// What the fields of `sync L,SC` say. "Power ISA", book II, "Memory Barrier Instructions": L=2
/// orders what translates addresses, and is privileged; L=4 and L=5 order persistent storage; SC
/// other than 0 orders stores that caches hold back; all else is reserved.
void read_sync(Instruction& made) {
    check_operands("sync", made.operands, {"", "i", "ii"}, made.span, fits);
    const auto is_one_of = [&](std::size_t at, std::int64_t most) {
        return at >= made.operands.size() ||
               (made.operands[at].value >= 0 && made.operands[at].value <= most);
    };
    for (std::size_t at = 0; at < made.operands.size(); ++at)
        if (!is_one_of(at, at == 0 ? 1 : 0))
            reject("E-TYPE",
                   "what this sync orders is not known here: its " +
                       std::string(at == 0 ? "first" : "second") + " operand is " +
                       std::to_string(made.operands[at].value),
                   made.operands[at].span, "sync, sync 0 and hwsync are one; sync 1 is lwsync");
    const bool is_light = !made.operands.empty() && made.operands.front().value == 1;
    made.form = *std::ranges::find(kForms, is_light ? "lwsync" : "sync", &Form::name);
    made.operands.clear();
}

}  // namespace

std::string register_name(std::string_view name) {
    const bool is_number =
        name.size() > 1 && name.size() < 4 && name[0] == 'r' &&
        std::ranges::all_of(name.substr(1), [](char c) { return c >= '0' && c <= '9'; }) &&
        (name.size() == 2 || name[1] != '0');
    if (!is_number || std::stoul(std::string(name.substr(1))) > 31) return {};
    return std::string(name);
}

Instruction parse_instruction(std::string_view text, Span place) {
    Lexer lexer(text, place.begin, place.end);
    Instruction made{
        .form = form_of(lexer.expect_word("an instruction")), .operands = {}, .span = place};
    if (!lexer.at_end()) {
        do made.operands.push_back(parse_operand(lexer));
        while (lexer.accept(","));
        if (!lexer.at_end()) lexer.fail("',' or the end of the instruction");
    }
    // Of the fields of the condition register the first is that of comparisons without one.
    const bool names_field = made.form.kind == Kind::compare || made.form.kind == Kind::branch;
    if (names_field && made.operands.size() > 1 && made.operands.front().name == "cr0")
        made.operands.erase(made.operands.begin());
    if (made.form.name == "sync")
        read_sync(made);
    else
        check_operands(std::string(made.form.name), made.operands, {made.form.operands}, place,
                       fits);
    return made;
}

}  // namespace clmm::targets::power
