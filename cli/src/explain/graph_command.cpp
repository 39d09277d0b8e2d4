#include "explain/graph_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <ostream>

#include "clmm/inputs/shown_relations.h"
#include "clmm/report/selection.h"
#include "explain/picture_format.h"
#include "explain/single_test.h"
#include "output/problems.h"

namespace clmm::cli {
namespace {

using report::GraphFormat;

/// At commas that stand outside of brackets.
std::vector<std::string> split_names(const std::string& text) {
    std::vector<std::string> names(1);
    int depth = 0;
    for (const char c : text) {
        if (c == '(' || c == '[') ++depth;
        if (c == ')' || c == ']') --depth;
        if (c == ',' && depth == 0)
            names.emplace_back();
        else
            names.back() += c;
    }
    std::erase(names, "");
    return names;
}

class GraphRun {
public:
    GraphRun(const GraphArguments& arguments, std::ostream& out, std::ostream& err)
        : arguments_(arguments), out_(out), err_(err) {}

    ExitCode operator()() {
        const auto format = picture_format(arguments_.output, arguments_.format, GraphFormat::dot);
        if (!format) return rejected(format.diagnostics(), err_);
        format_ = *format;
        ModelStore models(arguments_.check.variants);
        auto loaded = single_test(arguments_.check, models, err_);
        if (!loaded) return rejected(loaded.diagnostics(), err_);
        const auto model = inputs::model_showing(models, loaded->word, arguments_.show);
        if (!model) return rejected(model.diagnostics(), err_);
        if (const Diagnostics unknown = report::unknown_relations(*model, options());
            !unknown.empty())
            return rejected(unknown, err_);
        enumerator::CheckOptions check = search_.check;
        check.witnesses = model::Witnesses::all;
        auto result = enumerator::check(loaded->test, *model, check);
        if (!result) return rejected(result.diagnostics(), err_);
        show_problems(result->warnings, err_);
        const auto drawn = report::draw_selected(result.value(), *model, arguments_.select,
                                                 options(), search_.check);
        if (!drawn) return rejected(drawn.diagnostics(), err_);
        if (drawn->graphs.empty()) return unknown(drawn->unknown);
        const bool written = write_pictures(drawn->graphs, format_, arguments_.style,
                                            arguments_.output, result->test.name, out_, err_);
        const ExitCode code = written ? ExitCode::as_expected : ExitCode::bad_input;
        return drawn->unknown.empty() ? code : worst(code, unknown(drawn->unknown));
    }

private:
    ExitCode unknown(const std::string& why) {
        err_ << "clmm: unknown: the search ended before it was done: " << why << "\n";
        return ExitCode::unknown;
    }

    [[nodiscard]] report::GraphOptions options() const {
        return {{arguments_.show.begin(), arguments_.show.end()},
                {arguments_.hide.begin(), arguments_.hide.end()},
                arguments_.initial_writes};
    }

    const GraphArguments& arguments_;
    std::ostream& out_;
    std::ostream& err_;
    GraphFormat format_ = GraphFormat::dot;
    const SingleSearch search_{arguments_.check};
};

}  // namespace

void declare_graph_options(CLI::App& command, GraphArguments& arguments) {
    command.add_option("input", arguments.check.inputs, "a litmus file, a plain kernel *.cl, or -")
        ->type_name("FILE")
        ->required()
        ->expected(1);
    declare_test_options(command, arguments.check);
    declare_memory_limit(command, arguments.check.memory_limit_mib);
    declare_stdin_name(command, arguments.check, "Drawing");
    const std::string group = "Drawing";
    command
        .add_option("-s,--select", arguments.select,
                    "witness (default), all, race, forbidden, the number of an outcome, or a state")
        ->type_name("WORD|N|'x=1; 0:r0=2'")
        ->group(group);
    command
        .add_option_function<std::string>(
            "-f,--format",
            [&arguments](const std::string& word) {
                arguments.format = format_named(word);
                if (!arguments.format)
                    throw CLI::ValidationError("'" + word + "' is none of dot|svg|png|pdf");
            },
            "default: by the name of the output, else dot")
        ->type_name("dot|svg|png|pdf")
        ->group(group);
    command
        .add_option("-o,--output", arguments.output,
                    "the picture's file, numbered where there are several, or a folder for them "
                    "(default, and -: standard output)")
        ->type_name("FILE|DIR")
        ->group(group);
    for (auto& [name, target, help] :
         {std::tuple{"--show", &arguments.show,
                     "relations to draw besides sb, rf, mo, gsw, lsw: names, or expressions of the "
                     "model's language such as 'rf;sb'"},
          std::tuple{"--hide", &arguments.hide, "relations not to draw"}})
        command
            .add_option_function<std::string>(
                name,
                [into = target](const std::string& text) {
                    std::ranges::copy(split_names(text), std::back_inserter(*into));
                },
                help)
            ->type_name("NAME[,NAME…]")
            ->trigger_on_parse()
            ->group(group);
    command
        .add_flag("--initial", arguments.initial_writes, "also initial writes that nothing reads")
        ->group(group);
    declare_picture_style(command, arguments.style, group);
}

ExitCode run_graph(const GraphArguments& arguments, std::ostream& out, std::ostream& err) {
    return GraphRun(arguments, out, err)();
}

}  // namespace clmm::cli
