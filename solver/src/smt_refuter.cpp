#include "clmm/solver/smt_refuter.h"

#include <algorithm>
#include <numeric>

#include "search.h"

namespace clmm::solver {
namespace {

using model::Argument;
using model::Execution;
using model::Finding;
using model::Literal;
using model::Reason;
using model::Refutation;
using model::RefutationLimits;
using model::Refuted;

/// So many clauses are tried as arguments by themselves.
constexpr std::size_t kMostAlone = 200;

/// A refutation with a variable that stands for its clause.
struct Entry {
    std::optional<Finding> finding;
    Reason reason;
    z3::expr active;
    std::size_t weight = 0;
    bool retired = false;  ///< part of an argument already found
};

class Refuting {
public:
    Refuting(const model::EventStructure& structure, const model::MemoryModel& model,
             const std::vector<litmus::TermId>& wanted, const RefutationLimits& limits)
        : limits_(limits),
          search_(structure, model, request(limits), Search::Seeds::none),
          wanted_(search_.context()) {
        search_.add(search_.finished());
        for (const litmus::TermId term : wanted) {
            const z3::expr active = search_.fresh("wanted");
            search_.add(!active || search_.encoding().term(term));
            wanted_.push_back(active);
        }
    }

    Refuted operator()() {
        Refuted result;
        result.impossible_by_values = !search_.solve(wanted_) && !search_.stopped();
        while (!result.impossible_by_values && result.arguments.size() < limits_.arguments &&
               refute_all(result)) {
            Argument argument = shortest_argument();
            if (search_.stopped()) break;
            result.arguments.push_back(std::move(argument));
        }
        result.incomplete = search_.stopped();
        return result;
    }

private:
    static model::EngineRequest request(const RefutationLimits& limits) {
        model::EngineRequest request;
        request.budget = limits.budget;
        request.forbid_thin_air = limits.forbid_thin_air;
        return request;
    }

    z3::expr_vector wanted_and(const std::vector<std::size_t>& entries) {
        z3::expr_vector all(search_.context());
        for (const z3::expr& each : wanted_) all.push_back(each);
        for (const std::size_t entry : entries) all.push_back(pool_[entry].active);
        return all;
    }

    [[nodiscard]] std::vector<std::size_t> usable() const {
        std::vector<std::size_t> entries;
        for (std::size_t i = 0; i < pool_.size(); ++i)
            if (!pool_[i].retired) entries.push_back(i);
        return entries;
    }

    /// Learns until nothing wanted is left. False where that cannot be: an execution is allowed,
    /// or breaks the model only in ways that earlier arguments have used, or the budget is spent.
    bool refute_all(Refuted& result) {
        while (const std::optional<Execution> execution = search_.solve(wanted_and(usable()))) {
            search_.evaluator().evaluate(*execution);
            const std::vector<Finding> violations = search_.evaluator().violations();
            const Reason cycle = search_.forbidden_cycle(*execution);
            if (violations.empty() && cycle.empty()) {
                result.allowed = *execution;
                return false;
            }
            std::vector<std::pair<std::optional<Finding>, Reason>> reasons;
            for (const Finding& finding : violations)
                reasons.emplace_back(finding, search_.evaluator().why(finding));
            if (!cycle.empty()) reasons.emplace_back(std::nullopt, cycle);
            bool learnt = false;
            for (auto& [finding, reason] : reasons)
                learnt = learn(std::move(finding), without_implied(std::move(reason))) || learnt;
            if (!learnt) return false;
        }
        return !search_.stopped();
    }

    /// Literals that the others imply, whatever the model says, add nothing.
    Reason without_implied(Reason reason) {
        // What takes place is the first to go: most often it follows.
        for (std::size_t i = 0; i < reason.size();) {
            Reason rest = reason;
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
            z3::expr_vector assumptions = literals(rest);
            assumptions.push_back(!search_.encoding().literal(reason[i]));
            if (search_.solve(assumptions) || search_.stopped())
                ++i;
            else
                reason = std::move(rest);
        }
        return reason;
    }

    z3::expr_vector literals(const Reason& reason) {
        z3::expr_vector all(search_.context());
        for (const Literal& each : reason) all.push_back(search_.encoding().literal(each));
        return all;
    }

    bool learn(std::optional<Finding> finding, Reason reason) {
        const auto covered = [&](const Entry& known) {
            const bool contains = std::includes(reason.begin(), reason.end(), known.reason.begin(),
                                                known.reason.end());
            return known.retired ? contains : contains && reason.size() == known.reason.size();
        };
        if (std::ranges::any_of(pool_, covered)) return false;
        Entry entry{std::move(finding), std::move(reason), search_.fresh("refuted")};
        entry.weight = entry.finding ? entry.finding->events.size() : 0;
        for (const Literal& each : entry.reason)
            entry.weight += each.kind == Literal::Kind::executed ? 2 : 6;
        search_.add(!entry.active || search_.encoding().clause(entry.reason));
        pool_.push_back(std::move(entry));
        return true;
    }

    // ---- arguments ----

    bool suffices(const std::vector<std::size_t>& entries) {
        return !search_.solve(wanted_and(entries)) && !search_.stopped();
    }

    Argument shortest_argument() {
        std::vector<std::size_t> entries = usable();
        std::ranges::stable_sort(entries, {}, [&](std::size_t i) { return pool_[i].weight; });
        for (std::size_t i = 0; i < std::min(entries.size(), kMostAlone); ++i)
            if (suffices({entries[i]})) return argument_of({entries[i]});
        return argument_of(shrunk(std::move(entries)));
    }

    /// None of the entries can be left out of the result. Heavy ones go first.
    std::vector<std::size_t> shrunk(std::vector<std::size_t> entries) {
        entries = core_of(entries);
        for (std::size_t i = entries.size(); i-- > 0;) {
            std::vector<std::size_t> rest = entries;
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
            if (suffices(rest)) entries = std::move(rest);
        }
        return entries;
    }

    std::vector<std::size_t> core_of(const std::vector<std::size_t>& entries) {
        const z3::expr_vector assumptions = wanted_and(entries);
        if (search_.solve(assumptions) || search_.stopped()) return entries;
        std::vector<std::size_t> core;
        for (const std::size_t place : search_.core(assumptions))
            if (place >= wanted_.size()) core.push_back(entries[place - wanted_.size()]);
        return core;
    }

    Argument argument_of(const std::vector<std::size_t>& entries) {
        Argument argument;
        for (std::size_t i = 0; i < entries.size() && !search_.stopped(); ++i) {
            Entry& entry = pool_[entries[i]];
            std::vector<std::size_t> others = entries;
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
            std::optional<Execution> would_be = search_.solve(wanted_and(others));
            if (!would_be) break;
            Refutation refutation{entry.finding, entry.reason, {}, std::move(*would_be)};
            for (const Literal& each : entry.reason)
                refutation.forced_by.push_back(forced_by(each));
            argument.push_back(std::move(refutation));
            entry.retired = true;
        }
        return argument;
    }

    /// A smallest set of wanted terms, by leaving out, that forces the literal.
    std::optional<std::vector<std::size_t>> forced_by(const Literal& literal) {
        std::vector<std::size_t> terms(wanted_.size());
        std::iota(terms.begin(), terms.end(), std::size_t{0});
        const auto forces = [&](const std::vector<std::size_t>& some) {
            z3::expr_vector assumptions(search_.context());
            for (const std::size_t i : some) assumptions.push_back(wanted_[static_cast<int>(i)]);
            assumptions.push_back(!search_.encoding().literal(literal));
            return !search_.solve(assumptions) && !search_.stopped();
        };
        if (!forces(terms)) return std::nullopt;
        for (std::size_t i = terms.size(); i-- > 0;) {
            std::vector<std::size_t> rest = terms;
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
            if (forces(rest)) terms = std::move(rest);
        }
        return terms;
    }

    RefutationLimits limits_;
    Search search_;
    z3::expr_vector wanted_;
    std::vector<Entry> pool_;
};

}  // namespace

Refuted SmtRefuter::refute(const model::EventStructure& structure, const model::MemoryModel& model,
                           const std::vector<litmus::TermId>& wanted,
                           const RefutationLimits& limits) {
    return Refuting(structure, model, wanted, limits)();
}

}  // namespace clmm::solver
