#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "knowledge.h"
#include "symbols.h"

namespace clmm::runtime::launches {

/// Builds terms in the forms that the questions decide well: products of two unknown values in 64
/// bits with known parts outside, quotients by what they fulfil.
///
/// Source   the operators are those of OpenCL C on two's complement, as loops/arithmetic.cpp has
///          them; a division by zero may yield anything here.
class Formulas {
public:
    Formulas(Symbols& symbols, Knowledge& knowledge)
        : symbols_(symbols), terms_(symbols.terms()), knowledge_(knowledge) {}

    [[nodiscard]] TermPool& terms() { return terms_; }
    [[nodiscard]] Symbols& symbols() { return symbols_; }

    [[nodiscard]] unsigned width(TermId term) const { return terms_[term].width; }
    [[nodiscard]] TermId number(std::uint64_t value, unsigned width) {
        return terms_.constant(value, width);
    }
    [[nodiscard]] TermId add(TermId a, TermId b) { return terms_.binary(TermOp::add, a, b); }
    [[nodiscard]] TermId subtract(TermId a, TermId b);
    [[nodiscard]] TermId product(TermId a, TermId b);
    [[nodiscard]] TermId quotient(TermId a, TermId b, bool is_signed) {
        return divided(a, b, is_signed).first;
    }
    [[nodiscard]] TermId remainder(TermId a, TermId b, bool is_signed) {
        return divided(a, b, is_signed).second;
    }
    [[nodiscard]] TermId less(TermId a, TermId b, bool is_signed) {
        return terms_.binary(is_signed ? TermOp::signed_less : TermOp::unsigned_less, a, b);
    }
    [[nodiscard]] TermId less_equal(TermId a, TermId b, bool is_signed) {
        return terms_.binary(is_signed ? TermOp::signed_less_equal : TermOp::unsigned_less_equal, a,
                             b);
    }
    [[nodiscard]] TermId implies(TermId a, TermId b) { return terms_.lor(terms_.lnot(a), b); }
    [[nodiscard]] TermId differ(TermId a, TermId b) { return terms_.lnot(terms_.equal(a, b)); }
    [[nodiscard]] TermId is_power_of_two(TermId a);
    /// It is true, of all its choices or of those from a number on.
    void know(TermId fact, std::uint64_t from = 0);
    /// What was known and divided before a trial.
    struct Mark {
        Knowledge::Mark knowledge;
        std::size_t divisions = 0;
    };
    [[nodiscard]] Mark mark() const { return {knowledge_.mark(), divisions_.size()}; }
    void forget_since(const Mark& mark);
    [[nodiscard]] Knowledge& knowledge() { return knowledge_; }
    /// The result of something that is the same for the same operands.
    [[nodiscard]] TermId function(unsigned width, std::vector<TermId> operands,
                                  std::string family = {});

    /// The terms of a sum, each with 1 or -1 before it; a difference's second operand has -1.
    [[nodiscard]] std::vector<std::pair<TermId, bool>> summands(TermId sum) const;
    [[nodiscard]] TermId sum(const std::vector<std::pair<TermId, bool>>& summands, unsigned width);
    /// The low bits, with the sums in it taken apart.
    [[nodiscard]] TermId low_bits(TermId term, unsigned width);
    /// Whether it is a multiple of a power of two, by its form.
    [[nodiscard]] bool is_multiple(TermId term, std::uint64_t of) const;

private:
    [[nodiscard]] TermId wide_product(TermId a, TermId b, unsigned depth);
    [[nodiscard]] std::pair<TermId, TermId> divided(TermId a, TermId b, bool is_signed);
    [[nodiscard]] std::pair<TermId, TermId> unsigned_parts(TermId a, TermId b);

    Symbols& symbols_;
    TermPool& terms_;
    Knowledge& knowledge_;
    std::vector<std::pair<std::pair<TermId, TermId>, std::pair<TermId, TermId>>> divisions_;
};

}  // namespace clmm::runtime::launches
