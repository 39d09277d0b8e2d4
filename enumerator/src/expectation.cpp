#include "clmm/enumerator/expectation.h"

#include <algorithm>
#include <array>
#include <utility>

namespace clmm::enumerator {
namespace {

constexpr std::array<std::pair<std::string_view, Claim>, 6> kClaims{{
    {"allowed", Claim::allowed},
    {"forbidden", Claim::forbidden},
    {"holds", Claim::holds},
    {"fails", Claim::fails},
    {"racy", Claim::racy},
    {"race-free", Claim::race_free},
}};

ClaimStatus compare(std::optional<bool> known, bool claimed) {
    if (!known) return ClaimStatus::unknown;
    return *known == claimed ? ClaimStatus::met : ClaimStatus::failed;
}

std::optional<bool> known(Verdict verdict) {
    if (verdict == Verdict::unknown) return std::nullopt;
    return verdict == Verdict::holds;
}

std::vector<Claim> claims_of(const litmus::Expectation& expectation) {
    std::vector<Claim> claims;
    if (expectation.allowed)
        claims.push_back(*expectation.allowed ? Claim::allowed : Claim::forbidden);
    if (expectation.holds) claims.push_back(*expectation.holds ? Claim::holds : Claim::fails);
    if (expectation.race_free)
        claims.push_back(*expectation.race_free ? Claim::race_free : Claim::racy);
    return claims;
}

}  // namespace

std::string_view to_string(Claim claim) {
    const auto found = std::find_if(kClaims.begin(), kClaims.end(),
                                    [&](const auto& entry) { return entry.second == claim; });
    return found == kClaims.end() ? "unknown" : found->first;
}

std::optional<Claim> parse_claim(std::string_view word) {
    const auto found = std::find_if(kClaims.begin(), kClaims.end(),
                                    [&](const auto& entry) { return entry.first == word; });
    return found == kClaims.end() ? std::nullopt : std::optional(found->second);
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
    }
    return ClaimStatus::unknown;
}

std::vector<ClaimResult> judge_expectations(const litmus::LitmusTest& test, std::string_view model,
                                            const model::EngineAnswer& answer) {
    std::vector<ClaimResult> results;
    for (const litmus::Expectation& expectation : test.expectations) {
        if (!expectation.model.empty() && expectation.model != model) continue;
        for (const Claim claim : claims_of(expectation))
            results.push_back({.claim = claim,
                               .status = judge(claim, test.quantifier, answer),
                               .origin = "Expect=",
                               .span = expectation.span});
    }
    return results;
}

}  // namespace clmm::enumerator
