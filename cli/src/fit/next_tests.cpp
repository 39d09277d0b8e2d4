#include "fit/next_tests.h"

#include <algorithm>
#include <atomic>
#include <memory>

#include "clmm/base/counted.h"

namespace clmm::cli {
namespace {

using comparison::FittedSwitch;
using comparison::FittedValue;
using report::NextTest;

class NextTests {
public:
    NextTests(const comparison::Fit& fit, const NextSearch& search) : fit_(fit), search_(search) {}

    std::vector<NextTest> operator()() {
        const auto first = std::ranges::find_if(
            fit_.combinations, [](const auto& each) { return !each.contradictions.any(); });
        if (first == fit_.combinations.end()) return {};
        base_ = first->changes;
        for (const FittedSwitch& each : fit_.switches)
            for (const FittedValue& value : each.values)
                if (value.is_open && value.rejected.empty() && !is_in_base(each, value))
                    found_.push_back(next(each, value));
        return std::move(found_);
    }

private:
    [[nodiscard]] bool is_changed(const FittedSwitch& of) const {
        return std::ranges::any_of(
            base_, [&](const std::string& word) { return word.starts_with(of.name + "="); });
    }

    [[nodiscard]] bool is_in_base(const FittedSwitch& of, const FittedValue& value) const {
        if (!is_changed(of)) return value.is_reference;
        return std::ranges::find(base_, of.name + "=" + value.value) != base_.end();
    }

    [[nodiscard]] std::vector<std::string> with(const FittedSwitch& of,
                                                const FittedValue& value) const {
        std::vector<std::string> changes = base_;
        std::erase_if(changes,
                      [&](const std::string& word) { return word.starts_with(of.name + "="); });
        if (!value.is_reference) changes.push_back(of.name + "=" + value.value);
        return changes;
    }

    NextTest next(const FittedSwitch& of, const FittedValue& value) {
        const std::vector<std::string> changes = with(of, value);
        NextTest made{
            {report::word_of(search_.model, base_), report::word_of(search_.model, changes)}};
        const model::MemoryModel* const first = search_.family.load(base_);
        const model::MemoryModel* const second = search_.family.load(changes);
        if (first == nullptr || second == nullptr) {
            made.searched = "there is no such model";
            return made;
        }
        if (base_.empty() && told_by_run(value, *first, made)) return made;
        separate(*first, *second, made);
        return made;
    }

    /// Of tests that were run, the one with the fewest instances: it was not seen there yet.
    bool told_by_run(const FittedValue& value, const model::MemoryModel& first,
                     NextTest& made) const {
        if (value.told_by.empty()) return false;
        const auto& best =
            *std::ranges::min_element(value.told_by, {}, [&](const comparison::Evidence& each) {
                return std::pair(each.state.empty(), search_.tests[each.test].instances);
            });
        if (best.state.empty()) return false;
        made.name = search_.tests[best.test].test;
        made.state = best.state;
        made.was_run = true;
        made.instances = search_.tests[best.test].instances;
        const auto decided = search_.family.decide(best.test, first, true);
        made.allowed_by =
            made.models[std::ranges::binary_search(decided.states, best.state) ? 0 : 1];
        return true;
    }

    void separate(const model::MemoryModel& first, const model::MemoryModel& second,
                  NextTest& made) const {
        if (search_.options.space.accesses == 0) {
            made.searched = "no other tests were looked at";
            return;
        }
        const auto is_found = std::make_shared<std::atomic<bool>>(false);
        separation::SeparateOptions options = search_.options;
        options.both = true;
        options.check.budget = search_.budget;
        options.check.budget.set_interrupt(is_found);
        options.progress = [&](const separation::SeparateResult& now) {
            if (!now.found.empty() || search_.budget.exceeded()) *is_found = true;
        };
        const auto result = separation::separate(first, second, options);
        if (!result)
            made.searched = result.diagnostics().front().message;
        else if (!result->found.empty())
            take(result->found.front(), made);
        else if (result->is_complete())
            made.searched = "none of " + counted(result->tests, "test");
        else
            made.searched = "the search did not end";
    }

    static void take(const separation::Separation& found, NextTest& made) {
        made.name = found.program.name;
        made.allowed_by = made.models[found.weaker];
        if (found.kind == separation::By::state)
            made.state = generator::to_text(found.program, found.state);
        made.litmus = separation::to_litmus(found, made.models);
    }

    const comparison::Fit& fit_;
    const NextSearch& search_;
    std::vector<std::string> base_;  ///< changes of the first that remains
    std::vector<NextTest> found_;
};

}  // namespace

std::vector<NextTest> next_tests(const comparison::Fit& fit, const NextSearch& search) {
    return NextTests(fit, search)();
}

}  // namespace clmm::cli
