#include "clmm/report/problems.h"

#include <algorithm>

#include "clmm/enumerator/engines.h"

namespace clmm::report {
namespace {

using enumerator::CheckResult;
using enumerator::Claim;
using enumerator::ClaimResult;

std::string found_kinds(const CheckResult& result) {
    std::string kinds;
    for (const std::string& kind : enumerator::undefined_kinds(result.answer))
        kinds += (kinds.empty() ? "" : ", ") + kind;
    return "it has undefined behaviour: " + kinds;
}

/// What is the case, where the claim says otherwise.
std::string opposite(const CheckResult& result, Claim claim) {
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
        case Claim::defined:
            return found_kinds(result);
        case Claim::undefined:
            return "no execution has undefined behaviour";
        default:
            return "no execution has such undefined behaviour";
    }
}

/// Whatever its switches are set to.
bool is_shipped(const std::string& model) {
    const std::string_view name = std::string_view(model).substr(0, model.find('+'));
    return std::ranges::any_of(model::shipped_models(),
                               [&](const auto& each) { return each.name == name; });
}

/// That something is not there has no execution to show.
bool is_explained(Claim claim) {
    return claim != Claim::racy && claim != Claim::undefined && claim < Claim::kind;
}

/// Empty where there is none that anybody could repeat.
std::string explaining_command(const CheckResult& result) {
    const bool is_default = result.model == enumerator::default_model(result.test);
    if (!result.test.source || !result.test.source->name().ends_with(".litmus")) return {};
    if (!is_default && !is_shipped(result.model)) return {};
    return "clmm explain " + result.test.source->name() +
           (is_default ? "" : " --model " + result.model) + " says why";
}

}  // namespace

Diagnostic claim_problem(const CheckResult& result, const ClaimResult& claim) {
    const bool failed = claim.status == enumerator::ClaimStatus::failed;
    Diagnostic problem;
    problem.severity = failed ? Severity::error : Severity::warning;
    problem.code = "E-EXPECT";
    problem.message = "expected " + std::string(to_string(claim.claim)) + " under " + result.model;
    if (failed)
        problem.message += ", but " + opposite(result, claim.claim);
    else
        problem.message +=
            ", which is undecided" + (result.reason.empty() ? "" : ": " + result.reason);
    if (failed && is_explained(claim.claim)) problem.hint = explaining_command(result);
    if (claim.span.begin != claim.span.end) {
        problem.source = result.test.source;
        problem.span = claim.span;
    } else {
        problem.message = result.test.name + ": " + problem.message;
    }
    return problem;
}

Diagnostics undefined_problems(const CheckResult& result, const std::vector<std::string>& kinds) {
    Diagnostics problems;
    for (const std::string& kind : kinds) {
        const auto entry =
            std::ranges::find(result.answer.undefined, kind, &model::UndefinedEntry::kind);
        Diagnostic& problem = problems.emplace_back();
        problem.code = "E-UNDEFINED";
        problem.message =
            "undefined behaviour that the test does not expect under " + result.model + ": " + kind;
        problem.hint = "'Expect=" + kind + "' says that it is meant";
        problem.source = result.test.source;
        problem.span = entry->events.empty() ? entry->span.value_or(Span{})
                                             : result.structure[entry->events.front()].span;
    }
    return problems;
}

}  // namespace clmm::report
