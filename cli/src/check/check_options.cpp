#include <CLI/CLI.hpp>
#include <array>
#include <charconv>

#include "check/check_arguments.h"
#include "choice.h"
#include "clmm/report/text.h"
#include "declared_in_parts.h"

namespace clmm::cli {
namespace {

std::uint64_t parse_states(const std::string& text) {
    if (text == "all") return report::kAllStates;
    if (text == "none") return 0;
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        throw CLI::ValidationError("--states: '" + text + "' is no number, nor all or none");
    return value;
}

void declare_states(CLI::App& command, CheckArguments& arguments) {
    command
        .add_option_function<std::string>(
            "--states",
            [&arguments](const std::string& text) { arguments.states = parse_states(text); },
            "how many final states to list (default: all; in text, of more than 1000 the first "
            "24)")
        ->type_name("N|all|none")
        ->group(kOutputGroup);
    command
        .add_flag("--verdict", arguments.check.verdict_only,
                  "decide the condition and undefined behaviour without listing final states")
        ->group(kOutputGroup);
}

void declare_json(CLI::App& command, CheckArguments& arguments) {
    command.add_flag("--json", arguments.json, "JSON in place of text")->group(kOutputGroup);
}

void declare_other_files(CLI::App& command, CheckArguments& arguments) {
    command
        .add_option("--sarif", arguments.sarif_file,
                    "also write diagnostics, races and failed expectations as SARIF 2.1.0")
        ->type_name("FILE")
        ->group(kOutputGroup);
    command
        .add_option("--junit", arguments.junit_file,
                    "also write what became of each test as JUnit's XML")
        ->type_name("FILE")
        ->group(kOutputGroup);
    command
        .add_option_function<std::string>(
            "--proof",
            [&arguments](const std::string& file) {
                arguments.proof_file = file;
                arguments.check.proof = true;
            },
            "also write why forbidden conditions are, for a checker of proofs")
        ->type_name("FILE")
        ->group(kOutputGroup);
}

void declare_witness(CLI::App& command, CheckArguments& arguments) {
    add_choice<Choice>(command, "--witness", arguments.witness, kWhen,
                       "print an execution that decides the condition (auto: for a single test)")
        ->group(kOutputGroup);
}

void declare_dump(CLI::App& command, CheckArguments& arguments) {
    add_choice<std::optional<Dump>>(command, "--dump", arguments.dump,
                                    {{"tree", Dump::tree},
                                     {"test", Dump::test},
                                     {"events", Dump::events},
                                     {"structure", Dump::structure},
                                     {"relations", Dump::relations},
                                     {"smt2", Dump::smt2},
                                     {"executions", Dump::executions}},
                                    "print an inner form in place of the result")
        ->group(kOutputGroup);
}

void declare_messages(CLI::App& command, CheckArguments& arguments) {
    command.add_flag("--time", arguments.time, "print how long each test took")
        ->group(kOutputGroup);
    command.add_flag("-v,--verbose", arguments.verbose, "engine statistics and times on stderr")
        ->group(kOutputGroup);
    command.add_flag("-q,--quiet", arguments.quiet, "print failures only")->group(kOutputGroup);
    add_choice<Choice>(command, "--colour,--color", arguments.colour, kWhen,
                       "colour in diagnostics (auto: on a terminal)")
        ->group(kOutputGroup);
    declare_progress(command, arguments, kOutputGroup);
}

void declare_without(CLI::App& command, CheckArguments& arguments) {
    command
        .add_option("--without", arguments.without,
                    "leave an axiom of the model out; may be repeated. Expect= lines, which are "
                    "about the model as it is, are not looked at then")
        ->type_name("AXIOM[,AXIOM…]")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->group(kModelGroup);
}

void declare_memory(CLI::App& command, CheckArguments& arguments) {
    declare_memory_limit(command, arguments.memory_limit_mib);
}

void declare_state_file(CLI::App& command, CheckArguments& arguments) {
    declare_part_of_all(command, arguments);
    command
        .add_option("--state", arguments.state,
                    "keep results in a file, and go on from there; clmm merge joins those of parts")
        ->type_name("FILE.json")
        ->group("Limits");
}

void declare_judgement(CLI::App& command, CheckArguments& arguments) {
    declare_expectations(command, arguments);
    command
        .add_flag("--werror", arguments.warnings_are_errors,
                  "warnings about tests and models are errors, with exit code 2")
        ->group(kOutputGroup);
    declare_stdin_name(command, arguments, kOutputGroup);
}

struct OptionPart {
    HowOften how;
    void (*declare)(CLI::App&, CheckArguments&);
};

constexpr std::array kPartsBeforeLaunch{
    OptionPart{HowOften::often, declare_model_choice},
    OptionPart{HowOften::seldom, declare_ambiguities},
    OptionPart{HowOften::often, declare_model_engine},
    OptionPart{HowOften::seldom, declare_readings},
    OptionPart{HowOften::seldom, declare_limits},
};
constexpr std::array kPartsBehindLaunch{
    OptionPart{HowOften::seldom, declare_without},
    OptionPart{HowOften::seldom, declare_memory},
    OptionPart{HowOften::often, declare_jobs},
    OptionPart{HowOften::seldom, declare_state_file},
    OptionPart{HowOften::seldom, declare_judgement},
    OptionPart{HowOften::often, declare_json},
    OptionPart{HowOften::seldom, declare_other_files},
    OptionPart{HowOften::often, declare_witness},
    OptionPart{HowOften::seldom, declare_dump},
    OptionPart{HowOften::often, declare_states},
    OptionPart{HowOften::seldom, declare_messages},
};

}  // namespace

void declare_check_options(CLI::App& command, CheckArguments& arguments,
                           const std::function<void()>& about_launches) {
    command
        .add_option("inputs", arguments.inputs,
                    "litmus files, directories (all *.litmus below), @lists of files, plain "
                    "kernels *.cl, or -")
        ->type_name("FILE|DIR|@LIST")
        ->required();
    list_all_outcomes(arguments);
    keep_words(command, arguments);
    const auto declare_all = [&](const auto& parts) {
        for (const OptionPart& part : parts)
            declare_where_asked(command, part.how, [&command, &arguments, declare = part.declare] {
                declare(command, arguments);
            });
    };
    declare_all(kPartsBeforeLaunch);
    declare_where_asked(command, HowOften::seldom, [&command, &arguments, about_launches] {
        declare_kernel_options(command, arguments);
        about_launches();
    });
    declare_all(kPartsBehindLaunch);
}

}  // namespace clmm::cli
