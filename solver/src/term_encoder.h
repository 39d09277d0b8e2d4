#pragma once

#include <z3++.h>

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "clmm/litmus/event_structure.h"

namespace clmm::solver {

/// What a leaf can be: the value of a term under a condition, conditions exclusive; where none
/// holds, a constant.
struct Choices {
    struct Case {
        z3::expr when;
        litmus::TermId value;
    };
    std::vector<Case> cases;
    std::uint64_t otherwise = 0;
};

/// Gives the leaves of terms (values read, final values) their meaning: choices among other
/// terms, or a variable where there are no choices.
class Leaves {
public:
    virtual ~Leaves() = default;
    [[nodiscard]] virtual const Choices* choices(const litmus::Term& leaf) = 0;
    [[nodiscard]] virtual z3::expr variable(const litmus::Term& leaf) = 0;
};

/// Translates terms to Z3: Booleans to Bool, the rest to bit-vectors. A comparison with a
/// constant, which is what most conditions are, is pushed through choices down to constants,
/// so that most tests need no bit-vectors at all.
class TermEncoder {
public:
    TermEncoder(z3::context& context, const litmus::TermPool& terms, Leaves& leaves);

    [[nodiscard]] z3::expr operator()(litmus::TermId id);
    [[nodiscard]] z3::expr equals(litmus::TermId id, std::uint64_t value);

private:
    z3::expr translate(const litmus::Term& term);
    z3::expr translate_leaf(const litmus::Term& term);
    z3::expr translate_equality(const litmus::Term& term);
    z3::expr find_equality(litmus::TermId id, std::uint64_t value);
    z3::expr translate_arithmetic(const litmus::Term& term, const z3::expr& a, const z3::expr& b);
    z3::expr translate_comparison(const litmus::Term& term, const z3::expr& a, const z3::expr& b);

    z3::context& context_;
    const litmus::TermPool& terms_;
    Leaves& leaves_;
    std::vector<std::optional<z3::expr>> memo_;
    std::map<std::pair<litmus::TermId, std::uint64_t>, z3::expr> equalities_;
};

}  // namespace clmm::solver
