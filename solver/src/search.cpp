#include "search.h"

#include <algorithm>
#include <functional>

#include "clmm/base/ensure.h"
#include "clmm/model/replay.h"
#include "clmm/model/seed.h"
#include "clmm/solver/smt_engine.h"
#include "open_z3.h"

namespace clmm::solver {

using model::Execution;
using model::Literal;
using model::Reason;

namespace {
/// A solver call ends after so many conflicts, so that budgets and interrupts are seen between
/// calls, at the same points in every run.
constexpr unsigned kSliceConflicts = 2000;
/// Bound on the work before the search; larger tests have more to gain from it.
constexpr std::size_t kSeedEvaluations = 4000;
/// Clauses that a refuted execution may add by symmetry.
constexpr std::size_t kMostImages = 24;
}  // namespace

Z3Library::Z3Library() {
    ensure(!why_unavailable(), "engines are asked only where why_unavailable() says nothing");
}

std::optional<Diagnostic> why_unavailable() { return open_z3("the SMT engine"); }

Search::Search(const EventStructure& structure, const model::MemoryModel& model,
               const model::EngineRequest& request, Seeds seeds)
    : structure_(structure),
      model_(model),
      clauses_(context_),
      evaluator_(model, structure),
      dependencies_(structure, model::ThinAir::dependency),
      // Those found before time is spent are symmetries all the same.
      symmetries_(model::symmetries(structure,
                                    [&request] { return request.budget.exceeded().has_value(); })),
      finished_(context_.bool_const("finished")),
      begun_(context_.bool_const("begun")),
      no_thin_air_(context_.bool_const("no_thin_air")),
      seeds_(seeds),
      keeps_lemmas_(request.lemmas) {
    if (request.forbid_thin_air != model::ThinAir::none)
        forbidden_.emplace(structure, request.forbid_thin_air);
    clauses_.set("ctrl_c", false);  // signals are the program's own business
    clauses_.set("max_conflicts", kSliceConflicts);
    allow(request.budget);
    if (keeps_lemmas_) begin();  // those that are known before any search
}

void Search::begin() {
    if (encoding_) return;
    encoding_.emplace(clauses_, structure_, evaluator_, model_.program, budget_);
    if (const auto reason = encoding_->cut()) {
        stopped_ = cut_at_start_ = describe(*reason);
        return;
    }
    // What the static bounds refute by themselves need never be proposed.
    if (seeds_ == Seeds::used)
        for (const Reason& reason : model::seed_conflicts(
                 model_, structure_,
                 {.pairs = false, .evaluations = kSeedEvaluations, .budget = budget_})) {
            clauses_.add(encoding_->clause(reason));
            note(std::nullopt, reason);
        }
    for (const litmus::UnrollBound& bound : structure_.bounds)
        clauses_.add(z3::implies(finished_, !encoding_->term(bound.reached)));
    clauses_.add(z3::implies(begun_, encoding_->term(structure_.filter)));
    clauses_.add(z3::implies(finished_, begun_));
}

void Search::replay(const Execution& witness) {
    model::replay(model_, structure_, evaluator_, witness);
}

void Search::allow(const Budget& budget) {
    budget_ = budget;
    stopped_ = cut_at_start_;
    // One more than is left: who hears Z3's timer finds the deadline passed.
    if (const auto left = budget.time_left())
        clauses_.set("timeout", static_cast<unsigned>(left->count() + 1));
    if (cut_short_) clauses_.renew();
    cut_short_ = false;
}

z3::expr Search::fresh(const char* name) {
    return context_.bool_const((std::string(name) + "!" + std::to_string(fresh_++)).c_str());
}

z3::expr_vector Search::assume(std::initializer_list<z3::expr> assumptions) {
    z3::expr_vector result(context_);
    for (const z3::expr& assumption : assumptions) result.push_back(assumption);
    return result;
}

std::optional<Execution> Search::solve(const z3::expr_vector& assumptions) {
    begin();
    while (true) {
        if (const auto reason = budget_.exceeded()) stopped_ = describe(*reason);
        if (stopped_) return std::nullopt;
        ++solver_calls_;
        switch (clauses_->check(assumptions)) {
            case z3::unsat:
                return std::nullopt;
            case z3::sat:
                return encoding_->decode(clauses_->get_model());
            case z3::unknown:
                break;
        }
        // A slice has ended: what it learnt is kept, and the next one goes on from there.
        const std::string why = clauses_->reason_unknown();
        if (why == "sat.max.conflicts") continue;
        cut_short_ = true;
        const auto reason = budget_.exceeded();
        stopped_ = reason ? clmm::describe(*reason) : "solver: " + why;
    }
}

std::vector<std::size_t> Search::core(const z3::expr_vector& assumptions) {
    std::vector<std::size_t> places;
    for (const z3::expr& member : clauses_->unsat_core())
        for (unsigned i = 0; i < assumptions.size(); ++i)
            if (z3::eq(assumptions[static_cast<int>(i)], member)) places.push_back(i);
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

std::optional<Execution> Search::next(z3::expr_vector assumptions, Cycles cycles) {
    if (cycles == Cycles::excluded) assumptions.push_back(no_thin_air_);
    while (true) {
        std::optional<Execution> execution = solve(assumptions);
        if (!execution || !refute(*execution, cycles)) return execution;
    }
}

/// Learns why the execution is not allowed; false where it is.
bool Search::refute(const Execution& execution, Cycles cycles) {
    ++candidates_;
    evaluator_.evaluate(execution);
    bool refuted = false;
    const auto learn = [&](const z3::expr& clause) {
        clauses_.add(clause);
        ++conflicts_;
        refuted = true;
    };
    for (const model::Finding& finding : evaluator_.violations()) {
        const Reason reason = evaluator_.why(finding);
        learn(encoding_->clause(reason));
        note(finding.check, reason);
        learn_images(reason);
    }
    if (const Reason cycle = forbidden_cycle(execution); !cycle.empty()) {
        learn(encoding_->clause(cycle));
        note(std::nullopt, cycle);
    }
    if (cycles == Cycles::excluded)
        if (const Reason cycle = dependencies_.find(execution); !cycle.empty())
            learn(!no_thin_air_ || encoding_->clause(cycle));
    return refuted;
}

/// The model tells alike units apart as little as the test does.
void Search::learn_images(const Reason& reason) {
    if (symmetries_.empty()) return;
    const auto image = [](const model::Automorphism& symmetry, const Reason& of) {
        return std::optional(symmetry(of));
    };
    for (const Reason& other : orbit(symmetries_, reason, kMostImages, image, std::identity{})) {
        clauses_.add(encoding_->clause(other));
        note(std::nullopt, other);
    }
}

void Search::note(std::optional<std::size_t> check, const Reason& reason) {
    if (keeps_lemmas_) lemmas_.push_back({check, reason});
}

std::vector<model::Statistic> Search::statistics() const {
    return {{"variables", encoding_ ? encoding_->variable_count() : 0},
            {"solver calls", solver_calls_},
            {"candidates", candidates_},
            {"conflicts", conflicts_}};
}

std::string Search::to_smt2() {
    begin();
    return clauses_->to_smt2();
}

}  // namespace clmm::solver
