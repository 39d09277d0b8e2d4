#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "alike_units.h"
#include "clmm/model/engine.h"
#include "clmm/model/symmetry.h"
#include "clmm/model/thin_air.h"
#include "closing.h"

namespace clmm::explorer {

/// The solver that proposes executions, and the loop that refutes proposals until one is
/// consistent.
///
/// Errors   none thrown for a spent budget: next() returns nothing and stopped() says why, for this
///          question and all later ones until allow(). So nothing that it returns is an answer
///          before stopped() was looked at.
class Search final : private Judge {
public:
    /// `domains` has no refusal. stopped() where the budget was spent before all that is known of
    /// executions was: nothing is to be asked then.
    Search(const EventStructure& structure, const model::MemoryModel& model,
           const model::EngineRequest& request, const Sources& sources,
           const ValueDomains& domains);

    /// A consistent execution under the assumptions, or nothing. With `cycles` excluded, one
    /// without a cycle of reads-from and dependencies.
    enum class Cycles : std::uint8_t { allowed, excluded };
    [[nodiscard]] std::optional<model::Execution> next(Clause assumptions,
                                                       Cycles cycles = Cycles::allowed);
    /// Whether there is one; holds() speaks of it then, until anything is asked or added.
    [[nodiscard]] bool is_possible(const Clause& assumptions, Cycles cycles = Cycles::allowed);
    [[nodiscard]] bool holds(Lit literal) const { return sat_.holds(literal); }
    /// Whether more than clauses and axioms is asked of executions without such cycles.
    [[nodiscard]] bool looks_at_executions(Cycles cycles) const;
    /// Tries to show that the clauses are the model. If they are, executions need no look.
    [[nodiscard]] bool close(ClosingEffort effort);
    [[nodiscard]] bool is_closed() const { return is_closed_; }
    /// Finds out whether consistent executions may have values that nothing fixes: choices that may
    /// be anything, and what goes round in a circle of reads. If it is known that none has, none is
    /// looked at for that again. To be asked first.
    enum class Values : std::uint8_t {
        known,
        open,      ///< and what takes place does not depend on them
        refused,   ///< these executions cannot be told by clauses: refusal() says why
        undecided  ///< stopped
    };
    [[nodiscard]] Values look_for_open_values();
    [[nodiscard]] const std::string& refusal() const { return refusal_; }
    /// Some value goes round in a circle of reads.
    [[nodiscard]] Lit cyclic_values() const { return cyclic_values_; }

    /// Finds out whether consistent executions can have a cycle of reads-from and dependencies, or
    /// one that is forbidden. If none can, none is looked at for that again.
    void rule_out_cycles();

    /// Holds a witness to be reported against the test and the model, from its values and
    /// relations alone; an InternalError if the search got it wrong.
    void replay(const model::Execution& witness);

    /// Takes back what the solver has decided.
    void rest() { sat_.rest(); }
    /// Takes over all that the other one knows, which is of the same test and rests. Nothing has
    /// been asked of this one.
    void adopt(const Search& other);
    /// Asks no more than so many conflicts for a question; nothing: as many as it takes. A question
    /// that is left for that has no answer, and gave_up() says so.
    void be_patient(std::optional<std::uint64_t> conflicts);
    [[nodiscard]] bool gave_up() const { return !stopped_ && has_lost_patience(); }
    /// What is spent, as another has found out.
    void halt(StopReason reason) { stopped_ = describe(reason); }
    [[nodiscard]] const Budget& budget() const { return budget_; }
    /// How much was asked and done until now, in questions and in conflicts.
    [[nodiscard]] std::uint64_t calls() const { return calls_; }
    [[nodiscard]] std::uint64_t conflicts() const { return sat_.conflicts(); }

    /// Work from now on is under this budget; forgets that an earlier one was spent.
    void allow(const Budget& budget);

    void add(const Clause& clause) { sat_.add(clause); }
    [[nodiscard]] Lit fresh() { return sat_.fresh(); }

    /// Only executions that end before every unrolling bound, and that the filter keeps.
    [[nodiscard]] Lit finished() const { return finished_; }
    /// The same, but units may be at their bounds: what an execution has done until then it has
    /// done, whether or not it ends.
    [[nodiscard]] Lit begun() const { return begun_; }
    [[nodiscard]] bool thin_air_possible() const {
        return !dependencies_.impossible() && !cycles_are_forbidden_ && !cycles_are_inconsistent_;
    }

    /// What the units' likeness lets one conclude from one execution about others.
    [[nodiscard]] const std::vector<model::Automorphism>& symmetries() const { return symmetries_; }

    [[nodiscard]] const AlikeUnits& alike() const { return alike_; }

    /// Asks the budget; what it says is in stopped().
    [[nodiscard]] bool should_stop() { return stop(); }
    [[nodiscard]] Sat& solver() { return sat_; }
    [[nodiscard]] Encoding& encoding() { return encoding_; }
    [[nodiscard]] model::Evaluator& evaluator() { return evaluator_; }
    [[nodiscard]] const EventStructure& structure() const { return structure_; }
    [[nodiscard]] const model::Program& program() const { return model_.program; }
    [[nodiscard]] const std::optional<std::string>& stopped() const { return stopped_; }
    [[nodiscard]] std::vector<model::Statistic> statistics() const;
    /// All that was learnt of the model until now, where the request asks for it.
    [[nodiscard]] const std::vector<model::Lemma>& lemmas() const { return lemmas_; }

private:
    void seed();
    [[nodiscard]] bool accept() override;
    [[nodiscard]] bool stop() override;
    [[nodiscard]] bool has_lost_patience() const {
        return last_conflict_ && sat_.conflicts() >= *last_conflict_;
    }
    [[nodiscard]] std::vector<model::Reason> images(const model::Reason& reason);
    [[nodiscard]] bool is_refuted(const model::Execution& execution);
    /// What the solver has no literals for.
    void add_order(model::Execution& execution);
    [[nodiscard]] bool is_inconsistent(const model::ThinAirCycles& cycles);
    [[nodiscard]] bool rule_out_circles();
    void note(std::optional<std::size_t> check, const model::Reason& reason);

    const EventStructure& structure_;
    const model::MemoryModel& model_;
    const ValueDomains& domains_;
    Budget budget_;
    std::optional<std::string> stopped_;
    std::optional<std::uint64_t> last_conflict_;  ///< of a question that may stay open
    Sat sat_;
    model::Evaluator evaluator_;
    using Orders = model::IncrementalEvaluator::Orders;
    Orders orders_;
    std::unique_ptr<model::IncrementalEvaluator> growing_;  ///< as the theory's, for orders alone
    std::optional<std::size_t> implied_order_;
    Encoding encoding_;
    model::ThinAirCycles dependencies_;
    std::optional<model::ThinAirCycles> forbidden_;
    std::vector<model::Automorphism> symmetries_;
    AlikeUnits alike_;
    std::optional<Axioms> axioms_;  ///< none where it would be too large
    Lit finished_;
    Lit begun_;
    Lit in_order_;  ///< alike units are in one order; that excludes no sort of execution
    bool cycles_are_forbidden_;             ///< of reads-from and dependencies, by the model
    bool cycles_are_inconsistent_ = false;  ///< … by all its axioms together
    Lit no_thin_air_;
    Lit cyclic_values_;
    Cycles cycles_ = Cycles::allowed;
    bool values_are_known_;  ///< no value depends on itself, or in a way that is known
    std::string refusal_;
    bool is_closed_ = false;  ///< clauses say all that the axioms do
    bool wants_execution_ = true;
    std::optional<model::Execution> accepted_;
    bool keeps_lemmas_;
    std::vector<model::Lemma> lemmas_;
    std::uint64_t calls_ = 0;
    std::uint64_t candidates_ = 0;   ///< executions evaluated
    std::uint64_t refutations_ = 0;  ///< clauses learnt from failed axioms
};

}  // namespace clmm::explorer
