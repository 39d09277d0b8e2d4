#include "run/device.h"

#include <algorithm>

#include "clmm/base/joined.h"
#include "clmm/hardware/tuning_search.h"
#include "clmm/report/hash.h"
#include "inputs.h"

namespace clmm::cli {
namespace {

using hardware::RunRecord;
using hardware::RunStatus;

Result<hardware::Tuning> tuning_of(const RunArguments& arguments,
                                   const hardware::DeviceInfo& device) {
    if (arguments.tuning.empty()) return hardware::default_tuning(device);
    if (arguments.tuning.front() == '{')
        return hardware::tuning_for(std::make_shared<const Source>("--tuning", arguments.tuning),
                                    device);
    const Result<SourcePtr> file = read_source(arguments.tuning);
    if (!file) return Result<hardware::Tuning>::failure(file.diagnostics());
    return hardware::tuning_for(*file, device);
}

class Run {
public:
    Run(const enumerator::CheckResult& test, OpenDevice& device, const RunContext& context,
        RunRecord record)
        : test_(test), device_(device), context_(context) {
        run_.record = std::move(record);
    }

    DeviceRun operator()() {
        const auto& info = device_.device->info();
        for (const auto& use : hardware::unclaimed(test_.structure, info))
            run_.record.unclaimed.push_back(use.what);
        if (!run_.record.unclaimed.empty() && !context_.arguments.beyond_claims)
            end(RunStatus::skipped, "the device does not claim " +
                                        joined(run_.record.unclaimed, ", ") +
                                        " (--beyond-claims runs it all the same)");
        else if (!device_.broken.empty())
            end(RunStatus::failed, device_.broken);
        else
            try_run();
        return std::move(run_);
    }

private:
    void end(RunStatus status, std::string reason) {
        run_.record.status = status;
        run_.record.reason = std::move(reason);
    }

    void end(const Diagnostics& problems) {
        const auto is_error = [](const Diagnostic& each) {
            return each.severity == Severity::error;
        };
        const auto first = std::ranges::find_if(problems, is_error);
        end(first->code == "E-UNSUPPORTED" ? RunStatus::unsupported : RunStatus::failed,
            first->message);
        run_.problems = problems;
    }

    void try_run() {
        auto harness = hardware::Harness::prepare(test_.test, test_.structure,
                                                  device_.device->info(), device_.tuning);
        if (!harness) return end(harness.diagnostics());
        try {
            auto histogram = harness.value().run(*device_.device, amount());
            if (!histogram) return end(histogram.diagnostics());
            take(std::move(histogram).value());
        } catch (const hardware::DeviceError& error) {
            end(RunStatus::failed, error.what());
            run_.problems = {{Severity::error, "E-DEVICE", error.what(), {}, nullptr, Span{}}};
            if (!error.unfinished()) return;
            device_.broken = "an earlier launch on the device has not ended";
            device_.unfinished = true;
        }
    }

    [[nodiscard]] hardware::RunAmount amount() const {
        hardware::RunAmount amount;
        amount.instances = run_.record.length;
        amount.time = run_.record.time;
        amount.seed = run_.record.seed;
        amount.budget = context_.budget;
        if (context_.executed != nullptr)
            amount.progress = [counter = context_.executed, before = std::uint64_t{0}](
                                  const hardware::Histogram& so_far) mutable {
                *counter += so_far.instances - before;
                before = so_far.instances;
            };
        return amount;
    }

    void take(hardware::Histogram histogram) {
        run_.record.instances = histogram.instances;
        run_.record.launches = histogram.launches;
        run_.record.device_time = histogram.device_time;
        run_.record.wall_time = histogram.wall_time;
        run_.histogram = std::move(histogram);
        const bool timed_out = run_.record.time && run_.record.wall_time >= *run_.record.time;
        if (run_.record.instances >= run_.record.length || timed_out) return;
        if (const auto reason = context_.budget.exceeded())
            end(RunStatus::interrupted, describe(*reason));
    }

    const enumerator::CheckResult& test_;
    OpenDevice& device_;
    const RunContext& context_;
    DeviceRun run_;
};

}  // namespace

Result<std::vector<OpenDevice>> open_devices(const RunArguments& arguments) {
    using Failure = Result<std::vector<OpenDevice>>;
    std::vector<OpenDevice> devices;
    const std::vector<std::string> words =
        arguments.devices.empty() ? std::vector<std::string>{"host"} : arguments.devices;
    for (const std::string& word : words) {
        const auto selector = hardware::parse_device_selector(word);
        if (!selector) return Failure::failure(selector.diagnostics());
        auto opened = hardware::open_device(*selector);
        if (!opened) return Failure::failure(opened.diagnostics());
        const auto tuning = tuning_of(arguments, (*opened)->info());
        if (!tuning) return Failure::failure(tuning.diagnostics());
        devices.push_back({word, std::move(opened).value(), *tuning, {}, false});
    }
    return devices;
}

RunRecord planned(const litmus::LitmusTest& test, const std::string& model,
                  const OpenDevice& device, const RunArguments& arguments) {
    RunRecord record;
    record.test = {.name = test.name,
                   .hash = report::test_hash(test),
                   .file = test.source->name(),
                   .source = std::string(test.source->text()),
                   .quantifier = test.quantifier,
                   .condition = test.condition_text,
                   .mutant_of = {},
                   .weakness_kind = {},
                   .weakness = {}};
    record.device = hardware::device_of(device.device->info());
    record.selector = device.selector;
    record.tuning = device.tuning;
    record.seed = arguments.seed;
    record.model = model;
    record.model_options = model_options(arguments.check);
    record.length = arguments.instances;
    if (!arguments.tune) record.time = arguments.time;
    record.beyond_claims = arguments.beyond_claims;
    return record;
}

DeviceRun run_on_device(const enumerator::CheckResult& test, OpenDevice& device,
                        const RunContext& context, RunRecord record) {
    return Run(test, device, context, std::move(record))();
}

}  // namespace clmm::cli
