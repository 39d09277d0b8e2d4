#include "exec/command.h"

#include <algorithm>
#include <cstdlib>
#include <ostream>
#include <sstream>
#include <thread>

#include "clmm/enumerator/check.h"
#include "clmm/runtime/compile.h"
#include "clmm/runtime/wait.h"
#include "exec/chosen_kernel.h"
#include "exec/findings.h"
#include "exec/litmus.h"
#include "exec/overview.h"
#include "exec/profile.h"
#include "exec/rules.h"
#include "exec/sandboxed.h"
#include "exec/scheduled_kernel.h"
#include "exec/values/binding.h"
#include "inputs.h"
#include "launch/adopted.h"
#include "launch/launch_bytes.h"
#include "output/problems.h"
#include "output/standard.h"
#include "process/process.h"

namespace clmm::cli {
namespace {

constexpr std::size_t kShownElements = 64;

runtime::Index3 index_of(const std::vector<std::uint64_t>& sizes, std::uint64_t missing,
                         const char* option) {
    if (sizes.size() > 3)
        reject(nullptr, {}, "E-NDRANGE", std::string(option) + " has more than 3 dimensions");
    runtime::Index3 index{missing, missing, missing};
    std::ranges::copy(sizes, index.begin());
    return index;
}

runtime::LaunchRange range_of(const litmus::KernelLaunch& launch) {
    if (launch.global.empty())
        reject(nullptr, {}, "E-NDRANGE", "the kernel is to be run without work-items",
               "say how many, for example --global 1024");
    runtime::LaunchRange range;
    range.work_dimensions =
        static_cast<unsigned>(std::max(launch.global.size(), launch.local.size()));
    range.global_size = index_of(launch.global, 1, "--global");
    range.global_offset = index_of(launch.offset, 0, "--offset");
    if (!launch.local.empty()) range.local_size = index_of(launch.local, 1, "--local");
    if (launch.sub_group_size > UINT32_MAX)
        reject(nullptr, {}, "E-NDRANGE", "--sub-group-size is too large");
    if (launch.sub_group_size != 0)
        range.sub_group_size = static_cast<std::uint32_t>(launch.sub_group_size);
    return range;
}

/// Races are looked for between work-items that have numbers of 32 bits.
void check_size(const runtime::LaunchRange& range) {
    std::uint64_t items = 1;
    for (std::size_t d = 0; d < 3; ++d) {
        const std::uint64_t local = range.local_size ? (*range.local_size)[d] : 1;
        std::uint64_t whole = 0;  // groups that are not full have numbers for all
        if (local == 0) return;   // the runtime says so
        if (__builtin_add_overflow(range.global_size[d], local - 1, &whole) ||
            __builtin_mul_overflow(items, whole / local * local, &items) || items > UINT32_MAX)
            reject(nullptr, {}, "E-NDRANGE",
                   "races are looked for in at most 4294967295 work-items",
                   "make --global smaller");
    }
}

std::shared_ptr<const runtime::ProgramCode> compiled(const ExecArguments& arguments,
                                                     std::ostream& err) {
    const Result<SourcePtr> source = read_source(arguments.program_file);
    if (!source) throw ExecError{source.diagnostics()};
    const auto program = runtime::compile(
        *source,
        {.definitions = arguments.launch.definitions,
         .include_paths = arguments.launch.include_paths,
         .watched = arguments.checks.wanted.any(),
         .rejects_work_item_scope = rejects_work_item_scope(arguments.models, arguments.variants)});
    if (!program) throw ExecError{program.diagnostics()};
    show_problems(program.diagnostics(), err);
    return *program;
}

runtime::DeviceDescription device_of(const ExecArguments& arguments,
                                     const std::vector<ExecArgument>& given) {
    runtime::DeviceDescription device;
    device.compute_units = arguments.compute_units != 0
                               ? arguments.compute_units
                               : std::max(1U, std::thread::hardware_concurrency());
    for (const ExecArgument& argument : given)
        if (argument.allocation && argument.allocation->text == "system_svm")
            device.fine_grained_system = true;
    return device;
}

/// One kernel, from its text to what it leaves in memory.
class KernelRun {
public:
    KernelRun(const ExecArguments& arguments, std::shared_ptr<const runtime::ProgramCode> program,
              HardLimit& limit, std::ostream& out, std::ostream& err)
        : arguments_(arguments),
          program_(std::move(program)),
          limit_(limit),
          out_(out),
          err_(err) {}

    /// One step at a time, as a schedule says.
    ExitCode operator()(runtime::Schedule& schedule, const runtime::ControlOptions& options,
                        runtime::RunEnd& end) {
        schedule_ = &schedule;
        options_ = options;
        const ExitCode code = (*this)();
        end = end_;
        return code;
    }

    ExitCode operator()() {
        std::vector<ExecArgument> given;
        for (const std::string& text : arguments_.launch.arguments)
            given.push_back(parse_exec_argument(text));
        for (const litmus::LaunchBytes& each : arguments_.launch.bytes)
            given.push_back(exec_argument(each));
        const runtime::Platform platform({device_of(arguments_, given)});
        const EndsControl ends_control{controlled_};
        if (schedule_ != nullptr) controlled_.emplace(platform, *schedule_, options_);
        make_checks();
        host_memory_.observer = checks_.get();
        const runtime::Context context(platform.devices(), sinks());
        const runtime::CommandQueue queue(context, context.devices().front(), {.profiling = true});
        const runtime::DeviceQueue children(context, context.devices().front(),
                                            {.is_default = true});
        runtime::Kernel kernel(runtime::Program(context, program_),
                               chosen_kernel(*program_, arguments_.launch.kernel).name());
        const runtime::LaunchRange range = range_of(arguments_.launch);
        if (arguments_.checks.wanted.race) check_size(range);
        KernelBinding binding(context, queue, kernel, std::move(given), timeline_, host_memory_,
                              arguments_.checks.wanted.uninitialised);
        binding.bind();
        check_outputs(binding);
        if (arguments_.side != nullptr) arguments_.side->enter();
        const ExitCode code = execute(queue, kernel, range);
        if (controlled_) end_ = controlled_->end();
        controlled_.reset();
        write_outputs(binding);
        show_profile(arguments_, timeline_, out_);
        return code;
    }

    [[nodiscard]] const std::vector<runtime::Finding>& findings() const { return findings_; }

private:
    /// The platform waits for its commands, which only the control executes, or ends.
    struct EndsControl {
        std::optional<runtime::ControlledRuntime>& control;
        explicit EndsControl(std::optional<runtime::ControlledRuntime>& ended) : control(ended) {}
        ~EndsControl() { control.reset(); }
        EndsControl(const EndsControl&) = delete;
        EndsControl& operator=(const EndsControl&) = delete;
    };

    void make_checks() {
        runtime::CheckSet wanted = arguments_.checks.wanted;
        if (options_.weak_memory) wanted.writes = &controlled_->writes();
        if (wanted.any()) checks_ = runtime::make_checks(wanted);
    }

    runtime::ContextSinks sinks() {
        // With --json, standard output is JSON alone.
        std::ostream& printed = arguments_.checks.json ? err_ : out_;
        return {.print = [&printed](std::string_view text) { printed << text; },
                .report = [this](const runtime::Finding& each) { findings_.push_back(each); },
                .error = {},
                .observer = checks_};
    }

    /// What was found, in words or as JSON.
    ExitCode show_findings() {
        if (checks_)
            for (runtime::Finding& each : checks_->findings()) findings_.push_back(std::move(each));
        if (arguments_.checks.json)
            out_ << findings_json(arguments_.input, findings_);
        else
            show_problems(finding_diagnostics(findings_), err_);
        if (arguments_.checks.given && !arguments_.checks.json)
            err_ << findings_summary(findings_) << "\n";
        return findings_.empty() ? ExitCode::as_expected : ExitCode::expectation_failed;
    }

    void check_outputs(const KernelBinding& binding) const {
        std::string known;
        for (const std::string& name : binding.names()) known += (known.empty() ? "" : ", ") + name;
        const auto names = binding.names();
        for (const OutputRequest& output : arguments_.outputs)
            if (std::ranges::find(names, output.name) == names.end())
                reject(nullptr, {}, "E-NAME",
                       "--out: no parameter '" + output.name + "' has memory to show",
                       known.empty() ? "" : "there are " + known);
    }

    ExitCode execute(const runtime::CommandQueue& queue, const runtime::Kernel& kernel,
                     const runtime::LaunchRange& range) {
        const std::string& name = kernel.code().name();
        for (std::uint64_t i = 0; i < arguments_.repeat; ++i) {
            limit_.restart();
            const runtime::Event event = queue.ndrange_kernel(kernel, range);
            timeline_.add(name, "queue", event);
            queue.flush();
            if (!completes(event)) {
                if (!controlled_) end_unfinished(name, event);
                err_ << why_unfinished() << ", and the kernel '" << name << "' has not ended\n";
                return worst(show_findings(), ExitCode::unknown);
            }
            if (event.status() < 0) {
                static_cast<void>(show_findings());
                err_ << "clmm: the kernel '" << name
                     << "' terminated abnormally: " << runtime::status_name(event.status()) << ": "
                     << event.failure() << "\n";
                return ExitCode::expectation_failed;
            }
        }
        return show_findings();
    }

    [[nodiscard]] bool completes(const runtime::Event& event) {
        if (controlled_) return controlled_->run() != runtime::RunEnd::late;
        Budget budget = arguments_.schedule.control.budget;
        if (arguments_.timeout) budget.set_timeout(*arguments_.timeout);
        return runtime::completes_within(event, budget);
    }

    [[nodiscard]] std::string why_unfinished() const {
        const auto stopped = arguments_.schedule.control.budget.exceeded();
        return stopped ? "clmm: " + describe(*stopped) : "clmm: the time is over";
    }

    /// A kernel that runs cannot be stopped from outside: the process ends with it.
    [[noreturn]] void end_unfinished(const std::string& name, const runtime::Event& event) {
        limit_.lift();
        const ExitCode found = show_findings();
        err_ << why_unfinished() << ", and the kernel '" << name << "' is "
             << runtime::to_string(event.state()) << "\n";
        end_process(worst(found, ExitCode::unknown), out_, err_);
    }

    void write_outputs(KernelBinding& binding) {
        for (const OutputRequest& output : arguments_.outputs) {
            MemoryContents contents = *binding.read(output.name);
            if (output.type) contents = seen_as(std::move(contents), output.name, *output.type);
            contents.hexadecimal = output.hexadecimal;
            if (output.file.empty())
                out_ << contents_text(contents, arguments_.all ? SIZE_MAX : kShownElements);
            else
                write_contents(contents, output, arguments_.side);
        }
    }

    const ExecArguments& arguments_;
    const std::shared_ptr<const runtime::ProgramCode> program_;
    HardLimit& limit_;
    std::ostream& out_;
    std::ostream& err_;
    Timeline timeline_;
    HostMemory host_memory_;
    runtime::Schedule* schedule_ = nullptr;  ///< null: it runs on its own
    runtime::ControlOptions options_;
    std::optional<runtime::ControlledRuntime> controlled_;
    runtime::RunEnd end_ = runtime::RunEnd::finished;
    std::shared_ptr<runtime::Checks> checks_;  ///< null: none are wanted
    /// What the compute units report while a kernel runs; printed when it has ended.
    std::vector<runtime::Finding> findings_;
};

void reject_mixed_output(const ExecArguments& arguments) {
    const bool prints = arguments.profile || std::ranges::any_of(arguments.outputs, [](auto& each) {
                            return each.file.empty();
                        });
    if (arguments.checks.json && prints)
        reject(nullptr, {}, "E-ARGUMENT", "--json is all that is printed",
               "write memory to files: --out NAME=@FILE");
}

void reject_test_options(const ExecArguments& arguments) {
    const bool scheduled = arguments.schedule.kind != ScheduleArguments::Kind::none;
    if ((arguments.runs != 1 && !scheduled) || arguments.check_model)
        reject(nullptr, {}, "E-ARGUMENT", "--runs and --check-model are for litmus tests",
               "a kernel is repeated with --repeat N; clmm check verifies it");
    const bool has_model = !arguments.models.empty() || !arguments.variants.empty();
    if (has_model && !arguments.checks.wanted.race)
        reject(nullptr, {}, "E-ARGUMENT",
               "of a kernel that is executed, --model and --variant say what a race is, and what a "
               "load may read",
               "add --check race or --weak-memory; clmm check verifies it");
}

/// Packets order memory, which is not followed while a kernel runs.
void reject_weak_pipes(const ExecArguments& arguments, const runtime::ProgramCode& program) {
    if (!arguments.schedule.control.weak_memory) return;
    const auto& parameters = chosen_kernel(program, arguments.launch.kernel).parameters();
    if (std::ranges::find(parameters, runtime::ParameterKind::pipe, &runtime::Parameter::kind) !=
        parameters.end())
        reject(nullptr, {}, "E-UNSUPPORTED", "pipes are not executed with weak memory",
               "leave out --weak-memory");
}

/// What is read while kernels run, or needs more than a sandbox has.
void reject_in_sandbox(const ExecArguments& arguments) {
    if (!arguments.sandbox) return;
    if (arguments.check_model)
        reject(nullptr, {}, "E-ARGUMENT", "--check-model decides, which a sandbox is not for",
               "leave out --sandbox; clmm check runs no kernel");
    const bool reads = std::ranges::any_of(arguments.launch.arguments, [](const std::string& each) {
        return each.find('@') != std::string::npos;
    });
    if (reads && is_scheduled(arguments.schedule))
        reject(nullptr, {}, "E-ARGUMENT",
               "a sandbox has no files, and each run under a schedule would read one",
               "write the values: data={1,2,3}, or leave out the schedule");
}

/// What a launch file says, where the command line does not. Throws ExecError.
std::optional<LaunchFile> read_launch(ExecArguments& arguments) {
    arguments.program_file = arguments.input;
    if (!is_launch_file(arguments.input)) return std::nullopt;
    const Result<SourcePtr> source = read_source(arguments.input);
    if (!source) throw ExecError{source.diagnostics()};
    auto file = read_launch_file(*source);
    if (!file) throw ExecError{file.diagnostics()};
    adopt(*file, arguments.input, arguments.launch);
    arguments.program_file = program_path(*file, arguments.input);
    if (const auto program = read_source(arguments.program_file); !program)
        reject(file->source, file->program.span, "E-FILE", program.diagnostics().front().message);
    return std::move(file).value();
}

/// … of the arguments, and of what is shown of them.
void add_launch_bytes(const LaunchFile& file, const runtime::ProgramCode& program,
                      ExecArguments& arguments) {
    constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 34;
    litmus::KernelLaunch& launch = arguments.launch;
    const runtime::KernelCode& kernel =
        chosen_kernel(program, launch.kernel, file.source, file.kernel);
    launch.bytes = launch_bytes(file, kernel, launch.arguments, kMostBytes);
    for (const OutputRequest& each : dumped(file, kernel))
        if (std::ranges::find(arguments.outputs, each.name, &OutputRequest::name) ==
            arguments.outputs.end())
            arguments.outputs.push_back(each);
}

ExitCode execute(const ExecArguments& given, std::ostream& out, std::ostream& err) {
    std::shared_ptr<const runtime::ProgramCode> program;
    try {
        const InterruptWatch watch;
        HardLimit limit({.timeout = given.timeout, .memory_bytes = given.memory_limit_mib << 20U});
        ExecArguments arguments = given;
        arguments.schedule.control.budget.set_interrupt(watch.flag());
        arguments.schedule.side = arguments.side;
        reject_in_sandbox(arguments);
        adopt_replayed(arguments.schedule);
        const std::optional<LaunchFile> file = read_launch(arguments);
        const bool is_kernel = arguments.input.ends_with(".cl") || !arguments.launch.kernel.empty();
        if (!is_kernel) return run_litmus(arguments, limit, out, err);
        // What a load may read is known only where nothing races.
        if (arguments.schedule.control.weak_memory) arguments.checks.wanted.race = true;
        reject_test_options(arguments);
        reject_mixed_output(arguments);
        if (arguments.checks.wanted.race)
            arguments.checks.wanted.rules = rules_of_kernels(arguments.models, arguments.variants);
        program = compiled(arguments, err);
        if (file) add_launch_bytes(*file, *program, arguments);
        if (!is_scheduled(arguments.schedule))
            return KernelRun(arguments, program, limit, out, err)();
        reject_weak_pipes(arguments, *program);
        const auto run = [&program, &limit](const ExecArguments& each, runtime::Schedule& schedule,
                                            const runtime::ControlOptions& options,
                                            runtime::RunEnd& end, std::ostream& to,
                                            std::ostream& errors) {
            return KernelRun(each, program, limit, to, errors)(schedule, options, end);
        };
        return run_scheduled_kernel(
            arguments, chosen_kernel(*program, arguments.launch.kernel).name(), run, out, err);
    } catch (const ExecError& error) {
        show_problems(error.problems, err);
        if (program && has_no_launch(given.launch) && !is_launch_file(given.input))
            err << overview_of(*program, "exec", given.input, given.launch);
    } catch (const runtime::Error& error) {
        show_problems({{Severity::error, "E-EXEC", error.what(), "", nullptr, Span{}}}, err);
    }
    return ExitCode::bad_input;
}

}  // namespace

ExitCode run_exec(const ExecArguments& arguments, std::ostream& out, std::ostream& err) {
    if (!arguments.sandbox) return execute(arguments, out, err);
    const auto work = [&](SandboxedSide& side) {
        ExecArguments inside = arguments;
        inside.side = &side;
        return execute(inside, out, err);
    };
    return run_sandboxed(arguments, work, out, err);
}

std::vector<runtime::Finding> rehearse(const ExecArguments& arguments,
                                       const std::shared_ptr<const runtime::ProgramCode>& program,
                                       runtime::Schedule& schedule) {
    try {
        HardLimit limit({});
        std::ostringstream printed;
        KernelRun run(arguments, program, limit, printed, printed);
        runtime::RunEnd end = runtime::RunEnd::finished;
        static_cast<void>(run(schedule, arguments.schedule.control, end));
        return run.findings();
    } catch (const ExecError&) {  // no such launch
        return {};
    } catch (const runtime::Error&) {
        return {};
    }
}

}  // namespace clmm::cli
