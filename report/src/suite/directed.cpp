#include "clmm/report/directed.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "clmm/base/counted.h"
#include "suite/mutant.h"

namespace clmm::report {
namespace {

using suites::Mutant;

std::string told(const DirectedVerdict::By& by) {
    return by.test + " (" + (by.state.empty() ? "undefined behaviour" : by.state) + ")";
}

std::string told(const Mutant& mutant, const DirectedVerdict& verdict) {
    if (!mutant.broken.empty()) return "is no model: " + mutant.broken;
    if (verdict.killed) return "killed by " + told(*verdict.killed);
    if (verdict.stronger) return "forbids more: " + told(*verdict.stronger);
    return verdict.is_open ? "not known" : "not told from the model";
}

nlohmann::ordered_json json_of(const DirectedVerdict::By& by) {
    return {{"test", by.test}, {"state", by.state}};
}

}  // namespace

std::string to_text(const DirectedFacts& facts) {
    std::string out =
        "Model " + facts.model + "\nTests " + std::to_string(facts.tests) + " of files\n";
    for (const auto& [file, why] : facts.left_out) out += "Left out " + file + ": " + why + "\n";
    out += "\nMutants\n";
    std::size_t killed = 0;
    std::size_t stronger = 0;
    std::size_t broken = 0;
    for (std::size_t i = 0; i < facts.verdicts.size(); ++i) {
        const DirectedVerdict& verdict = facts.verdicts[i];
        killed += static_cast<std::size_t>(verdict.killed.has_value());
        stronger += static_cast<std::size_t>(!verdict.killed && verdict.stronger);
        broken += static_cast<std::size_t>(!facts.mutants[i].broken.empty());
        out += head_of(facts.mutants[i]) + ": " + told(facts.mutants[i], verdict) + "\n";
    }
    return out + counted(facts.verdicts.size(), "mutant") + ": " + std::to_string(killed) +
           " killed, " + std::to_string(stronger) + " forbid more, " +
           std::to_string(facts.verdicts.size() - killed - stronger - broken) + " not told" +
           (broken == 0 ? "" : ", " + std::to_string(broken) + " no models") + "\n";
}

std::string to_json(const DirectedFacts& facts, std::string_view version) {
    nlohmann::ordered_json out{
        {"clmm", version}, {"model", facts.model}, {"held_against", facts.tests}};
    out["left_out"] = nlohmann::ordered_json::array();
    for (const auto& [file, why] : facts.left_out)
        out["left_out"].push_back({{"file", file}, {"why", why}});
    out["mutants"] = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < facts.verdicts.size(); ++i) {
        nlohmann::ordered_json made = mutant_json(facts.mutants[i]);
        const DirectedVerdict& verdict = facts.verdicts[i];
        if (verdict.killed) made["killed_by"] = json_of(*verdict.killed);
        if (verdict.stronger) made["forbids_more"] = json_of(*verdict.stronger);
        made["open"] = verdict.is_open;
        out["mutants"].push_back(std::move(made));
    }
    out["complete"] = std::ranges::none_of(facts.verdicts, &DirectedVerdict::is_open);
    return out.dump(2) + "\n";
}

}  // namespace clmm::report
