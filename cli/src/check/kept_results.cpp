#include "check/kept_results.h"

#include "clmm/report/hash.h"
#include "launch/launch_file.h"
#include "process/part.h"

namespace clmm::cli {
namespace {

/// A fingerprint of the file, and of the kernel that it launches; empty where one cannot be read.
std::string text_of(const Input& input) {
    const auto source = read_source(input.path);
    if (!source) return {};
    if (!is_launch_file(input.path)) return report::text_hash({(*source)->text()});
    const auto file = read_launch_file(*source);
    if (!file) return {};
    const auto program = read_source(program_path(*file, input.path));
    if (!program) return {};
    return report::text_hash({(*source)->text(), (*program)->text()});
}

}  // namespace

std::string KeptResults::key() const {
    std::vector<std::string> texts = arguments_.words({});
    for (const std::string& each : arguments_.models) texts.push_back(models_.text_of(each));
    if (!arguments_.expected_file.empty())
        texts.push_back(text_of({arguments_.expected_file, arguments_.expected_file}));
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    return report::text_hash(views);
}

Diagnostics KeptResults::take(const SourcePtr& file) {
    const auto results = report::read_test_results(file, key());
    if (!results) return results.diagnostics();
    for (const report::TestResults::Entry& each : results->entries) {
        Known known{each.path, each.text, {}};
        try {
            unpack(each.bytes, known.run);
        } catch (const std::exception&) {  // made by someone else: its sum is right
            return {{Severity::error, "E-STATE", "this is no state of clmm check",
                     "the result of " + each.path + " is none", file, Span{0, 0}}};
        }
        known_[each.number] = std::move(known);
    }
    return {};
}

Diagnostics KeptResults::read() {
    Diagnostics problems =
        take_all(arguments_.parts, state_, [&](const SourcePtr& file) { return take(file); });
    if (!problems.empty() || arguments_.parts.empty()) return problems;
    for (std::size_t i = 0; i < inputs_.size(); ++i)
        if (!find(i))
            problems.push_back({Severity::error,
                                "E-STATE",
                                "no part has a result for " + inputs_[i].path +
                                    " as it is now: a test was added, left out or changed",
                                {},
                                nullptr,
                                Span{}});
    return problems;
}

std::optional<TestRun> KeptResults::find(std::size_t index) const {
    const auto found = known_.find(arguments_.shard.number_of(index));
    if (found == known_.end() || found->second.path != inputs_[index].path ||
        found->second.text != text_of(inputs_[index]))
        return std::nullopt;
    return found->second.run;
}

void KeptResults::add(const TestRun& run) {
    if (!state_.is_kept()) return;
    const std::size_t index = results_.entries.size();
    const Input& input = inputs_[index];
    results_.entries.push_back(
        {arguments_.shard.number_of(index), input.path, text_of(input), pack(run)});
    if (state_.is_due())
        static_cast<void>(
            state_.write(part_of(report::to_state(results_, key()), arguments_, false)));
}

bool KeptResults::finish() const {
    return !state_.is_kept() || state_.write(part_of(report::to_state(results_, key()), arguments_,
                                                     results_.entries.size() == inputs_.size()));
}

}  // namespace clmm::cli
