#include "aarch64/instruction.h"

#include <algorithm>
#include <array>

#include "clmm/base/reject.h"
#include "herd/lexer.h"
#include "herd/program.h"

namespace clmm::targets::aarch64 {
namespace {

struct Register {
    std::string name;
    unsigned width = 0;
};

constexpr unsigned kRegisters = 31;

Register parse_register(std::string_view written) {
    const std::string name = capitals(written);
    const unsigned width = name.starts_with('X') ? 64 : name.starts_with('W') ? 32 : 0;
    const std::string digits = name.substr(std::min<std::size_t>(1, name.size()));
    if (width == 0 || digits.empty()) return {};
    if (digits == "ZR") return {std::string(kZero), width};
    if (digits.size() > 2 || (digits.size() == 2 && digits[0] == '0')) return {};
    if (!std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; })) return {};
    if (std::stoul(digits) >= kRegisters) return {};
    return {"X" + digits, width};
}

const Form& form_of(const Token& name) {
    const std::string wanted = capitals(name.text);
    const auto found = std::ranges::find(forms(), wanted, &Form::name);
    if (found != forms().end()) return *found;
    std::vector<std::string> names;
    for (const Form& each : forms()) names.push_back(each.name);
    reject_instruction(name, names);
}

std::optional<Extension::Kind> extension_of(std::string_view word) {
    const std::string name = capitals(word);
    if (name == "LSL") return Extension::Kind::left;
    if (name == "UXTW" || name == "UXTX") return Extension::Kind::zero;
    if (name == "SXTW" || name == "SXTX") return Extension::Kind::sign;
    return std::nullopt;
}

bool at_number(const Lexer& lexer) {
    return lexer.peek().is("#") || lexer.peek().is("-") || lexer.peek().kind == Token::Kind::number;
}

std::int64_t parse_number(Lexer& lexer) {
    lexer.accept("#");
    return lexer.expect_number();
}

/// `SXTW`, `SXTW #2`, `LSL #2`.
Extension parse_extension(Lexer& lexer, Extension::Kind kind) {
    Extension made{kind, 0};
    const Token word = lexer.take();
    if (!at_number(lexer)) return made;
    const std::int64_t amount = parse_number(lexer);
    if (amount < 0 || amount > 63) reject("E-TYPE", "a shift is from 0 to 63", word.span);
    made.amount = static_cast<unsigned>(amount);
    return made;
}

Register expect_register(Lexer& lexer) {
    const Token name = lexer.expect_word("a register");
    Register found = parse_register(name.text);
    if (found.width == 0)
        reject("E-NAME", "there is no register '" + std::string(name.text) + "'", name.span,
               "the registers are X0 to X30 and XZR, with 32 bits W0 to W30 and WZR");
    return found;
}

/// `[X1]`, `[X1,#4]`, `[X1,X2]`, `[X1,W2,SXTW]`, `[X1,X2,LSL #3]`.
Operand parse_memory(Lexer& lexer) {
    Operand made{.kind = Operand::Kind::memory, .span = lexer.peek().span};
    lexer.expect("[");
    const Span base = lexer.peek().span;
    const Register reg = expect_register(lexer);
    if (reg.width != 64)
        reject("E-TYPE", "an address is in a register of 64 bits", base, "write " + reg.name);
    made.name = reg.name;
    if (lexer.accept(",")) {
        if (at_number(lexer)) {
            made.value = parse_number(lexer);
        } else {
            const Register index = expect_register(lexer);
            made.index = index.name;
            made.index_width = index.width;
            if (lexer.accept(",")) {
                const auto kind = extension_of(lexer.peek().text);
                if (!kind) lexer.fail("SXTW, UXTW or LSL");
                made.extension = parse_extension(lexer, *kind);
            }
        }
    }
    made.span.end = lexer.peek().span.end;
    if (!lexer.peek().is("]")) lexer.fail("']'", "[X1], [X1,#8], [X1,X2], [X1,W2,SXTW]");
    lexer.take();
    if (lexer.peek().is("!"))
        lexer.fail("the end of the address", "addresses that change their register are not known");
    return made;
}

Operand parse_operand(Lexer& lexer) {
    if (lexer.peek().is("[")) return parse_memory(lexer);
    const Span begin = lexer.peek().span;
    if (at_number(lexer)) {
        const std::int64_t value = parse_number(lexer);
        return {.kind = Operand::Kind::immediate, .value = value, .span = begin};
    }
    const Token word = lexer.expect_word("an operand: a register, a number (#1) or memory ([X1])");
    if (const Register reg = parse_register(word.text); reg.width != 0)
        return {.kind = Operand::Kind::reg, .name = reg.name, .width = reg.width, .span = begin};
    return {.kind = Operand::Kind::word, .name = std::string(word.text), .span = begin};
}

/// Operands; `SXTW` and so on belong to the one before.
std::vector<Operand> parse_operands(Lexer& lexer) {
    std::vector<Operand> operands;
    if (lexer.at_end()) return operands;
    do {
        const bool is_word = lexer.peek().kind == Token::Kind::word;
        const auto kind = is_word ? extension_of(lexer.peek().text) : std::nullopt;
        const bool extends =
            kind && !operands.empty() && operands.back().kind == Operand::Kind::reg;
        if (extends)
            operands.back().extension = parse_extension(lexer, *kind);
        else
            operands.push_back(parse_operand(lexer));
    } while (lexer.accept(","));
    if (!lexer.at_end()) lexer.fail("',' or the end of the instruction");
    return operands;
}

/// One letter an operand: r a register, i a number, v either, m memory, l a label or other word.
std::vector<std::string_view> shapes(const Form& form) {
    switch (form.kind) {
        case Kind::load:
        case Kind::store:
        case Kind::load_exclusive:
        case Kind::no_fetch:
            return {"rm"};
        case Kind::store_exclusive:
        case Kind::swap:
        case Kind::compare_and_swap:
        case Kind::fetch:
            return {"rrm"};
        case Kind::barrier:
            return {"i", "l"};
        case Kind::jump:
        case Kind::branch:
            return {"l"};
        case Kind::isb:
            return {"", "i", "l"};
        case Kind::clear_exclusive:
            return {"i", ""};
        case Kind::nothing:
            return {""};
        case Kind::move:
        case Kind::compare:
            return {"rv"};
        case Kind::compute:
            return {"rrv"};
        case Kind::zero_branch:
            return {"rl"};
        case Kind::bit_branch:
            return {"ril"};
    }
    return {};
}

bool fits(const Operand& operand, char letter) {
    switch (letter) {
        case 'r':
            return operand.kind == Operand::Kind::reg;
        case 'i':
            return operand.kind == Operand::Kind::immediate;
        case 'v':
            return operand.kind == Operand::Kind::reg || operand.kind == Operand::Kind::immediate;
        case 'm':
            return operand.kind == Operand::Kind::memory;
        default:
            return operand.kind == Operand::Kind::word;
    }
}

std::string describe(std::string_view shape) {
    std::string text;
    for (const char letter : shape)
        text += (text.empty() ? "" : ", ") + std::string(letter == 'r'   ? "a register"
                                                         : letter == 'i' ? "a number"
                                                         : letter == 'v' ? "a register or a number"
                                                         : letter == 'm' ? "memory"
                                                                         : "a name");
    return text.empty() ? "no operands" : text;
}

void check_operands(const Instruction& made) {
    const auto shape_fits = [&](std::string_view shape) {
        return std::ranges::equal(made.operands, shape, fits);
    };
    const auto known = shapes(made.form);
    if (std::ranges::any_of(known, shape_fits)) return;
    reject("E-TYPE", "the operands of " + made.form.name + " are " + describe(known.back()),
           made.span);
}

/// "DMB", "DSB": all other encodings are reserved, and "software must not rely" on what they do.
using Types = BarrierOption::Types;
constexpr std::array kOptions{BarrierOption{"OSHLD", 1, Types::loads},
                              BarrierOption{"OSHST", 2, Types::stores},
                              BarrierOption{"OSH", 3},
                              BarrierOption{"NSHLD", 5, Types::loads, true},
                              BarrierOption{"NSHST", 6, Types::stores, true},
                              BarrierOption{"NSH", 7, Types::all, true},
                              BarrierOption{"ISHLD", 9, Types::loads},
                              BarrierOption{"ISHST", 10, Types::stores},
                              BarrierOption{"ISH", 11},
                              BarrierOption{"LD", 13, Types::loads},
                              BarrierOption{"ST", 14, Types::stores},
                              BarrierOption{"SY", 15}};
constexpr std::string_view kFullSystem = "SY";

/// By its name or its number.
BarrierOption option_of(const Instruction& made) {
    const Operand& written = made.operands.front();
    const bool is_number = written.kind == Operand::Kind::immediate;
    const auto found =
        is_number ? std::ranges::find(kOptions, written.value, &BarrierOption::encoding)
                  : std::ranges::find(kOptions, capitals(written.name), &BarrierOption::name);
    const bool is_known =
        found != kOptions.end() && (made.form.kind == Kind::barrier || found->name == kFullSystem);
    if (is_known) return *found;
    const std::string shown = is_number ? "#" + std::to_string(written.value) : written.name;
    reject("E-NAME", "unknown barrier '" + shown + "'", written.span,
           made.form.kind == Kind::isb ? "ISB has SY, or nothing"
                                       : "SY, ISH, NSH, OSH, or one of them with LD or ST");
}

void check_widths(const Instruction& made) {
    unsigned width = 0;
    for (const Operand& each : made.operands) {
        if (each.kind != Operand::Kind::reg) continue;
        // The status of a store-exclusive is a word, what is extended may be narrower.
        const bool is_status =
            made.form.kind == Kind::store_exclusive && &each == &made.operands.front();
        if (is_status || each.extension.kind == Extension::Kind::zero ||
            each.extension.kind == Extension::Kind::sign)
            continue;
        if (width != 0 && each.width != width)
            reject("E-TYPE", "the registers of " + made.form.name + " have different widths",
                   each.span);
        width = each.width;
        if (made.form.width != 0 && each.width != 32)
            reject("E-TYPE", made.form.name + " takes registers of 32 bits", each.span);
    }
}

}  // namespace

std::string register_name(std::string_view name) {
    const Register found = parse_register(name);
    return found.name == kZero ? std::string() : found.name;
}

Instruction parse_instruction(std::string_view text, Span place) {
    Lexer lexer(text, place.begin, place.end);
    Instruction made{.form = form_of(lexer.expect_word("an instruction")),
                     .option = {},
                     .operands = {},
                     .span = place};
    made.operands = parse_operands(lexer);
    check_operands(made);
    check_widths(made);
    const bool is_barrier = made.form.kind == Kind::barrier || made.form.kind == Kind::isb;
    if (is_barrier && !made.operands.empty()) made.option = option_of(made);
    return made;
}

}  // namespace clmm::targets::aarch64
