#include "compare/command.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <ostream>

#include "clmm/comparison/log.h"
#include "clmm/report/comparison.h"
#include "compare/test.h"
#include "explain/single_test.h"
#include "output/files.h"
#include "output/problems.h"
#include "process/many_tests.h"
#include "process/process.h"
#include "version.h"

namespace clmm::cli {
namespace {

bool is_log(const std::string& path) { return path.ends_with(".log"); }

/// The table, whose rows and columns are those that somebody has an answer for.
class Collector {
public:
    void add_test(const CompareRun& run) {
        if (run.name.empty()) return;
        // Tests of several folders may have one name.
        const bool is_first = !rows_.contains(run.name);
        const std::size_t row =
            row_of(is_first ? run.name : run.name + " (" + run.path + ")", run.condition);
        table_.rows[row].explanation = run.explanation;
        for (const auto& [word, answer] : run.answers) set(row, column_of(word), answer);
    }

    void add_log(const std::string& name, const std::vector<comparison::LogEntry>& entries) {
        const std::size_t column = column_of(name);
        for (const comparison::LogEntry& each : entries)
            set(row_of(each.name, each.condition), column, each.answer);
    }

    [[nodiscard]] comparison::Table take(bool only_differing) {
        for (comparison::Row& row : table_.rows) row.cells.resize(table_.columns.size());
        if (only_differing)
            std::erase_if(table_.rows, [](const comparison::Row& row) {
                return !comparison::differences(row).any();
            });
        return std::move(table_);
    }

private:
    std::size_t row_of(const std::string& name, const std::string& condition) {
        const auto [found, is_new] = rows_.emplace(name, table_.rows.size());
        if (is_new) table_.rows.push_back({name, condition, {}});
        return found->second;
    }

    std::size_t column_of(const std::string& name) {
        const auto found = std::ranges::find(table_.columns, name);
        if (found != table_.columns.end())
            return static_cast<std::size_t>(found - table_.columns.begin());
        table_.columns.push_back(name);
        return table_.columns.size() - 1;
    }

    void set(std::size_t row, std::size_t column, const comparison::Answer& answer) {
        auto& cells = table_.rows[row].cells;
        if (cells.size() <= column) cells.resize(column + 1);
        cells[column] = answer;
    }

    comparison::Table table_;
    std::map<std::string, std::size_t> rows_;
};

class CompareCommand {
public:
    CompareCommand(const CompareArguments& arguments, std::ostream& out, std::ostream& err)
        : arguments_(arguments), out_(out), err_(err), models_(arguments.check.variants) {}

    ExitCode operator()() {
        prepare_heap();
        const InterruptWatch watch;
        const auto interrupted = watch.flag();
        std::optional<ExpectedTable> no_table;
        CheckArguments checked = arguments_.check;
        checked.models.clear();  // their words have switches; each test looks its models up
        if (!say(prepare(checked, models_, no_table)) || !look_models_up())
            return ExitCode::bad_input;
        run_tests(interrupted);
        watch.hold();
        read_logs();
        const comparison::Table table = collector_.take(arguments_.differing);
        if (!print(table)) return ExitCode::bad_input;
        if (arguments_.must_agree && report::differing(table) != 0)
            code_ = worst(code_, ExitCode::expectation_failed);
        return *interrupted ? worst(code_, ExitCode::unknown) : code_;
    }

private:
    /// False where there are errors.
    bool say(const Diagnostics& problems) {
        show_problems(problems, err_);
        return !has_errors(problems);
    }

    bool look_models_up() {
        for (const std::string& word : arguments_.check.models) {
            const ModelWord parsed = parse_model_word(word);
            if (!say(models_.get(parsed.model, parsed.switches)->diagnostics())) return false;
        }
        return true;
    }

    [[nodiscard]] std::vector<std::string> words(bool logs) const {
        std::vector<std::string> some;
        std::ranges::copy_if(arguments_.check.inputs, std::back_inserter(some),
                             [&](const std::string& word) { return is_log(word) == logs; });
        return some;
    }

    void run_tests(const std::shared_ptr<const std::atomic<bool>>& interrupted) {
        const std::vector<std::string> tests = words(false);
        if (tests.empty()) return;
        const InputList list = expand_inputs(tests);
        if (!say(list.problems)) code_ = ExitCode::bad_input;
        const std::vector<Input> inputs = take_shard(list.inputs, arguments_.check.shard);
        const auto outcomes = shared_atomics<std::uint64_t>();
        const auto memory = std::make_shared<MemoryUse>(job_count(arguments_.check));
        const Session session{arguments_.check,
                              models_,
                              common_budget(arguments_.check, interrupted, memory),
                              nullptr,
                              inputs.size() == 1,
                              colour_,
                              nullptr,
                              outcomes.get(),
                              works_apart(arguments_.check, inputs.size())};
        Progress progress(err_, can_show_progress(), inputs.size());
        in_order_apart(
            inputs.size(), session.apart, job_count(arguments_.check), interrupted, progress,
            *outcomes, *memory,
            [&](std::size_t i) { return run_compare_test(session, arguments_, inputs[i]); },
            [&](std::size_t i, const WorkerProcesses::Ending& ending) {
                return ending.limit ? left_unknown(arguments_, inputs[i], *ending.limit)
                                    : crashed(inputs[i], ending.how);
            },
            [&](const CompareRun& run) {
                err_ << run.err << std::flush;
                code_ = worst(code_, run.code);
                collector_.add_test(run);
            });
    }

    void read_logs() {
        for (const std::string& path : words(true)) {
            const Result<SourcePtr> source = read_source(path);
            const auto log =
                source ? comparison::read_log(*source)
                       : Result<std::vector<comparison::LogEntry>>::failure(source.diagnostics());
            if (!say(log.diagnostics()))
                code_ = worst(code_, ExitCode::bad_input);
            else
                collector_.add_log(path, *log);
        }
    }

    bool print(const comparison::Table& table) {
        if (arguments_.check.json)
            out_ << report::to_json(table, version());
        else if (arguments_.csv) {
            out_ << report::to_csv(table);
            err_ << report::open_text(table);
        } else
            out_ << report::to_text(table);
        out_.flush();
        if (arguments_.output.empty()) return true;
        return write_file(report::to_html(report::to_matrix(table, "Comparison"), version()),
                          arguments_.output, err_);
    }

    const CompareArguments& arguments_;
    std::ostream& out_;
    std::ostream& err_;
    bool colour_ = shows_colours(err_);
    ModelStore models_;
    Collector collector_;
    ExitCode code_ = ExitCode::as_expected;
};

}  // namespace

void declare_compare_options(CLI::App& command, CompareArguments& arguments) {
    command
        .add_option("inputs", arguments.check.inputs,
                    "litmus files, directories, @lists, or logs *.log of herd7, litmus7 and clmm")
        ->type_name("FILE|DIR|@LIST|LOG")
        ->required();
    declare_litmus_options(command, arguments.check);
    declare_common_limits(command, arguments.check);
    const std::string group = "Comparison";
    command
        .add_flag("--explain", arguments.explain,
                  "why a model excludes a state that another one allows")
        ->group(group);
    command.add_flag("--differing", arguments.differing, "only tests whose answers differ")
        ->group(group);
    command.add_flag("--must-agree", arguments.must_agree, "exit code 1 where answers differ")
        ->group(group);
    auto* const csv = command.add_flag("--csv", arguments.csv, "CSV in place of text");
    csv->group(group);
    command.add_flag("--json", arguments.check.json, "JSON in place of text")
        ->excludes(csv)
        ->group(group);
    command.add_option("-o,--output", arguments.output, "also a page")
        ->type_name("FILE.html")
        ->group(group);
}

ExitCode run_compare(const CompareArguments& arguments, std::ostream& out, std::ostream& err) {
    return CompareCommand(arguments, out, err)();
}

}  // namespace clmm::cli
