#include "herd/proposition.h"

#include <algorithm>

#include "clmm/base/reject.h"
#include "clmm/litmus/addresses.h"

namespace clmm::targets {
namespace {

using litmus::TermId;
using litmus::TermPool;
using Kind = Proposition::Kind;

/// `0:` or `P0:` before a register.
std::uint32_t unit_number(const Token& token) {
    std::string_view digits = token.text;
    if (token.kind == Token::Kind::word && (digits[0] == 'P' || digits[0] == 'p'))
        digits.remove_prefix(1);
    std::uint32_t number = 0;
    const bool is_number = !digits.empty() && digits.size() <= 6 &&
                           std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
    if (!is_number)
        reject("E-SYNTAX",
               "expected the number of a thread, found '" + std::string(token.text) + "'",
               token.span);
    for (const char c : digits) number = number * 10 + static_cast<std::uint32_t>(c - '0');
    return number;
}

Atom register_after(const Token& unit, Lexer& lexer) {
    lexer.expect(":");
    const Token name = lexer.expect_word("a register");
    return {Atom::Kind::reg,
            unit_number(unit),
            std::string(name.text),
            0,
            {unit.span.begin, name.span.end}};
}

Proposition parse_comparison(Lexer& lexer) {
    Proposition made{.kind = Kind::comparison};
    made.left = parse_atom(lexer);
    if (lexer.accept("!="))
        made.is_equal = false;
    else if (!lexer.accept("=") && !lexer.accept("=="))
        lexer.fail("'=' or '!='", "propositions compare final values: 0:EAX=1");
    const bool is_value = lexer.peek().is("[");
    made.right = parse_atom(lexer);
    // As in herd, a name on the right is an address, and [x] a value.
    if (made.right.kind == Atom::Kind::location && !is_value) made.right.kind = Atom::Kind::address;
    return made;
}

Proposition parse_unary(Lexer& lexer) {
    const Lexer::Level level(lexer);
    if (lexer.at_word("not") || lexer.peek().is("~")) {
        lexer.take();
        Proposition made{.kind = Kind::negation};
        made.parts.push_back(parse_unary(lexer));
        return made;
    }
    if (lexer.at_word("true") || lexer.at_word("false")) {
        Proposition made;
        made.value = lexer.take().text == "true";
        return made;
    }
    if (!lexer.accept("(")) return parse_comparison(lexer);
    if (lexer.accept(")")) return {};  // `exists ()`: true, as in herd
    Proposition made = parse_proposition(lexer);
    lexer.expect(")");
    return made;
}

/// Operands joined by one symbol; a chain is one node.
template <class Operand>
Proposition parse_chain(Lexer& lexer, std::string_view symbol, Kind kind, Operand&& operand) {
    Proposition first = operand(lexer);
    if (!lexer.peek().is(symbol)) return first;
    Proposition made{.kind = kind};
    made.parts.push_back(std::move(first));
    while (lexer.accept(symbol)) made.parts.push_back(operand(lexer));
    return made;
}

Proposition parse_disjunction(Lexer& lexer) {
    return parse_chain(lexer, "\\/", Kind::disjunction, [](Lexer& inner) {
        return parse_chain(inner, "/\\", Kind::conjunction, parse_unary);
    });
}

int binding(const Proposition& proposition) {
    switch (proposition.kind) {
        case Kind::implication:
            return 1;
        case Kind::disjunction:
            return 2;
        case Kind::conjunction:
            return 3;
        default:
            return 4;
    }
}

std::string negated_text(const Proposition& proposition) {
    if (proposition.kind != Kind::comparison) return "not (" + to_text(proposition) + ")";
    Proposition opposite = proposition;
    opposite.is_equal = !opposite.is_equal;
    return to_text(opposite);
}

}  // namespace

Atom parse_atom(Lexer& lexer) {
    if (lexer.peek().kind == Token::Kind::number || lexer.peek().is("-")) {
        Lexer ahead = lexer;
        const Token first = ahead.take();
        if (ahead.peek().is(":")) return register_after(lexer.take(), lexer);
        const std::int64_t value = lexer.expect_number();
        return {Atom::Kind::constant, 0, {}, value, first.span};
    }
    const bool is_bracketed = lexer.accept("[");
    const bool is_address = !is_bracketed && lexer.accept("&");
    const Token name = lexer.expect_word("a location, a register (0:EAX) or a number");
    if (is_bracketed) lexer.expect("]");
    if (!is_bracketed && !is_address && lexer.peek().is(":")) return register_after(name, lexer);
    return {is_address ? Atom::Kind::address : Atom::Kind::location, 0, std::string(name.text), 0,
            name.span};
}

Proposition parse_proposition(Lexer& lexer) {
    const Lexer::Level level(lexer);
    Proposition first = parse_disjunction(lexer);
    if (!lexer.accept("=>")) return first;
    Proposition made{.kind = Kind::implication};
    made.parts.push_back(std::move(first));
    made.parts.push_back(parse_proposition(lexer));
    return made;
}

std::string to_text(const Atom& atom) {
    switch (atom.kind) {
        case Atom::Kind::constant:
            return std::to_string(atom.constant);
        case Atom::Kind::reg:
            return std::to_string(atom.unit) + ":" + atom.name;
        case Atom::Kind::address:
            return "&" + atom.name;
        case Atom::Kind::location:
            break;
    }
    return atom.name;
}

std::string to_text(const Proposition& proposition) {
    const auto part = [&](const Proposition& of, int least) {
        return binding(of) < least ? "(" + to_text(of) + ")" : to_text(of);
    };
    const int own = binding(proposition);
    switch (proposition.kind) {
        case Kind::constant:
            return proposition.value ? "true" : "false";
        case Kind::comparison:
            return to_text(proposition.left) + (proposition.is_equal ? "=" : "!=") +
                   (proposition.right.kind == Atom::Kind::location
                        ? "[" + proposition.right.name + "]"
                        : to_text(proposition.right));
        case Kind::negation:
            return "not (" + to_text(proposition.parts.front()) + ")";
        case Kind::implication:
            return part(proposition.parts[0], own + 1) + " => " + part(proposition.parts[1], own);
        default:
            break;
    }
    const char* symbol = proposition.kind == Kind::conjunction ? " /\\ " : " \\/ ";
    std::string text;
    for (const Proposition& each : proposition.parts)
        text += (text.empty() ? "" : symbol) + part(each, own + 1);
    return text;
}

TermId term_of(const Proposition& proposition, TermPool& terms, const FinalValue& value) {
    const auto part = [&](std::size_t i) { return term_of(proposition.parts[i], terms, value); };
    switch (proposition.kind) {
        case Kind::constant:
            return terms.boolean(proposition.value);
        case Kind::comparison: {
            TermId left = value(proposition.left);
            TermId right = value(proposition.right);
            const unsigned width = std::min(terms[left].width, terms[right].width);
            left = terms.extend(left, width, false);
            right = terms.extend(right, width, false);
            const TermId equal = litmus::compare(terms, litmus::TermOp::equal, left, right);
            return proposition.is_equal ? equal : terms.lnot(equal);
        }
        case Kind::negation:
            return terms.lnot(part(0));
        case Kind::implication: {
            const TermId premise = terms.lnot(part(0));
            return terms.lor(premise, part(1));
        }
        default:
            break;
    }
    const bool is_and = proposition.kind == Kind::conjunction;
    TermId result = terms.boolean(is_and);
    for (std::size_t i = 0; i < proposition.parts.size(); ++i)
        result = is_and ? terms.land(result, part(i)) : terms.lor(result, part(i));
    return result;
}

void add_conjuncts(const Proposition& proposition, bool positive, TermPool& terms,
                   const FinalValue& value, std::vector<litmus::Conjunct>& into) {
    const auto add_part = [&](std::size_t i, bool sign) {
        add_conjuncts(proposition.parts[i], sign, terms, value, into);
    };
    if (proposition.kind == Kind::negation) return add_part(0, !positive);
    if (proposition.kind == Kind::implication && !positive) {
        add_part(0, true);
        return add_part(1, false);
    }
    if (proposition.kind == (positive ? Kind::conjunction : Kind::disjunction)) {
        for (std::size_t i = 0; i < proposition.parts.size(); ++i) add_part(i, positive);
        return;
    }
    const TermId plain = term_of(proposition, terms, value);
    const TermId holds = positive ? plain : terms.lnot(plain);
    const bool is_known = std::ranges::find(into, holds, &litmus::Conjunct::term) != into.end();
    if (terms.is_true(holds) || is_known) return;
    into.push_back({holds, positive ? to_text(proposition) : negated_text(proposition)});
}

void for_each_atom(const Proposition& proposition, const std::function<void(const Atom&)>& f) {
    if (proposition.kind == Kind::comparison) {
        f(proposition.left);
        f(proposition.right);
    }
    for (const Proposition& each : proposition.parts) for_each_atom(each, f);
}

}  // namespace clmm::targets
