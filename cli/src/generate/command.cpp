#include "generate/command.h"

#include <CLI/CLI.hpp>
#include <ostream>

#include "generate/directed.h"
#include "generate/minimal.h"
#include "generate/setup.h"
#include "generate/tests.h"
#include "output/problems.h"
#include "search/space_options.h"
#include "selection.h"

namespace clmm::cli {
namespace {

Diagnostics problems_of_against(const GenerateArguments& arguments, bool has_cycles) {
    if (has_cycles || arguments.minimal_suite || arguments.random || !arguments.output.empty())
        return {selection("--against makes no tests", "clmm generate --mutants --against TESTS")};
    if (!arguments.mutants)
        return {selection("nothing is held against these tests", "--mutants --against TESTS")};
    const CheckArguments& check = arguments.check;
    if (check.shard.count != 1 || !check.state.empty() || !check.parts.empty())
        return {selection("mutants are held against files by one process",
                          "without --shard and --state")};
    return {};
}

/// What is wrong with what is asked for: one way to make tests, and what belongs to it.
Diagnostics ways_of(const GenerateArguments& arguments) {
    const bool has_cycles =
        !arguments.cycles.empty() || !arguments.families.empty() || !arguments.relaxations.empty();
    if (!arguments.against.empty()) return problems_of_against(arguments, has_cycles);
    const int ways = static_cast<int>(has_cycles) + static_cast<int>(arguments.minimal_suite) +
                     static_cast<int>(arguments.random.has_value());
    if (ways != 1)
        return {
            selection(ways == 0 ? "nothing says which tests to make"
                                : "cycles, --minimal-suite and --random are three ways",
                      "clmm generate \"PodWW Rfe PodRR Fre\", --family MP,SB, --relaxations LIST, "
                      "--minimal-suite or --random N")};
    if (arguments.mutants && !arguments.minimal_suite)
        return {selection("--mutants are held against a minimal suite, or against files",
                          "--minimal-suite, or --against FILE")};
    return {};
}

void declare_ways(CLI::App& command, GenerateArguments& arguments) {
    const std::string what = "What to make";
    command
        .add_option("cycles", arguments.cycles,
                    "the tests of these cycles: \"PodWW Rel Rfe Acq PodRR Fre\"")
        ->type_name("CYCLE")
        ->group(what);
    command
        .add_option("--family", arguments.families, "classic tests by name: MP, SB, IRIW, …; all")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("NAME[,NAME…]")
        ->group(what);
    command
        .add_option("--relaxations", arguments.relaxations,
                    "every cycle of up to --size of these steps: \"Rfe Fre Coe PodWW PodRR\"")
        ->type_name("LIST")
        ->group(what);
    command.add_option("--random", arguments.random, "so many tests at random")
        ->type_name("N")
        ->check(CLI::Range(1U, 1'000'000U))
        ->group(what);
    command.add_option("--seed", arguments.seed, "of --random (default 1)")
        ->type_name("N")
        ->group(what);
    command
        .add_flag("--minimal-suite", arguments.minimal_suite,
                  "every test that the model forbids and in which everything is needed")
        ->group(what);
    command
        .add_flag("--mutants", arguments.mutants,
                  "also which of the tests find models that lack one thing")
        ->group(what);
    command
        .add_option("--against", arguments.against,
                    "hold --mutants against these tests in place of a suite")
        ->type_name("FILE|DIR|@LIST")
        ->allow_extra_args(false)
        ->group(what);
    command
        .add_option("-m,--model", arguments.check.models,
                    "what the tests are expected under (default opencl-3.0)")
        ->type_name("NAME[+SWITCH=VALUE…]|FILE.cat")
        ->group(what);
}

}  // namespace

GenerateArguments::GenerateArguments() : space(small_space()) {}

void declare_generate_options(CLI::App& command, GenerateArguments& arguments) {
    declare_ways(command, arguments);
    const std::string group = "Tests";
    command
        .add_option("--size", arguments.space.accesses,
                    "at most so many accesses, of cycles steps (default 4)")
        ->type_name("N")
        ->check(CLI::Range(2, 8))
        ->group(group);
    declare_space_options(command, arguments.space, group);
    command
        .add_option("--language", arguments.language,
                    "of the tests (default: C where the model is C's, else OPENCL)")
        ->type_name("C|OPENCL")
        ->check(CLI::IsMember({"C", "OPENCL"}))
        ->group(group);
    declare_search_limits(command, arguments.check);
    declare_common_limits(command, arguments.check);
    command
        .add_option("--state", arguments.check.state,
                    "keep in a file how far the tests were decided, and go on from there; clmm "
                    "merge joins those of parts")
        ->type_name("FILE.json")
        ->group("Limits");
    const std::string output = "Output";
    command
        .add_option("-o,--output", arguments.output,
                    "write the tests, the list @all, and the table expected.csv")
        ->type_name("DIR")
        ->group(output);
    command.add_flag("--json", arguments.check.json, "JSON in place of text")->group(output);
    declare_progress(command, arguments.check, output);
    command.parse_complete_callback(
        [&command, &arguments] { arguments.has_orders = command.count("--orders") > 0; });
}

ExitCode run_generate(const GenerateArguments& arguments, std::ostream& out, std::ostream& err) {
    GenerateSetup setup(arguments);
    Diagnostics problems = ways_of(arguments);
    if (problems.empty()) problems = setup.prepare();
    if (!problems.empty()) return rejected(problems, err);
    if (!arguments.against.empty()) return hold_against_files(setup, out, err);
    return arguments.minimal_suite ? generate_minimal_suite(setup, out, err)
                                   : generate_tests(setup, out, err);
}

}  // namespace clmm::cli
