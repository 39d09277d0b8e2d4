#pragma once

#include "clmm/model/proposals.h"
#include "crew.h"
#include "search.h"

namespace clmm::explorer {

/// The search, to those who ask any engine: a choice is a literal's variable.
class Proposals final : public model::Proposals {
public:
    /// `crew`: whom what takes long is divided among, if anybody. `all`: assumed in each question.
    explicit Proposals(Search& search, Crew* crew = nullptr, Clause all = {})
        : search_(search), crew_(crew), all_(std::move(all)) {}

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
    [[nodiscard]] std::optional<model::Execution> next_if_quick(const Choices& all,
                                                                Cycles cycles) override;
    [[nodiscard]] bool is_long() const override { return is_long_; }
    [[nodiscard]] bool do_apart(const Work& work) override;
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

    [[nodiscard]] static Clause literals(const Choices& choices);

private:
    [[nodiscard]] static Lit literal(Choice choice);

    Search& search_;
    Crew* crew_;
    Clause all_;
    std::uint64_t quick_conflicts_ = 0;  ///< of questions that were to be quick, since it was long
    bool is_long_ = false;
};

}  // namespace clmm::explorer
