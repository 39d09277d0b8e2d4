#include <algorithm>
#include <map>

#include "clmm/base/counted.h"
#include "clmm/generator/conditions.h"
#include "clmm/report/suite.h"
#include "suite/mutant.h"

namespace clmm::report {
namespace {

using suites::Mutant;
using suites::MutantVerdict;
using suites::SuiteTest;

std::string axioms_of(const SuiteTest& test) {
    std::string text;
    for (const std::string& each : test.axioms) text += (text.empty() ? "" : ", ") + each;
    return text.empty() ? "no axiom alone" : text;
}

/// Tests by what forbids them, in the order in which that occurs first.
std::string groups(const SuiteFacts& facts) {
    std::vector<std::string> order;
    std::map<std::string, std::string> lines;
    for (const SuiteTest& each : facts.result.found) {
        const std::string axioms = axioms_of(each);
        if (!lines.contains(axioms)) order.push_back(axioms);
        lines[axioms] += (each.is_first ? "* " : "  ") + each.program.name + "  " +
                         generator::condition_of(each.program, each.state, each.shown) + "\n";
    }
    std::string out;
    for (const std::string& each : order) out += "\n" + each + "\n" + lines[each];
    return out;
}

std::string verdict_of(const SuiteFacts& facts, const Mutant& mutant,
                       const MutantVerdict& verdict) {
    if (!mutant.broken.empty()) return "is no model: " + mutant.broken;
    const auto name = [&](std::size_t test) { return facts.result.found[test].program.name; };
    if (verdict.killed_by)
        return "killed by " + name(*verdict.killed_by) + (verdict.states == 0 ? " (race)" : "") +
               ", " + counted(verdict.states + verdict.races, "test");
    if (verdict.stronger)
        return "forbids more: " + name(verdict.stronger->test) + " with " +
               verdict.stronger->weakening;
    return verdict.is_open ? "not known" : "not told from the model";
}

std::string mutants(const SuiteFacts& facts) {
    std::string out;
    std::size_t killed = 0;
    std::size_t stronger = 0;
    std::size_t broken = 0;
    for (std::size_t i = 0; i < facts.verdicts.size(); ++i) {
        const Mutant& mutant = facts.mutants[i];
        const MutantVerdict& verdict = facts.verdicts[i];
        killed += static_cast<std::size_t>(verdict.killed_by.has_value());
        stronger += static_cast<std::size_t>(!verdict.killed_by && verdict.stronger);
        broken += static_cast<std::size_t>(!mutant.broken.empty());
        out += head_of(mutant) + ": " + verdict_of(facts, mutant, verdict) + "\n";
    }
    if (out.empty()) return out;
    return "\nMutants\n" + out + counted(facts.verdicts.size(), "mutant") + ": " +
           std::to_string(killed) + " killed, " + std::to_string(stronger) + " forbid more, " +
           std::to_string(facts.verdicts.size() - killed - stronger - broken) + " not told" +
           (broken == 0 ? "" : ", " + std::to_string(broken) + " no models") + "\n";
}

}  // namespace

std::string shown_by(const SuiteFacts& facts) {
    const suites::SuiteResult& result = facts.result;
    if (!result.ended.empty())
        return "Nothing is shown of all tests: the search ended before the last, " + result.ended;
    if (result.unknown != 0)
        return "Nothing is shown of all tests: " + std::to_string(result.unknown) +
               " could not be decided";
    std::string text =
        "Shown: no other test with at most " + counted(facts.options.space.threads, "thread") +
        " and " + counted(facts.options.space.accesses, "access", "es") + " in this vocabulary";
    if (facts.options.shards > 1)
        text += ", of those in part " + std::to_string(facts.options.shard) + " of " +
                std::to_string(facts.options.shards) + ",";
    return text + " is forbidden by " + facts.model + " and needs all that it has";
}

std::string to_text(const SuiteFacts& facts) {
    const suites::SuiteResult& result = facts.result;
    std::string out =
        "Model " + facts.model + "\nTests " + generator::describe(facts.options.space) + "\n";
    if (facts.options.shards > 1)
        out += "Part " + std::to_string(facts.options.shard) + " of " +
               std::to_string(facts.options.shards) + "\n";
    out += groups(facts) + "\n" + counted(result.programs, "program") + ": " +
           std::to_string(result.undefined) + " with undefined behaviour, " +
           std::to_string(result.free) + " that forbid nothing, " + std::to_string(result.needed) +
           " that need all they have";
    if (result.unknown != 0) out += ", " + std::to_string(result.unknown) + " unknown";
    out += "\n";
    for (const auto& [reason, count] : result.open)
        out += "  " + std::to_string(count) + ": " + reason + "\n";
    return out + counted(result.found.size(), "test") + "\n" + mutants(facts) + shown_by(facts) +
           "\n";
}

}  // namespace clmm::report
