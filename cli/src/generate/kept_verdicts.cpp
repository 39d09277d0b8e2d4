#include "generate/kept_verdicts.h"

#include "clmm/report/hash.h"
#include "process/part.h"

namespace clmm::cli {
namespace {

char letter_of(std::optional<bool> known) { return !known ? '?' : *known ? 'y' : 'n'; }

std::optional<bool> known_of(char letter) {
    return letter == '?' ? std::nullopt : std::optional(letter == 'y');
}

}  // namespace

Diagnostics KeptVerdicts::take(const SourcePtr& file) {
    const auto results = report::read_test_results(file, key_);
    if (!results) return results.diagnostics();
    for (const report::TestResults::Entry& each : results->entries) {
        if (each.bytes.size() < 2)
            return {{Severity::error, "E-STATE", "this is no state of clmm generate",
                     "the result of " + each.path + " is none", file, Span{0, 0}}};
        known_[each.number] = {each.text, each.bytes};
    }
    return {};
}

Diagnostics KeptVerdicts::read() {
    return take_all(arguments_.parts, state_, [&](const SourcePtr& file) { return take(file); });
}

bool KeptVerdicts::find(std::size_t index, const std::string& text,
                        report::GeneratedTest& test) const {
    const auto found = known_.find(arguments_.shard.number_of(index));
    if (found == known_.end() || found->second.text != report::text_hash({text})) return false;
    const std::string& bytes = found->second.bytes;
    test.is_allowed = known_of(bytes[0]);
    test.is_racy = known_of(bytes[1]);
    test.reason = bytes.substr(2);
    return true;
}

Diagnostics KeptVerdicts::missing(const report::GeneratedTest& test) const {
    if (arguments_.parts.empty()) return {};
    return {{Severity::error,
             "E-STATE",
             "no part has a result for " + test.test.program.name,
             {},
             nullptr,
             Span{}}};
}

void KeptVerdicts::add(std::size_t index, const std::string& text,
                       const report::GeneratedTest& test) {
    if (!state_.is_kept()) return;
    results_.entries.push_back(
        {arguments_.shard.number_of(index), test.test.program.name, report::text_hash({text}),
         std::string{letter_of(test.is_allowed), letter_of(test.is_racy)} + test.reason});
    if (state_.is_due()) static_cast<void>(write(false));
}

bool KeptVerdicts::write(bool is_complete) const {
    return state_.write(
        part_of(report::to_state(results_, key_), arguments_, is_complete, {"--timeout"}));
}

bool KeptVerdicts::finish(bool is_complete) const {
    return !state_.is_kept() || write(is_complete);
}

}  // namespace clmm::cli
