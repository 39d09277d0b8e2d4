// A record for people.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "clmm/base/counted.h"
#include "clmm/hardware/record.h"
#include "clmm/hardware/score.h"

namespace clmm::hardware {
namespace {

constexpr std::size_t kWordWidth = 9;
constexpr std::size_t kVerdictWidth = 19;

std::string line(std::string word, const std::string& text) {
    word.resize(std::max(word.size() + 1, kWordWidth), ' ');
    return word + text + "\n";
}

/// Three digits that count, without exponents: `1.23 million`, `45.6`.
std::string rounded(double number) {
    struct Unit {
        double size;
        const char* name;
    };
    constexpr Unit kUnits[] = {{1e9, " billion"}, {1e6, " million"}, {1e3, " thousand"}, {1, ""}};
    const char* name = "";
    for (const Unit& unit : kUnits)
        if (number >= unit.size) {
            number /= unit.size;
            name = unit.name;
            break;
        }
    char text[32];
    const int decimals = number >= 100 || number == 0 ? 0 : number >= 10 ? 1 : 2;
    std::snprintf(text, sizeof text, "%.*f", decimals, number);
    return std::string(text) + name;
}

std::string device_line(const RunRecord& record) {
    const RunRecord::Device& device = record.device;
    std::string text = record.selector + ": " + device.name;
    if (!device.driver.empty()) text += ", driver " + device.driver;
    if (!device.version.empty()) text += ", " + device.version;
    return line("Device", text);
}

std::string run_line(const RunRecord& record) {
    std::string text = counted(record.instances, "instance") + " in " +
                       std::to_string(record.launches) +
                       (record.launches == 1 ? " launch" : " launches");
    text += ", " + rounded(record.instance_rate()) + " a second";
    text += ", seed " + std::to_string(record.seed);
    if (record.status == RunStatus::interrupted) text += " (" + record.reason + ")";
    return line("Run", text);
}

const char* phrase(StateVerdict verdict) {
    switch (verdict) {
        case StateVerdict::allowed_seen:
            return "allowed, seen";
        case StateVerdict::allowed_unseen:
            return "allowed, not seen";
        case StateVerdict::forbidden:
            return "FORBIDDEN, seen";
        case StateVerdict::undecided:
            return "undecided, seen";
        case StateVerdict::filtered:
            return "filtered, seen";
    }
    return "";
}

std::string races(const RunRecord& record) {
    if (record.verdict == RunVerdict::undefined)
        return record.racy.value_or(false) ? "racy" : "undefined behaviour";
    if (!record.racy) return "races unknown";
    return *record.racy ? "racy" : "race-free";
}

std::string model_line(const RunRecord& record) {
    std::string text = record.model + ": " + races(record);
    if (!record.model_complete) text += ", not all outcomes are known";
    return line("Model", text);
}

std::string states_text(const std::vector<RunRecord::State>& states) {
    std::size_t width = 8;
    for (const RunRecord::State& state : states)
        width = std::max(width, std::to_string(state.count).size());
    std::string text;
    for (const RunRecord::State& state : states) {
        const std::string count = std::to_string(state.count);
        std::string verdict = phrase(state.verdict);
        verdict.resize(kVerdictWidth, ' ');
        text += std::string(width - count.size(), ' ') + count + "  " + verdict;
        if (!state.text.empty()) text += (state.satisfies ? "* " : "  ") + state.text;
        text.erase(text.find_last_not_of(' ') + 1);
        text += "\n";
    }
    return text;
}

std::string verdict_line(const RunRecord& record) {
    switch (record.verdict) {
        case RunVerdict::consistent:
            return line("Verdict", "all that was seen is allowed");
        case RunVerdict::forbidden:
            return line("Verdict", "FORBIDDEN: a state was seen that " +
                                       record.model.substr(0, record.model.find(" text=")) +
                                       " forbids");
        case RunVerdict::undefined:
            return line("Verdict", "anything is allowed: the test has undefined behaviour (" +
                                       record.verdict_reason + ")");
        case RunVerdict::unknown:
            break;
    }
    return line("Verdict", "unknown: " + record.verdict_reason);
}

std::string score_line(const RunRecord& record) {
    const auto weak = record.weak_count();
    if (!weak || record.test.quantifier == litmus::Quantifier::forall) return {};
    char score[32];
    std::snprintf(score, sizeof score, "%.3f", reproducibility(*weak, record.instances));
    std::string text =
        std::string(score) + ": the condition's state was seen " + std::to_string(*weak) + " times";
    if (*weak > 0) text += ", " + rounded(record.weak_rate()) + " a second";
    return line("Score", text);
}

std::string right_aligned(const std::string& text, std::size_t width) {
    return std::string(text.size() < width ? width - text.size() : 0, ' ') + text;
}

/// A line for each class of placements of a sweep.
std::string placements_text(const RunRecord& record) {
    if (record.placements.empty()) return {};
    std::string text = line("Placed",
                            "how often the condition's state was seen, by placement of "
                            "the work-groups");
    for (const RunRecord::Placement& each : record.placements) {
        const double million = static_cast<double>(each.instances) / 1e6;
        const double rate = each.instances > 0 ? static_cast<double>(each.weak) / million : 0;
        text += right_aligned(std::to_string(each.weak), 8) + "  in " +
                right_aligned(std::to_string(each.instances), 10) + ", " +
                right_aligned(rounded(rate), 8) + " in a million  " + each.name + " (processors " +
                each.processors + (each.launches == 0 ? ", not tried)" : ")") + "\n";
    }
    return text;
}

std::string claims_line(const RunRecord& record) {
    if (record.unclaimed.empty()) return {};
    std::string text;
    for (const std::string& each : record.unclaimed) text += (text.empty() ? "" : ", ") + each;
    return line("Beyond", "the device does not claim " + text);
}

}  // namespace

std::string comparison_text(const RunRecord& record) {
    std::string text = device_line(record) + claims_line(record);
    if (!record.has_histogram()) {
        std::string status(to_string(record.status));
        status.front() = static_cast<char>(status.front() - 'a' + 'A');
        return text + line(status, record.reason);
    }
    return text + run_line(record) + model_line(record) + states_text(record.states) +
           placements_text(record) + score_line(record) + verdict_line(record);
}

}  // namespace clmm::hardware
