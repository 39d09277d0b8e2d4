#include "run/tune.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ostream>

#include "clmm/enumerator/repair.h"
#include "explain/single_test.h"
#include "output/files.h"
#include "output/problems.h"
#include "process/many_tests.h"
#include "process/process.h"

namespace clmm::cli {
namespace {

using enumerator::CheckResult;

constexpr std::chrono::milliseconds kUsualTime{60'000};
constexpr std::int64_t kMeasurements = 200;  ///< that a search has time for, at least
constexpr std::chrono::milliseconds kLeastTime{20}, kMostTime{2'000};

/// The weak outcomes in a second of the device's time.
double weak_rate(const hardware::Histogram& histogram, const CheckResult& test) {
    const bool wanted = test.test.quantifier != litmus::Quantifier::forall;
    std::uint64_t count = 0;
    for (const hardware::SeenState& state : histogram.states)
        if (!state.filtered && state.satisfies == wanted) count += state.count;
    const auto time =
        histogram.device_time.count() > 0 ? histogram.device_time : histogram.wall_time;
    const double seconds = std::chrono::duration<double>(time).count();
    return seconds > 0 ? static_cast<double>(count) / seconds : 0;
}

/// Measures tunings on one device.
class Bench {
public:
    Bench(OpenDevice& device, const std::vector<CheckResult>& targets, const RunContext& context,
          std::chrono::milliseconds time)
        : device_(device), targets_(targets), context_(context), end_(Clock::now() + time) {
        const auto share = time / (kMeasurements * static_cast<std::int64_t>(targets.size()));
        time_ = std::clamp(share, kLeastTime, kMostTime);
    }

    [[nodiscard]] bool done() const {
        return Clock::now() >= end_ || context_.budget.exceeded() || !device_.broken.empty();
    }

    /// The sum over the targets of ln(1 + rate), so that one that shows often does not hide those
    /// that rarely do.
    std::optional<double> measure(const hardware::Tuning& tuning) {
        double score = 0;
        rate_ = 0;
        for (const CheckResult& target : targets_) {
            const auto rate = measure(tuning, target);
            if (!rate) return std::nullopt;
            score += std::log1p(*rate);
            rate_ += *rate;
        }
        return score;
    }
    /// … and the sum of the rates that it had the last time.
    [[nodiscard]] double rate() const { return rate_; }

private:
    using Clock = std::chrono::steady_clock;

    std::optional<double> measure(const hardware::Tuning& tuning, const CheckResult& target) {
        auto harness = hardware::Harness::prepare(target.test, target.structure,
                                                  device_.device->info(), tuning);
        if (!harness) return std::nullopt;
        hardware::RunAmount amount;
        amount.instances = UINT64_MAX;
        amount.time = time_;
        amount.seed = context_.arguments.seed;
        amount.budget = context_.budget;
        try {
            const auto histogram = harness.value().run(*device_.device, amount);
            if (!histogram) return std::nullopt;
            if (context_.executed != nullptr) *context_.executed += histogram->instances;
            return weak_rate(*histogram, target);
        } catch (const hardware::DeviceError& error) {
            if (error.unfinished()) {
                device_.broken = "an earlier launch on the device has not ended";
                device_.unfinished = true;
            }
            return std::nullopt;
        }
    }

    OpenDevice& device_;
    const std::vector<CheckResult>& targets_;
    const RunContext& context_;
    Clock::time_point end_;
    std::chrono::milliseconds time_{};
    double rate_ = 0;
};

/// What of the inputs has a weak outcome that can be seen.
std::vector<CheckResult> targets_of(RunSession& session, const std::vector<Input>& inputs,
                                    std::ostream& err) {
    std::vector<CheckResult> targets;
    for (const Input& input : inputs) {
        TestRecords records;
        auto checked = session.check(input, records);
        err << records.err;
        if (!checked || !checked->result.test.quantifier) continue;
        const auto reached = enumerator::reaches_unwanted(checked->result);
        if (reached.value_or(false)) {
            targets.push_back(std::move(checked->result));
            continue;
        }
        auto mutants =
            hardware::mutants_of(checked->result, **checked->model, session.check_options());
        for (hardware::Mutant& mutant : mutants.mutants)
            targets.push_back(std::move(mutant.result));
    }
    return targets;
}

/// Those that the device can run, and may.
std::vector<CheckResult> fitting(const std::vector<CheckResult>& targets, const OpenDevice& device,
                                 bool beyond_claims) {
    std::vector<CheckResult> fit;
    const hardware::DeviceInfo& info = device.device->info();
    for (const CheckResult& target : targets)
        if ((beyond_claims || hardware::unclaimed(target.structure, info).empty()) &&
            hardware::Harness::prepare(target.test, target.structure, info,
                                       hardware::default_tuning(info)))
            fit.push_back(target);
    return fit;
}

struct Tuned {
    std::optional<hardware::DeviceTuning> tuning;
    std::string told;
};

Tuned tune_device(OpenDevice& device, const std::vector<CheckResult>& all,
                  const RunContext& context) {
    const hardware::DeviceInfo& info = device.device->info();
    const auto targets = fitting(all, device, context.arguments.beyond_claims);
    if (targets.empty()) return {{}, "Tuning   " + info.name + ": it can run none of them\n"};
    Bench bench(device, targets, context, context.arguments.time.value_or(kUsualTime));
    const auto found = hardware::search_tuning(
        device.tuning, info, context.arguments.seed,
        [&](const hardware::Tuning& tuning) { return bench.measure(tuning); },
        [&] { return bench.done(); });
    if (found.rate <= 0)
        return {{},
                "Tuning   " + info.name + ": none of " + std::to_string(found.measured) +
                    " showed a weak outcome for certain\n"};
    char text[96];
    std::snprintf(text, sizeof text, ": best of %zu, %.3g weak outcomes a second\n", found.measured,
                  bench.rate());
    return {hardware::DeviceTuning{info.name, info.driver, bench.rate(), found.tuning},
            "Tuning   " + info.name + text};
}

}  // namespace

ExitCode tune(const RunArguments& arguments, RunSession& session, std::vector<OpenDevice>& devices,
              const RunContext& context, const std::vector<Input>& inputs, std::ostream& err) {
    const std::vector<CheckResult> targets = targets_of(session, inputs, err);
    if (targets.empty()) {
        return rejected({{Severity::error, "E-TUNING", "no test has a weak outcome to look for",
                          "a test needs a condition, of which its state, or that of "
                          "a mutant, is allowed",
                          nullptr, Span{}}},
                        err);
    }
    std::vector<hardware::DeviceTuning> tunings;
    const bool bar = arguments.check.progress == Choice::automatic && can_show_progress();
    Progress progress(err, bar, devices.size(), "instances");
    const std::atomic<bool> never{false};
    in_order(
        devices.size(), 1, never, progress, *context.executed,
        [&](std::size_t index) { return tune_device(devices[index], targets, context); },
        [&, index = std::size_t{0}](const Tuned& tuned) mutable {
            OpenDevice& device = devices[index++];
            err << tuned.told;
            if (!tuned.tuning) return;
            device.tuning = tuned.tuning->tuning;
            tunings.push_back(*tuned.tuning);
        });
    if (!tunings.empty() && !arguments.tune->empty() &&
        !write_file(hardware::to_json(tunings), *arguments.tune, err))
        return ExitCode::bad_input;
    return tunings.size() == devices.size() ? ExitCode::as_expected : ExitCode::unknown;
}

}  // namespace clmm::cli
