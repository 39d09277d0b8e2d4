#include "check/check_arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>

#include "choice.h"
#include "clmm/base/joined.h"
#include "clmm/language/names.h"
#include "clmm/litmus/expectation.h"
#include "clmm/report/text.h"
#include "launch/launch_file.h"
#include "process/part.h"

namespace clmm::cli {
namespace {

using enumerator::EngineChoice;
using model::ThinAir;

/// `; did you mean 'racy'?`
std::string hint_after(const std::string& hint) { return hint.empty() ? "" : "; " + hint; }

std::size_t parse_number(const std::string& text) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return 0;
    return value;
}

Shard parse_shard(const std::string& text) {
    const std::size_t slash = text.find('/');
    Shard shard{0, 0};
    if (slash != std::string::npos)
        shard = {parse_number(text.substr(0, slash)), parse_number(text.substr(slash + 1))};
    if (shard.index == 0 || shard.index > shard.count)
        throw CLI::ValidationError("'" + text + "' is not K/N with 1 <= K <= N");
    return shard;
}

void declare_engine(CLI::App& command, CheckArguments& arguments, const std::string& group) {
    add_choice<EngineChoice>(command, "--engine", arguments.check.engine,
                             {{"auto", EngineChoice::automatic},
                              {"smt", EngineChoice::smt},
                              {"explicit", EngineChoice::explicit_search}},
                             "how to search")
        ->group(group);
}

void declare_timeout(CLI::App& command, CheckArguments& arguments, const std::string& help) {
    const auto set_timeout = [&arguments](const double& seconds) {
        if (!(seconds > 0) || seconds > 1e9)
            throw CLI::ValidationError("--timeout: not a positive time");
        arguments.check.timeout = std::chrono::milliseconds(std::llround(std::ceil(seconds * 1e3)));
    };
    command.add_option_function<double>("--timeout", set_timeout, help)
        ->type_name("SECONDS")
        ->group("Limits");
}

/// `4`, `4,2`, `4x2`.
std::vector<std::uint64_t> parse_sizes(const std::string& option, const std::string& text) {
    std::vector<std::uint64_t> sizes;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find_first_of(",x", begin), text.size());
        std::uint64_t value = 0;
        const auto [rest, error] = std::from_chars(text.data() + begin, text.data() + end, value);
        if (error != std::errc() || rest != text.data() + end)
            throw CLI::ValidationError(option + ": '" + text + "' is no size; write 4 or 4,2");
        sizes.push_back(value);
        begin = end + 1;
    }
    return sizes;
}

/// `n=8 data[8] b={1, 2}`: blanks separate arguments, but not between braces.
std::vector<std::string> split_arguments(const std::string& text) {
    std::vector<std::string> words{""};
    int depth = 0;
    for (const char c : text) {
        if (c == '{') ++depth;
        if (c == '}') --depth;
        if (depth <= 0 && (c == ' ' || c == '\t' || c == '\n'))
            words.emplace_back();
        else
            words.back() += c;
    }
    std::erase(words, "");
    return words;
}

}  // namespace

const std::string& name_of(const CheckArguments& arguments, const std::string& path) {
    return path == "-" && !arguments.stdin_name.empty() ? arguments.stdin_name : path;
}

bool is_kernel_file(const CheckArguments& arguments, const std::string& path) {
    const std::string& name = name_of(arguments, path);
    return name.ends_with(".cl") || is_launch_file(name) || !arguments.launch.kernel.empty();
}

Diagnostics about_kernels_alone(const CheckArguments& arguments, const SourcePtr& source) {
    const auto problem = [&](std::string message, std::string hint) {
        return Diagnostic{Severity::error, "E-USAGE", std::move(message),
                          std::move(hint), source,    {0, 0}};
    };
    Diagnostics out;
    if (!arguments.properties.empty())
        out.push_back(problem("--property is about plain kernels",
                              "a litmus test says in Expect= lines or --expect what must hold"));
    const litmus::KernelLaunch& launch = arguments.launch;
    std::vector<std::string> given;
    const auto note = [&](bool is_given, const char* option) {
        if (is_given) given.emplace_back(option);
    };
    note(!launch.global.empty(), "--global");
    note(!launch.local.empty(), "--local");
    note(!launch.offset.empty(), "--offset");
    note(launch.sub_group_size != 0, "--sub-group-size");
    note(!launch.arguments.empty(), "--arg");
    if (!given.empty())
        out.push_back(problem(
            joined(given, ", ") + (given.size() == 1 ? " is" : " are") + " about plain kernels",
            "a litmus test says itself what is launched"));
    return out;
}

namespace {

/// `CL1.2` as 120.
std::string version_number(const std::string& word) {
    for (const std::string version : {"1.0", "1.1", "1.2", "2.0", "3.0"})
        if (word == "CL" + version) return {version[0], version[2], '0'};
    throw CLI::ValidationError("--cl-std: there is no version '" + word +
                               "'; there are CL1.0, CL1.1, CL1.2, CL2.0 and CL3.0");
}

void add_texts(CLI::App& command, const std::string& name, std::vector<std::string>& target,
               const std::string& help, const std::string& type, const std::string& group) {
    command.add_option(name, target, help)->type_name(type)->allow_extra_args(false)->group(group);
}

}  // namespace

void declare_compiler_options(CLI::App& command, litmus::KernelLaunch& launch,
                              const std::string& group) {
    add_texts(command, "-D,--define", launch.definitions,
              "macro for the preprocessor; may be repeated", "NAME[=VALUE]", group);
    command
        .add_option_function<std::string>(
            "--cl-std",
            [&launch](const std::string& word) {
                launch.definitions.push_back("__OPENCL_C_VERSION__=" + version_number(word));
            },
            "what __OPENCL_C_VERSION__ says: CL1.0, CL1.1, CL1.2, CL2.0 or CL3.0 (also "
            "-cl-std=CL1.2); "
            "the language is that of 3.0 with all features")
        ->type_name("CLx.y")
        ->group(group);
    add_texts(command, "-I,--include", launch.include_paths, "folder for #include; may be repeated",
              "DIR", group);
}

void declare_launch_options(CLI::App& command, litmus::KernelLaunch& launch,
                            const std::string& group, const std::string& argument_help) {
    const auto add_sizes = [&](const std::string& name, std::vector<std::uint64_t>& target,
                               const std::string& help) {
        command
            .add_option_function<std::string>(
                name,
                [&target, name](const std::string& text) { target = parse_sizes(name, text); },
                help)
            ->type_name("N[,N[,N]]")
            ->group(group);
    };
    command.add_option("--kernel", launch.kernel, "the kernel to run, if there are several")
        ->type_name("NAME")
        ->group(group);
    add_sizes("--global", launch.global, "work-items, by dimension");
    add_sizes("--local", launch.local, "work-items of a work-group");
    add_sizes("--offset", launch.offset, "global offset");
    command.add_option("--sub-group-size", launch.sub_group_size, "work-items of a sub-group")
        ->type_name("N")
        ->group(group);
    add_texts(command, "--arg", launch.arguments,
              "what a parameter holds: " + argument_help + "; may be repeated", "NAME=VALUE",
              group);
    command
        .add_option_function<std::string>(
            "--args",
            [&launch](const std::string& text) {
                for (std::string& word : split_arguments(text))
                    launch.arguments.push_back(std::move(word));
            },
            "several of them, with blanks between")
        ->type_name("TEXT")
        ->group(group);
    declare_compiler_options(command, launch, group);
}

void declare_model_choice(CLI::App& command, CheckArguments& arguments) {
    const std::string group = kModelGroup;
    command
        .add_option("-m,--model", arguments.models,
                    "memory model: a shipped name or a .cat file; may be repeated")
        ->type_name("NAME|FILE.cat")
        ->allow_extra_args(false)
        ->group(group);
    command
        .add_option("--variant", arguments.variants,
                    "switch of the model, NAME=VALUE; may be repeated")
        ->type_name("SWITCH")
        ->allow_extra_args(false)
        ->group(group);
}

void declare_ambiguities(CLI::App& command, CheckArguments& arguments) {
    command
        .add_flag("--ambiguities", arguments.ambiguities,
                  "what other readings of the model's switches change, one at a time")
        ->group(kModelGroup);
}

void declare_model_engine(CLI::App& command, CheckArguments& arguments) {
    declare_engine(command, arguments, kModelGroup);
}

void declare_readings(CLI::App& command, CheckArguments& arguments) {
    add_choice<ThinAir>(
        command, "--forbid-thin-air", arguments.check.forbid_thin_air,
        {{"none", ThinAir::none}, {"dependency", ThinAir::dependency}, {"sb", ThinAir::sb}},
        "add no axiom, acyclic(dependencies | rf), or acyclic(sb | rf)")
        ->group(kModelGroup);
    command
        .add_flag("--executions", arguments.check.all_executions,
                  "count executions, not only outcomes")
        ->group(kModelGroup);
}

void list_all_outcomes(CheckArguments& arguments) {
    arguments.check.outcome_limit = std::numeric_limits<std::uint64_t>::max();
}

void declare_limits(CLI::App& command, CheckArguments& arguments) {
    const std::string group = "Limits";
    command
        .add_option("--unroll", arguments.check.unroll,
                    "iterations of a loop whose end is not constant (default 4)")
        ->type_name("N")
        ->check(CLI::Range(0U, 1'000'000U))
        ->group(group);
    declare_max_events(command, arguments.check.event_limit, group);
    declare_timeout(command, arguments, "time a test may take");
    command
        .add_option("--outcome-limit", arguments.check.outcome_limit,
                    "list so many outcomes of a test, those that come first (default: all)")
        ->type_name("N")
        ->group(group);
}

void declare_litmus_options(CLI::App& command, CheckArguments& arguments) {
    declare_model_choice(command, arguments);
    declare_ambiguities(command, arguments);
    declare_model_engine(command, arguments);
    declare_readings(command, arguments);
    list_all_outcomes(arguments);
    declare_limits(command, arguments);
}

void declare_search_limits(CLI::App& command, CheckArguments& arguments) {
    declare_engine(command, arguments, "Search");
    declare_timeout(command, arguments, "time the whole search may take");
}

void declare_kernel_options(CLI::App& command, CheckArguments& arguments) {
    const std::string group = "Plain kernels (files *.cl, or any with --kernel)";
    declare_launch_options(command, arguments.launch, group,
                           "n=8, n=any, data[8], data={1,2}, data[8]=any, b=a");
    const auto add_properties = [&arguments](const std::vector<std::string>& words) {
        for (const std::string& word : words) {
            const auto property = enumerator::parse_property(word);
            if (!property) throw CLI::ValidationError("--property: unknown word '" + word + "'");
            arguments.properties.push_back(*property);
        }
    };
    command
        .add_option_function<std::vector<std::string>>("--property", add_properties,
                                                       "what to verify (default: all)")
        ->type_name("race-free|no-divergence|bounds|assert|defined")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->group(group);
    command.add_flag("--outcomes", arguments.outcomes, "list the final states too")->group(group);
}

void declare_test_options(CLI::App& command, CheckArguments& arguments) {
    declare_litmus_options(command, arguments);
    declare_kernel_options(command, arguments);
}

void declare_max_events(CLI::App& command, std::optional<std::size_t>& limit,
                        const std::string& group) {
    // A relation between so many takes 32 MB, and a model has some hundred.
    constexpr std::size_t kMostEvents = 16'000;
    command
        .add_option("--max-events", limit,
                    "events a test may have, or each part of a launch (default 2000)")
        ->type_name("N")
        ->check(CLI::Range(std::size_t{1}, kMostEvents))
        ->group(group);
}

void declare_memory_limit(CLI::App& command, std::uint64_t& mebibytes) {
    command
        .add_option("--memory-limit", mebibytes,
                    "memory that the process may use; what is found until then is printed")
        ->type_name("MiB")
        ->check(CLI::Range(1U, 1U << 30U))
        ->group("Limits");
}

void declare_jobs(CLI::App& command, CheckArguments& arguments) {
    command
        .add_option("-j,--jobs", arguments.jobs, "tests checked at a time (default: processors)")
        ->type_name("N")
        ->check(CLI::Range(1U, 1024U))
        ->group("Limits");
}

void declare_common_limits(CLI::App& command, CheckArguments& arguments) {
    declare_memory_limit(command, arguments.memory_limit_mib);
    declare_jobs(command, arguments);
    declare_part_of_all(command, arguments);
}

void declare_part_of_all(CLI::App& command, CheckArguments& arguments) {
    // Hidden: for tests of what one test's crash leaves of the others.
    command.add_option("--provoke", arguments.provoked, "WHAT:FILE")->group("");
    declare_shard(command, arguments);
}

void keep_words(const CLI::App& command, CheckArguments& arguments) {
    arguments.words = [&command](const std::vector<std::string>& others) {
        return words_of(command, others);
    };
}

void declare_shard(CLI::App& command, CheckArguments& arguments) {
    command
        .add_option_function<std::string>(
            "--shard",
            [&arguments](const std::string& text) { arguments.shard = parse_shard(text); },
            "only every N-th test, from the K-th on")
        ->type_name("K/N")
        ->group("Limits");
    // Hidden: what clmm merge asks a command for.
    command.add_option("--parts", arguments.parts, "FILE")->allow_extra_args(false)->group("");
    keep_words(command, arguments);
}

void declare_progress(CLI::App& command, CheckArguments& arguments, const std::string& group) {
    add_choice<Choice>(command, "--progress", arguments.progress,
                       {{"auto", Choice::automatic}, {"never", Choice::never}},
                       "progress on a terminal for work longer than a second")
        ->group(group);
}

void declare_stdin_name(CLI::App& command, CheckArguments& arguments, const std::string& group) {
    command
        .add_option("--stdin-filename", arguments.stdin_name,
                    "what the standard input (-) is called in messages, and whether it is *.cl")
        ->type_name("NAME")
        ->group(group);
}

void declare_expectations(CLI::App& command, CheckArguments& arguments) {
    const std::string group = "Expectations (exit 1 if one does not hold)";
    const auto add_claim = [&arguments](const std::vector<std::string>& words) {
        for (const std::string& word : words) {
            const auto claim = enumerator::parse_claim(word);
            if (!claim)
                throw CLI::ValidationError(
                    "--expect: unknown word '" + word + "'" +
                    hint_after(language::did_you_mean(word, litmus::expectation_words())));
            arguments.claims.push_back(*claim);
        }
    };
    command
        .add_option_function<std::vector<std::string>>("--expect", add_claim,
                                                       "what must be true of every test")
        ->type_name("allowed|forbidden|holds|fails|racy|race-free|defined|undefined|KIND")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->group(group);
    command
        .add_option("--expected", arguments.expected_file,
                    "table test,quantifier,condition,race to compare with")
        ->type_name("FILE.csv")
        ->group(group);
}

}  // namespace clmm::cli
