#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "clmm/engines/built_in.h"
#include "clmm/enumerator/check.h"
#include "clmm/report/value.h"
#include "clmm/runtime/host_program.h"
#include "support/suite.h"

/// Tests with host threads, what the model says of them, and the states that runs of them end in.
namespace clmm::runtime {

/// Those of the golden tests and the examples.
inline std::vector<SourcePtr> host_tests() {
    std::vector<SourcePtr> tests;
    for (const char* folder : {CLMM_TESTS_DIR "/golden", CLMM_TESTS_DIR "/../examples"})
        for (const auto& path : corpus::litmus_files(folder)) {
            std::string text = corpus::read_text(path);
            if (text.find("@host") != std::string::npos)
                tests.push_back(std::make_shared<const Source>(path.string(), std::move(text)));
        }
    return tests;
}

inline std::string state_text(const HostOutcome& outcome) {
    std::string text;
    for (const auto& each : outcome.state)
        text += (text.empty() ? "" : " ") + each.name + "=" + each.value + ";";
    return text;
}

struct Allowed {
    std::set<std::string> states;
    bool any = false;  ///< the behaviour is undefined
    bool racy = false;
};

/// What the model says of a test; none where it has no answer, where some executions do not end,
/// and where a state is a family of states.
inline std::optional<Allowed> allowed_by(const model::MemoryModel& model, const SourcePtr& source) {
    const auto result = enumerator::check(source, model, {.engines = engines::built_in()});
    if (!result || !result->reason.empty() || !result->answer.endless.empty()) return std::nullopt;
    if (std::ranges::any_of(result->answer.outcomes,
                            [](const auto& each) { return each.family.has_value(); }))
        return std::nullopt;
    Allowed allowed{.states = {}, .any = !result->answer.undefined.empty()};
    allowed.racy = std::ranges::any_of(result->answer.undefined,
                                       [](const auto& each) { return each.kind == "data-race"; });
    for (const auto& outcome : result->answer.outcomes)
        allowed.states.insert(report::format_state(result->structure, outcome));
    return allowed;
}

}  // namespace clmm::runtime
