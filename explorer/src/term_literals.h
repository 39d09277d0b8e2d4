#pragma once

#include <optional>
#include <vector>

#include "gates.h"
#include "value_domains.h"

namespace clmm::explorer {

/// What a leaf can be: the value of a term under a condition, conditions exclusive; where none
/// holds, a constant.
struct Cases {
    struct Case {
        Lit when;
        TermId value;
    };
    std::vector<Case> cases;
    Lit none;
    std::uint64_t otherwise = 0;
};

/// Gives the leaves of terms (values read, final values) their meaning.
class Leaves {
public:
    virtual ~Leaves() = default;
    [[nodiscard]] virtual Cases cases(const litmus::Term& leaf) = 0;
};

/// Terms as literals: a Boolean is one, another term has one for each value of its domain.
///
/// Idea     values that depend on themselves have no domain. A read that may have such a value gets
///          one literal more, "cyclic", true exactly where its source's value is cyclic; arithmetic
///          on cyclic values is cyclic, and comparisons with them are left open. Where no execution
///          has such a value, domains tell all. A choice that nothing defines has no domain either:
///          it and what is made of it count as cyclic, too.
class TermLiterals {
public:
    TermLiterals(Sat& sat, Gates& gates, const EventStructure& structure,
                 const ValueDomains& domains, Leaves& leaves);
    /// To be called once, when the leaves know their cases.
    void define_declared();

    [[nodiscard]] const ValueDomains::Domain& domain_of(TermId id) const;
    [[nodiscard]] Lit boolean(TermId id);
    [[nodiscard]] Lit equals(TermId id, std::uint64_t value);
    /// The value depends on itself.
    [[nodiscard]] Lit cyclic(TermId id);
    /// Some read's does, or what is asked about depends on a value that a function leaves open.
    [[nodiscard]] Lit some_cyclic_value();
    /// What takes place depends on such a value, or on one that nothing defines.
    [[nodiscard]] Lit some_open_condition();
    /// … or what these terms are made of.
    [[nodiscard]] Lit some_open_condition(const std::vector<TermId>& of);
    /// What goes round in a circle of reads has one value, or is cyclic: definitions do not say so.
    void settle_circles();
    [[nodiscard]] Lit choice(std::uint64_t number);
    void require(TermId root);

    /// In the solver's solution: of a read's value that was required.
    [[nodiscard]] std::uint64_t read_value(TermId id) const;
    /// … of all choices, by number.
    [[nodiscard]] std::vector<std::uint64_t> chosen() const;

private:
    /// By value of the domain.
    struct Values {
        Clause is;
        Lit cyclic;
    };

    [[nodiscard]] Lit encode_boolean(const litmus::Term& term);
    [[nodiscard]] Lit encode_predicate(const litmus::Term& term);
    [[nodiscard]] Values encode(TermId id);
    [[nodiscard]] Values encode_cases(TermId id, const Cases& cases);
    [[nodiscard]] Values encode_operation(TermId id);
    [[nodiscard]] Values declare(TermId id);
    void define_reads();
    void define_choice(TermId id);
    void require_one(const Values& values);
    [[nodiscard]] const Values& values_of(TermId id);
    [[nodiscard]] std::size_t place(TermId id, std::uint64_t value) const;
    /// Calls f(literals under which the operands have their values, result).
    template <class F>
    void for_each_application(const litmus::Term& term, F&& f);

    Sat& sat_;
    Gates& gates_;
    const EventStructure& structure_;
    const ValueDomains& domains_;
    Leaves& leaves_;
    std::vector<std::optional<Lit>> booleans_;
    std::vector<std::optional<Values>> values_;
    std::vector<std::optional<Lit>> choices_;
    std::vector<TermId> declared_;  ///< reads that decide themselves
    std::vector<TermId> free_;      ///< choices that are no truth values
    Clause open_;                   ///< comparisons of which an operand's value is not known
};

}  // namespace clmm::explorer
