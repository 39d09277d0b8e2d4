#pragma once

#include <z3++.h>

#include <optional>
#include <string>
#include <vector>

#include "clauses.h"
#include "clmm/model/engine.h"
#include "clmm/model/symmetry.h"
#include "clmm/model/thin_air.h"
#include "encoding.h"

namespace clmm::solver {

/// Whoever has one may call Z3.
struct Z3Library {
    Z3Library();
};

/// One incremental solver that proposes executions, and the loop that refutes proposals
/// until one is consistent.
///
/// Errors   none thrown for a spent budget: next() and solve() return nothing and stopped() says
///          why, for this question and all later ones until allow(). So nothing that they return is
///          an answer before stopped() was looked at.
class Search {
public:
    /// With seeds, what the static bounds refute is known from the start; without, nothing of the
    /// model is until it is learnt.
    enum class Seeds { used, none };
    Search(const EventStructure& structure, const model::MemoryModel& model,
           const model::EngineRequest& request, Seeds seeds = Seeds::used);

    /// A consistent execution under the assumptions, or nothing. With `cycles` excluded, one
    /// without a cycle of reads-from and dependencies.
    enum class Cycles { allowed, excluded };
    [[nodiscard]] std::optional<model::Execution> next(z3::expr_vector assumptions,
                                                       Cycles cycles = Cycles::allowed);
    /// Any solution of the formula and the clauses learnt so far under the assumptions; not
    /// evaluated. For questions about values once rf and mo are fixed.
    [[nodiscard]] std::optional<model::Execution> solve(const z3::expr_vector& assumptions);

    /// After a solve() that found nothing and was not stopped: assumptions that exclude every
    /// solution, as numbers of their places.
    [[nodiscard]] std::vector<std::size_t> core(const z3::expr_vector& assumptions);

    /// Holds a witness to be reported against the test and the model, from its values and
    /// relations alone; an InternalError if the search got it wrong.
    void replay(const model::Execution& witness);

    /// Work from now on is under this budget; forgets that an earlier one was spent.
    void allow(const Budget& budget);

    void add(const z3::expr& clause) {
        begin();
        clauses_.add(clause);
    }
    [[nodiscard]] z3::expr fresh(const char* name);
    [[nodiscard]] z3::expr_vector assume(std::initializer_list<z3::expr> assumptions);

    /// Only executions that end before every unrolling bound, and that the filter keeps.
    [[nodiscard]] const z3::expr& finished() const { return finished_; }
    /// The same, but units may be at their bounds: what an execution has done until then it has
    /// done, whether or not it ends.
    [[nodiscard]] const z3::expr& begun() const { return begun_; }
    [[nodiscard]] bool thin_air_possible() const { return !dependencies_.impossible(); }
    [[nodiscard]] model::Reason thin_air_cycle(const model::Execution& execution) const {
        return dependencies_.find(execution);
    }

    /// A cycle that the request forbids; empty where there is none.
    [[nodiscard]] model::Reason forbidden_cycle(const model::Execution& execution) const {
        return forbidden_ ? forbidden_->find(execution) : model::Reason{};
    }

    /// What the units' likeness lets one conclude from one execution about others.
    [[nodiscard]] const std::vector<model::Automorphism>& symmetries() const { return symmetries_; }

    [[nodiscard]] Encoding& encoding() {
        begin();
        return *encoding_;
    }
    [[nodiscard]] model::Evaluator& evaluator() { return evaluator_; }
    [[nodiscard]] const EventStructure& structure() const { return structure_; }
    [[nodiscard]] const model::Program& program() const { return model_.program; }
    [[nodiscard]] z3::context& context() { return context_; }
    [[nodiscard]] const std::optional<std::string>& stopped() const { return stopped_; }
    [[nodiscard]] std::vector<model::Statistic> statistics() const;
    /// All that was learnt of the model until now, where the request asks for it.
    [[nodiscard]] const std::vector<model::Lemma>& lemmas() const { return lemmas_; }
    [[nodiscard]] std::string to_smt2();

private:
    /// Before the first question: where nothing is asked, nothing is encoded.
    void begin();
    bool refute(const model::Execution& execution, Cycles cycles);
    void learn_images(const model::Reason& reason);
    void note(std::optional<std::size_t> check, const model::Reason& reason);

    Z3Library library_;  // before all that is Z3's
    const EventStructure& structure_;
    const model::MemoryModel& model_;
    Budget budget_;
    z3::context context_;
    Clauses clauses_;
    bool cut_short_ = false;  ///< the last call of the solver was
    model::Evaluator evaluator_;
    std::optional<Encoding> encoding_;
    model::ThinAirCycles dependencies_;
    std::optional<model::ThinAirCycles> forbidden_;
    std::vector<model::Automorphism> symmetries_;
    z3::expr finished_;
    z3::expr begun_;
    z3::expr no_thin_air_;
    unsigned fresh_ = 0;
    std::optional<std::string> stopped_;
    /// The budget was spent before all was encoded: no question has an answer.
    std::optional<std::string> cut_at_start_;
    Seeds seeds_;
    bool keeps_lemmas_;
    std::vector<model::Lemma> lemmas_;
    std::uint64_t solver_calls_ = 0;
    std::uint64_t candidates_ = 0;  ///< executions evaluated
    std::uint64_t conflicts_ = 0;   ///< clauses learnt from failed axioms
};

}  // namespace clmm::solver
