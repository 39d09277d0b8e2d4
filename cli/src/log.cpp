#include "log.h"

#include <cstdio>

namespace clmm::cli {
namespace {

using enumerator::CheckResult;

std::string milliseconds(std::chrono::microseconds time) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f ms", static_cast<double>(time.count()) / 1e3);
    return text;
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

}  // namespace clmm::cli
