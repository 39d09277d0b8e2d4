#include "fit/command.h"

#include <CLI/CLI.hpp>
#include <map>
#include <ostream>
#include <set>

#include "clmm/hardware/score.h"
#include "clmm/report/fit.h"
#include "clmm/targets/languages.h"
#include "fit/decide.h"
#include "fit/next_tests.h"
#include "fit/results.h"
#include "output/problems.h"
#include "process/many_tests.h"
#include "process/process.h"
#include "search/space_options.h"
#include "selection.h"
#include "test_folder.h"
#include "version.h"

namespace clmm::cli {
namespace {

class FitRun {
public:
    FitRun(const FitArguments& arguments, std::ostream& out, std::ostream& err)
        : arguments_(arguments),
          out_(out),
          err_(err),
          watch_(arguments.check),
          models_(arguments.check.variants) {}

    ExitCode operator()() {
        auto results = read_results(arguments_);
        if (!results) return rejected(results.diagnostics(), err_);
        results_ = std::move(results).value();
        if (!choose_model()) return ExitCode::bad_input;
        options_ = search_options(arguments_.check, watch_.flag());
        return say(comparison::fit(
            results_.tests, family(),
            {arguments_.combinations, job_count(arguments_.check), options_.budget}));
    }

private:
    /// The one that is named, else that of the tests' language.
    bool choose_model() {
        std::set<std::string> defaults;
        for (const comparison::Observed& each : results_.tests) {
            const auto test = targets::read_test(each.source);
            if (!test) return told(test.diagnostics(), err_);
            is_opencl_ = std::string_view(test->front_end->name()) == "OpenCL C";
            is_c_ = is_opencl_ && !enumerator::default_model(*test).starts_with("opencl");
            defaults.emplace(enumerator::default_model(*test));
        }
        if (arguments_.check.models.size() > 1)
            return told({selection("one model's family is fitted", "name one with --model")}, err_);
        if (arguments_.check.models.empty() && defaults.size() > 1)
            return told(
                {selection("these tests are of several languages", "name the model with --model")},
                err_);
        word_ =
            arguments_.check.models.empty() ? *defaults.begin() : arguments_.check.models.front();
        const ModelStore::Loaded loaded = models_.get(word_);
        if (!*loaded) return told(loaded->diagnostics(), err_);
        switches_ = (*loaded)->switches;
        shown_ = report::word_of(word_, arguments_.check.variants);
        return true;
    }

    comparison::FitFamily family() {
        return {switches_,
                [this](const std::vector<std::string>& values) -> const model::MemoryModel* {
                    const ModelStore::Loaded& loaded = kept_[values] = models_.get(word_, values);
                    return *loaded ? &**loaded : nullptr;
                },
                [this](std::size_t test, const model::MemoryModel& model, bool races) {
                    return decide(results_.tests[test], model, options_, races);
                }};
    }

    ExitCode say(const comparison::Fit& fit) {
        report::FitFacts facts{shown_, results_.tests,           results_.missing,
                               fit,    arguments_.combinations,  {},
                               {},     hardware::reproducibility};
        if (fit.ended.empty()) look_for_next_tests(fit, facts);
        watch_.hold();
        out_ << (arguments_.check.json ? report::to_json(facts, version())
                                       : report::to_text(facts));
        out_.flush();
        if (!arguments_.output.empty() && !write_tests(facts)) return ExitCode::bad_input;
        if (fit.reference.any()) return ExitCode::expectation_failed;
        return fit.ended.empty() && fit.reference.open == 0 ? ExitCode::as_expected
                                                            : ExitCode::unknown;
    }

    void look_for_next_tests(const comparison::Fit& fit, report::FitFacts& facts) {
        const comparison::FitFamily members = family();
        NextSearch search{shown_, members, results_.tests, {}, options_.budget};
        search.options.check = options_;
        search.options.jobs = job_count(arguments_.check);
        search.options.space = arguments_.space;
        search.options.space.dialect = is_c_ ? generator::Dialect::c : generator::Dialect::opencl;
        if (is_c_) {
            search.options.space.places = false;
            search.options.space.scopes = {generator::MemoryScope::all_devices};
        }
        if (!is_opencl_) search.options.space.accesses = 0;
        facts.next = next_tests(fit, search);
        if (search.options.space.accesses != 0 && !facts.next.empty())
            facts.space = generator::describe(search.options.space);
    }

    /// A file for each new test, and a list of them.
    bool write_tests(const report::FitFacts& facts) {
        std::map<std::string, std::string> tests;
        for (const report::NextTest& each : facts.next)
            if (!each.litmus.empty()) tests.emplace(each.name, each.litmus);
        return write_test_folder({tests.begin(), tests.end()}, arguments_.output, err_);
    }

    const FitArguments& arguments_;
    std::ostream& out_;
    std::ostream& err_;
    SearchWatch watch_;
    ModelStore models_;
    FitResults results_;
    std::string word_;
    std::string shown_;       ///< with the switches of the command line
    bool is_opencl_ = false;  ///< the tests are in OpenCL C or C
    bool is_c_ = false;
    std::vector<model::Switch> switches_;
    std::map<std::vector<std::string>, ModelStore::Loaded> kept_;
    enumerator::CheckOptions options_;
};

}  // namespace

FitArguments::FitArguments() : space(small_space()) {
    space.accesses = 3;
    space.threads = 2;
    space.fences = 0;
    space.places = true;
    space.scopes = {generator::MemoryScope::work_group, generator::MemoryScope::device};
}

void declare_fit_options(CLI::App& command, FitArguments& arguments) {
    command
        .add_option("results", arguments.check.inputs,
                    "what was seen: databases of clmm run, logs *.log of clmm, herd7 and litmus7, "
                    "tables of states *.csv")
        ->type_name("FILE")
        ->required();
    const std::string group = "Fit";
    command.add_option("--tests", arguments.tests, "where the tests of logs and tables are")
        ->type_name("FILE|DIR|@LIST")
        ->group(group);
    command
        .add_option("--device", arguments.device,
                    "only what devices with this in their name have shown, in databases and tables")
        ->type_name("NAME")
        ->group(group);
    command
        .add_option("--combinations", arguments.combinations,
                    "most combinations of switches that are looked at (default 256)")
        ->type_name("N")
        ->check(CLI::Range(1, 65536))
        ->group(group);
    declare_model_choice(command, arguments.check);
    const std::string next = "Next tests";
    command
        .add_option("--size", arguments.space.accesses,
                    "at most so many accesses (default 3); 0: none are looked for")
        ->type_name("N")
        ->check(CLI::Range(0, 8))
        ->group(next);
    declare_space_options(command, arguments.space, next);
    declare_search_limits(command, arguments.check);
    declare_memory_limit(command, arguments.check.memory_limit_mib);
    declare_jobs(command, arguments.check);
    const std::string output = "Output";
    command.add_option("-o,--output", arguments.output, "also write the next tests, and a list")
        ->type_name("DIR")
        ->group(output);
    command.add_flag("--json", arguments.check.json, "JSON in place of text")->group(output);
}

ExitCode run_fit(const FitArguments& arguments, std::ostream& out, std::ostream& err) {
    prepare_heap();
    return FitRun(arguments, out, err)();
}

}  // namespace clmm::cli
