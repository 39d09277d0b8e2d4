#include "clmm/solver/smt_refuter.h"

#include "clmm/model/candidates.h"
#include "search.h"

namespace clmm::solver {
namespace {

using model::Execution;
using model::Literal;
using model::Reason;
using model::RefutationLimits;

/// What Z3 finds: a choice is a formula's place in a list.
class SmtCandidates final : public model::Candidates {
public:
    SmtCandidates(const model::EventStructure& structure, const model::MemoryModel& model,
                  const RefutationLimits& limits)
        : search_(structure, model, request(limits), Search::Seeds::none),
          formulas_(search_.context()) {
        search_.add(search_.finished());
    }

    [[nodiscard]] Choice fresh() override { return choice(search_.fresh("asked")); }
    [[nodiscard]] Choice holds(litmus::TermId term) override {
        return choice(search_.encoding().term(term));
    }
    [[nodiscard]] Choice literal(const Literal& literal) override {
        return choice(search_.encoding().literal(literal));
    }
    void require(const Choices& some) override { search_.add(any(some)); }
    void require(const Choices& some, const Reason& refuted) override {
        search_.add(any(some) || search_.encoding().clause(refuted));
    }

    [[nodiscard]] std::optional<Execution> find(const Choices& all) override {
        return search_.solve(formulas(all));
    }
    [[nodiscard]] std::vector<std::size_t> core(const Choices& all) override {
        return search_.core(formulas(all));
    }

    [[nodiscard]] Reason forbidden_cycle(const Execution& execution) const override {
        return search_.forbidden_cycle(execution);
    }
    [[nodiscard]] model::Evaluator& evaluator() override { return search_.evaluator(); }
    [[nodiscard]] const std::optional<std::string>& stopped() const override {
        return search_.stopped();
    }

private:
    static model::EngineRequest request(const RefutationLimits& limits) {
        model::EngineRequest request;
        request.budget = limits.budget;
        request.forbid_thin_air = limits.forbid_thin_air;
        return request;
    }

    [[nodiscard]] Choice choice(const z3::expr& formula) {
        formulas_.push_back(formula);
        return static_cast<Choice>(formulas_.size());
    }
    [[nodiscard]] z3::expr any(const Choices& some) {
        const z3::expr_vector parts = formulas(some);
        return parts.size() == 1 ? parts[0] : z3::mk_or(parts);
    }
    [[nodiscard]] z3::expr_vector formulas(const Choices& choices) {
        z3::expr_vector all(search_.context());
        for (const Choice each : choices) {
            const z3::expr positive = formulas_[(each < 0 ? -each : each) - 1];
            all.push_back(each < 0 ? !positive : positive);
        }
        return all;
    }

    Search search_;
    z3::expr_vector formulas_;
};

}  // namespace

model::Refuted SmtRefuter::refute(const model::EventStructure& structure,
                                  const model::MemoryModel& model,
                                  const std::vector<litmus::TermId>& wanted,
                                  const RefutationLimits& limits) {
    SmtCandidates candidates(structure, model, limits);
    return model::refute(candidates, wanted, limits.arguments);
}

}  // namespace clmm::solver
