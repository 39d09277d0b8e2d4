#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>

#include "clmm/runtime/controlled.h"
#include "exit_code.h"

namespace CLI {
class App;
}

namespace clmm::cli {

class SandboxedSide;

/// What the command line says of controlled runs.
struct ScheduleArguments {
    enum class Kind : std::uint8_t { none, random, exhaustive, replay };
    Kind kind = Kind::none;
    std::uint64_t seed = 0;
    std::string replay_file;
    std::string record_file;
    std::uint64_t most_schedules = 100'000;
    runtime::ControlOptions control;
    const SandboxedSide* side = nullptr;  ///< where the schedule is written from, if not from here
};

[[nodiscard]] inline bool is_scheduled(const ScheduleArguments& arguments) {
    return arguments.kind != ScheduleArguments::Kind::none || !arguments.record_file.empty() ||
           arguments.control.weak_memory;
}

/// A schedule that is replayed says itself whether memory is weak. Throws ExecError.
void adopt_replayed(ScheduleArguments& arguments);

void declare_schedule_options(CLI::App& command, ScheduleArguments& arguments);

/// How one run went.
struct ScheduledRun {
    runtime::RunEnd end = runtime::RunEnd::finished;
    bool failed = false;   ///< something was found or terminated abnormally: the last run
    bool notable = false;  ///< its schedule is the one to record, if none was notable before
};

/// What is run, as schedule files and hints name it.
struct ScheduledProgram {
    std::string name;
    std::string hash;     ///< of its text
    std::string options;  ///< that decide how it runs
    std::string model;    ///< that says what loads may read
    std::string command;  ///< `clmm exec FILE` with all that is needed to run it so again
};

/// Makes the runs that the command line asks for, and says what they were.
///
/// Limits   the time is for all runs together.
/// Errors   ExecError: E-SCHEDULE for a file that is none, or of another program, other options or
///          another model; E-FILE.
class ScheduledRuns {
public:
    using Run = std::function<ScheduledRun(runtime::Schedule&, const runtime::ControlOptions&)>;

    ScheduledRuns(const ScheduleArguments& arguments, ScheduledProgram program);

    /// `runs`: so many random ones. `time`: no limit where there is none.
    void operator()(std::uint64_t runs, std::optional<std::chrono::milliseconds> time,
                    const Run& run);

    /// One run at all.
    [[nodiscard]] bool is_single() const { return runs_ == 1 && !more_left_; }
    /// `Schedules 100 random, seeds 0 to 99`.
    [[nodiscard]] std::string summary() const;
    /// How to see the run that failed, or was notable, again; empty if there was none.
    [[nodiscard]] std::string replay_hint() const;
    /// Unknown where schedules are left; as_expected otherwise.
    [[nodiscard]] ExitCode completeness() const;
    [[nodiscard]] bool explored_all() const {
        return arguments_.kind == ScheduleArguments::Kind::exhaustive &&
               completeness() == ExitCode::as_expected;
    }

private:
    void random(std::uint64_t runs, const Run& run);
    void exhaustive(const Run& run);
    void replay(const Run& run);
    bool note(const runtime::RecordingSchedule& recording, const ScheduledRun& run,
              std::optional<std::uint64_t> seed);
    void check(const runtime::ScheduleFile& file) const;
    void record() const;

    ScheduleArguments arguments_;
    ScheduledProgram program_;
    std::uint64_t runs_ = 0;
    std::uint64_t given_up_ = 0;
    std::uint64_t cut_ = 0;
    std::uint64_t late_ = 0;
    std::optional<StopReason> stopped_;
    bool more_left_ = false;
    bool has_notable_ = false;
    std::optional<std::uint64_t> seed_;  ///< of the run that is recorded
    runtime::Decisions decisions_;
};

}  // namespace clmm::cli
