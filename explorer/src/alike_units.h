#pragma once

#include <optional>
#include <vector>

#include "clmm/model/outcome_set.h"
#include "search.h"

namespace clmm::explorer {

/// Units that can change places, and one order of them to which every execution can be brought.
///
/// Idea     exchanges of neighbours generate all orders of a chain of units. Of corresponding
/// writes
///          to one location, those that take place come first, in modification order: some
///          rearrangement of any execution is so. What is searched is one order; outcomes of
///          the others are images. Chains with very many orders are left as they are.
class AlikeUnits {
public:
    explicit AlikeUnits(Search& search);

    /// To be assumed; nullopt where no units are alike.
    [[nodiscard]] std::optional<Lit> in_order() const { return in_order_; }
    /// The outcome and what it becomes where units change places, each once.
    [[nodiscard]] std::vector<model::OutcomeValues> images(
        const model::OutcomeValues& values) const;

private:
    struct Exchange {
        litmus::UnitId first, second;
        const model::Automorphism* by;
    };

    [[nodiscard]] std::optional<Exchange> exchange(const model::Automorphism& symmetry) const;
    /// Exchanges of neighbours, from a unit that is no other's second.
    void order_chain(const std::vector<const Exchange*>& chain);
    /// The write of the chain's first unit and of all others; empty where it will not do.
    [[nodiscard]] std::vector<EventId> corresponding(
        EventId write, const std::vector<const Exchange*>& chain) const;

    Search& search_;
    std::vector<Exchange> exchanges_;
    std::vector<const model::Automorphism*> used_;
    std::size_t orders_ = 1;
    std::optional<Lit> in_order_;
};

}  // namespace clmm::explorer
