#include "clmm/enumerator/expectation.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "clmm/litmus/expectation.h"

namespace clmm::enumerator {
namespace {

constexpr std::array<std::pair<std::string_view, Claim>, 8> kClaims{{
    {"allowed", Claim::allowed},
    {"forbidden", Claim::forbidden},
    {"holds", Claim::holds},
    {"fails", Claim::fails},
    {"racy", Claim::racy},
    {"race-free", Claim::race_free},
    {"defined", Claim::defined},
    {"undefined", Claim::undefined},
}};

ClaimStatus compare(std::optional<bool> known, bool claimed) {
    if (!known) return ClaimStatus::unknown;
    return *known == claimed ? ClaimStatus::met : ClaimStatus::failed;
}

std::optional<bool> known(Verdict verdict) {
    if (verdict == Verdict::unknown) return std::nullopt;
    return verdict == Verdict::holds;
}

std::optional<std::string_view> kind_of(Claim claim) {
    if (claim < Claim::kind) return std::nullopt;
    const auto index = static_cast<std::size_t>(claim) - static_cast<std::size_t>(Claim::kind);
    return litmus::undefined_kinds()[index];
}

bool is_of_kind(std::string_view found, std::string_view kind) {
    return found == kind || (kind == "divergence" && found.ends_with("-divergence"));
}

/// Whether undefined behaviour that `concerns` was found, or cannot be there; a finding decides,
/// and of the rest only a complete search does.
template <class Concerns>
std::optional<bool> found(const model::EngineAnswer& answer, Concerns concerns) {
    if (std::ranges::any_of(answer.undefined, concerns, &model::UndefinedEntry::kind)) return true;
    if (answer.declined || answer.bound_reached || std::ranges::any_of(answer.unsearched, concerns))
        return std::nullopt;
    // Nothing was looked for.
    if (!answer.race_free || (answer.undefined_incomplete && answer.unsearched.empty()))
        return std::nullopt;
    return false;
}

ClaimStatus judge_undefined(Claim claim, const model::EngineAnswer& answer) {
    if (const auto kind = kind_of(claim))
        return compare(
            found(answer, [&](std::string_view each) { return is_of_kind(each, *kind); }), true);
    return compare(found(answer, [](std::string_view) { return true; }), claim == Claim::undefined);
}

bool is_mere_flag(const model::MemoryModel& model, std::string_view kind) {
    return std::ranges::any_of(model.program.checks, [&](const model::Check& check) {
        return check.role == model::CheckRole::flag && check.name == kind;
    });
}

}  // namespace

std::string_view to_string(Claim claim) {
    if (const auto kind = kind_of(claim)) return *kind;
    const auto found = std::find_if(kClaims.begin(), kClaims.end(),
                                    [&](const auto& entry) { return entry.second == claim; });
    return found == kClaims.end() ? "unknown" : found->first;
}

std::optional<Claim> parse_claim(std::string_view word) {
    const auto found = std::find_if(kClaims.begin(), kClaims.end(),
                                    [&](const auto& entry) { return entry.first == word; });
    if (found != kClaims.end()) return found->second;
    const auto kinds = litmus::undefined_kinds();
    const auto kind = std::ranges::find(kinds, word);
    if (kind == kinds.end()) return std::nullopt;
    return static_cast<Claim>(static_cast<std::size_t>(Claim::kind) +
                              static_cast<std::size_t>(kind - kinds.begin()));
}

std::string_view to_string(ClaimStatus status) {
    switch (status) {
        case ClaimStatus::met:
            return "met";
        case ClaimStatus::failed:
            return "failed";
        case ClaimStatus::unknown:
            return "unknown";
    }
    return "unknown";
}

ClaimStatus judge(Claim claim, const std::optional<litmus::Quantifier>& quantifier,
                  const model::EngineAnswer& answer) {
    switch (claim) {
        case Claim::allowed:
            return compare(allowed(answer), true);
        case Claim::forbidden:
            return compare(allowed(answer), false);
        case Claim::holds:
            return compare(known(verdict(quantifier, answer)), true);
        case Claim::fails:
            return compare(known(verdict(quantifier, answer)), false);
        case Claim::racy:
            return compare(racy(answer), true);
        case Claim::race_free:
            return compare(racy(answer), false);
        default:
            return judge_undefined(claim, answer);
    }
}

std::vector<ClaimResult> judge_expectations(const litmus::LitmusTest& test, std::string_view model,
                                            const model::EngineAnswer& answer) {
    std::vector<ClaimResult> results;
    for (const litmus::Expectation& expectation : test.expectations) {
        if (!expectation.model.empty() && expectation.model != model) continue;
        for (const litmus::ExpectedWord& each : expectation.words)
            if (const auto claim = parse_claim(each.word))
                results.push_back({.claim = *claim,
                                   .status = judge(*claim, test.quantifier, answer),
                                   .origin = "Expect=",
                                   .span = each.span});
    }
    return results;
}

bool means(Claim claim, std::string_view kind) {
    if (const auto claimed = kind_of(claim)) return is_of_kind(kind, *claimed);
    return claim == Claim::undefined;
}

std::vector<std::string> unexpected_kinds(const model::EngineAnswer& answer,
                                          const std::vector<ClaimResult>& claims,
                                          const model::MemoryModel& model) {
    std::set<std::string> kinds;
    for (const model::UndefinedEntry& entry : answer.undefined)
        if (!model::is_race(entry.kind) && !is_mere_flag(model, entry.kind) &&
            std::ranges::none_of(claims, [&](const ClaimResult& each) {
                return each.claim == Claim::defined || means(each.claim, entry.kind);
            }))
            kinds.insert(entry.kind);
    return {kinds.begin(), kinds.end()};
}

}  // namespace clmm::enumerator
