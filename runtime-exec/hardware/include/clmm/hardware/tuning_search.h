#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/hardware/device.h"
#include "clmm/hardware/tuning.h"

namespace clmm::hardware {

/// The best tuning that was found, and what it was measured at.
struct FoundTuning {
    Tuning tuning;
    double rate = 0;           ///< as measured
    double first_rate = 0;     ///< of the tuning to begin with
    std::size_t measured = 0;  ///< tunings that could be
};

/// How to measure: a rate, more is better; nothing where the tuning does not fit.
using MeasureTuning = std::function<std::optional<double>(const Tuning&)>;

/// Looks for the tuning with the highest rate until `done` says so.
///
/// Idea     hill climbing from the first tuning, then from random ones: one field at a time gets
///          another value, and the change stays where the rate does not fall. After kPatience
///          changes in a row without gain the climb starts anew elsewhere. What was measured is
///          not measured again. The best of many noisy ones was lucky: at the end it has to be
///          better than the first in turns, else the first is what was found. It is measured once
///          more, and the lower of its two rates is told.
/// Cost     a measurement a step. Equal seeds propose equal tunings for equal rates.
/// Tests    tests/unit/runtime-exec/hardware/tuning_search_test.cpp
[[nodiscard]] FoundTuning search_tuning(const Tuning& first, const DeviceInfo& device,
                                        std::uint64_t seed, const MeasureTuning& measure,
                                        const std::function<bool()>& done);

/// A tuning and whom it was found for.
struct DeviceTuning {
    std::string device;  ///< DeviceInfo::name
    std::string driver;
    double rate = 0;  ///< of weak outcomes, a second
    Tuning tuning;
};

/// A file of tunings, as JSON: `{"tunings": [{"device": …, "driver": …, "rate": …, "tuning":
/// {…}}]}`.
[[nodiscard]] std::string to_json(const std::vector<DeviceTuning>& tunings);

/// The tuning that a file has for a device: a file of tunings is searched for its name and driver,
/// then for its name; a file with one tuning alone is for all devices.
/// Errors   E-TUNING as read_tuning(), or where the file has none for the device.
[[nodiscard]] Result<Tuning> tuning_for(const SourcePtr& json, const DeviceInfo& device);

}  // namespace clmm::hardware
