#include "explain/graph_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <iterator>
#include <memory>
#include <ostream>

#include "clmm/enumerator/engines.h"
#include "clmm/report/explanation.h"
#include "clmm/report/log_line.h"
#include "clmm/report/text.h"
#include "clmm/report/value.h"
#include "explain/picture_format.h"
#include "explain/single_test.h"
#include "output/problems.h"

namespace clmm::cli {
namespace {

using enumerator::CheckResult;
using report::GraphFormat;
using report::Highlight;

/// An execution to draw, and what stands above it.
struct Picked {
    std::shared_ptr<const model::Execution> execution;
    std::string caption;
    std::vector<Highlight> highlights;
};

Diagnostics problem(std::string message, std::string hint = {}) {
    return {{Severity::error, "E-SELECT", std::move(message), std::move(hint), nullptr, Span{}}};
}

Picked pick(const CheckResult& result, const model::OutcomeEntry& outcome) {
    Picked picked{outcome.witness, report::format_outcome(result.structure, outcome), {}};
    if (outcome.out_of_thin_air)
        picked.highlights = report::thin_air_highlights(result.structure, outcome.execution());
    return picked;
}

Picked pick(const model::UndefinedEntry& entry) {
    // The result has it.
    return {{std::shared_ptr<const model::Execution>(), &entry.witness},
            entry.kind,
            report::undefined_highlights(entry)};
}

/// Whether the state has every `name=value` that the selection names.
bool has_state(std::string state, std::string_view wanted) {
    std::erase(state, ' ');
    state.insert(0, ";");
    std::string part;
    for (const char c : std::string(wanted) + ";") {
        if (c != ';') {
            if (c != ' ') part += c;
            continue;
        }
        if (!part.empty() && state.find(";" + part + ";") == std::string::npos) return false;
        part.clear();
    }
    return true;
}

class Selection {
public:
    Selection(const CheckResult& result, const std::string& word) : result_(result), word_(word) {}

    Result<std::vector<Picked>> operator()() const {
        const auto& outcomes = result_.answer.outcomes;
        if (word_ == "witness") return witness();
        if (word_ == "race") return races();
        if (word_ == "all") {
            if (outcomes.empty()) return Failure::failure(problem("the test has no execution"));
            return some([](const model::OutcomeEntry&) { return true; });
        }
        if (const auto number = as_number()) {
            if (*number == 0 || outcomes.size() < *number)
                return Failure::failure(problem("there is no outcome " + word_ + "; there are " +
                                                outcomes.size().to_string()));
            return std::vector{pick(result_, outcomes[*number - 1])};
        }
        if (word_.find('=') == std::string::npos)
            return Failure::failure(problem(
                "--select: '" + word_ + "' is no selection",
                "write witness, all, race, forbidden, a number, or a state such as 'x=1; 0:r0=2'"));
        auto found = some([&](const model::OutcomeEntry& outcome) {
            return has_state(
                report::with_plain_addresses(report::format_state(result_.structure, outcome)),
                report::with_plain_addresses(word_));
        });
        if (found.empty())
            return Failure::failure(problem("no outcome has " + word_,
                                            "clmm check lists the outcomes that are allowed"));
        return found;
    }

private:
    using Failure = Result<std::vector<Picked>>;

    /// The execution that decides the condition; else one that the test has; else a race.
    Result<std::vector<Picked>> witness() const {
        if (const auto outcome = report::deciding_outcome(result_))
            return std::vector{pick(result_, *outcome)};
        if (!result_.answer.outcomes.empty())
            return std::vector{pick(result_, *result_.answer.outcomes.begin())};
        return races();
    }

    Result<std::vector<Picked>> races() const {
        std::vector<Picked> picked;
        for (const model::UndefinedEntry& entry : result_.answer.undefined)
            picked.push_back(pick(entry));
        if (picked.empty())
            return Failure::failure(problem(word_ == "race" ? "no undefined behaviour was found"
                                                            : "the test has no execution"));
        if (word_ != "race") picked.resize(1);
        return picked;
    }

    template <class Wanted>
    std::vector<Picked> some(Wanted&& wanted) const {
        std::vector<Picked> picked;
        for (const model::OutcomeEntry& outcome : result_.answer.outcomes)
            if (wanted(outcome)) picked.push_back(pick(result_, outcome));
        return picked;
    }

    std::optional<std::size_t> as_number() const {
        std::size_t number = 0;
        const char* const end = word_.data() + word_.size();
        const auto [rest, error] = std::from_chars(word_.data(), end, number);
        return error == std::errc() && rest == end ? std::optional(number) : std::nullopt;
    }

    const CheckResult& result_;
    const std::string& word_;
};

bool is_expression(const std::string& shown) {
    return !std::ranges::all_of(shown, [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
    });
}

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
        if (const Diagnostics wrong = add_expressions(loaded.value(), models); !wrong.empty())
            return rejected(wrong, err_);
        const model::MemoryModel& model = loaded->memory_model();
        if (const Diagnostics unknown = unknown_relations(model); !unknown.empty())
            return rejected(unknown, err_);
        enumerator::CheckOptions options = check_;
        options.witnesses = model::Witnesses::all;
        auto result = enumerator::check(loaded->test, model, options);
        if (!result) return rejected(result.diagnostics(), err_);
        show_problems(result->warnings, err_);
        if (arguments_.select == "forbidden") return draw_forbidden(result.value(), model);
        const auto picked = Selection(*result, arguments_.select)();
        const std::string cut = cut_short(*result);
        if (!picked) return cut.empty() ? rejected(picked.diagnostics(), err_) : unknown(cut);
        const ExitCode drawn = draw_all(*result, model, *picked);
        // Numbers and lists are those of all outcomes; what decides the condition decides it.
        const bool is_certain =
            arguments_.select == "witness" && report::deciding_outcome(*result).has_value();
        return cut.empty() || is_certain ? drawn : worst(drawn, unknown(cut));
    }

private:
    /// Why what is to be drawn may not be all that there is, or not be found.
    [[nodiscard]] std::string cut_short(const CheckResult& result) const {
        return arguments_.select == "race" ? why_undefined_incomplete(result) : result.reason;
    }

    ExitCode unknown(const std::string& why) {
        err_ << "clmm: unknown: the search ended before it was done: " << why << "\n";
        return ExitCode::unknown;
    }

    /// What is to be shown and is no name is an expression, which the model then defines.
    Diagnostics add_expressions(SingleTest& test, ModelStore& models) const {
        std::vector<std::string> expressions;
        for (const std::string& each : arguments_.show)
            if (is_expression(each)) expressions.push_back(each);
        if (expressions.empty()) return {};
        const std::string word = arguments_.check.models.empty()
                                     ? std::string(enumerator::default_model(test.test))
                                     : arguments_.check.models.front();
        auto model = models.get_with(word, expressions);
        if (!model) return model.diagnostics();
        test.model = std::make_shared<const Result<model::MemoryModel>>(std::move(model));
        const model::Program& program = test.memory_model().program;
        for (const model::Definition& each : program.definitions)
            if (std::ranges::find(expressions, each.name) != expressions.end() &&
                program[each.node].is_set)
                return problem(
                    "--show: '" + each.name + "' is a set, not a relation",
                    "'[" + each.name + "]' is the relation of its actions with themselves");
        return {};
    }

    Diagnostics unknown_relations(const model::MemoryModel& model) const {
        const std::vector<std::string> known = report::drawable_relations(model);
        for (const auto* names : {&arguments_.show, &arguments_.hide})
            for (const std::string& name : *names)
                if (std::ranges::find(known, name) == known.end())
                    return problem("the model " + model.name + " has no relation '" + name + "'",
                                   "clmm models --show " + model.name + " prints it");
        return {};
    }

    [[nodiscard]] report::GraphOptions options() const {
        return {{arguments_.show.begin(), arguments_.show.end()},
                {arguments_.hide.begin(), arguments_.hide.end()},
                arguments_.initial_writes};
    }

    ExitCode draw_all(const CheckResult& result, const model::MemoryModel& model,
                      const std::vector<Picked>& picked) {
        std::vector<report::Graph> graphs;
        for (const Picked& each : picked) {
            graphs.push_back(report::draw(result.structure, result.test.source, model,
                                          *each.execution, each.highlights, options()));
            graphs.back().title = result.test.name + " (" + result.model + ")";
            graphs.back().caption = each.caption;
        }
        return write_all(graphs, result.test.name);
    }

    /// Executions that would satisfy the condition, each with what the model has against it.
    ExitCode draw_forbidden(CheckResult& result, const model::MemoryModel& model) {
        if (!result.test.quantifier) return rejected(problem("the test has no condition"), err_);
        const enumerator::ExplainOptions limits{.check = check_, .expected = false};
        const enumerator::StateExplanation why = enumerator::explain_state(
            result.structure, model,
            enumerator::question_of_condition(result.test, result.structure), limits);
        if (why.witness)
            return rejected(problem("the condition is not forbidden",
                                    "--select witness draws an execution that it allows"),
                            err_);
        const auto graphs =
            report::draw(report::tell(result, model, why), result, model, options());
        if (graphs.empty() && why.incomplete) return unknown(*why.incomplete);
        const bool is_open = result.answer.bound_reached;
        if (graphs.empty() && !is_open)
            return rejected(problem("no execution, allowed or not, has these values"), err_);
        const ExitCode drawn = write_all(graphs, result.test.name);
        return is_open ? worst(drawn, unknown(result.reason)) : drawn;
    }

    ExitCode write_all(const std::vector<report::Graph>& graphs, const std::string& test) {
        const bool written = write_pictures(graphs, format_, arguments_.output, test, out_, err_);
        return written ? ExitCode::as_expected : ExitCode::bad_input;
    }

    const GraphArguments& arguments_;
    std::ostream& out_;
    std::ostream& err_;
    GraphFormat format_ = GraphFormat::dot;
    const SingleSearch search_{arguments_.check};
    const enumerator::CheckOptions& check_ = search_.check;
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
}

ExitCode run_graph(const GraphArguments& arguments, std::ostream& out, std::ostream& err) {
    return GraphRun(arguments, out, err)();
}

}  // namespace clmm::cli
