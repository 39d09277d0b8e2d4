#pragma once

#include <vector>

#include "clmm/model/proposals.h"
#include "search.h"

namespace clmm::solver {

/// The search, to those who ask any engine: a choice is the number of a formula that was asked for.
class Proposals final : public model::Proposals {
public:
    explicit Proposals(Search& search) : search_(search) {}

    [[nodiscard]] Choice fresh() override { return choice(search_.fresh("choice")); }
    [[nodiscard]] Choice holds(TermId term) override {
        return choice(search_.encoding().term(term));
    }
    [[nodiscard]] Choice executed(EventId event) override {
        return choice(search_.encoding().executed(event));
    }
    void require(const Choices& some) override { search_.add(any(some)); }
    void require(const Choices& some, const model::Reason& refuted) override;
    void exclude(Choice active, const model::Execution& execution) override;

    /// Nothing is gained here.
    void put_in_order(Choice, const std::vector<litmus::UnitId>&) override {}
    [[nodiscard]] std::optional<model::Execution> next(const Choices& all, Cycles cycles) override;
    [[nodiscard]] bool thin_air_possible() const override { return search_.thin_air_possible(); }
    [[nodiscard]] const std::optional<std::string>& stopped() const override {
        return search_.stopped();
    }
    void replay(const model::Execution& witness) override { search_.replay(witness); }

    [[nodiscard]] Choice begun() override { return choice(search_.begun()); }
    [[nodiscard]] model::Evaluator& evaluator() override { return search_.evaluator(); }
    [[nodiscard]] const EventStructure& structure() const override { return search_.structure(); }
    [[nodiscard]] const model::Program& program() const override { return search_.program(); }
    [[nodiscard]] const std::vector<model::Automorphism>& symmetries() const override {
        return search_.symmetries();
    }

private:
    [[nodiscard]] Choice choice(const z3::expr& formula);
    [[nodiscard]] z3::expr formula(Choice choice) const;
    [[nodiscard]] z3::expr any(const Choices& some) const;

    Search& search_;
    std::vector<z3::expr> formulas_;
};

}  // namespace clmm::solver
