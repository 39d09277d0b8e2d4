#include "run/output.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "clmm/hardware/score.h"

namespace clmm::cli {
namespace {

using hardware::RunRecord;
using hardware::RunStatus;
using hardware::RunVerdict;

constexpr std::size_t kKindWidth = 13;  // failure-order

std::string filled_up(std::string text, std::size_t width) {
    text.resize(std::max(text.size(), width), ' ');
    return text;
}

std::string record_text(const RunRecord& record) {
    std::string text = record.has_histogram() ? hardware::to_log(hardware::observed(record)) + "\n"
                                              : "Test " + record.test.name + "\n";
    text += hardware::comparison_text(record);
    if (!record.explanation.empty()) text += "\n" + record.explanation;
    if (record.verdict == RunVerdict::forbidden && record.has_histogram())
        text += "Again    " + again(record) + "\n";
    return text;
}

std::string status_note(const RunRecord& record) {
    std::string note;
    if (record.racy.value_or(false) && record.has_histogram()) note += " (racy)";
    if (!record.has_histogram()) note += " (" + std::string(to_string(record.status)) + ")";
    if (!record.unclaimed.empty() && record.has_histogram()) note += " (beyond claims)";
    return note;
}

std::string mutant_line(const RunRecord& record) {
    const std::uint64_t count = record.weak_count().value_or(0);
    char score[32];
    std::snprintf(score, sizeof score, "%.3f", hardware::reproducibility(count, record.instances));
    const std::string number = std::to_string(count);
    return "  " + filled_up(record.test.name, 12) + " " +
           filled_up(record.test.weakness_kind, kKindWidth) + " " +
           std::string(number.size() < 9 ? 9 - number.size() : 0, ' ') + number + "  " + score +
           "  " + record.test.weakness + status_note(record) + "\n";
}

/// The mutants on one device.
std::string mutants_text(const std::vector<const RunRecord*>& mutants) {
    std::size_t seen = 0, run = 0;
    std::string lines;
    for (const RunRecord* mutant : mutants) {
        lines += mutant_line(*mutant);
        if (mutant->has_histogram()) ++run;
        if (mutant->weak_count().value_or(0) > 0) ++seen;
    }
    return "Mutants  " + std::to_string(seen) + " of " + std::to_string(run) +
           " showed the state that the test forbids (times seen, score, weakness)\n" + lines;
}

bool is_mutant(const RunRecord& record) { return !record.test.mutant_of.empty(); }

}  // namespace

std::string again(const RunRecord& record) {
    std::string text = "clmm run " + shell_word(record.test.file) + " --device " +
                       shell_word(record.selector) + " --instances " +
                       std::to_string(record.length);
    if (record.time) {
        char seconds[32];
        std::snprintf(seconds, sizeof seconds, " --time %.3f",
                      std::chrono::duration<double>(*record.time).count());
        text += seconds;
    }
    text += " --seed " + std::to_string(record.seed) + " --tuning " +
            shell_word(hardware::compact(record.tuning)) + record.model_options;
    if (record.beyond_claims) text += " --beyond-claims";
    if (is_mutant(record)) text += " --mutants";
    return text;
}

std::string log_text(const RunRecord& record) {
    if (!record.has_histogram()) return {};
    std::string text = hardware::to_log(hardware::observed(record));
    for (const std::string& what : record.unclaimed)
        text += "Beyond " + record.test.name + " " + what + "\n";
    for (const RunRecord::Placement& each : record.placements)
        text += "Placement " + record.test.name + " " + std::to_string(each.weak) + " " +
                std::to_string(each.instances) + " " + each.name + " (processors " +
                each.processors + ")\n";
    return text + "\n";
}

std::string records_text(const TestRecords& records) {
    std::string text = records.out;
    for (const RunRecord& record : records.records) {
        if (is_mutant(record)) continue;
        text += (text.empty() ? "" : "\n") + record_text(record);
        std::vector<const RunRecord*> mutants;
        for (const RunRecord& other : records.records)
            if (is_mutant(other) && other.device == record.device &&
                other.selector == record.selector)
                mutants.push_back(&other);
        if (!mutants.empty()) text += mutants_text(mutants);
        if (!records.no_mutants.empty()) text += "Mutants  none: " + records.no_mutants + "\n";
        for (const RunRecord* mutant : mutants)
            if (mutant->verdict == RunVerdict::forbidden) text += "\n" + record_text(*mutant);
    }
    return text;
}

std::vector<Weakness> weaknesses(const std::vector<RunRecord>& records) {
    std::vector<Weakness> all;
    for (const RunRecord& record : records) {
        if (!is_mutant(record) || !record.has_histogram()) continue;
        auto found = std::ranges::find_if(all, [&](const Weakness& each) {
            return each.device == record.device.name && each.driver == record.device.driver &&
                   each.kind == record.test.weakness_kind;
        });
        if (found == all.end())
            found = all.insert(all.end(), {record.device.name, record.device.driver,
                                           record.test.weakness_kind, 0, 0});
        ++found->mutants;
        if (record.weak_count().value_or(0) > 0) ++found->seen;
    }
    std::ranges::stable_sort(all, {}, [](const Weakness& each) {
        return std::tie(each.device, each.driver, each.kind);
    });
    return all;
}

std::string to_text(const std::vector<Weakness>& weaknesses) {
    std::size_t width = 0;
    for (const Weakness& each : weaknesses) width = std::max(width, each.device.size());
    std::string text;
    for (const Weakness& each : weaknesses)
        text += "  " + filled_up(each.device, width) + "  " + filled_up(each.kind, kKindWidth) +
                " " + std::to_string(each.seen) + " of " + std::to_string(each.mutants) + "\n";
    return text;
}

std::string run_summary(const std::vector<RunRecord>& records, std::size_t known) {
    struct Count {
        const char* word;
        std::size_t number = 0;
    };
    std::array kinds{Count{"consistent"},  Count{"forbidden"},   Count{"undefined"},
                     Count{"unknown"},     Count{"interrupted"}, Count{"skipped"},
                     Count{"unsupported"}, Count{"failed"}};
    for (const RunRecord& record : records) {
        const std::string_view word = record.status == RunStatus::finished
                                          ? to_string(record.verdict)
                                          : to_string(record.status);
        ++std::ranges::find(kinds, word, &Count::word)->number;
    }
    std::string text = std::to_string(records.size()) + (records.size() == 1 ? " run" : " runs");
    for (const Count& kind : kinds)
        if (kind.number > 0) text += ", " + std::to_string(kind.number) + " " + kind.word;
    if (known > 0) text += "; " + std::to_string(known) + " were in the database";
    return text + "\n";
}

}  // namespace clmm::cli
