#include "clmm/base/counted.h"
#include "clmm/report/separation.h"

namespace clmm::report {
namespace {

using separation::By;
using separation::Separation;

std::string heading(const SeparationFacts& facts, const Separation& each) {
    const std::string& weaker = facts.models[each.weaker];
    const std::string& other = facts.models[1 - each.weaker];
    if (each.kind == By::race) return weaker + " has undefined behaviour, " + other + " has none";
    return weaker + " allows, " + other + " forbids";
}

/// `no test with at most 3 threads and 4 accesses in this vocabulary`, without its first word.
std::string bound(const SeparationFacts& facts) {
    const generator::Space& space = facts.options.space;
    std::string text = "test with at most " + counted(space.threads, "thread") + " and " +
                       counted(space.accesses, "access", "es") + " in this vocabulary";
    if (facts.options.shards > 1)
        text += ", of those in part " + std::to_string(facts.options.shard) + " of " +
                std::to_string(facts.options.shards) + ",";
    return text;
}

/// What tests that separate do, in the singular.
std::string deed(const SeparationFacts& facts) {
    const auto& [first, second] = facts.models;
    if (facts.options.both) return "separates " + first + " and " + second;
    std::string text;
    if (facts.options.states)
        text = "has a state that " + first + " allows and " + second + " forbids";
    if (facts.options.races)
        text += (text.empty() ? "" : ", or ") + ("undefined behaviour under " + first + " alone");
    return facts.options.states ? text : "has " + text;
}

}  // namespace

std::string shown_by(const SeparationFacts& facts) {
    const separation::SeparateResult& result = facts.result;
    if (!result.ended.empty())
        return "Nothing is shown of all tests: the search ended before the last, " + result.ended;
    if (result.unknown != 0)
        return "Nothing is shown of all tests: " + std::to_string(result.unknown) +
               " could not be decided";
    if (result.found.empty()) return "Shown: no " + bound(facts) + " " + deed(facts);
    return "Shown: each " + bound(facts) + " that " + deed(facts) + " contains " +
           (result.found.size() == 1 ? "this one" : "one of these");
}

std::string to_text(const SeparationFacts& facts) {
    const separation::SeparateResult& result = facts.result;
    std::string out = "Models " + facts.models[0] + ", " + facts.models[1] + "\nTests " +
                      generator::describe(facts.options.space) + "\n";
    if (facts.options.shards > 1)
        out += "Part " + std::to_string(facts.options.shard) + " of " +
               std::to_string(facts.options.shards) + "\n";
    for (std::size_t i = 0; i < result.found.size(); ++i) {
        const Separation& each = result.found[i];
        out += "\n" + each.program.name + ": " + heading(facts, each) + "\n\n" +
               separation::to_litmus(each, facts.models);
        if (!facts.explanations.empty()) out += "\n" + facts.explanations[i];
    }
    out += "\n" + counted(result.tests, "test") + ": " + std::to_string(result.decided) +
           " decided, " + std::to_string(result.contained) + " larger than one that separates";
    if (result.unknown != 0) out += ", " + std::to_string(result.unknown) + " unknown";
    out += "\n";
    for (const auto& [reason, count] : result.open)
        out += "  " + std::to_string(count) + ": " + reason + "\n";
    return out + counted(result.found.size(), "minimal test") + "\n" + shown_by(facts) + "\n";
}

}  // namespace clmm::report
