#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/hardware/comparison.h"
#include "clmm/hardware/device.h"
#include "clmm/hardware/histogram.h"
#include "clmm/hardware/log.h"
#include "clmm/hardware/tuning.h"

namespace clmm::hardware {

enum class RunStatus : std::uint8_t {
    finished,
    skipped,      ///< the test uses what the device does not claim to have
    unsupported,  ///< the test cannot be executed so
    failed,       ///< the device, or its compiler, gave up
    interrupted   ///< before its length was reached; what was seen until then counts
};
[[nodiscard]] std::string_view to_string(RunStatus status);  ///< `finished`
[[nodiscard]] std::optional<RunStatus> parse_run_status(std::string_view word);

/// Everything that is to be known of one run of a test on a device: what text, JSON, pages and
/// databases show. It outlives test, model and device.
struct RunRecord {
    /// A test, or one that was made from it.
    struct Test {
        std::string name;
        std::string hash;  ///< of its content
        std::string file;  ///< as named on the command line
        std::string source;
        std::optional<litmus::Quantifier> quantifier;
        std::string condition;
        std::string mutant_of;      ///< the hash of the test that it was made from; empty: none
        std::string weakness_kind;  ///< `order`
        std::string weakness;       ///< `line 6: memory_order_release -> memory_order_relaxed`
        friend bool operator==(const Test&, const Test&) = default;
    };
    struct Device {
        Backend backend = Backend::host;
        std::string name, vendor, driver, version, platform;
        unsigned compute_units = 1;
        friend bool operator==(const Device&, const Device&) = default;
    };
    struct State {
        std::string text;
        std::uint64_t count = 0;
        bool satisfies = false;
        StateVerdict verdict = StateVerdict::allowed_seen;
        friend bool operator==(const State&, const State&) = default;
    };
    /// Of a sweep over placements: one class of them.
    struct Placement {
        std::string name;        ///< `same core (SMT)`
        std::string processors;  ///< an example, by work-group of the test: `0 1`
        std::uint64_t launches = 0;
        std::uint64_t instances = 0;
        std::uint64_t weak = 0;  ///< as weak_count(); 0 without a condition
        friend bool operator==(const Placement&, const Placement&) = default;
    };

    Test test;
    Device device;
    std::string selector;  ///< the word that chose the device
    Tuning tuning;
    std::uint64_t seed = 1;
    std::string model;          ///< its name, and what of the command line makes it another
    std::string model_options;  ///< of the command line, ready for a shell: `--model my.cat`
    std::uint64_t length = 0;   ///< in instances
    std::optional<std::chrono::milliseconds> time;  ///< its other limit
    bool beyond_claims = false;                     ///< … run all the same

    RunStatus status = RunStatus::finished;
    std::string reason;                  ///< why it is not finished
    std::vector<std::string> unclaimed;  ///< what the test uses and the device does not claim

    std::uint64_t instances = 0;
    std::uint64_t launches = 0;
    std::chrono::nanoseconds device_time{0};
    std::chrono::nanoseconds wall_time{0};
    std::vector<State> states;  ///< as in Comparison
    std::vector<Placement> placements;

    RunVerdict verdict = RunVerdict::unknown;
    std::string verdict_reason;
    std::optional<bool> racy;
    bool model_complete = true;
    std::string explanation;  ///< why what was seen is forbidden
    std::string picture;      ///< SVG of an execution that would be needed for it

    friend bool operator==(const RunRecord&, const RunRecord&) = default;

    /// Instances that ended in what the condition is about: satisfying it, of a `forall` violating
    /// it. None: the test has no condition.
    [[nodiscard]] std::optional<std::uint64_t> weak_count() const;
    /// … in a second of the device's time; of wall time where it does not say.
    [[nodiscard]] double weak_rate() const;
    [[nodiscard]] double instance_rate() const;
    [[nodiscard]] bool has_histogram() const {
        return status == RunStatus::finished || status == RunStatus::interrupted;
    }
};

[[nodiscard]] RunRecord::Device device_of(const DeviceInfo& info);
/// The placements of a histogram, with what the test's condition asks for.
[[nodiscard]] std::vector<RunRecord::Placement> placements_of(
    const Histogram& histogram, std::optional<litmus::Quantifier> quantifier);

/// What to_log() writes of a record.
[[nodiscard]] ObservedTest observed(const RunRecord& record);

/// The comparison with the model as text, from `Device` to `Verdict`, for people.
/// Shape    lines `Word  text`; states as `  count  verdict  state`.
[[nodiscard]] std::string comparison_text(const RunRecord& record);

/// A JSON object, as in docs/json-schema/run.schema.json.
[[nodiscard]] std::string to_json(const RunRecord& record);

/// The tuning as one line of JSON with all its members, which equal tunings have in common.
[[nodiscard]] std::string compact(const Tuning& tuning);

}  // namespace clmm::hardware
