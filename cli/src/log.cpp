#include "log.h"

#include <cstdio>

namespace clmm::cli {
namespace {

using enumerator::CheckResult;
using enumerator::Claim;
using enumerator::ClaimResult;

std::string milliseconds(std::chrono::microseconds time) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f ms", static_cast<double>(time.count()) / 1e3);
    return text;
}

/// What is the case, where the claim says otherwise.
std::string_view opposite(Claim claim) {
    switch (claim) {
        case Claim::allowed:
            return "no allowed execution satisfies the condition";
        case Claim::forbidden:
            return "an allowed execution satisfies the condition";
        case Claim::holds:
            return "the condition fails";
        case Claim::fails:
            return "the condition holds";
        case Claim::racy:
            return "it is race-free";
        case Claim::race_free:
            return "it has a data race";
    }
    return "";
}

}  // namespace

std::string statistics_line(const CheckResult& result) {
    std::string text = result.test.name + ": model " + result.model + ", engine " + result.engine;
    const auto add = [&](const Natural& number, std::string_view what) {
        text += ", " + number.to_string() + " " + std::string(what);
    };
    add(result.structure.size(), "events");
    if (result.outcomes_listed) add(result.answer.outcomes.size(), "outcomes");
    const enumerator::Tally executions = enumerator::tally(result.answer, true);
    if (result.outcomes_listed) add(executions.satisfying + executions.violating, "executions");
    for (const model::Statistic& each : result.answer.statistics) add(each.count, each.what);
    return text + ", unfolded in " + milliseconds(result.times.unfold) + ", decided in " +
           milliseconds(result.times.decide) + "\n";
}

Diagnostic claim_problem(const CheckResult& result, const ClaimResult& claim) {
    const bool failed = claim.status == enumerator::ClaimStatus::failed;
    Diagnostic problem;
    problem.severity = failed ? Severity::error : Severity::warning;
    problem.code = "E-EXPECT";
    problem.message = "expected " + std::string(to_string(claim.claim)) + " under " + result.model;
    if (failed)
        problem.message += ", but " + std::string(opposite(claim.claim));
    else
        problem.message +=
            ", which is undecided" + (result.reason.empty() ? "" : ": " + result.reason);
    if (claim.span.begin != claim.span.end) {
        problem.source = result.test.source;
        problem.span = claim.span;
    } else {
        problem.message = result.test.name + ": " + problem.message;
    }
    return problem;
}

}  // namespace clmm::cli
