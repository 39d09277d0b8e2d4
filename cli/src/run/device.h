#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "clmm/hardware/harness.h"
#include "clmm/hardware/record.h"
#include "run/arguments.h"

namespace clmm::cli {

/// A device that tests run on.
struct OpenDevice {
    std::string selector;
    std::unique_ptr<hardware::Device> device;
    hardware::Tuning tuning;
    std::string broken;       ///< why it takes no more launches; empty: it does
    bool unfinished = false;  ///< a launch goes on for ever: the process must not wait for it
};

/// Opens the devices of the command line, each with its tuning.
/// Errors   E-DEVICE, E-TUNING, E-FILE.
[[nodiscard]] Result<std::vector<OpenDevice>> open_devices(const RunArguments& arguments);

/// What a run is given from outside.
struct RunContext {
    const RunArguments& arguments;
    Budget budget;                                   ///< of the caller: interrupts
    std::atomic<std::uint64_t>* executed = nullptr;  ///< instances of all runs, for progress
};

/// What is known of a run before it is run: all that tells it from others.
[[nodiscard]] hardware::RunRecord planned(const litmus::LitmusTest& test, const std::string& model,
                                          const OpenDevice& device, const RunArguments& arguments);

/// A histogram, or why there is none: then `record.status` and `record.reason` say it, and
/// `problems` has it for people.
struct DeviceRun {
    hardware::RunRecord record;
    hardware::Histogram histogram;
    Diagnostics problems;
};

/// Runs one test on one device. `record` is as planned.
[[nodiscard]] DeviceRun run_on_device(const enumerator::CheckResult& test, OpenDevice& device,
                                      const RunContext& context, hardware::RunRecord record);

}  // namespace clmm::cli
