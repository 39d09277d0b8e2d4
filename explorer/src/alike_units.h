#pragma once

#include <optional>
#include <span>
#include <vector>

#include "clmm/model/symmetry.h"
#include "encoding.h"

namespace clmm::explorer {

/// Units that can change places, in chains, and one order of each chain's units to which every
/// execution can be brought.
///
/// Idea     exchanges of neighbours generate all orders of a chain. Of corresponding writes to one
///          location, those that take place come first, in modification order: some rearrangement
///          of any execution is so. What is searched is one order.
/// Shape    only chains that have such writes.
class AlikeUnits {
public:
    struct Chain {
        std::vector<litmus::UnitId> units;
        std::vector<const model::Automorphism*> exchanges;  ///< of each unit with the next
        std::vector<EventId> writes;                        ///< corresponding, by unit
        /// By unit, corresponding: the observables that move with it. Nullopt where outcomes do
        /// not become outcomes.
        std::optional<std::vector<std::vector<std::size_t>>> observables;
    };

    /// `symmetries` has to stay where it is.
    AlikeUnits(const EventStructure& structure, const std::vector<model::Automorphism>& symmetries);

    [[nodiscard]] const std::vector<Chain>& chains() const { return chains_; }

    /// Demands that one order where `when` holds; units `apart` have a place of their own, and so
    /// have the others of their chains among themselves.
    static void demand_order(const Chain& chain, Lit when, std::span<const litmus::UnitId> apart,
                             Sat& sat, Encoding& encoding);

private:
    struct Exchange {
        litmus::UnitId first, second;
        const model::Automorphism* by;
    };

    [[nodiscard]] std::optional<Exchange> exchange(const model::Automorphism& symmetry) const;
    [[nodiscard]] std::vector<std::vector<const Exchange*>> disjoint_chains() const;
    void add_chain(const std::vector<const Exchange*>& chain);
    /// The write of the chain's first unit and of all others; empty where it will not do.
    [[nodiscard]] std::vector<EventId> corresponding(EventId write, const Chain& chain) const;
    void find_observables(Chain& chain) const;

    const EventStructure& structure_;
    std::vector<Exchange> exchanges_;
    std::vector<Chain> chains_;
};

}  // namespace clmm::explorer
