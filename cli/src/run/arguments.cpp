#include "run/arguments.h"

#include <CLI/CLI.hpp>
#include <cmath>

#include "explain/picture_format.h"

namespace clmm::cli {
namespace {

void declare_running(CLI::App& command, RunArguments& arguments) {
    const std::string group = "Running";
    command
        .add_option("-d,--device", arguments.devices,
                    "where to run (default host); may be repeated. clmm devices lists them")
        ->type_name("host|opencl|cuda|host-x86[:N|:NAME]")
        ->allow_extra_args(false)
        ->group(group);
    command
        .add_option("-n,--instances", arguments.instances,
                    "how often a test is executed on each device (default 1000000)")
        ->type_name("N")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 50U))
        ->group(group);
    command
        .add_option_function<double>(
            "--time",
            [&arguments](const double& seconds) {
                if (!(seconds > 0) || seconds > 1e9)
                    throw CLI::ValidationError("--time: not a positive time");
                arguments.time = std::chrono::milliseconds(std::llround(std::ceil(seconds * 1e3)));
            },
            "… or how long at most; with --tune, how long to search on each device (default 60)")
        ->type_name("SECONDS")
        ->group(group);
    command
        .add_option("--tuning", arguments.tuning,
                    "how: a file of clmm run --tune, or the JSON of a tuning itself (default: by "
                    "device)")
        ->type_name("FILE|JSON")
        ->group(group);
    command.add_option("--seed", arguments.seed, "of all that is random (default 1)")
        ->type_name("N")
        ->group(group);
    command
        .add_flag("--beyond-claims", arguments.beyond_claims,
                  "also run tests that use what a device does not claim to have")
        ->group(group);
    command
        .add_flag("--mutants", arguments.mutants,
                  "also run what is left of a test when it is made weaker, until its forbidden "
                  "state is allowed: would a mistake have been seen?")
        ->group(group);
    command
        .add_option_function<std::string>(
            "--tune", [&arguments](const std::string& file) { arguments.tune = file; },
            "first search for tunings that show most weak outcomes, and write them to FILE")
        ->type_name("FILE.json")
        ->expected(0, 1)
        ->default_str("")
        ->group(group);
    command
        .add_flag("--show-code", arguments.show_code,
                  "print what would be run, and what the device's compiler makes of it, or its "
                  "bytes; run nothing")
        ->group(group);
}

void declare_output(CLI::App& command, RunArguments& arguments) {
    const std::string group = "Output";
    command.add_flag("--json", arguments.check.json, "JSON in place of text")->group(group);
    const auto add_file = [&](const char* name, std::string& target, const char* type,
                              const char* help) {
        command.add_option(name, target, help)->type_name(type)->group(group);
    };
    add_file("--log", arguments.log, "FILE", "also write litmus7's log");
    add_file("--database", arguments.database, "FILE.db",
             "keep each run here when it is finished; runs that are in it are not run again");
    add_file("--merge", arguments.merge, "OUT.db",
             "run nothing: add the runs of the databases that are the inputs to this one");
    add_file("--html", arguments.html, "FILE.html", "also write a page of tests by devices");
    add_file("--dot", arguments.dot, "DIR",
             "also draw executions that would be needed for forbidden states that were seen");
    declare_picture_style(command, arguments.style, group);
    declare_progress(command, arguments.check, group);
}

}  // namespace

void declare_run_options(CLI::App& command, RunArguments& arguments) {
    command
        .add_option("inputs", arguments.check.inputs,
                    "litmus files, directories (all *.litmus below), @lists of files, or -; with "
                    "--merge, databases")
        ->type_name("FILE|DIR|@LIST")
        ->required();
    declare_running(command, arguments);
    declare_litmus_options(command, arguments.check);
    declare_memory_limit(command, arguments.check.memory_limit_mib);
    declare_shard(command, arguments.check);
    declare_output(command, arguments);
}

std::string shell_word(const std::string& word) {
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+@%";
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

std::string model_options(const CheckArguments& arguments) {
    const enumerator::CheckOptions usual;
    std::string text;
    for (const std::string& model : arguments.models) text += " --model " + shell_word(model);
    for (const std::string& variant : arguments.variants)
        text += " --variant " + shell_word(variant);
    if (arguments.check.forbid_thin_air == model::ThinAir::dependency)
        text += " --forbid-thin-air dependency";
    if (arguments.check.forbid_thin_air == model::ThinAir::sb) text += " --forbid-thin-air sb";
    if (arguments.check.unroll != usual.unroll)
        text += " --unroll " + std::to_string(arguments.check.unroll);
    if (const auto limit = arguments.check.event_limit)
        text += " --max-events " + std::to_string(*limit);
    return text;
}

}  // namespace clmm::cli
