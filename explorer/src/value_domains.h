#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clmm/base/budget.h"
#include "clmm/litmus/event_structure.h"
#include "free_choices.h"

namespace clmm::explorer {

using litmus::EventId;
using litmus::EventStructure;
using litmus::LocationId;
using litmus::TermId;

/// By event index of the read: writes that it may read from.
using Sources = std::vector<std::vector<EventId>>;

/// What circles of reads, whose values are made of one another, do with what goes round in them.
enum class Circles : std::uint8_t {
    keep_values,     ///< all: it may be any value then
    have_no_values,  ///< each adds a number that is not zero: no value is the sum of itself and
                     ///< that
    may_have_values,
};

/// Which values each read and each term can have in executions where no value depends on itself.
///
/// Idea     a read has the values of its possible sources. Reads whose values may depend on one
///          another (those of read-modify-writes, mostly) are gone through together, as often as
///          there are such reads: a value that is not its own cause passes through each once. What
///          other values there may be is for the encoding to find out (`is_cyclic`).
/// Shape    sorted; Booleans have no entry of their own: 0 and 1.
/// Errors   refusal(): why the values cannot be enumerated, or that the budget was spent before
/// they
///          were; all else is meaningless then.
class ValueDomains {
public:
    using Domain = std::vector<std::uint64_t>;

    ValueDomains(const EventStructure& structure, const Sources& sources, const Budget& budget);

    [[nodiscard]] const std::optional<std::string>& refusal() const { return refusal_; }
    /// Why that is not known: the budget was spent.
    [[nodiscard]] std::optional<StopReason> stopped() const { return stopped_; }

    [[nodiscard]] const Domain& operator[](TermId term) const { return domains_[term.index()]; }
    [[nodiscard]] const Domain& of_read(EventId read) const { return of_read_[read.index()]; }
    /// The read's value may depend on itself, through other reads.
    [[nodiscard]] bool is_cyclic(EventId read) const {
        return depends_.test(read.index(), read.index());
    }
    /// Which value the read has may depend on which it has, if only by the way that branches go.
    [[nodiscard]] bool decides_itself(EventId read) const {
        return decides_.test(read.index(), read.index());
    }
    [[nodiscard]] bool has_cycles() const { return !depends_.is_irreflexive(); }
    [[nodiscard]] Circles circles() const;
    [[nodiscard]] const FreeChoices& choices() const { return choices_; }
    /// Some value may be any of its width: a choice that nothing defines has an empty domain.
    [[nodiscard]] bool has_open_values() const { return has_open_values_; }
    /// Every term that the encoding may be asked for; of constraints, those that are no definition.
    enum class Roots : std::uint8_t { all, not_shown };  ///< without observables and condition
    [[nodiscard]] std::vector<TermId> roots(Roots which = Roots::all) const;
    /// Its value may come from a read whose value depends on itself, its own included.
    [[nodiscard]] bool may_be_cyclic(EventId read) const;

private:
    void find_dependencies();
    /// Reads that the value is made of, not those that only decide between values.
    [[nodiscard]] BitSet made_of(TermId value) const;
    void compute_reads();
    void compute_cycle(const std::vector<EventId>& reads);
    [[nodiscard]] Domain domain_of_sources(EventId read);
    /// The term and all that it is made of.
    void compute(TermId root);
    void compute_one(TermId id);
    [[nodiscard]] Domain combine(const litmus::Term& term);
    [[nodiscard]] const Domain& operand(TermId id) const;
    [[nodiscard]] Domain domain_of_choice(const litmus::Term& term);
    void refuse(std::string reason);
    /// Asks the budget, too, now and then.
    [[nodiscard]] bool is_refused();

    const EventStructure& structure_;
    const Sources& sources_;
    Budget budget_;
    std::size_t asked_ = 0;
    FreeChoices choices_;
    BitMatrix depends_;  ///< reads of whose values a read's value may be made, transitively
    BitMatrix decides_;  ///< … or that decide between values
    std::vector<Domain> of_read_;
    std::vector<Domain> domains_;
    std::vector<bool> known_;
    std::size_t most_values_;  ///< of a read or a term: one for each event, as of a long thread
    /// Reads' values need no conditions, whose own reads may come later in the order of reads.
    bool with_conditions_ = false;
    std::vector<std::uint64_t> being_defined_;  ///< choices
    bool has_open_values_ = false;
    std::optional<std::string> refusal_;
    std::optional<StopReason> stopped_;
};

/// The terms of which the given one is made, itself included, that `known` does not know; operands
/// come before their users.
template <class Known>
std::vector<TermId> unknown_parts(const litmus::TermPool& terms, TermId root, Known&& known) {
    std::vector<TermId> parts;
    std::vector<TermId> pending{root};
    BitSet seen(terms.size());
    while (!pending.empty()) {
        const TermId id = pending.back();
        pending.pop_back();
        if (!id.valid() || seen.test(id.index()) || known(id)) continue;
        seen.set(id.index());
        parts.push_back(id);
        const litmus::Term& term = terms[id];
        pending.insert(pending.end(), {term.a, term.b, term.c});
    }
    std::sort(parts.begin(), parts.end());
    return parts;
}

}  // namespace clmm::explorer
