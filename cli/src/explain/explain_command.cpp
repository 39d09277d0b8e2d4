#include "explain/explain_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <ostream>

#include "clmm/report/told_test.h"
#include "explain/picture_format.h"
#include "explain/repair_command.h"
#include "explain/single_test.h"
#include "output/problems.h"
#include "version.h"

namespace clmm::cli {
namespace {

using enumerator::CheckResult;
using report::ToldExplanation;

class ExplainRun {
public:
    ExplainRun(const ExplainArguments& arguments, std::ostream& out, std::ostream& err)
        : arguments_(arguments), out_(out), err_(err), models_(arguments.check.variants) {}

    ExitCode operator()() {
        const auto format = picture_format(arguments_.output, {}, report::GraphFormat::svg);
        if (!format) return rejected(format.diagnostics(), err_);
        format_ = *format;
        if (arguments_.output == "-" && arguments_.repair)
            return rejected(
                {{Severity::error, "E-SELECT", "a repair is told in words, and '-o -' has none",
                  "name a file: -o FILE", nullptr, Span{}}},
                err_);
        const auto loaded = single_test(arguments_.check, models_, err_);
        if (!loaded) return rejected(loaded.diagnostics(), err_);
        const model::MemoryModel& model = loaded->memory_model();
        enumerator::ExplainOptions options{search_.check, arguments_.reasons};
        options.check.outcomes = false;
        auto checked = enumerator::check(loaded->test, model, options.check);
        if (!checked) return rejected(checked.diagnostics(), err_);
        result_ = std::move(checked).value();
        show_problems(result_.warnings, err_);
        auto told = report::tell_test(result_, model, arguments_.state, options);
        if (!told) return rejected(told.diagnostics(), err_);
        test_ = std::move(told).value();
        return show(model);
    }

private:
    ExitCode show(const model::MemoryModel& model) {
        // The pictures alone, where they go there.
        const bool is_told = arguments_.output != "-";
        if (is_told && arguments_.json) {
            out_ << report::explanations_to_json(test_.told, result_, version());
        } else if (is_told) {
            for (std::size_t i = 0; i < test_.told.size(); ++i)
                out_ << (i == 0 ? "" : "\n") << report::to_text(test_.told[i], result_);
        }
        if (!arguments_.output.empty() && !draw(model)) return ExitCode::bad_input;
        for (const ToldExplanation& each : test_.told)
            if (each.verdict == ToldExplanation::Verdict::unknown) return ExitCode::unknown;
        if (!races_cut_short()) return ExitCode::as_expected;
        err_ << "clmm: unknown: there may be more undefined behaviour, the search for it ended "
                "before it was done: "
             << report::why_undefined_incomplete(result_) << "\n";
        return ExitCode::unknown;
    }

    /// Undefined behaviour may be there that nobody has found.
    [[nodiscard]] bool races_cut_short() const {
        return arguments_.state.empty() && !report::why_undefined_incomplete(result_).empty();
    }

    bool draw(const model::MemoryModel& model) {
        std::vector<report::Graph> graphs;
        for (const ToldExplanation& each : test_.told)
            for (report::Graph& graph : report::draw(each, result_, model))
                graphs.push_back(std::move(graph));
        return write_pictures(graphs, format_, arguments_.style, arguments_.output,
                              result_.test.name, out_, err_);
    }

    const ExplainArguments& arguments_;
    std::ostream& out_;
    std::ostream& err_;
    report::GraphFormat format_ = report::GraphFormat::svg;
    const SingleSearch search_{arguments_.check};
    ModelStore models_;
    CheckResult result_;
    report::ToldTest test_;
};

}  // namespace

void declare_explain_options(CLI::App& command, ExplainArguments& arguments) {
    command.add_option("input", arguments.check.inputs, "a litmus file, a plain kernel *.cl, or -")
        ->type_name("FILE")
        ->required()
        ->expected(1);
    declare_test_options(command, arguments.check);
    declare_memory_limit(command, arguments.check.memory_limit_mib);
    declare_stdin_name(command, arguments.check, "Explaining");
    const std::string group = "Explaining";
    command
        .add_option("-s,--state", arguments.state,
                    "a final state to explain, in place of the condition")
        ->type_name("'x=1; 0:r0=2'")
        ->group(group);
    command
        .add_option("--reasons", arguments.reasons,
                    "independent reasons to look for where it is forbidden (default 3)")
        ->type_name("N")
        ->check(CLI::Range(1, 100))
        ->group(group);
    command
        .add_option("-o,--output", arguments.output,
                    "also draw: a file (.dot, .svg, .png, .pdf), numbered where there are several "
                    "pictures, "
                    "or a folder; -: pictures alone, to the standard output")
        ->type_name("FILE|DIR")
        ->group(group);
    declare_picture_style(command, arguments.style, group);
    CLI::Option* const json =
        command.add_flag("--json", arguments.json, "JSON in place of text")->group(group);
    command
        .add_flag("--repair", arguments.repair,
                  "also the weakest changes of the text that exclude it, as clmm repair")
        ->excludes(json)
        ->group(group);
    command
        .add_option("--changes", arguments.most_changes, "places a repair may change (default 2)")
        ->type_name("N")
        ->check(CLI::Range(1, 4))
        ->group(group);
}

ExitCode run_explain(const ExplainArguments& arguments, std::ostream& out, std::ostream& err) {
    const auto begin = std::chrono::steady_clock::now();
    const ExitCode explained = ExplainRun(arguments, out, err)();
    if (explained == ExitCode::bad_input || !arguments.repair) return explained;
    RepairArguments repair;
    repair.check = arguments.check;
    if (auto& timeout = repair.check.check.timeout) {
        const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::steady_clock::now() - begin);
        timeout = std::max(*timeout - spent, std::chrono::milliseconds(1));
    }
    repair.most_changes = arguments.most_changes;
    out << "\n";
    return worst(explained, run_repair(repair, out, err));
}

}  // namespace clmm::cli
