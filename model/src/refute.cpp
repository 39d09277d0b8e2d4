#include <algorithm>
#include <numeric>

#include "clmm/model/candidates.h"

namespace clmm::model {
namespace {

/// So many clauses are tried as arguments by themselves.
constexpr std::size_t kMostAlone = 200;

/// A refutation with a variable that stands for its clause.
struct Entry {
    std::optional<Finding> finding;
    Reason reason;
    Candidates::Choice active;
    std::size_t weight = 0;
    bool retired = false;  ///< part of an argument already found
};

using Choices = Candidates::Choices;

class Refuting {
public:
    Refuting(Candidates& candidates, const std::vector<litmus::TermId>& wanted,
             std::size_t most_arguments)
        : candidates_(candidates), most_arguments_(most_arguments) {
        for (const litmus::TermId term : wanted) {
            const Candidates::Choice active = candidates_.fresh();
            candidates_.require({-active, candidates_.holds(term)});
            wanted_.push_back(active);
        }
    }

    Refuted operator()() {
        Refuted result;
        result.impossible_by_values = !candidates_.find(wanted_) && !candidates_.stopped();
        while (!result.impossible_by_values && result.arguments.size() < most_arguments_ &&
               refute_all(result)) {
            Argument argument = shortest_argument();
            if (candidates_.stopped()) break;
            result.arguments.push_back(std::move(argument));
        }
        result.incomplete = candidates_.stopped();
        return result;
    }

private:
    [[nodiscard]] Choices wanted_and(const std::vector<std::size_t>& entries) const {
        Choices all = wanted_;
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
        while (const std::optional<Execution> execution = candidates_.find(wanted_and(usable()))) {
            candidates_.evaluator().evaluate(*execution);
            const std::vector<Finding> violations = candidates_.evaluator().violations();
            const Reason cycle = candidates_.forbidden_cycle(*execution);
            if (violations.empty() && cycle.empty()) {
                result.allowed = *execution;
                return false;
            }
            std::vector<std::pair<std::optional<Finding>, Reason>> reasons;
            for (const Finding& finding : violations)
                reasons.emplace_back(finding, candidates_.evaluator().why(finding));
            if (!cycle.empty()) reasons.emplace_back(std::nullopt, cycle);
            bool learnt = false;
            for (auto& [finding, reason] : reasons)
                learnt = learn(std::move(finding), without_implied(std::move(reason))) || learnt;
            if (!learnt) return false;
        }
        return !candidates_.stopped();
    }

    /// Literals that the others imply, whatever the model says, add nothing.
    Reason without_implied(Reason reason) {
        // What takes place is the first to go: most often it follows.
        for (std::size_t i = 0; i < reason.size();) {
            Reason rest = reason;
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
            Choices all = literals(rest);
            all.push_back(-candidates_.literal(reason[i]));
            if (candidates_.find(all) || candidates_.stopped())
                ++i;
            else
                reason = std::move(rest);
        }
        return reason;
    }

    Choices literals(const Reason& reason) {
        Choices all;
        for (const Literal& each : reason) all.push_back(candidates_.literal(each));
        return all;
    }

    bool learn(std::optional<Finding> finding, Reason reason) {
        const auto covered = [&](const Entry& known) {
            const bool contains = std::includes(reason.begin(), reason.end(), known.reason.begin(),
                                                known.reason.end());
            return known.retired ? contains : contains && reason.size() == known.reason.size();
        };
        if (std::ranges::any_of(pool_, covered)) return false;
        Entry entry{std::move(finding), std::move(reason), candidates_.fresh()};
        entry.weight = entry.finding ? entry.finding->events.size() : 0;
        for (const Literal& each : entry.reason)
            entry.weight += each.kind == Literal::Kind::executed ? 2 : 6;
        candidates_.require({-entry.active}, entry.reason);
        pool_.push_back(std::move(entry));
        return true;
    }

    // ---- arguments ----

    bool suffices(const std::vector<std::size_t>& entries) {
        return !candidates_.find(wanted_and(entries)) && !candidates_.stopped();
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
        const Choices all = wanted_and(entries);
        if (candidates_.find(all) || candidates_.stopped()) return entries;
        std::vector<std::size_t> core;
        for (const std::size_t place : candidates_.core(all))
            if (place >= wanted_.size()) core.push_back(entries[place - wanted_.size()]);
        return core;
    }

    Argument argument_of(const std::vector<std::size_t>& entries) {
        Argument argument;
        for (std::size_t i = 0; i < entries.size() && !candidates_.stopped(); ++i) {
            Entry& entry = pool_[entries[i]];
            std::vector<std::size_t> others = entries;
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
            std::optional<Execution> would_be = candidates_.find(wanted_and(others));
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
            Choices all;
            for (const std::size_t i : some) all.push_back(wanted_[i]);
            all.push_back(-candidates_.literal(literal));
            return !candidates_.find(all) && !candidates_.stopped();
        };
        if (!forces(terms)) return std::nullopt;
        for (std::size_t i = terms.size(); i-- > 0;) {
            std::vector<std::size_t> rest = terms;
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
            if (forces(rest)) terms = std::move(rest);
        }
        return terms;
    }

    Candidates& candidates_;
    std::size_t most_arguments_;
    Choices wanted_;
    std::vector<Entry> pool_;
};

}  // namespace

Refuted refute(Candidates& candidates, const std::vector<litmus::TermId>& wanted,
               std::size_t most_arguments) {
    return Refuting(candidates, wanted, most_arguments)();
}

}  // namespace clmm::model
