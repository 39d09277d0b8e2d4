#include "explain/repair_command.h"

#include <CLI/CLI.hpp>
#include <ostream>

#include "clmm/report/repair.h"
#include "explain/single_test.h"
#include "output/files.h"
#include "output/problems.h"
#include "process/process.h"
#include "version.h"

namespace clmm::cli {
namespace {

using enumerator::RepairResult;

class RepairRun {
public:
    RepairRun(const RepairArguments& arguments, std::ostream& out, std::ostream& err)
        : arguments_(arguments), out_(out), err_(err) {}

    ExitCode operator()() {
        ModelStore models(arguments_.check.variants);
        const auto loaded = single_test(arguments_.check, models, err_);
        if (!loaded) return rejected(loaded.diagnostics(), err_);
        const enumerator::RepairOptions options{arguments_.goal, arguments_.most_changes,
                                                search_.check};
        const auto result = enumerator::repair(loaded->test, loaded->memory_model(), options);
        if (!result) return rejected(result.diagnostics(), err_);
        show_problems(result->original.warnings, err_);
        tell(*result);
        if (!arguments_.output.empty() && !result->repairs.empty() &&
            !write_file(result->repairs.front().text, arguments_.output, err_))
            return ExitCode::bad_input;
        return code_of(*result);
    }

private:
    void tell(const RepairResult& result) {
        const report::RepairTextOptions options{arguments_.shown};
        if (arguments_.json) {
            out_ << report::repair_to_json(result, version(), options);
        } else if (arguments_.diff && !result.repairs.empty()) {
            const Source& source = *result.original.test.source;
            out_ << report::unified_diff(source.name(), source.text(), result.repairs.front().text);
            if (!result.is_proved()) err_ << report::repair_to_text(result, options);
        } else {
            out_ << report::repair_to_text(result, options);
        }
    }

    static ExitCode code_of(const RepairResult& result) {
        if (!result.goal && result.unknown.empty()) return ExitCode::as_expected;
        if (!result.is_proved()) return ExitCode::unknown;
        return result.repairs.empty() ? ExitCode::expectation_failed : ExitCode::as_expected;
    }

    const RepairArguments& arguments_;
    std::ostream& out_;
    std::ostream& err_;
    const SingleSearch search_{arguments_.check};
};

}  // namespace

void declare_repair_options(CLI::App& command, RepairArguments& arguments) {
    const std::string group = "Repair";
    command
        .add_option_function<std::string>(
            "--goal",
            [&arguments](const std::string& word) {
                arguments.goal = enumerator::parse_repair_goal(word);
                if (!arguments.goal)
                    throw CLI::ValidationError("'" + word +
                                               "' is none of race-free|defined|forbid");
            },
            "no race, no undefined behaviour, or none of the states that the condition is about "
            "(default: what is needed)")
        ->type_name("race-free|defined|forbid")
        ->group(group);
    command.add_option("--changes", arguments.most_changes, "at most so many changes (default 2)")
        ->type_name("N")
        ->check(CLI::Range(1U, 3U))
        ->group(group);
    command
        .add_option("--repairs", arguments.shown,
                    "how many to show of those that are as weak (default 1)")
        ->type_name("N")
        ->check(CLI::Range(1U, 1'000'000U))
        ->group(group);
    command.add_flag("--diff", arguments.diff, "print the first repair as a unified diff")
        ->group(group);
}

void declare_repair_command(CLI::App& command, RepairArguments& arguments) {
    command.add_option("input", arguments.check.inputs, "a litmus file, or -")
        ->type_name("FILE")
        ->required()
        ->expected(1);
    declare_test_options(command, arguments.check);
    declare_memory_limit(command, arguments.check.memory_limit_mib);
    declare_repair_options(command, arguments);
    const std::string group = "Output";
    command.add_flag("--json", arguments.json, "JSON in place of text")->group(group);
    command.add_option("-o,--output", arguments.output, "write the test with the first repair")
        ->type_name("FILE")
        ->group(group);
}

ExitCode run_repair(const RepairArguments& arguments, std::ostream& out, std::ostream& err) {
    return RepairRun(arguments, out, err)();
}

}  // namespace clmm::cli
