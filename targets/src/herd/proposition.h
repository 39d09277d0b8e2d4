#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "clmm/litmus/event_structure.h"
#include "herd/lexer.h"

namespace clmm::targets {

/// What a proposition compares: `1`, `0:EAX` (or `P0:EAX`), `x` (or `[x]`), `&x`.
struct Atom {
    enum class Kind : std::uint8_t { constant, reg, location, address };
    Kind kind = Kind::constant;
    std::uint32_t unit = 0;
    std::string name;
    std::int64_t constant = 0;
    Span span;
};

/// A tree; `parts` are the operands of connectives.
struct Proposition {
    enum class Kind : std::uint8_t {
        constant,
        comparison,
        negation,
        conjunction,
        disjunction,
        implication
    };
    Kind kind = Kind::constant;
    bool value = true;     ///< of a constant
    bool is_equal = true;  ///< of a comparison: `=`, else `!=`
    Atom left, right;
    std::vector<Proposition> parts;
};

/// An atom, as conditions and `locations` have it.
[[nodiscard]] Atom parse_atom(Lexer& lexer);
/// Connectives by how tightly they bind: not (~), /\, \/, =>.
[[nodiscard]] Proposition parse_proposition(Lexer& lexer);

[[nodiscard]] std::string to_text(const Atom& atom);
/// In canonical spelling: `x=1 /\ 0:EAX=2`.
[[nodiscard]] std::string to_text(const Proposition& proposition);

/// The final value of an atom. A comparison is one of the narrower side's width.
using FinalValue = std::function<litmus::TermId(const Atom&)>;

[[nodiscard]] litmus::TermId term_of(const Proposition& proposition, litmus::TermPool& terms,
                                     const FinalValue& value);

/// Parts that all have to hold for it to hold (to fail, where `positive` is false).
void add_conjuncts(const Proposition& proposition, bool positive, litmus::TermPool& terms,
                   const FinalValue& value, std::vector<litmus::Conjunct>& into);

/// Calls f on each atom.
void for_each_atom(const Proposition& proposition, const std::function<void(const Atom&)>& f);

}  // namespace clmm::targets
