#include "clmm/report/text.h"

#include <algorithm>
#include <cstdio>
#include <set>

#include "clmm/base/counted.h"
#include "clmm/litmus/launch_parts.h"
#include "clmm/report/hash.h"
#include "clmm/report/log_line.h"
#include "clmm/report/value.h"
#include "clmm/report/witness.h"
#include "text/undefined_text.h"

namespace clmm::report {
namespace {

using enumerator::CheckResult;
using enumerator::Tally;
using enumerator::Verdict;
using litmus::Quantifier;
using model::OutcomeEntry;

/// A test without a condition is shown as one that asks nothing, as herd does.
Quantifier quantifier_of(const CheckResult& result) {
    return result.test.quantifier.value_or(Quantifier::forall);
}

std::string_view kind_of(Quantifier quantifier) {
    switch (quantifier) {
        case Quantifier::exists:
            return "Allowed";
        case Quantifier::not_exists:
            return "Forbidden";
        case Quantifier::forall:
            return "Required";
    }
    return "Allowed";
}

/// herd's words: nobody else knows `Unknown`.
std::string_view answer_word(Verdict verdict) {
    switch (verdict) {
        case Verdict::holds:
            return "Ok";
        case Verdict::fails:
            return "No";
        case Verdict::unknown:
            return "Undef";
    }
    return "Undef";
}

std::string condition_of(const CheckResult& result) {
    return result.test.quantifier ? with_plain_addresses(result.test.condition_text)
                                  : "forall (true)";
}

void write_states(const CheckResult& result, const TextOptions& options, const Sink& sink) {
    if (!result.outcomes_listed) return sink("States not listed\n");
    const Natural count = result.answer.outcomes.size();
    sink("States " + count.to_string() + "\n");
    const std::uint64_t most = states_to_list(count, options.states);
    std::uint64_t listed = 0;
    for (const OutcomeEntry& outcome : result.answer.outcomes) {
        if (listed == most) break;
        sink(log_line(result.structure, outcome) + "\n");
        ++listed;
    }
    if (const Natural left = count - listed; !left.is_zero())
        sink("... " + left.to_string() + " more, not listed (--states all)\n");
}

/// herd counts what speaks for the quantified condition, so `~exists` swaps the two.
std::string witnesses(const CheckResult& result, Tally tally) {
    if (!result.outcomes_listed) return {};
    if (quantifier_of(result) == Quantifier::not_exists)
        std::swap(tally.satisfying, tally.violating);
    return "Witnesses\nPositive: " + tally.satisfying.to_string() +
           " Negative: " + tally.violating.to_string() + "\n";
}

std::string flags(const CheckResult& result) {
    std::string text;
    for (const std::string& kind : undefined_kinds(result.answer)) text += "Flag " + kind + "\n";
    return text;
}

std::string observation(const CheckResult& result, Tally tally) {
    std::string text =
        "Observation " + result.test.name + " " + std::string(to_string(result.observation));
    if (result.outcomes_listed)
        text += " " + tally.satisfying.to_string() + " " + tally.violating.to_string();
    return text + "\n";
}

std::string time_line(const CheckResult& result) {
    const auto total = result.times.unfold + result.times.decide;
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.2f", static_cast<double>(total.count()) / 1e6);
    return "Time " + result.test.name + " " + seconds + "\n";
}

std::string incompleteness(const CheckResult& result) {
    std::string races;
    if (const auto& reason = result.answer.undefined_incomplete)
        races =
            (result.answer.race_free ? "Races Incomplete: " : "Races Unknown: ") + *reason + "\n";
    if (result.reason.empty()) return races;
    return races + (result.verdict == Verdict::unknown ? "Verdict Unknown: " : "Incomplete: ") +
           result.reason + "\n";
}

/// The limits ended its reading, or what came before: neither condition nor hash are known.
bool is_unread(const CheckResult& result) { return result.test.source == nullptr; }

std::string unread_block(const CheckResult& result, const TextOptions& options) {
    std::string text = "Test " + result.test.name + " Unknown\n";
    text += "Observation " + result.test.name + " Unknown\n" + incompleteness(result);
    if (options.model) text += "Model " + result.model + "\n";
    return text + "\n";
}

void write_herd_block(const CheckResult& result, const TextOptions& options, const Sink& sink) {
    if (is_unread(result)) return sink(unread_block(result, options));
    sink("Test " + result.test.name + " " + std::string(kind_of(quantifier_of(result))) + "\n");
    write_states(result, options, sink);
    const Tally tally = enumerator::tally(result.answer, result.all_executions);
    std::string text = result.answer.bound_reached ? "Loop " : "";
    text += answer_word(result.verdict);
    text += "\n" + witnesses(result, tally) + flags(result);
    text += "Condition " + condition_of(result) + "\n" + observation(result, tally);
    text += incompleteness(result);
    if (options.model) text += "Model " + result.model + "\n";
    if (options.time) text += time_line(result);
    sink(text + "Hash=" + test_hash(result.test) + "\n\n");
}

/// Better to look at: concrete before a family, grounded before thin air.
int strangeness(const OutcomeEntry& outcome) {
    return (outcome.family ? 2 : 0) + (outcome.out_of_thin_air ? 1 : 0);
}

std::string witness_headline(const CheckResult& result, const OutcomeEntry& outcome) {
    std::string text = quantifier_of(result) == Quantifier::forall ? "Counterexample " : "Witness ";
    OutcomeEntry shown = outcome;
    shown.family.reset();
    text += format_state(result.structure, shown) + "  allowed";
    return text + (outcome.out_of_thin_air ? ", out of thin air\n" : "\n");
}

std::string witness(const CheckResult& result) {
    const std::optional<OutcomeEntry> outcome = deciding_outcome(result);
    if (!outcome) return {};
    return witness_headline(result, *outcome) +
           format_execution(result.structure, result.test.source, outcome->execution()) + "\n";
}

/// The units of the launch itself; kernels that it enqueues are not counted.
std::string kernel_headline(const CheckResult& result) {
    const auto headline = [&](std::size_t items, std::size_t groups) {
        return "Kernel " + result.test.name + ": " + counted(items, "work-item") + " in " +
               counted(groups, "work-group") + "\n";
    };
    if (is_unread(result)) return "Kernel " + result.test.name + ": not read\n";
    if (const auto whole = litmus::whole_of(result.test))
        return headline(whole->items, whole->groups);
    std::set<std::uint32_t> groups;
    std::size_t items = 0;
    for (const litmus::Unit& unit : result.structure.units) {
        if (unit.kind != litmus::UnitKind::work_item || !unit.ancestors.empty()) continue;
        ++items;
        groups.insert(unit.work_group);
    }
    return headline(items, groups.size());
}

std::string reason_of(const CheckResult& result) {
    if (result.answer.bound_reached || !result.answer.undefined_incomplete) return result.reason;
    return *result.answer.undefined_incomplete;
}

}  // namespace

std::uint64_t states_to_list(const Natural& count, const std::optional<std::uint64_t>& asked) {
    if (asked) return *asked;
    return count <= kFewStates ? kAllStates : kScreenful;
}

std::optional<OutcomeEntry> deciding_outcome(const CheckResult& result) {
    if (!result.test.quantifier) return std::nullopt;
    const bool wanted = quantifier_of(result) != Quantifier::forall;
    std::optional<OutcomeEntry> best;
    for (const OutcomeEntry& outcome : result.answer.outcomes.with_witness())
        if (outcome.satisfies_condition == wanted &&
            (!best || strangeness(outcome) < strangeness(*best)))
            best = outcome;
    return best;
}

void write_text(const CheckResult& result, const TextOptions& options, const Sink& sink) {
    write_herd_block(result, options, sink);
    if (options.witness) sink(witness(result));
    if (options.races) sink(undefined_to_text(result, options.race_witnesses));
}

std::string to_text(const CheckResult& result, const TextOptions& options) {
    std::string text;
    write_text(result, options, [&](std::string_view part) { text += part; });
    return text;
}

void write_properties(const CheckResult& result, const TextOptions& options, const Sink& sink) {
    std::string text = kernel_headline(result);
    for (const enumerator::PropertyResult& each : result.properties) {
        std::string line(to_string(each.property));
        line.resize(15, ' ');
        line += to_string(each.status);
        if (each.status == enumerator::PropertyStatus::unknown) line += ": " + reason_of(result);
        text += line + "\n";
    }
    if (options.model) text += "Model " + result.model + "\n";
    if (options.time) text += time_line(result);
    sink(text);
    if (result.outcomes_listed && !result.answer.outcomes.empty())
        write_states(result, options, sink);
    sink("\n");
    if (options.races) sink(undefined_to_text(result, options.race_witnesses));
}

void write_executions(const CheckResult& result, const Sink& sink) {
    for (const OutcomeEntry& outcome : result.answer.outcomes) {
        sink(format_outcome(result.structure, outcome) + "\n" +
             format_execution(result.structure, result.test.source, outcome.execution()) + "\n");
    }
}

}  // namespace clmm::report
