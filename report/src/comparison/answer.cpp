#include <algorithm>

#include "clmm/report/comparison.h"
#include "clmm/report/value.h"

namespace clmm::report {

namespace {

constexpr std::size_t kStatesBetweenLooks = 64;  // at the clock

}  // namespace

comparison::Answer answer_of(const enumerator::CheckResult& result, std::size_t most_bytes,
                             const Budget& budget) {
    comparison::Answer answer;
    answer.observation = result.observation;
    answer.count = result.answer.outcomes.size();
    answer.complete = result.outcomes_listed && enumerator::is_complete(result.answer);
    answer.racy = result.racy;
    answer.open = result.reason;
    const auto cut = [&](StopReason reason) {
        answer.complete = false;
        if (answer.open.empty()) answer.open = describe(reason);
    };
    std::size_t number = 0;
    for (const model::OutcomeEntry& outcome : result.answer.outcomes) {
        if (++number % kStatesBetweenLooks == 0)
            if (const auto reason = budget.exceeded()) {
                cut(*reason);
                break;
            }
        std::string state = comparison::normal_state(format_state(result.structure, outcome));
        if (state.size() > most_bytes) {
            cut(StopReason::memory);
            break;
        }
        most_bytes -= state.size();
        answer.states.push_back(std::move(state));
    }
    std::ranges::sort(answer.states);
    return answer;
}

std::string cell_text(const std::optional<comparison::Answer>& cell) {
    if (!cell) return "-";
    if (!cell->problem.empty()) return "error";
    std::string text(to_string(cell->observation));
    text += " " + cell->count.to_string();
    if (!cell->complete) text += "+";
    if (cell->racy.value_or(false)) text += ", race";
    return text;
}

std::size_t differing(const comparison::Table& table) {
    return static_cast<std::size_t>(std::ranges::count_if(
        table.rows, [](const comparison::Row& row) { return comparison::differences(row).any(); }));
}

}  // namespace clmm::report
