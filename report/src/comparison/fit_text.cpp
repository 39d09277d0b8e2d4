#include <algorithm>
#include <cstdio>

#include "clmm/base/counted.h"
#include "clmm/report/fit.h"
#include "facts/padded.h"

namespace clmm::report {
namespace {

using comparison::AxiomStand;
using comparison::Combination;
using comparison::Contradictions;
using comparison::Evidence;
using comparison::FittedSwitch;
using comparison::FittedValue;

constexpr std::size_t kMostShown = 5;

class FitText {
public:
    explicit FitText(const FitFacts& facts) : facts_(facts), fit_(facts.fit) {}

    std::string operator()() {
        head();
        reference();
        switches();
        if (!fit_.combinations.empty()) combinations();
        if (!fit_.axioms.empty()) axioms();
        if (fit_.ended.empty()) {
            unseen();
            next_tests();
        } else {
            out_ += "\nEnded before all was decided: " + fit_.ended + "\n";
        }
        return std::move(out_);
    }

private:
    void head() {
        std::uint64_t instances = 0;
        for (const comparison::Observed& each : facts_.tests) instances += each.instances;
        out_ = "Model " + facts_.model + "\nSeen  " + counted(facts_.tests.size(), "test");
        if (instances != 0) out_ += ", " + counted(instances, "instance");
        out_ += "\n";
        const auto undefined = std::ranges::count(fit_.undefined, true);
        if (undefined != 0)
            out_ += "      " + std::to_string(undefined) +
                    " with undefined behaviour under this model: they may end in any state\n";
        for (std::size_t i = 0; i < fit_.problems.size(); ++i)
            if (!fit_.problems[i].empty())
                out_ += "      left out: " + facts_.tests[i].test + ": " + fit_.problems[i] + "\n";
        if (!facts_.missing.empty())
            out_ += "      left out: " + counted(facts_.missing.size(), "test") +
                    " whose text is not known, " + facts_.missing.front() +
                    (facts_.missing.size() > 1 ? " the first\n" : "\n");
    }

    [[nodiscard]] std::string told(const Evidence& each) const {
        const comparison::Observed& test = facts_.tests[each.test];
        std::string text = test.test + " ended in " + each.state;
        if (each.count == 0) return text;
        char score[32];
        std::snprintf(score, sizeof score, "%.3f", facts_.score(each.count, test.instances));
        return text + ", " + counted(each.count, "time") + " in " + std::to_string(test.instances) +
               " (score " + score + ")";
    }

    [[nodiscard]] std::string not_seen(const Evidence& each) const {
        const comparison::Observed& test = facts_.tests[each.test];
        return test.test + "  " + each.state + "  0 in " + std::to_string(test.instances);
    }

    void list(const std::vector<Evidence>& all, const std::string& before, bool seen) {
        for (std::size_t i = 0; i < std::min(all.size(), kMostShown); ++i)
            out_ += before + (seen ? told(all[i]) : not_seen(all[i])) + "\n";
        if (all.size() > kMostShown)
            out_ += before + "… " + std::to_string(all.size() - kMostShown) + " more\n";
    }

    void reference() {
        const Contradictions& found = fit_.reference;
        if (found.any())
            out_ += "\nContradicted: " + counted(found.states.size(), "state") +
                    " that this model forbids\n";
        else if (found.open != 0)
            out_ += "\nNothing that was seen is known to be forbidden; " +
                    counted(found.open, "state") + " not decided\n";
        else
            out_ += "\nAll that was seen is allowed\n";
        list(found.states, "  ", true);
    }

    // ---- switches ----

    void switches() {
        std::string untold;
        bool first = true;
        for (const FittedSwitch& each : fit_.switches) {
            if (!each.tells) {
                untold += (untold.empty() ? "" : ", ") + each.name;
                continue;
            }
            if (first) out_ += "\nSwitches\n";
            first = false;
            for (const FittedValue& value : each.values) show(each, value);
        }
        if (!untold.empty())
            out_ += "\nNo test that was run tells the values of\n  " + untold + "\n";
    }

    void show(const FittedSwitch& of, const FittedValue& value) {
        out_ += "  " + padded(of.name + "=" + value.value, 34) + status(value) + "\n";
        if (value.is_reference || !value.rejected.empty() || fit_.reference.any()) return;
        list(value.by_itself.states, "    ", true);
    }

    [[nodiscard]] std::string status(const FittedValue& value) const {
        const std::string mark = value.is_reference ? ", as the model has it" : "";
        if (!value.rejected.empty()) return "not looked at: " + value.rejected;
        if (!value.is_reference && !value.tells) return "no test tells it";
        if (fit_.groups.empty() && fit_.remaining == 0 && !fit_.ended.empty())
            return "not decided" + mark;
        return (value.is_open ? "open" : "contradicted") + mark;
    }

    // ---- their combinations ----

    void combinations() {
        const std::size_t looked = fit_.combinations.size();
        out_ += "\nCombinations of these: " + std::to_string(looked);
        if (looked < fit_.all_combinations)
            out_ += " of " + std::to_string(fit_.all_combinations) +
                    ", those with the fewest changes (--combinations)";
        out_ += ", " + std::to_string(fit_.remaining) + " allow all that was seen\n";
        if (fit_.remaining == 0) return;
        if (looked > 1)
            out_ += fit_.are_independent
                        ? "  The switches are independent: each combination of open values is one "
                          "of them\n"
                        : "  The switches are not independent: not each combination of open values "
                          "is one of them\n";
        strongest();
    }

    void strongest() {
        out_ += "\nStrongest of those that allow all that was seen\n";
        for (const comparison::Group& each : fit_.groups) {
            if (!each.is_strongest) continue;
            const auto& changes = fit_.combinations[each.members.front()].changes;
            out_ += "  " + word_of(facts_.model, changes) + ": " + counted(each.states, "state");
            if (each.undefined != 0) out_ += ", " + counted(each.undefined, "test") + " undefined";
            if (each.members.size() > 1)
                out_ += "; " + std::to_string(each.members.size() - 1) +
                        " other combinations say the same of these tests";
            out_ += "\n";
        }
    }

    // ---- axioms ----

    void axioms() {
        out_ += "\nAxioms\n";
        for (const comparison::FittedAxiom& each : fit_.axioms) {
            out_ += "  " + padded(each.name, 40) + axiom_text(each) + "\n";
            if (each.stand == AxiomStand::contradicted || each.stand == AxiomStand::part)
                list(each.states, "    ", true);
        }
    }

    [[nodiscard]] std::string axiom_text(const comparison::FittedAxiom& axiom) const {
        if (axiom.stand == AxiomStand::idle) return "no test that was run needs it";
        std::string text(to_string(axiom.stand));
        if (axiom.stand == AxiomStand::part) {
            for (std::size_t i = 0; i < axiom.others.size(); ++i)
                text += (i == 0 ? ": " : ", ") + axiom.others[i];
            return text;
        }
        if (axiom.stand == AxiomStand::contradicted) return text;
        const auto& tested = std::ranges::max(axiom.states, {}, [&](const Evidence& each) {
            return facts_.tests[each.test].instances;
        });
        return text + ": " + counted(axiom.states.size(), "state") +
               " that it alone forbids not seen, at most in " +
               counted(facts_.tests[tested.test].instances, "instance") + ", of " +
               facts_.tests[tested.test].test;
    }

    // ---- what is left ----

    void unseen() {
        if (fit_.unseen.empty()) return;
        out_ += "\nNever seen, though all that remain allow it\n";
        for (const Evidence& each : fit_.unseen) out_ += "  " + not_seen(each) + "\n";
    }

    void next_tests() {
        if (facts_.next.empty()) return;
        out_ += "\nNext tests\n";
        for (const NextTest& each : facts_.next) {
            out_ += "  " + each.models[0] + " or " + each.models[1] + ": ";
            if (each.name.empty()) {
                out_ += "none found, " + each.searched + "\n";
                continue;
            }
            out_ += each.name;
            out_ += each.state.empty() ? ", undefined under " + each.allowed_by + " alone"
                                       : ", " + each.state + " under " + each.allowed_by + " alone";
            if (each.was_run) out_ += "; not seen in " + counted(each.instances, "instance");
            out_ += "\n";
        }
        if (!facts_.space.empty()) out_ += "  Looked for in: " + facts_.space + "\n";
    }

    const FitFacts& facts_;
    const comparison::Fit& fit_;
    std::string out_;
};

}  // namespace

std::string word_of(const std::string& model, const std::vector<std::string>& changes) {
    std::string word = model;
    for (const std::string& each : changes) word += "+" + each;
    return word;
}

std::string to_text(const FitFacts& facts) { return FitText(facts)(); }

}  // namespace clmm::report
