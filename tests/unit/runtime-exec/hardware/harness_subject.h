#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "clmm/hardware/harness.h"
#include "clmm/litmus/event_structure.h"

/// Tests as texts, run on the project's own runtime.
namespace clmm::hardware::test {

struct Subject {
    litmus::LitmusTest test;
    litmus::EventStructure structure;
};

inline Subject subject(SourcePtr source) {
    auto test = litmus::read_test(std::move(source));
    if (!test) throw std::runtime_error(render(test.diagnostics()));
    auto structure = litmus::unfold(*test, {});
    if (!structure) throw std::runtime_error(render(structure.diagnostics()));
    return {std::move(test).value(), std::move(structure).value()};
}
inline Subject subject(const std::string& text) {
    return subject(std::make_shared<const Source>("made.litmus", text));
}

inline Device& host() {
    static const std::unique_ptr<Device> device = [] {
        auto opened = open_device({Backend::host, "2"});
        if (!opened) throw std::runtime_error(render(opened.diagnostics()));
        return std::move(opened).value();
    }();
    return *device;
}

/// Few instances, so that a test takes milliseconds.
inline Tuning looping() {
    Tuning tuning;
    tuning.style = Tuning::Style::looping;
    tuning.instances = 2'000;
    tuning.work_group_size = 12;
    tuning.batch = 100;
    tuning.preload = tuning.indirection = true;
    tuning.spin_limit = 64;
    return tuning;
}
/// With all that can be switched on.
inline Tuning parallel() {
    Tuning tuning;
    tuning.instances = 2'000;
    tuning.work_group_size = 12;
    tuning.stride = 3;
    tuning.location_offset = 5;
    tuning.spin_limit = 64;
    tuning.shuffle_percent = tuning.barrier_percent = tuning.stress_percent =
        tuning.pre_stress_percent = 50;
    tuning.stress_groups = 2;
    tuning.stress_iterations = tuning.pre_stress_iterations = 8;
    return tuning;
}
inline std::vector<Tuning> both() { return {looping(), parallel()}; }

inline std::string refusal(const Subject& subject, const Tuning& tuning = looping(),
                           const DeviceInfo& device = host().info()) {
    const auto harness = Harness::prepare(subject.test, subject.structure, device, tuning);
    return harness ? "" : render(harness.diagnostics());
}

inline Histogram seen(const Subject& subject, const Tuning& tuning, RunAmount amount = {}) {
    if (amount.instances == RunAmount{}.instances) amount.instances = 6'000;
    auto harness = Harness::prepare(subject.test, subject.structure, host().info(), tuning);
    if (!harness) throw std::runtime_error(render(harness.diagnostics()));
    auto run = harness.value().run(host(), amount);
    if (!run) throw std::runtime_error(render(run.diagnostics()));
    const std::uint64_t sum =
        std::accumulate(run->states.begin(), run->states.end(), std::uint64_t{0},
                        [](std::uint64_t n, const SeenState& state) { return n + state.count; });
    EXPECT_EQ(sum, run->instances);
    return std::move(run).value();
}

/// `0:r0=1 x=2`, with a star where the condition's proposition holds.
inline std::string text(const Subject& subject, const SeenState& state) {
    std::string out;
    for (std::size_t i = 0; i < state.values.size(); ++i)
        out += (i == 0 ? "" : " ") + subject.structure.observables[i].name + "=" +
               std::to_string(state.values[i]);
    return out + (state.satisfies ? " *" : "");
}
inline std::vector<std::string> texts(const Subject& subject, const Histogram& histogram) {
    std::vector<std::string> out;
    for (const SeenState& state : histogram.states) out.push_back(text(subject, state));
    return out;
}

inline std::vector<std::filesystem::path> litmus_files(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> out;
    if (!std::filesystem::exists(folder)) return out;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.path().extension() == ".litmus") out.push_back(entry.path());
    std::ranges::sort(out);
    return out;
}
inline SourcePtr read_file(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return std::make_shared<const Source>(path.string(),
                                          std::string(std::istreambuf_iterator<char>(in), {}));
}

}  // namespace clmm::hardware::test
