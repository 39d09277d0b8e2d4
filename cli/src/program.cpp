#include "program.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "check/check_command.h"
#include "check/every_launch.h"
#include "clmm/base/printable.h"
#include "clmm/language/names.h"
#include "compare/command.h"
#include "declared_in_parts.h"
#include "describe/completion.h"
#include "describe/manual.h"
#include "exec/command.h"
#include "explain/explain_command.h"
#include "explain/graph_command.h"
#include "explain/repair_command.h"
#include "fit/command.h"
#include "generate/command.h"
#include "launch/launch_words.h"
#include "lower/command.h"
#include "lsp/command.h"
#include "merge/command.h"
#include "models_command.h"
#include "report/report_command.h"
#include "run/command.h"
#include "run/devices_command.h"
#include "separate/command.h"
#include "version.h"

namespace clmm::cli {
namespace {

constexpr const char* kExitCodes =
    "Exit codes: 0 as expected, 1 an expectation does not hold, 2 bad usage or input,\n"
    "3 unknown (bound, time, memory, interrupt), 70 internal error.";

bool is_readable_test(std::string_view word) {
    if (word.ends_with(".litmus") || word.ends_with(".cl") || word.starts_with('@')) return true;
    std::error_code error;
    return std::filesystem::exists(word, error);
}

/// What is said of a word that stands where a command should.
void explain_unknown(const CLI::App& app, std::string_view chosen, std::ostream& err) {
    err << "clmm: '" << printable(chosen) << "' is no command";
    std::vector<std::string> names;
    for (const CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(each->get_name());
    const std::string meant = language::did_you_mean(chosen, names);
    if (is_readable_test(chosen))
        err << "; did you mean 'clmm check " << printable(chosen) << "'?";
    else if (!meant.empty())
        err << "; " << meant;
    err << "\nRun clmm --help.\n";
}

/// CLI11's messages with our prefix; help and version are no errors.
ExitCode explain(const CLI::App& app, const CLI::ParseError& error, std::string_view chosen,
                 std::ostream& out, std::ostream& err) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
        app.exit(error, out, err);
        return ExitCode::as_expected;
    }
    const auto is_chosen = [&](const CLI::App* each) { return each->get_name() == chosen; };
    const bool is_known = !app.get_subcommands(is_chosen).empty();
    if (!is_known && !chosen.empty()) {
        explain_unknown(app, chosen, err);
        return ExitCode::bad_input;
    }
    err << "clmm: " << printable(error.what()) << "\nRun clmm "
        << (is_known ? std::string(chosen) + " " : "") << "--help.\n";
    return ExitCode::bad_input;
}

/// The word that names the command: options in front of it take no values.
std::string_view chosen_command(int argc, const char* const* argv) {
    for (int i = 1; i < argc; ++i)
        if (*argv[i] != '-') return argv[i];
    return {};
}

/// The commands. Only the chosen one declares its options, which takes longer than most of what
/// the others would be asked; the rest are there for the help, and not there at all where a command
/// line begins with the chosen one, which then stands for itself. One that describes the program
/// needs them all.
class Commands {
public:
    enum class Others : std::uint8_t { named, absent };
    Commands(CLI::App& app, std::string_view chosen, Others others)
        : app_(app),
          chosen_(chosen),
          are_all_declared_(chosen == "completion" || chosen == "manual"),
          others_(are_all_declared_ ? Others::named : others) {}

    /// `declare(app, arguments)` and `run(arguments)`, on arguments of the command's own.
    template <class Arguments, class Run>
    CLI::App* add(const std::string& name, const std::string& description,
                  void (*declare)(CLI::App&, Arguments&), Run run) {
        if (name != chosen_ && others_ == Others::absent) return nullptr;
        CLI::App* command = nullptr;
        if (others_ == Others::absent) {
            in_parts_ = std::make_shared<CommandInParts>(description, name, &app_);
            command = app_.add_subcommand(in_parts_);
        } else {
            command = app_.add_subcommand(name, description);
        }
        if (name != chosen_ && !are_all_declared_) return command;
        const auto arguments = std::make_shared<Arguments>();
        kept_.push_back(arguments);
        declare(*command, *arguments);
        if (name == chosen_) run_ = [arguments, run] { return run(std::as_const(*arguments)); };
        return command;
    }

    /// … whose help says what exit codes mean.
    template <class Arguments, class Run>
    void add_with_exit_codes(const std::string& name, const std::string& description,
                             void (*declare)(CLI::App&, Arguments&), Run run) {
        if (CLI::App* const command = add<Arguments>(name, description, declare, run))
            command->footer(kExitCodes);
    }

    void declare_what_is_asked(const std::vector<std::string>& words) {
        if (in_parts_ != nullptr) in_parts_->declare_what_is_asked(words);
    }

    /// The chosen one, once the command line is parsed.
    [[nodiscard]] ExitCode run() const { return run_(); }
    [[nodiscard]] bool is_chosen_known() const { return run_ != nullptr; }

private:
    CLI::App& app_;
    std::string_view chosen_;
    bool are_all_declared_;
    Others others_;
    std::shared_ptr<CommandInParts> in_parts_;
    std::vector<std::shared_ptr<void>> kept_;
    std::function<ExitCode()> run_;
};

void add_deciding(Commands& commands, std::ostream& out, std::ostream& err) {
    commands.add_with_exit_codes<LaunchesArguments>(
        "check", "Decide litmus tests: verdict, outcomes, races", declare_launches_options,
        [&](const auto& arguments) {
            return are_all_launches(arguments) ? run_every_launch(arguments, out, err)
                                               : run_check(arguments.check, out, err);
        });
    commands.add_with_exit_codes<GraphArguments>(
        "graph", "Draw executions of a test", declare_graph_options,
        [&](const auto& arguments) { return run_graph(arguments, out, err); });
    commands.add_with_exit_codes<ExplainArguments>(
        "explain", "Say why a state is forbidden or allowed, and why a test races",
        declare_explain_options,
        [&](const auto& arguments) { return run_explain(arguments, out, err); });
    commands.add_with_exit_codes<ReportArguments>(
        "report", "Write a page about tests: outcomes, pictures", declare_report_options,
        [&](const auto& arguments) { return run_report(arguments, err); });
    commands.add_with_exit_codes<CompareArguments>(
        "compare", "Models, tools and devices side by side: on which tests they differ",
        declare_compare_options,
        [&](const auto& arguments) { return run_compare(arguments, out, err); });
    commands.add_with_exit_codes<SeparateArguments>(
        "separate", "The smallest tests that tell two models apart", declare_separate_options,
        [&](const auto& arguments) { return run_separate(arguments, out, err); });
    commands.add_with_exit_codes<FitArguments>(
        "fit", "Which readings of a model allow what was seen", declare_fit_options,
        [&](const auto& arguments) { return run_fit(arguments, out, err); });
    commands.add_with_exit_codes<GenerateArguments>(
        "generate", "Make suites of tests", declare_generate_options,
        [&](const auto& arguments) { return run_generate(arguments, out, err); });
    commands.add_with_exit_codes<RepairArguments>(
        "repair", "The weakest changes that make a test race-free", declare_repair_command,
        [&](const auto& arguments) { return run_repair(arguments, out, err); });
    commands.add_with_exit_codes<LowerArguments>(
        "lower", "Decide whether a mapping to another language's instructions is right",
        declare_lower_options,
        [&](const auto& arguments) { return run_lower(arguments, out, err); });
}

void add_executing(Commands& commands, std::ostream& out, std::ostream& err) {
    commands.add_with_exit_codes<ExecArguments>(
        "exec", "Run a kernel, or a litmus test's host program, on the runtime",
        declare_exec_options, [&](const auto& arguments) { return run_exec(arguments, out, err); });
    commands.add<DevicesArguments>(
        "devices", "List devices and what each claims", declare_devices_options,
        [&](const auto& arguments) { return run_devices(arguments, out, err); });
    commands.add_with_exit_codes<RunArguments>(
        "run", "Run litmus tests on devices, and compare with a model", declare_run_options,
        [&](const auto& arguments) { return run_on_devices(arguments, out, err); });
}

void add_telling(const CLI::App& app, Commands& commands, std::ostream& out, std::ostream& err) {
    commands.add<MergeArguments>(
        "merge", "Join what the parts of a search or campaign have found", declare_merge_options,
        [&](const auto& arguments) { return run_merge(arguments, out, err); });
    commands.add<LspArguments>(
        "lsp", "Serve an editor: diagnostics, verdicts, hover, completion, renaming",
        declare_lsp_options,
        [&](const auto& arguments) { return run_lsp(arguments, std::cin, out, err); });
    commands.add<CompletionArguments>(
        "completion", "Print the completion of clmm's command line for a shell",
        declare_completion_options,
        [&](const auto& arguments) { return run_completion(app, arguments, out); });
    commands.add<ManualArguments>(
        "manual", "Print a manual page, for man(1)", declare_manual_options,
        [&](const auto& arguments) { return run_manual(app, arguments, out, err); });
    commands.add<std::string>(
        "models", "List the memory models that clmm ships",
        [](CLI::App& command, std::string& shown) {
            command.add_option("--show", shown, "print the model's text instead")
                ->type_name("NAME");
        },
        [&](const std::string& shown) { return run_models(shown, out, err); });
    commands.add<std::monostate>(
        "version", "Print the version, and what clmm was built with",
        [](CLI::App&, std::monostate&) {},
        [&](std::monostate) {
            out << version_text() << "\n";
            return ExitCode::as_expected;
        });
}

/// Nothing where the command line begins with no command's name, and `others` are absent.
std::optional<ExitCode> run_chosen(int argc, const char* const* argv, Commands::Others others,
                                   std::ostream& out, std::ostream& err) {
    CLI::App app("clmm decides the OpenCL memory model on litmus tests.", "clmm");
    app.set_version_flag("--version", version_text());
    app.require_subcommand(1);
    app.footer(kExitCodes);
    Commands commands(app, chosen_command(argc, argv), others);
    add_deciding(commands, out, err);
    add_executing(commands, out, err);
    add_telling(app, commands, out, err);
    if (others == Commands::Others::absent && !commands.is_chosen_known()) return std::nullopt;
    try {
        std::vector<std::string> words(argv, argv + argc);
        insert_option_files(words);
        as_long_options(words);
        commands.declare_what_is_asked(words);
        std::vector<const char*> given;
        for (const std::string& word : words) given.push_back(word.c_str());
        app.parse(static_cast<int>(given.size()), given.data());
    } catch (const CLI::ParseError& error) {
        return explain(app, error, chosen_command(argc, argv), out, err);
    }
    return commands.run();
}

}  // namespace

ExitCode run_program(int argc, const char* const* argv, std::ostream& out, std::ostream& err) {
    using enum Commands::Others;
    if (argc > 1 && *argv[1] != '-')
        if (const auto code = run_chosen(argc, argv, absent, out, err)) return *code;
    return *run_chosen(argc, argv, named, out, err);
}

}  // namespace clmm::cli
