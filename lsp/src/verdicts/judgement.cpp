#include "verdicts/judgement.h"

#include <algorithm>
#include <utility>

#include "clmm/base/ensure.h"
#include "clmm/enumerator/repair.h"
#include "clmm/report/action.h"

namespace clmm::lsp {
namespace {

using enumerator::CheckResult;
using enumerator::Verdict;

/// The line to show a verdict over: that of the condition, or the first.
Span verdict_place(const Analysis& analysis) {
    for (const Part& part : analysis.names.parts)
        if (part.kind == Part::Kind::condition) return part.whole;
    if (analysis.kind == DocumentKind::kernel)
        for (const Part& part : analysis.names.parts)
            if (part.kind == Part::Kind::kernel) return part.name_span;
    const std::string_view text = analysis.source->text();
    for (const std::string_view word : {"exists", "~exists", "forall"}) {
        const std::size_t at = text.rfind("\n" + std::string(word));
        if (at != std::string_view::npos)
            return {static_cast<std::uint32_t>(at + 1),
                    static_cast<std::uint32_t>(at + 1 + word.size())};
    }
    return {0, 0};
}

std::string states_of(const CheckResult& result) {
    const enumerator::Tally tally = enumerator::tally(result.answer, false);
    const Natural all = tally.satisfying + tally.violating;
    return tally.satisfying.to_string() + " of " + all.to_string() +
           (all == Natural(1) ? " state" : " states");
}

/// What is known of the condition: whether its states can be reached, and of a forall whether it
/// holds.
std::string condition_title(const CheckResult& result) {
    if (!result.test.quantifier) return states_of(result);
    if (result.verdict == Verdict::unknown) return "unknown: " + result.reason;
    if (*result.test.quantifier == litmus::Quantifier::forall)
        return std::string(to_string(result.verdict)) + " (" + states_of(result) + ")";
    const bool allowed = enumerator::allowed(result.answer).value_or(false);
    return std::string(allowed ? "allowed" : "forbidden") + " (" + states_of(result) + ")";
}

std::vector<std::string> titles_of(const CheckResult& result) {
    std::vector<std::string> titles;
    if (result.properties.empty()) {
        titles.push_back(condition_title(result));
        if (result.racy) titles.emplace_back(*result.racy ? "racy" : "race-free");
    }
    for (const enumerator::PropertyResult& each : result.properties)
        titles.push_back(std::string(to_string(each.property)) + ": " +
                         std::string(to_string(each.status)));
    titles.push_back(result.model);
    return titles;
}

Result<CheckResult> decide(const Analysis& analysis, const model::MemoryModel& model,
                           const ServerOptions& options,
                           const std::shared_ptr<const std::atomic<bool>>& interrupted) {
    enumerator::CheckOptions check = options.check;
    check.budget.set_interrupt(interrupted);
    if (analysis.kind == DocumentKind::kernel) {
        check.outcomes = false;
        check.properties = enumerator::all_properties();
    }
    return enumerator::check(*analysis.test, model, check);
}

std::shared_ptr<const Result<model::MemoryModel>> model_for(const Analysis& analysis,
                                                            const ServerOptions& options) {
    return options.models(options.model.empty()
                              ? std::string(enumerator::default_model(*analysis.test))
                              : options.model);
}

std::vector<Judgement::Action> actions_of(const CheckResult& result, const Source& document) {
    std::vector<Judgement::Action> actions;
    for (const litmus::Event& event : result.structure.events) {
        if (event.span.begin == event.span.end) continue;
        const Source::Written written = result.test.source->written(event.span);
        if (written.source.name() != document.name()) continue;
        std::string text = report::format_unit(result.structure, event.id) + ": " +
                           result.test.front_end->operation(result.structure, event.id);
        if (event.targets.size() == 1)
            text += " " + result.structure.locations[event.targets.front().location.index()].name;
        actions.push_back({written.span, std::move(text)});
    }
    return actions;
}

}  // namespace

Judgement judge(const Analysis& analysis, const ServerOptions& options,
                const std::shared_ptr<const std::atomic<bool>>& interrupted) {
    Judgement judgement;
    if (!analysis.test) return judgement;
    judgement.place = verdict_place(analysis);
    const auto model = model_for(analysis, options);
    if (!*model) {
        judgement.problems = model->diagnostics();
        return judgement;
    }
    const auto result = decide(analysis, **model, options, interrupted);
    if (!result) {
        judgement.problems = result.diagnostics();
        return judgement;
    }
    judgement.titles = titles_of(*result);
    judgement.actions = actions_of(*result, *analysis.source);
    judgement.findings = report::findings_of(*result);
    judgement.problems = result->warnings;
    for (const enumerator::ClaimResult& claim : result->claims)
        if (claim.status != enumerator::ClaimStatus::met)
            judgement.problems.push_back(options.claim_problem(*result, claim));
    judgement.repairable = analysis.kind == DocumentKind::test &&
                           enumerator::needed_repair(*result, (*model)->program);
    return judgement;
}

Result<std::string> repaired(const Analysis& analysis, const ServerOptions& options,
                             const std::shared_ptr<const std::atomic<bool>>& interrupted) {
    using Text = Result<std::string>;
    const auto failure = [&](const std::string& why) {
        return Text::failure({Severity::error, "E-REPAIR", why, {}, analysis.source, {}});
    };
    if (!analysis.test) return failure("there is no test to repair");
    const auto model = model_for(analysis, options);
    if (!*model) return Text::failure(model->diagnostics());
    enumerator::RepairOptions repair{.goal = {}, .check = options.check};
    repair.check.timeout = options.repair_timeout;
    repair.check.budget.set_interrupt(interrupted);
    auto result = enumerator::repair(*analysis.test, **model, repair);
    if (!result) return Text::failure(result.diagnostics());
    if (!result->repairs.empty()) return std::move(result.value().repairs.front().text);
    if (!result->unknown.empty()) return failure(result->unknown);
    if (!result->goal) return failure("there is nothing to repair");
    if (!result->stopped.empty()) return failure("no repair was found: " + result->stopped);
    return failure("no change of orders, scopes and fences at most " +
                   std::to_string(result->most_changes) + " places is enough");
}

}  // namespace clmm::lsp
