#include "clmm/hardware/log.h"

#include <algorithm>
#include <cstdio>

namespace clmm::hardware {
namespace {

using litmus::Quantifier;

constexpr std::size_t kCountWidth = 8;

std::uint64_t total(const std::vector<ObservedTest::State>& states, bool satisfies) {
    std::uint64_t sum = 0;
    for (const ObservedTest::State& state : states)
        if (state.satisfies == satisfies) sum += state.count;
    return sum;
}

const char* kind_of(Quantifier quantifier) {
    switch (quantifier) {
        case Quantifier::exists:
            return "Allowed";
        case Quantifier::not_exists:
            return "Forbidden";
        case Quantifier::forall:
            break;
    }
    return "Required";
}

std::string histogram(const std::vector<ObservedTest::State>& states) {
    std::string text = "Histogram (" + std::to_string(states.size()) +
                       (states.size() == 1 ? " state)\n" : " states)\n");
    for (const ObservedTest::State& state : states) {
        std::string count = std::to_string(state.count);
        count.resize(std::max(count.size(), kCountWidth), ' ');
        text += count + (state.satisfies ? "*>" : ":>") + state.text + "\n";
    }
    return text;
}

std::string time_line(const std::string& name, double seconds) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", seconds);
    return "Time " + name + " " + text + "\n";
}

}  // namespace

std::uint64_t ObservedTest::satisfying() const { return total(states, true); }
std::uint64_t ObservedTest::violating() const { return total(states, false); }

bool ObservedTest::is_validated() const {
    switch (quantifier.value_or(Quantifier::forall)) {
        case Quantifier::exists:
            return satisfying() > 0;
        case Quantifier::not_exists:
            return satisfying() == 0;
        case Quantifier::forall:
            break;
    }
    return violating() == 0;
}

std::string to_log(const ObservedTest& observed) {
    const Quantifier quantifier = observed.quantifier.value_or(Quantifier::forall);
    const std::string condition = observed.quantifier ? observed.condition : "forall (true)";
    const bool valid = observed.is_validated();
    std::uint64_t positive = observed.satisfying();
    std::uint64_t negative = observed.violating();
    const char* word = negative == 0 ? "Always" : positive == 0 ? "Never" : "Sometimes";
    const std::string observation = "Observation " + observed.name + " " + word + " " +
                                    std::to_string(positive) + " " + std::to_string(negative);
    if (quantifier == Quantifier::not_exists) std::swap(positive, negative);
    std::string text =
        "Test " + observed.name + " " + kind_of(quantifier) + "\n" + histogram(observed.states) +
        (valid ? "Ok" : "No") + "\n\nWitnesses\nPositive: " + std::to_string(positive) +
        ", Negative: " + std::to_string(negative) + "\nCondition " + condition + " is " +
        (valid ? "" : "NOT ") + "validated\nHash=" + observed.hash + "\n" + observation + "\n";
    if (observed.filtered > 0) text += "Filtered " + std::to_string(observed.filtered) + "\n";
    if (observed.seconds) text += time_line(observed.name, *observed.seconds);
    return text;
}

}  // namespace clmm::hardware
