#include "search.h"

#include <algorithm>
#include <deque>
#include <functional>

#include "clmm/base/ensure.h"
#include "clmm/model/replay.h"
#include "clmm/model/seed.h"

namespace clmm::solver {

using litmus::Event;
using litmus::EventKind;
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

ThinAirCycles::ThinAirCycles(const EventStructure& structure, model::ThinAir kind)
    : structure_(structure), edges_(structure.size()) {
    if (kind == model::ThinAir::sb) {
        edges_ |= structure.sb;
    } else {
        edges_ |= structure.data;
        edges_ |= structure.addr;
        edges_ |= structure.control();
    }
    BitMatrix possible = edges_;
    for (const Event& write : structure.events)
        for (const Event& read : structure.events)
            if (write.kind == EventKind::write && read.kind == EventKind::read && !write.initial)
                for (const litmus::Target& x : write.targets)
                    for (const litmus::Target& y : read.targets)
                        if (x.location == y.location)
                            possible.set(write.id.index(), read.id.index());
    possible.close_transitively();
    impossible_ = possible.is_irreflexive();
}

Reason ThinAirCycles::find(const Execution& execution) const {
    if (impossible_) return {};
    const std::size_t n = structure_.size();
    std::vector<std::size_t> best;
    for (std::size_t start = 0; start < n; ++start) {
        if (structure_.events[start].kind != EventKind::read || !execution.executed.test(start))
            continue;
        // Breadth first from the read through edges and reads-from back to itself.
        std::vector<std::size_t> parent(n, n);
        std::deque<std::size_t> queue{start};
        bool closed = false;
        while (!queue.empty() && !closed) {
            const std::size_t at = queue.front();
            queue.pop_front();
            const auto visit = [&](std::size_t to) {
                if (closed || !execution.executed.test(to)) return;
                if (to == start) {
                    closed = true;
                    parent[start] = at;
                } else if (parent[to] == n) {
                    parent[to] = at;
                    queue.push_back(to);
                }
            };
            edges_.for_each_in_row(at, visit);
            execution.reads_from.for_each_in_row(at, visit);
        }
        if (!closed) continue;
        std::vector<std::size_t> cycle{start};
        for (std::size_t at = parent[start]; at != start; at = parent[at]) cycle.push_back(at);
        std::reverse(cycle.begin(), cycle.end());
        if (best.empty() || cycle.size() < best.size()) best = std::move(cycle);
    }
    Reason reason;
    for (std::size_t i = 0; i < best.size(); ++i) {
        const EventId a(best[i]);
        const EventId b(best[(i + 1) % best.size()]);
        if (execution.reads_from.test(a.index(), b.index()) && !edges_.test(a.index(), b.index()))
            reason.push_back({Literal::Kind::reads_from, true, 0, a, b});
        else
            for (const EventId event : {a, b})
                if (!structure_.terms.is_true(structure_[event].guard))
                    reason.push_back({Literal::Kind::executed, true, 0, event, EventId::none()});
    }
    std::sort(reason.begin(), reason.end());
    reason.erase(std::unique(reason.begin(), reason.end()), reason.end());
    return reason;
}

Search::Search(const EventStructure& structure, const model::MemoryModel& model,
               const model::EngineRequest& request, Seeds seeds)
    : structure_(structure),
      model_(model),
      clauses_(context_),
      evaluator_(model, structure),
      dependencies_(structure, model::ThinAir::dependency),
      symmetries_(solver::symmetries(structure)),
      finished_(context_.bool_const("finished")),
      begun_(context_.bool_const("begun")),
      no_thin_air_(context_.bool_const("no_thin_air")) {
    if (request.forbid_thin_air != model::ThinAir::none)
        forbidden_.emplace(structure, request.forbid_thin_air);
    encoding_.emplace(clauses_, structure, evaluator_, model.program);
    // What the static bounds refute by themselves need never be proposed.
    if (seeds == Seeds::used)
        for (const Reason& reason : model::seed_conflicts(
                 model, structure, {.pairs = false, .evaluations = kSeedEvaluations}))
            clauses_.add(encoding_->clause(reason));
    for (const litmus::UnrollBound& bound : structure.bounds)
        clauses_.add(z3::implies(finished_, !encoding_->term(bound.reached)));
    clauses_.add(z3::implies(begun_, encoding_->term(structure.filter)));
    clauses_.add(z3::implies(finished_, begun_));
    clauses_.set("ctrl_c", false);  // signals are the program's own business
    clauses_.set("max_conflicts", kSliceConflicts);
    allow(request.budget);
}

void Search::replay(const Execution& witness) {
    std::vector<std::string> defects = model::defects(structure_, witness);
    evaluator_.evaluate(witness);
    for (std::string& defect : model::order_defects(model_.program, evaluator_, witness))
        defects.push_back(std::move(defect));
    ensure(defects.empty(), defects.empty() ? "" : defects.front().c_str());
    ensure(evaluator_.consistent(), "a reported witness is consistent");
}

void Search::allow(const Budget& budget) {
    budget_ = budget;
    stopped_.reset();
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
    while (true) {
        if (const auto reason = budget_.exceeded()) stopped_ = describe(*reason);
        if (stopped_) return std::nullopt;
        ++statistics_.solver_calls;
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
    ++statistics_.candidates;
    evaluator_.evaluate(execution);
    bool refuted = false;
    const auto learn = [&](const z3::expr& clause) {
        clauses_.add(clause);
        ++statistics_.conflicts;
        refuted = true;
    };
    for (const model::Finding& finding : evaluator_.violations()) {
        const Reason reason = evaluator_.why(finding);
        learn(encoding_->clause(reason));
        learn_images(reason);
    }
    if (const Reason cycle = forbidden_cycle(execution); !cycle.empty())
        learn(encoding_->clause(cycle));
    if (cycles == Cycles::excluded)
        if (const Reason cycle = dependencies_.find(execution); !cycle.empty())
            learn(!no_thin_air_ || encoding_->clause(cycle));
    return refuted;
}

/// The model tells alike units apart as little as the test does.
void Search::learn_images(const Reason& reason) {
    if (symmetries_.empty()) return;
    const auto image = [](const Automorphism& symmetry, const Reason& of) {
        return std::optional(symmetry(of));
    };
    for (const Reason& other : orbit(symmetries_, reason, kMostImages, image, std::identity{}))
        clauses_.add(encoding_->clause(other));
}

const model::EngineStatistics& Search::statistics() {
    statistics_.variables = encoding_->variable_count();
    return statistics_;
}

std::string Search::to_smt2() { return clauses_->to_smt2(); }

}  // namespace clmm::solver
