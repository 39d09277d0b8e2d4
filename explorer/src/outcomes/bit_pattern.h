#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "clmm/litmus/event_structure.h"

namespace clmm::explorer {

/// Which values a term takes while one leaf of it takes all of its own: all those in which some
/// bits are as they are.
///
/// Shape    `bits` is zero where nothing is fixed.
struct BitPattern {
    unsigned width = 0;
    std::uint64_t fixed = 0;
    std::uint64_t bits = 0;

    [[nodiscard]] std::uint64_t mask() const { return ~std::uint64_t{0} >> (64 - width); }
    [[nodiscard]] bool is_every() const { return fixed == 0; }
    [[nodiscard]] bool contains(std::uint64_t value) const { return (value & fixed) == bits; }
    /// How many bits are free.
    [[nodiscard]] unsigned free() const;
    /// With these as its free bits, lowest first.
    [[nodiscard]] std::uint64_t with(std::uint64_t free_bits) const;
};

/// Patterns of terms whose reads are fixed.
///
/// Idea     from the leaf, which may have any value, outwards each operator with a constant moves,
/// fixes or turns bits.
///          What it does can be taken back, so that for each value of the pattern there is one of
///          the leaf.
/// Errors   none thrown: a term that is not known to be of this sort has no pattern.
class BitPatterns {
public:
    explicit BitPatterns(const litmus::TermPool& terms) : terms_(terms) {}

    [[nodiscard]] std::optional<BitPattern> of(litmus::TermId id) const;
    /// Leaves with which the term has that value of its pattern; the others in it are 0.
    using Chosen = std::map<litmus::TermId, std::uint64_t>;
    void choose(litmus::TermId id, std::uint64_t value, Chosen& chosen) const;
    /// Everything that a term's value depends on.
    [[nodiscard]] std::vector<litmus::TermId> leaves(litmus::TermId id) const;

private:
    /// An operator as one of a single operand, which is not known, and a constant.
    struct Step {
        litmus::TermOp op;
        litmus::TermId operand;
        std::uint64_t constant = 0;
        bool is_first = false;  ///< the constant is
    };
    [[nodiscard]] Step step(const litmus::Term& term) const;
    [[nodiscard]] std::optional<BitPattern> of(litmus::TermId id, unsigned depth) const;
    [[nodiscard]] std::optional<BitPattern> of_combination(const litmus::Term& term,
                                                           unsigned depth) const;
    /// Of two operands without a common leaf the one that can have any value.
    [[nodiscard]] litmus::TermId free_operand(const litmus::Term& term, unsigned depth) const;
    [[nodiscard]] bool is_combination(const litmus::Term& term) const;

    const litmus::TermPool& terms_;
};

}  // namespace clmm::explorer
