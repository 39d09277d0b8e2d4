#include "report/report_command.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <ostream>
#include <system_error>

#include "explain/single_test.h"
#include "output/files.h"
#include "output/problems.h"
#include "process/many_tests.h"
#include "process/process.h"
#include "report/report_run.h"
#include "version.h"

namespace clmm::cli {
namespace {

/// What an interrupt leaves of the tests that had not been begun.
const Diagnostics kNotBegun{
    {Severity::error, "interrupted", "the test had not been begun", {}, nullptr, {}}};

struct Report {
    std::vector<report::HtmlTest> tests;
    std::vector<std::string> models;  ///< whose axioms the pages name, each once
    Counts counts;
    ExitCode code = ExitCode::as_expected;
};

Report run_all(const Session& session, const ReportArguments& arguments,
               const std::vector<Input>& inputs,
               const std::shared_ptr<const std::atomic<bool>>& interrupted, MemoryUse& memory,
               Progress& progress, std::ostream& err) {
    Report report;
    in_order_apart(
        inputs.size(), session.apart, job_count(arguments.check), interrupted, progress,
        *session.outcomes, memory,
        [&](std::size_t index) { return run_report_test(session, arguments, inputs[index]); },
        [&](std::size_t index, const WorkerProcesses::Ending& ending) {
            ReportRun run;
            if (ending.limit)
                add_unknown(inputs[index], *ending.limit, run);
            else
                add_crash(inputs[index], ending.how, run);
            return run;
        },
        [&](ReportRun run) {
            err << run.err << std::flush;
            report.counts += run.counts;
            report.code = worst(report.code, run.code);
            report.tests.push_back(std::move(run.test));
            if (!run.model.empty() &&
                std::ranges::find(report.models, run.model) == report.models.end())
                report.models.push_back(run.model);
        });
    for (std::size_t i = report.tests.size(); i < inputs.size(); ++i)
        report.tests.push_back(report::html_rejection(inputs[i].path, nullptr, kNotBegun));
    return report;
}

/// What `./dev playground` makes, where it lies beside the page.
std::string playground_beside(const std::string& page) {
    const std::string name = "playground.html";
    std::error_code error;
    const auto file = std::filesystem::path(page).parent_path() / name;
    return std::filesystem::is_regular_file(file, error) ? name : "";
}

std::string title_of(const ReportArguments& arguments) {
    if (!arguments.title.empty()) return arguments.title;
    std::string title;
    for (const std::string& input : arguments.check.inputs) {
        const std::filesystem::path path(input);
        const auto name = path.filename().empty() ? path.parent_path().filename() : path.filename();
        title += (title.empty() ? "" : ", ") + name.string();
    }
    return title;
}

}  // namespace

void declare_report_options(CLI::App& command, ReportArguments& arguments) {
    command
        .add_option("inputs", arguments.check.inputs,
                    "litmus files, directories (all *.litmus below), @lists of files, plain "
                    "kernels *.cl, or -")
        ->type_name("FILE|DIR|@LIST")
        ->required();
    declare_test_options(command, arguments.check);
    declare_common_limits(command, arguments.check);
    declare_expectations(command, arguments.check);
    const std::string group = "Page";
    command.add_option("-o,--output", arguments.output, "the page")
        ->type_name("FILE.html")
        ->required()
        ->group(group);
    command.add_option("--title", arguments.title, "default: the names of the inputs")
        ->type_name("TEXT")
        ->group(group);
    command
        .add_option("--list", arguments.listed,
                    "outcomes and undefined behaviours that a test's page lists of each sort "
                    "(default 200); the page says how many there are")
        ->type_name("N")
        ->check(CLI::Range(1U, 1'000'000U))
        ->group(group);
}

ExitCode run_report(const ReportArguments& arguments, std::ostream& err) {
    const CheckArguments& check = arguments.check;
    const bool colour = shows_colours(err);
    prepare_heap();
    const InterruptWatch watch;
    const auto interrupted = watch.flag();
    ModelStore models(check.variants);
    std::optional<ExpectedTable> table;
    const Diagnostics problems = prepare(check, models, table);
    show_problems(problems, err);
    if (has_errors(problems)) return ExitCode::bad_input;

    const InputList list = expand_inputs(check.inputs);
    show_problems(list.problems, err);
    const std::vector<Input> inputs = take_shard(list.inputs, check.shard);
    if (inputs.empty()) return ExitCode::bad_input;
    const auto outcomes = shared_atomics<std::uint64_t>();
    const auto memory = std::make_shared<MemoryUse>(job_count(check));
    const Session session{check,
                          models,
                          common_budget(check, interrupted, memory),
                          table ? &*table : nullptr,
                          list.inputs.size() == 1,
                          colour,
                          nullptr,
                          outcomes.get(),
                          works_apart(check, inputs.size())};
    Report report;
    {
        Progress progress(err, can_show_progress(), inputs.size());
        report = run_all(session, arguments, inputs, interrupted, *memory, progress, err);
        watch.hold();
    }
    std::vector<const model::MemoryModel*> named;
    for (const std::string& word : report.models) named.push_back(&**models.get(word));
    if (!write_file(report::to_html(title_of(arguments), version(), report.tests, named,
                                    playground_beside(arguments.output)),
                    arguments.output, err))
        return ExitCode::bad_input;
    err << render(models.warnings(), colour)
        << summary(report.counts, inputs.size() - report.counts.tests);
    if (table) err << table_summary(report.counts, table->size());
    if (table && report.counts.compared == 0) {
        err << "error: no test is in " << check.expected_file << " [E-TABLE]\n";
        report.code = worst(report.code, ExitCode::bad_input);
    }
    if (!list.problems.empty()) report.code = worst(report.code, ExitCode::bad_input);
    if (*interrupted) report.code = worst(report.code, ExitCode::unknown);
    return report.code;
}

}  // namespace clmm::cli
