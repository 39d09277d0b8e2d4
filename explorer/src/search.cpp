#include "search.h"

#include <functional>

#include "clmm/base/ensure.h"
#include "clmm/model/replay.h"
#include "clmm/model/seed.h"

namespace clmm::explorer {

using model::Execution;
using model::Reason;

namespace {
/// Bound on the work before the search; larger tests have more to gain from it.
constexpr std::size_t kSeedEvaluations = 4000;
/// Clauses that a refuted execution may add by symmetry.
constexpr std::size_t kMostImages = 24;
}  // namespace

Search::Search(const EventStructure& structure, const model::MemoryModel& model,
               const model::EngineRequest& request, const Sources& sources,
               const ValueDomains& domains)
    : structure_(structure),
      model_(model),
      evaluator_(model, structure),
      encoding_(sat_, structure, sources, domains, evaluator_, model.program),
      dependencies_(structure, model::ThinAir::dependency),
      symmetries_(model::symmetries(structure)),
      finished_(sat_.fresh()),
      begun_(sat_.fresh()),
      no_thin_air_(sat_.fresh()),
      cyclic_values_(encoding_.some_cyclic_value()),
      values_are_known_(!domains.has_cycles()) {
    if (request.forbid_thin_air != model::ThinAir::none)
        forbidden_.emplace(structure, request.forbid_thin_air);
    // What the static bounds refute by themselves need never be proposed.
    for (const Reason& reason :
         model::seed_conflicts(model, structure, {.pairs = false, .evaluations = kSeedEvaluations}))
        add(encoding_.clause(reason));
    for (const litmus::UnrollBound& bound : structure.bounds)
        add({~finished_, ~encoding_.term(bound.reached)});
    add({~begun_, encoding_.term(structure.filter)});
    add({~finished_, begun_});
    if (auto growing = model::IncrementalEvaluator::create(evaluator_)) {
        axioms_.emplace(encoding_, sat_, std::move(growing),
                        [this](const Reason& reason) { return images(reason); });
        sat_.set_theory(&*axioms_);
    }
    allow(request.budget);
}

void Search::replay(const Execution& witness) {
    model::replay(model_, structure_, evaluator_, witness);
}

void Search::allow(const Budget& budget) {
    budget_ = budget;
    stopped_.reset();
}

std::optional<Execution> Search::next(Clause assumptions, Cycles cycles) {
    cycles_ = cycles;
    if (cycles == Cycles::excluded) assumptions.insert(assumptions.begin(), no_thin_air_);
    accepted_.reset();
    if (stopped_ || stop()) return std::nullopt;
    ++calls_;
    const Sat::Answer answer = sat_.solve(assumptions, *this);
    ensure((answer == Sat::Answer::satisfiable) == accepted_.has_value(),
           "a solution is an execution");
    return std::move(accepted_);
}

std::optional<bool> Search::has_cyclic_values() {
    if (values_are_known_) return false;
    if (next({cyclic_values_})) return true;
    if (stopped_) return std::nullopt;
    add({~cyclic_values_});
    values_are_known_ = true;
    return false;
}

bool Search::stop() {
    if (const auto reason = budget_.exceeded()) stopped_ = describe(*reason);
    return stopped_.has_value();
}

bool Search::accept() {
    Execution execution = encoding_.relations();
    if (is_refuted(execution)) return false;
    if (values_are_known_) encoding_.complete(execution);
    accepted_ = std::move(execution);
    return true;
}

/// Learns why the execution is not allowed; false where it is.
bool Search::is_refuted(const Execution& execution) {
    ++candidates_;
    evaluator_.evaluate(execution);
    bool refuted = false;
    const auto learn = [&](const Clause& clause) {
        sat_.add(clause);
        ++refutations_;
        refuted = true;
    };
    if (!axioms_ || !axioms_->is_exact())
        for (const model::Finding& finding : evaluator_.violations()) {
            const Reason reason = evaluator_.why(finding);
            learn(encoding_.clause(reason));
            for (const Reason& image : images(reason)) sat_.add(encoding_.clause(image));
        }
    if (forbidden_)
        if (const Reason cycle = forbidden_->find(execution); !cycle.empty())
            learn(encoding_.clause(cycle));
    if (cycles_ == Cycles::excluded)
        if (const Reason cycle = dependencies_.find(execution); !cycle.empty()) {
            Clause clause = encoding_.clause(cycle);
            clause.push_back(~no_thin_air_);
            learn(clause);
        }
    return refuted;
}

/// The model tells alike units apart as little as the test does.
std::vector<Reason> Search::images(const Reason& reason) const {
    const auto image = [](const model::Automorphism& symmetry, const Reason& of) {
        return std::optional(symmetry(of));
    };
    return orbit(symmetries_, reason, kMostImages, image, std::identity{});
}

std::vector<model::Statistic> Search::statistics() const {
    return {{"solver calls", calls_},
            {"candidates", candidates_},
            {"refutations", refutations_ + sat_.theory_conflicts()},
            {"conflicts", sat_.conflicts()},
            {"variables", sat_.variables()}};
}

}  // namespace clmm::explorer
