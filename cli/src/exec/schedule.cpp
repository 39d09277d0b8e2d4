#include "exec/schedule.h"

#include <CLI/CLI.hpp>

#include "clmm/base/counted.h"
#include "exec/sandboxed.h"
#include "exec/values/argument.h"
#include "inputs.h"
#include "output/files.h"

namespace clmm::cli {

using Kind = ScheduleArguments::Kind;

void declare_schedule_options(CLI::App& command, ScheduleArguments& arguments) {
    const std::string group = "Schedules";
    command
        .add_option_function<std::string>(
            "--schedule",
            [&arguments](const std::string& word) {
                arguments.kind = word == "random" ? Kind::random : Kind::exhaustive;
            },
            "run work-items one step at a time, in random orders or in all")
        ->type_name("random|exhaustive")
        ->check(CLI::IsMember({"random", "exhaustive"}))
        ->group(group);
    command.add_option("--seed", arguments.seed, "of the first random run; the next have the next")
        ->type_name("N")
        ->group(group);
    command
        .add_option_function<std::string>(
            "--replay",
            [&arguments](const std::string& file) {
                arguments.kind = Kind::replay;
                arguments.replay_file = file;
            },
            "run once, as --record has written it")
        ->type_name("FILE")
        ->excludes("--schedule")
        ->group(group);
    command
        .add_option("--record", arguments.record_file,
                    "write the schedule of the run that failed, of the first that the condition is "
                    "about, or else of the last")
        ->type_name("FILE")
        ->group(group);
    command
        .add_flag("--weak-memory", arguments.control.weak_memory,
                  "loads of atomics read any write that the model allows in the run so far")
        ->group(group);
    command
        .add_option("--schedules", arguments.most_schedules,
                    "of --schedule exhaustive: end with exit code 3 after so many (default 100000)")
        ->type_name("N")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}))
        ->group(group);
    command
        .add_option("--steps", arguments.control.most_steps,
                    "cut a run off after so many steps (default 1000000)")
        ->type_name("N")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}))
        ->group(group);
    command
        .add_option("--resident-groups", arguments.control.resident_groups,
                    "work-groups that run at the same time (default 64)")
        ->type_name("N")
        ->check(CLI::Range(1U, 1U << 20U))
        ->group(group);
}

namespace {

runtime::ScheduleFile read_file(const std::string& name, SourcePtr& source) {
    const Result<SourcePtr> text = read_source(name);
    if (!text) throw ExecError{text.diagnostics()};
    source = *text;
    auto file = runtime::read_schedule(source);
    if (!file) throw ExecError{file.diagnostics()};
    return std::move(file).value();
}

}  // namespace

void adopt_replayed(ScheduleArguments& arguments) {
    if (arguments.kind != Kind::replay) return;
    SourcePtr source;
    const bool is_weak = read_file(arguments.replay_file, source).weak_memory;
    if (arguments.control.weak_memory && !is_weak)
        reject(nullptr, {}, "E-SCHEDULE",
               "'" + arguments.replay_file + "' is a schedule of a run without weak memory",
               "leave out --weak-memory");
    arguments.control.weak_memory = is_weak;
}

ScheduledRuns::ScheduledRuns(const ScheduleArguments& arguments, ScheduledProgram program)
    : arguments_(arguments), program_(std::move(program)) {}

void ScheduledRuns::operator()(std::uint64_t runs, std::optional<std::chrono::milliseconds> time,
                               const Run& run) {
    if (time) arguments_.control.budget.set_timeout(*time);
    switch (arguments_.kind) {
        case Kind::exhaustive:
            exhaustive(run);
            break;
        case Kind::replay:
            replay(run);
            break;
        default:
            random(runs, run);
    }
    record();
}

void ScheduledRuns::random(std::uint64_t runs, const Run& run) {
    for (std::uint64_t i = 0; i < runs; ++i) {
        const std::uint64_t seed = arguments_.seed + i;
        const auto schedule = runtime::random_schedule(seed);
        runtime::RecordingSchedule recording(*schedule);
        if (note(recording, run(recording, arguments_.control), seed)) return;
    }
}

void ScheduledRuns::exhaustive(const Run& run) {
    runtime::ExhaustiveSchedule schedule;
    do {
        stopped_ = arguments_.control.budget.exceeded();
        if (stopped_ || runs_ - given_up_ == arguments_.most_schedules) {
            more_left_ = true;
            return;
        }
        schedule.begin();
        runtime::RecordingSchedule recording(schedule);
        if (note(recording, run(recording, arguments_.control), std::nullopt)) {
            more_left_ = true;
            return;
        }
    } while (schedule.next(arguments_.control.budget));
}

void ScheduledRuns::replay(const Run& run) {
    SourcePtr source;
    const runtime::ScheduleFile file = read_file(arguments_.replay_file, source);
    check(file);
    const auto schedule = runtime::replay_schedule(source, file);
    runtime::RecordingSchedule recording(*schedule);
    note(recording, run(recording, arguments_.control), std::nullopt);
}

/// Decisions mean the same only where everything else is the same.
void ScheduledRuns::check(const runtime::ScheduleFile& file) const {
    const std::string name = "'" + arguments_.replay_file + "' is a schedule ";
    const auto shown = [](const std::string& text) { return text.empty() ? "none" : text; };
    if (file.hash != program_.hash || file.program != program_.name)
        reject(nullptr, {}, "E-SCHEDULE", name + "of another program, '" + file.program + "'",
               "the text must be the same as when it was recorded");
    if (file.options != program_.options)
        reject(nullptr, {}, "E-SCHEDULE",
               name + "of a run with other options: " + shown(file.options),
               "here they are: " + shown(program_.options));
    if (file.weak_memory && file.model != program_.model)
        reject(nullptr, {}, "E-SCHEDULE", name + "of weak memory by the model " + shown(file.model),
               "here it is " + program_.model + ": say which with -m and --variant");
}

/// Whether it is the last one.
bool ScheduledRuns::note(const runtime::RecordingSchedule& recording, const ScheduledRun& run,
                         std::optional<std::uint64_t> seed) {
    ++runs_;
    given_up_ += run.end == runtime::RunEnd::given_up ? 1U : 0U;
    cut_ += run.end == runtime::RunEnd::cut ? 1U : 0U;
    late_ += run.end == runtime::RunEnd::late ? 1U : 0U;
    stopped_ = arguments_.control.budget.exceeded();
    const bool is_last = stopped_ || run.end == runtime::RunEnd::late;
    if (run.end == runtime::RunEnd::given_up) return is_last;
    if (run.failed || !has_notable_) {
        has_notable_ = run.failed || run.notable;
        decisions_ = recording.decisions();
        seed_ = seed;
    }
    return run.failed || is_last;
}

void ScheduledRuns::record() const {
    if (arguments_.record_file.empty()) return;
    runtime::ScheduleFile file{
        .program = program_.name,
        .hash = program_.hash,
        .options = program_.options,
        .model = arguments_.control.weak_memory ? program_.model : "",
        .description = seed_ ? "random, seed " + std::to_string(*seed_) : "exhaustive",
        .weak_memory = arguments_.control.weak_memory,
        .decisions = decisions_};
    if (arguments_.kind == Kind::replay) file.description = "replayed";
    write_result(arguments_.side, arguments_.record_file, runtime::to_text(file));
}

std::string ScheduledRuns::summary() const {
    const std::uint64_t complete = runs_ - given_up_;
    std::string text = "Schedules ";
    if (arguments_.kind == Kind::replay) {
        text += "1 replayed";
    } else if (arguments_.kind == Kind::exhaustive) {
        text += (more_left_ ? "stopped after " : "all ") + std::to_string(complete);
    } else {
        text += std::to_string(runs_) + " random, seed" +
                (runs_ == 1 ? " " : "s " + std::to_string(arguments_.seed) + " to ") +
                std::to_string(arguments_.seed + runs_ - 1);
    }
    if (cut_ > 0)
        text += ", " + std::to_string(cut_) + " cut off after " +
                counted(arguments_.control.most_steps, "step");
    const bool is_late = late_ > 0 || stopped_ == StopReason::timeout;
    if (is_late)
        text += late_ > 0 ? ", " + std::to_string(late_) + " cut off when the time was over"
                          : ", then the time was over";
    else if (stopped_)
        text += ", " + describe(*stopped_);
    return text + (arguments_.control.weak_memory ? ", weak memory\n" : "\n");
}

std::string ScheduledRuns::replay_hint() const {
    if (!has_notable_ || arguments_.kind == Kind::replay) return "";
    if (!arguments_.record_file.empty())
        return program_.command + " --replay " + arguments_.record_file;
    if (!seed_) return "--record FILE writes the schedule for --replay FILE";
    return program_.command + " --schedule random --seed " + std::to_string(*seed_) +
           (arguments_.control.weak_memory ? " --weak-memory" : "");
}

ExitCode ScheduledRuns::completeness() const {
    return more_left_ || stopped_ || cut_ + late_ > 0 ? ExitCode::unknown : ExitCode::as_expected;
}

}  // namespace clmm::cli
