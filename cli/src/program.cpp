#include "program.h"

#include <CLI/CLI.hpp>

#include "check/check_command.h"
#include "exec/command.h"
#include "explain/explain_command.h"
#include "explain/graph_command.h"
#include "explain/repair_command.h"
#include "models_command.h"
#include "report/report_command.h"
#include "run/command.h"
#include "run/devices_command.h"
#include "version.h"

namespace clmm::cli {
namespace {

constexpr const char* kExitCodes =
    "Exit codes: 0 as expected, 1 an expectation does not hold, 2 bad usage or input,\n"
    "3 unknown (bound, time, memory, interrupt), 70 internal error.";

/// CLI11's messages with our prefix; help and version are no errors.
ExitCode explain(const CLI::App& app, const CLI::ParseError& error, std::ostream& out,
                 std::ostream& err) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
        app.exit(error, out, err);
        return ExitCode::as_expected;
    }
    err << "clmm: " << error.what() << "\nRun clmm --help, or clmm check --help.\n";
    return ExitCode::bad_input;
}

}  // namespace

ExitCode run_program(int argc, const char* const* argv, std::ostream& out, std::ostream& err) {
    CLI::App app("clmm decides the OpenCL memory model on litmus tests.", "clmm");
    app.set_version_flag("--version", "clmm " + std::string(version()));
    app.require_subcommand(1);
    app.footer(kExitCodes);

    CheckArguments check_arguments;
    CLI::App* check = app.add_subcommand("check", "Decide litmus tests: verdict, outcomes, races");
    check->footer(kExitCodes);
    declare_check_options(*check, check_arguments);

    GraphArguments graph_arguments;
    CLI::App* graph = app.add_subcommand("graph", "Draw executions of a test");
    graph->footer(kExitCodes);
    declare_graph_options(*graph, graph_arguments);

    ExplainArguments explain_arguments;
    CLI::App* why = app.add_subcommand(
        "explain", "Say why a state is forbidden or allowed, and why a test races");
    why->footer(kExitCodes);
    declare_explain_options(*why, explain_arguments);

    ReportArguments report_arguments;
    CLI::App* report = app.add_subcommand("report", "Write a page about tests: outcomes, pictures");
    report->footer(kExitCodes);
    declare_report_options(*report, report_arguments);

    RepairArguments repair_arguments;
    CLI::App* repair =
        app.add_subcommand("repair", "The weakest changes that make a test race-free");
    repair->footer(kExitCodes);
    declare_repair_command(*repair, repair_arguments);

    ExecArguments exec_arguments;
    CLI::App* exec =
        app.add_subcommand("exec", "Run a kernel, or a litmus test's host program, on the runtime");
    exec->footer(kExitCodes);
    declare_exec_options(*exec, exec_arguments);

    DevicesArguments devices_arguments;
    CLI::App* devices = app.add_subcommand("devices", "List devices and what each claims");
    declare_devices_options(*devices, devices_arguments);

    RunArguments run_arguments;
    CLI::App* run =
        app.add_subcommand("run", "Run litmus tests on devices, and compare with a model");
    run->footer(kExitCodes);
    declare_run_options(*run, run_arguments);

    std::string shown;
    CLI::App* models = app.add_subcommand("models", "List the memory models that clmm ships");
    models->add_option("--show", shown, "print the model's text instead")->type_name("NAME");
    app.add_subcommand("version", "Print the version");

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return explain(app, error, out, err);
    }
    if (check->parsed()) return run_check(check_arguments, out, err);
    if (graph->parsed()) return run_graph(graph_arguments, out, err);
    if (why->parsed()) return run_explain(explain_arguments, out, err);
    if (report->parsed()) return run_report(report_arguments, err);
    if (repair->parsed()) return run_repair(repair_arguments, out, err);
    if (exec->parsed()) return run_exec(exec_arguments, out, err);
    if (devices->parsed()) return run_devices(devices_arguments, out, err);
    if (run->parsed()) return run_on_devices(run_arguments, out, err);
    if (models->parsed()) return run_models(shown, out, err);
    out << "clmm " << version() << "\n";
    return ExitCode::as_expected;
}

}  // namespace clmm::cli
