#include "clmm/hardware/tuning.h"

#include <algorithm>
#include <array>

#include "tuning/limits.h"

namespace clmm::hardware {
namespace {

constexpr std::uint32_t kMany = 1U << 24U;

constexpr auto kNumbers = std::to_array<TuningNumber>({
    {"affinity_step", &Tuning::affinity_step, 1, 4'096},
    {"instances", &Tuning::instances, 1, kMany},
    {"work_group_size", &Tuning::work_group_size, 1, 4'096},
    {"stride", &Tuning::stride, 1, 4'096},
    {"location_offset", &Tuning::location_offset, 0, 65'536},
    {"permutation", &Tuning::permutation, 1, kMany},
    {"location_permutation", &Tuning::location_permutation, 1, kMany},
    {"shuffle_percent", &Tuning::shuffle_percent, 0, 100},
    {"barrier_percent", &Tuning::barrier_percent, 0, 100},
    {"spin_limit", &Tuning::spin_limit, 0, 1'000'000},
    {"stress_groups", &Tuning::stress_groups, 0, 65'536},
    {"stress_percent", &Tuning::stress_percent, 0, 100},
    {"stress_iterations", &Tuning::stress_iterations, 0, 1'000'000},
    {"scratch_size", &Tuning::scratch_size, 1, kMany},
    {"stress_line", &Tuning::stress_line, 1, 65'536},
    {"stress_targets", &Tuning::stress_targets, 1, 4'096},
    {"pre_stress_percent", &Tuning::pre_stress_percent, 0, 100},
    {"pre_stress_iterations", &Tuning::pre_stress_iterations, 0, 1'000'000},
    {"batch", &Tuning::batch, 1, kMany},
    {"random_delay", &Tuning::random_delay, 0, 1'000'000},
});

}  // namespace

std::span<const TuningNumber> tuning_numbers() { return kNumbers; }

namespace {

/// Why the device's compute units cannot be placed so; empty: they can.
std::string why_not_placed(const Tuning& tuning, const DeviceInfo& device) {
    using Affinity = Tuning::Affinity;
    if (tuning.affinity == Affinity::none) return {};
    if (device.topology.processors.empty())
        return "the device has no threads that could be placed on processors";
    if (tuning.affinity != Affinity::sweep) return {};
    if (!device.deals_work_groups)
        return "the device does not tell which of its threads executes which work-group";
    if (tuning.style != Tuning::Style::looping)
        return "a sweep needs the style \"looping\", in which a thread runs the same units of the "
               "test all the time";
    return {};
}

}  // namespace

Diagnostics check_tuning(const Tuning& tuning, const DeviceInfo& device) {
    Diagnostics out;
    const auto wrong = [&](std::string message, std::string hint) {
        out.push_back(
            {Severity::error, "E-TUNING", std::move(message), std::move(hint), nullptr, Span{}});
    };
    for (const TuningNumber& field : kNumbers) {
        const std::uint32_t value = tuning.*field.member;
        if (value < field.least || value > field.most)
            wrong(std::string(field.name) + ": " + std::to_string(value) + " is out of range",
                  "from " + std::to_string(field.least) + " to " + std::to_string(field.most));
    }
    if (const std::string reason = why_not_placed(tuning, device); !reason.empty())
        wrong("affinity: " + reason, "\"none\" leaves threads where the system puts them");
    if (tuning.work_group_size > device.max_work_group_size)
        wrong("work_group_size: " + std::to_string(tuning.work_group_size) +
                  " work-items are more than the device has in a group, " +
                  std::to_string(device.max_work_group_size),
              "");
    if (tuning.stress_line > tuning.scratch_size)
        wrong("stress_line: " + std::to_string(tuning.stress_line) +
                  " words are more than scratch_size has",
              "");
    return out;
}

namespace {

/// The runtime executes an instruction for all work-items of a group. What a store buffer holds is
/// enough of them; after each such block the groups wait for one another. Objects are read before,
/// so that loads hit their caches while the stores wait for lines of others'. A turn of waiting
/// takes as long as a hundred instructions of the machine. A launch is short, since groups that
/// lost one another find together in the next.
void tune_for_the_runtime(Tuning& out) {
    out.instances = 16'384;
    out.work_group_size = out.batch = 16;
    out.random_delay = 2;
    out.preload = true;
    out.spin_limit = 4'096;
}

/// A turn of waiting is a load, so there are more of them.
void tune_for_machine_code(Tuning& out) {
    tune_for_the_runtime(out);
    out.spin_limit = 65'536;
}

}  // namespace

/// What made weak behaviour frequent in a second: GPUs: on an H200 (docs/observations); CPUs: on
/// the project's runtime and on PoCL.
Tuning default_tuning(const DeviceInfo& device) {
    Tuning out;
    if (device.is_cpu) {
        out.style = Tuning::Style::looping;
        out.work_group_size = 64;
        out.batch = 256;
        out.spin_limit = 65'536;
        // Threads that the system puts on one processor never run at the same time.
        if (!device.topology.processors.empty()) out.affinity = Tuning::Affinity::incremental;
        if (device.backend == Backend::host) tune_for_the_runtime(out);
        if (device.backend == Backend::host_x86) tune_for_machine_code(out);
    } else {
        // Large launches hide what a launch costs; stress costs more instances than it wins.
        out.instances = 1U << 20U;
        out.work_group_size = 128;
        out.barrier_percent = 50;
        out.shuffle_percent = 10;
        out.stress_groups = 4;
        out.stress_percent = 10;
        out.stress_iterations = 64;
    }
    out.work_group_size = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(out.work_group_size, device.max_work_group_size));
    return out;
}

}  // namespace clmm::hardware
