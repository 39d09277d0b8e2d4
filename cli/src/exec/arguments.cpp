#include "exec/arguments.h"

#include <CLI/CLI.hpp>
#include <cmath>

#include "check/check_arguments.h"

namespace clmm::cli {
namespace {

void declare_outputs(CLI::App& command, ExecArguments& arguments) {
    const std::string group = "Output";
    command
        .add_option_function<std::vector<std::string>>(
            "--out",
            [&arguments](const std::vector<std::string>& texts) {
                for (const std::string& text : texts) {
                    OutputRequest request;
                    if (const auto wrong = parse_output(text, request))
                        throw CLI::ValidationError("--out: " + *wrong);
                    arguments.outputs.push_back(std::move(request));
                }
            },
            "prints what a parameter's memory holds at the end, or writes it to a file *.npy, "
            "*.raw or *.json; may be repeated")
        ->type_name("NAME[=@FILE]")
        ->allow_extra_args(false)
        ->group(group);
    command.add_flag("--all", arguments.all, "print all elements, not the first 64 only")
        ->group(group);
    command
        .add_flag("--profile", arguments.profile,
                  "print when each command entered each of its states")
        ->group(group);
    command
        .add_option("--trace", arguments.trace_file,
                    "write that as a trace for Perfetto or Chrome's trace viewer")
        ->type_name("FILE.json")
        ->group(group);
}

void declare_execution(CLI::App& command, ExecArguments& arguments) {
    const std::string group = "Execution";
    command
        .add_option("--repeat", arguments.repeat,
                    "run the kernel so many times, each on what the one before has left")
        ->type_name("N")
        ->check(CLI::Range(1U, 1'000'000'000U))
        ->group(group);
    command
        .add_option("--compute-units", arguments.compute_units,
                    "threads of a device (default: processors; of litmus tests 2)")
        ->type_name("N")
        ->check(CLI::Range(1U, 1024U))
        ->group(group);
    const auto set_timeout = [&arguments](const double& seconds) {
        if (!(seconds > 0) || seconds > 1e9)
            throw CLI::ValidationError("--timeout: not a positive time");
        arguments.timeout = std::chrono::milliseconds(std::llround(std::ceil(seconds * 1e3)));
    };
    command
        .add_option_function<double>("--timeout", set_timeout,
                                     "end with exit code 3 if a kernel, or a run of a test, takes "
                                     "longer (default: no limit, "
                                     "60 for tests)")
        ->type_name("SECONDS")
        ->group(group);
    declare_memory_limit(command, arguments.memory_limit_mib);
    command
        .add_flag("--sandbox", arguments.sandbox,
                  "run kernels in a process that has no files, no network and no other processes; "
                  "never run without it what you do not trust")
        ->group(group);
}

void declare_tests(CLI::App& command, ExecArguments& arguments) {
    const std::string group = "Litmus tests";
    command
        .add_option("--runs", arguments.runs,
                    "execute the test so many times, and print a histogram of its final states")
        ->type_name("N")
        ->check(CLI::Range(1U, 1'000'000'000U))
        ->group(group);
    command
        .add_flag("--check-model", arguments.check_model,
                  "end with exit code 1 if a state is seen that the model forbids")
        ->group(group);
    command
        .add_option("-m,--model", arguments.models,
                    "the model, if it is not opencl-3.0; also of --check race and --weak-memory")
        ->type_name("NAME|FILE.cat")
        ->allow_extra_args(false)
        ->group(group);
    command.add_option("--variant", arguments.variants, "switch of the model, NAME=VALUE")
        ->type_name("SWITCH")
        ->allow_extra_args(false)
        ->group(group);
    command.add_option("--unroll", arguments.unroll, "of --check-model: iterations of a loop")
        ->type_name("N")
        ->check(CLI::Range(0U, 1'000'000U))
        ->group(group);
    declare_max_events(command, arguments.event_limit, group);
}

}  // namespace

void declare_exec_options(CLI::App& command, ExecArguments& arguments) {
    command
        .add_option("input", arguments.input,
                    "OpenCL C *.cl, a launch file *.sim, or a litmus test")
        ->type_name("FILE")
        ->required();
    declare_launch_options(command, arguments.launch, "Kernel",
                           "n=8, data[8], data={1,2}, data[8]=3, data[8]=iota, data[8]=random:7, "
                           "data=@in.npy, tmp[4], b=a, img=image2d:rgba8:@in.npy");
    declare_execution(command, arguments);
    declare_outputs(command, arguments);
    declare_check_options(command, arguments.checks);
    declare_schedule_options(command, arguments.schedule);
    declare_tests(command, arguments);
}

}  // namespace clmm::cli
