#include "riscv/instruction.h"

#include <algorithm>
#include <array>

#include "herd/lexer.h"
#include "herd/operands.h"
#include "herd/program.h"

namespace clmm::targets::riscv {
namespace {

constexpr std::array<std::string_view, 32> kNames{
    "zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0",
    "a1",   "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
    "s6",   "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6"};

const Form& form_of(const Token& name) {
    std::string wanted(name.text);
    std::ranges::transform(wanted, wanted.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto found = std::ranges::find(forms(), wanted, &Form::name);
    if (found != forms().end()) return *found;
    const auto plain = std::ranges::find(forms(), wanted.substr(0, wanted.find('.')), &Form::name);
    const bool is_access =
        plain != forms().end() && (plain->kind == Kind::load || plain->kind == Kind::store);
    if (is_access && wanted != plain->name)
        reject("E-NAME", "there is no '" + wanted + "'", name.span,
               plain->kind == Kind::load
                   ? "loads have .aq and .aqrl, but for unsigned ones; a load that releases alone "
                     "is reserved"
                   : "stores have .rl and .aqrl; a store that acquires alone is reserved");
    std::vector<std::string> names;
    for (const Form& each : forms()) names.push_back(each.name);
    reject_instruction(name, names);
}

/// A register or zero, which conditions do not name.
std::string any_register(std::string_view name) {
    if (name.size() > 1 && name.size() < 4 && name[0] == 'x' &&
        std::ranges::all_of(name.substr(1), [](char c) { return c >= '0' && c <= '9'; }) &&
        (name.size() == 2 || name[1] != '0') && std::stoul(std::string(name.substr(1))) < 32)
        return std::string(name);
    const auto found = std::ranges::find(kNames, name);
    if (found == kNames.end()) return {};
    return "x" + std::to_string(found - kNames.begin());
}

bool at_number(const Lexer& lexer) {
    return lexer.peek().is("-") || lexer.peek().kind == Token::Kind::number;
}

/// `0(x6)`, `(x6)`: behind the offset.
Operand parse_memory(Lexer& lexer, std::int64_t offset, Span begin) {
    lexer.expect("(");
    const Token name = lexer.expect_word("a register");
    const std::string base = any_register(name.text);
    if (base.empty())
        reject("E-NAME", "there is no register '" + std::string(name.text) + "'", name.span,
               "the registers are x0 to x31");
    const Span end = lexer.peek().span;
    lexer.expect(")");
    return {Operand::Kind::memory, base, offset, {begin.begin, end.end}};
}

Operand parse_operand(Lexer& lexer) {
    const Span begin = lexer.peek().span;
    if (lexer.peek().is("(")) return parse_memory(lexer, 0, begin);
    if (at_number(lexer)) {
        const std::int64_t value = lexer.expect_number();
        if (lexer.peek().is("(")) return parse_memory(lexer, value, begin);
        return {Operand::Kind::immediate, {}, value, begin};
    }
    const Token word = lexer.expect_word("an operand: a register, a number or memory (0(x6))");
    const std::string name = any_register(word.text);
    if (!name.empty()) return {Operand::Kind::reg, name, 0, begin};
    return {Operand::Kind::word, std::string(word.text), 0, begin};
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

void check(const Instruction& made) {
    const auto shapes = [&](std::initializer_list<std::string_view> all) {
        check_operands(made.form.name, made.operands, all, made.span, fits);
    };
    switch (made.form.kind) {
        case Kind::load:
        case Kind::store:
        case Kind::load_reserved:
            return shapes({"rm"});
        case Kind::store_conditional:
        case Kind::amo:
        case Kind::compare_and_swap:
            return shapes({"rrm"});
        case Kind::fence:
            return shapes({"ll", ""});
        case Kind::set:
            return made.form.name == "li" ? shapes({"ri"}) : shapes({"rr"});
        case Kind::compute:
            return made.form.name.ends_with('i') ? shapes({"rri"}) : shapes({"rrr"});
        case Kind::branch:
            return shapes({"rrl"});
        case Kind::zero_branch:
            return shapes({"rl"});
        case Kind::jump:
            return shapes({"l"});
        default:
            return shapes({""});
    }
}

/// Letters in the order of the manual, each once at most.
bool is_set_of_accesses(std::string_view name) {
    constexpr std::string_view kLetters = "iorw";
    std::size_t from = 0;
    for (const char c : name) {
        from = kLetters.find(c, from);
        if (from == std::string_view::npos) return false;
        ++from;
    }
    return true;
}

/// `rw,w`: letters i and o are of devices, which there are none of.
FenceSets fence_sets(const std::vector<Operand>& operands) {
    FenceSets sets;
    if (operands.empty()) return sets;
    for (const Operand& each : operands) {
        if (!is_set_of_accesses(each.name))
            reject("E-NAME", "a fence orders i, o, r and w, not '" + each.name + "'", each.span,
                   "the letters stand in this order: fence rw,w");
    }
    const auto has = [&](std::size_t operand, char letter) {
        return operands[operand].name.find(letter) != std::string::npos;
    };
    return {has(0, 'r'), has(0, 'w'), has(1, 'r'), has(1, 'w')};
}

}  // namespace

std::string register_name(std::string_view name) {
    std::string found = any_register(name);
    return found == kZero ? std::string() : found;
}

Instruction parse_instruction(std::string_view text, Span place) {
    Lexer lexer(text, place.begin, place.end);
    Instruction made{.form = form_of(lexer.expect_word("an instruction")),
                     .fence = {},
                     .operands = {},
                     .span = place};
    if (!lexer.at_end()) {
        do made.operands.push_back(parse_operand(lexer));
        while (lexer.accept(","));
        if (!lexer.at_end()) lexer.fail("',' or the end of the instruction");
    }
    check(made);
    if (made.form.kind == Kind::fence) made.fence = fence_sets(made.operands);
    return made;
}

}  // namespace clmm::targets::riscv
