#pragma once

#include "clmm/model/proposals.h"
#include "search.h"

namespace clmm::explorer {

/// The search, to those who ask any engine: a choice is a literal's variable.
class Proposals final : public model::Proposals {
public:
    explicit Proposals(Search& search) : search_(search) {}

    [[nodiscard]] Choice fresh() override { return choice(search_.fresh()); }
    [[nodiscard]] Choice holds(TermId term) override {
        return choice(search_.encoding().term(term));
    }
    [[nodiscard]] Choice executed(EventId event) override {
        return choice(search_.encoding().executed(event));
    }
    void require(const Choices& some) override { search_.add(literals(some)); }
    void require(const Choices& some, const model::Reason& refuted) override;
    void exclude(Choice active, const model::Execution& execution) override;

    void put_in_order(Choice when, const std::vector<litmus::UnitId>& apart) override;
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

    [[nodiscard]] static Choice choice(Lit literal) {
        const auto number = static_cast<Choice>(literal.variable()) + 1;
        return literal.is_negated() ? -number : number;
    }

private:
    [[nodiscard]] static Lit literal(Choice choice);
    [[nodiscard]] static Clause literals(const Choices& choices);

    Search& search_;
};

}  // namespace clmm::explorer
