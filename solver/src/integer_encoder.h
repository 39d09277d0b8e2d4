#pragma once

#include <z3++.h>

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "clmm/litmus/term.h"
#include "clmm/model/term_solver.h"

namespace clmm::solver {

/// Terms as integers, for questions that are sums and comparisons more than bits.
///
/// Idea     A value of `w` bits is an integer that it is congruent to, modulo 2ʷ. Where its sign or
///          size matters, and its range does not say that it has not wrapped around, so many times
///          2ʷ are taken off it, a number that is defined by the result's range. What bits do to it
///          otherwise is any number: what has no solution here has none in bits either.
/// Shape    choices have the ranges that conjuncts of the question give them.
class IntegerEncoder {
public:
    IntegerEncoder(z3::context& context, const litmus::TermPool& terms,
                   std::span<const litmus::TermId> together);

    /// All that has to hold together.
    [[nodiscard]] z3::expr_vector operator()();

    /// Those of the choices in a solution.
    [[nodiscard]] model::ChoiceValues values(const z3::model& found) const;

private:
    __extension__ using Wide = __int128;
    struct Range {
        Wide least, most;
    };
    struct Number {
        z3::expr value;
        Range range;
    };

    void find_ranges();
    bool narrow(litmus::TermId lower, litmus::TermId upper, bool strict, bool is_signed);
    [[nodiscard]] std::optional<Range> known_range(litmus::TermId id) const;
    void translate(litmus::TermId id);
    [[nodiscard]] Number number(litmus::TermId id);
    [[nodiscard]] z3::expr condition(litmus::TermId id);
    [[nodiscard]] Number arithmetic(const litmus::Term& term);
    [[nodiscard]] Number parts(const litmus::Term& term, bool wants_quotient, Wide divisor);
    [[nodiscard]] Number any(Range range);
    [[nodiscard]] Number scaled(litmus::TermId id, Wide by);
    /// The integer in the range of the type.
    [[nodiscard]] Number held(litmus::TermId id, bool is_signed);
    [[nodiscard]] z3::expr integer(Wide value);
    [[nodiscard]] static Range all(unsigned width, bool is_signed);

    z3::context& context_;
    const litmus::TermPool& terms_;
    std::span<const litmus::TermId> together_;
    std::vector<litmus::TermId> conjuncts_;
    std::map<litmus::TermId, Range> ranges_;  ///< of choices, signed
    std::map<litmus::TermId, Number> numbers_;
    std::map<std::pair<litmus::TermId, bool>, Number> held_;
    std::map<litmus::TermId, z3::expr> conditions_;
    z3::expr_vector definitions_;
    unsigned fresh_ = 0;
};

}  // namespace clmm::solver
