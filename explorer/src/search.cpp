#include "search.h"

#include <algorithm>
#include <array>
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

/// Executions with cycles are looked at one by one rather than work on a proof that there are none.
constexpr std::uint64_t kMostConflictsForCycles = 20'000;
/// Of tests whose executions are not found by the way.
constexpr std::size_t kWorthAGuess = 50;

/// Reads-from is part of a union.
bool has_reads_from(const model::Program& program, model::NodeId id) {
    const model::Node& node = program[id];
    if (node.op == model::NodeOp::unite)
        return has_reads_from(program, node.left) || has_reads_from(program, node.right);
    return node.op == model::NodeOp::base &&
           node.payload == static_cast<std::uint32_t>(model::Base::reads_from);
}

/// An axiom forbids cycles of reads-from with all that is sequenced, and so with dependencies.
bool forbids_cycles(const model::Program& program, const model::Evaluator& evaluator,
                    const EventStructure& structure) {
    const auto contains = [](const BitMatrix& all, const BitMatrix& part) {
        bool is_in = true;
        part.for_each([&](std::size_t a, std::size_t b) { is_in = is_in && all.test(a, b); });
        return is_in;
    };
    return std::ranges::any_of(program.checks, [&](const model::Check& check) {
        if (check.role != model::CheckRole::axiom || check.negated ||
            check.kind != model::CheckKind::acyclic || !has_reads_from(program, check.node))
            return false;
        const BitMatrix must = evaluator.bounds(check.node).must;
        return std::ranges::all_of(
            std::array{&structure.sb, &structure.data, &structure.addr, &structure.ctrl,
                       &structure.ctrl_until_join, &structure.rmw},
            [&](const BitMatrix* part) { return contains(must, *part); });
    });
}
}  // namespace

Search::Search(const EventStructure& structure, const model::MemoryModel& model,
               const model::EngineRequest& request, const Sources& sources,
               const ValueDomains& domains)
    : structure_(structure),
      model_(model),
      domains_(domains),
      budget_(request.budget),
      evaluator_(model, structure),
      // A proof gives reasons for each axiom, in literals.
      orders_(request.lemmas ? Orders::literals : Orders::implied),
      growing_(model::IncrementalEvaluator::create(evaluator_, orders_)),
      implied_order_(growing_ ? growing_->implied() : std::nullopt),
      encoding_(sat_, structure, sources, domains, evaluator_, model.program, implied_order_,
                request.budget),
      dependencies_(structure, model::ThinAir::dependency),
      symmetries_(encoding_.cut() ? std::vector<model::Automorphism>()
                                  : model::symmetries(structure, [this] { return stop(); })),
      alike_(structure, symmetries_),
      finished_(sat_.fresh()),
      begun_(sat_.fresh()),
      in_order_(sat_.fresh()),
      cycles_are_forbidden_(forbids_cycles(model.program, evaluator_, structure)),
      no_thin_air_(sat_.fresh()),
      cyclic_values_(encoding_.some_cyclic_value()),
      values_are_known_(!domains.has_cycles() && !domains.choices().has_definitions() &&
                        !domains.has_open_values()),
      keeps_lemmas_(request.lemmas) {
    if (const auto reason = encoding_.cut()) stopped_ = describe(*reason);
    if (stopped_) return;
    if (request.forbid_thin_air != model::ThinAir::none)
        forbidden_.emplace(structure, request.forbid_thin_air);
    for (const litmus::UnrollBound& bound : structure.bounds)
        add({~finished_, ~encoding_.term(bound.reached)});
    add({~begun_, encoding_.term(structure.filter)});
    add({~finished_, begun_});
    for (const AlikeUnits::Chain& chain : alike_.chains())
        AlikeUnits::demand_order(chain, in_order_, {}, sat_, encoding_);
    if (growing_) {
        axioms_.emplace(
            encoding_, sat_, std::move(growing_), structure.size(),
            [this](const Reason& reason) { return images(reason); },
            [this](std::size_t check, const Reason& reason) { note(check, reason); });
        sat_.set_theory(&*axioms_);
    } else {
        seed();
    }
    const auto refuted = [this](Lit literal) {
        return axioms_.has_value() && !sat_.propose({literal});
    };
    if (structure.size() - structure.initial_count >= kWorthAGuess && !request.outcomes)
        encoding_.guess_units_in_turn();
    encoding_.assert_orders(refuted);
    encoding_.narrow_sources(refuted);
    if (const auto reason = encoding_.cut()) stopped_ = describe(*reason);
}

/// What the static bounds refute by themselves need never be proposed. A theory finds it out when
/// it matters.
void Search::seed() {
    for (const Reason& reason : model::seed_conflicts(
             model_, structure_,
             {.pairs = false, .evaluations = kSeedEvaluations, .budget = budget_})) {
        add(encoding_.clause(reason));
        note(std::nullopt, reason);
    }
}

void Search::replay(const Execution& witness) {
    model::replay(model_, structure_, evaluator_, witness);
}

void Search::adopt(const Search& other) {
    sat_.adopt(other.sat_);
    if (!other.forbidden_) forbidden_.reset();
    cycles_are_inconsistent_ = other.cycles_are_inconsistent_;
    values_are_known_ = other.values_are_known_;
    is_closed_ = other.is_closed_;
}

void Search::be_patient(std::optional<std::uint64_t> conflicts) {
    last_conflict_.reset();
    if (conflicts) last_conflict_ = sat_.conflicts() + *conflicts;
}

void Search::allow(const Budget& budget) {
    budget_ = budget;
    stopped_.reset();
    if (const auto reason = encoding_.cut()) stopped_ = describe(*reason);
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

bool Search::is_possible(const Clause& assumptions, Cycles cycles) {
    if (looks_at_executions(cycles)) return next(assumptions, cycles).has_value();
    cycles_ = cycles;
    if (stopped_ || stop()) return false;
    ++calls_;
    wants_execution_ = false;
    const Sat::Answer answer = sat_.solve(assumptions, *this);
    wants_execution_ = true;
    return answer == Sat::Answer::satisfiable;
}

bool Search::looks_at_executions(Cycles cycles) const {
    return forbidden_ || cycles == Cycles::excluded;
}

bool Search::close(ClosingEffort effort) {
    if (!axioms_) return false;
    Closing closing(sat_, *axioms_, effort, [this] { return stop(); });
    if (stopped_ || !closing.run()) return false;
    is_closed_ = true;
    sat_.set_theory(nullptr);
    return true;
}

Search::Values Search::look_for_open_values() {
    if (values_are_known_) return Values::known;
    // A proof tells of all orders of alike units.
    const auto is_possible = [&](Lit some) {
        const bool found = next(keeps_lemmas_ ? Clause{some} : Clause{in_order_, some}).has_value();
        if (!found && !stopped_) add({~some});
        return found;
    };
    bool is_cyclic = is_possible(cyclic_values_);
    if (stopped_) return Values::undecided;
    const bool has_definitions = domains_.choices().has_definitions();
    const Circles circles =
        is_cyclic && !has_definitions ? domains_.circles() : Circles::may_have_values;
    if (is_cyclic && circles == Circles::have_no_values) is_cyclic = !rule_out_circles();
    if (is_cyclic && circles != Circles::keep_values) {
        refusal_ = "values may come out of thin air";
        return Values::refused;
    }
    if (is_cyclic) encoding_.settle_circles();
    const bool is_open = is_cyclic || domains_.has_open_values();
    if (is_open && is_possible(encoding_.some_open_condition()))
        refusal_ = "what takes place may depend on a value that nothing fixes";
    if (is_open && keeps_lemmas_) refusal_ = "a proof with values that nothing fixes";
    if (stopped_) return Values::undecided;
    if (!refusal_.empty()) return Values::refused;
    values_are_known_ = true;
    return is_open ? Values::open : Values::known;
}

/// Of circles that have no values. That is no reason of the model's: a proof has no step for it.
/// Values that nothing fixes are taken for those of circles.
bool Search::rule_out_circles() {
    if (keeps_lemmas_ || domains_.has_open_values()) return false;
    encoding_.settle_circles();
    add({~cyclic_values_});
    return true;
}

void Search::rule_out_cycles() {
    if (auto forbidden = std::exchange(forbidden_, std::nullopt)) {
        // Either kind of cycle is one of all dependencies, too.
        cycles_are_inconsistent_ = is_inconsistent(*forbidden);
        if (!cycles_are_inconsistent_) forbidden_.emplace(*std::move(forbidden));
    } else if (thin_air_possible()) {
        cycles_are_inconsistent_ = is_inconsistent(dependencies_);
    }
}

bool Search::is_inconsistent(const model::ThinAirCycles& cycles) {
    const Lit some = encoding_.some_cycle(cycles.edges());
    // A proof tells of all orders of alike units.
    be_patient(kMostConflictsForCycles);
    const bool is_consistent = is_possible(keeps_lemmas_ ? Clause{some} : Clause{in_order_, some});
    const bool is_decided = !stopped_ && !has_lost_patience();
    be_patient({});
    if (is_consistent || !is_decided) return false;
    add({~some});
    return true;
}

bool Search::stop() {
    if (const auto reason = budget_.exceeded()) stopped_ = describe(*reason);
    return stopped_ || has_lost_patience();
}

bool Search::accept() {
    const bool is_judged = is_closed_ || (axioms_ && axioms_->is_exact());
    if (!wants_execution_ && is_judged) return true;
    Execution execution = encoding_.relations();
    if (implied_order_) add_order(execution);
    if (is_refuted(execution)) return false;
    if (values_are_known_) encoding_.complete(execution);
    accepted_ = std::move(execution);
    return true;
}

/// The axioms may not be looked at any more: they are asked once again.
void Search::add_order(Execution& execution) {
    if (!growing_) {
        growing_ = model::IncrementalEvaluator::create(evaluator_, orders_);
        ensure(growing_->settle(), "what takes place always breaks no axiom");
    }
    const std::vector<Clause>& conjuncts = axioms_->conjuncts();
    const auto mark = growing_->mark();
    for (model::IncrementalEvaluator::Input input = 0; input < conjuncts.size(); ++input)
        if (std::ranges::all_of(conjuncts[input], [&](Lit each) { return sat_.holds(each); }))
            growing_->hold(input);
    ensure(growing_->settle(), "what is accepted breaks no axiom");
    execution.total_orders[*implied_order_] = growing_->implied_order();
    growing_->undo(mark);
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
    if (!is_closed_ && !(axioms_ && axioms_->is_exact()))
        for (const model::Finding& finding : evaluator_.violations()) {
            const Reason reason = evaluator_.why(finding);
            learn(encoding_.clause(reason));
            note(finding.check, reason);
            for (const Reason& image : images(reason)) sat_.add(encoding_.clause(image));
        }
    if (forbidden_)
        if (const Reason cycle = forbidden_->find(execution); !cycle.empty()) {
            learn(encoding_.clause(cycle));
            note(std::nullopt, cycle);
        }
    if (cycles_ == Cycles::excluded)
        if (const Reason cycle = dependencies_.find(execution); !cycle.empty()) {
            Clause clause = encoding_.clause(cycle);
            clause.push_back(~no_thin_air_);
            learn(clause);
        }
    return refuted;
}

void Search::note(std::optional<std::size_t> check, const Reason& reason) {
    if (keeps_lemmas_) lemmas_.push_back({check, reason});
}

/// The model tells alike units apart as little as the test does.
std::vector<Reason> Search::images(const Reason& reason) {
    const auto image = [](const model::Automorphism& symmetry, const Reason& of) {
        return std::optional(symmetry(of));
    };
    std::vector<Reason> all = orbit(symmetries_, reason, kMostImages, image, std::identity{});
    for (const Reason& each : all) note(std::nullopt, each);
    return all;
}

std::vector<model::Statistic> Search::statistics() const {
    return {{"solver calls", calls_},
            {"candidates", candidates_},
            {"refutations", refutations_ + sat_.theory_conflicts()},
            {"conflicts", sat_.conflicts()},
            {"variables", sat_.variables()}};
}

}  // namespace clmm::explorer
