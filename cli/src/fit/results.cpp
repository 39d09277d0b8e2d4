#include "fit/results.h"

#include <algorithm>
#include <map>
#include <utility>

#include "clmm/comparison/log.h"
#include "clmm/hardware/campaign.h"
#include "clmm/targets/languages.h"
#include "inputs.h"

namespace clmm::cli {
namespace {

using comparison::Observed;
using hardware::RunRecord;

Diagnostic fit_problem(std::string message, std::string hint = {}) {
    return {Severity::error, "E-FIT", std::move(message), std::move(hint), nullptr, Span{}};
}

class ResultsReader {
public:
    explicit ResultsReader(const FitArguments& arguments) : arguments_(arguments) {}

    Result<FitResults> operator()() {
        read_tests();
        for (const std::string& path : arguments_.check.inputs) {
            if (path.ends_with(".log"))
                read_log(path);
            else if (path.ends_with(".csv"))
                read_table(path);
            else
                read_database(path);
        }
        if (results_.tests.empty() && !has_errors(problems_))
            add({fit_problem("nothing that was seen is of a test whose text is known",
                             "--tests names files or folders of tests")});
        if (has_errors(problems_)) return Result<FitResults>::failure(problems_);
        return std::move(results_);
    }

private:
    void add(const Diagnostics& problems) {
        problems_.insert(problems_.end(), problems.begin(), problems.end());
    }

    void read_tests() {
        const InputList list = expand_inputs(arguments_.tests);
        add(list.problems);
        for (const Input& each : list.inputs) {
            const Result<SourcePtr> source = read_source(each.path);
            if (!source) {
                add(source.diagnostics());
                continue;
            }
            const auto test = targets::read_test(*source);
            if (!test) {
                add(test.diagnostics());
                continue;
            }
            const auto [known, is_new] = texts_.emplace(test->name, *source);
            if (!is_new && known->second->text() != (*source)->text())
                add({fit_problem("two tests are called '" + test->name + "': " +
                                     std::string(known->second->name()) + " and " + each.path,
                                 "logs and tables have names only; name one of the two")});
        }
    }

    void read_log(const std::string& path) {
        const Result<SourcePtr> source = read_source(path);
        if (!source) return add(source.diagnostics());
        const auto log = comparison::read_log(*source);
        if (!log) return add(log.diagnostics());
        for (const comparison::LogEntry& each : *log) {
            Observed seen{each.name, nullptr};
            for (const std::string& state : each.answer.states) {
                const auto count = each.counts.find(state);
                seen.states[state] = count == each.counts.end() ? 0 : count->second;
                seen.instances += seen.states[state];
            }
            take(std::move(seen));
        }
    }

    void read_table(const std::string& path) {
        const Result<SourcePtr> source = read_source(path);
        if (!source) return add(source.diagnostics());
        const auto table = comparison::read_states_table(*source, arguments_.device);
        if (!table) return add(table.diagnostics());
        for (const Observed& each : *table) take(each);
    }

    void read_database(const std::string& path) {
        auto opened = hardware::Campaign::open_existing(path);
        if (!opened) return add(opened.diagnostics());
        hardware::Campaign campaign = std::move(opened).value();
        const auto runs = campaign.runs();
        if (!runs) return add(runs.diagnostics());
        for (const RunRecord& run : *runs) {
            if (!run.has_histogram()) continue;
            if (!comparison::is_called(run.device.name + " " + run.selector, arguments_.device))
                continue;
            Observed seen{run.test.name, std::make_shared<const Source>(
                                             run.test.file.empty() ? run.test.name : run.test.file,
                                             run.test.source)};
            for (const RunRecord::State& state : run.states) {
                if (state.count == 0 || state.verdict == hardware::StateVerdict::filtered) continue;
                seen.states[comparison::normal_state(state.text)] += state.count;
                seen.instances += state.count;
            }
            take(std::move(seen));
        }
    }

    /// Another run of a test, whose text is looked up where it has none.
    void take(Observed seen) {
        if (seen.states.empty()) return;
        if (seen.source == nullptr) {
            const auto text = texts_.find(seen.test);
            if (text == texts_.end()) {
                if (std::ranges::find(results_.missing, seen.test) == results_.missing.end())
                    results_.missing.push_back(seen.test);
                return;
            }
            seen.source = text->second;
        }
        const auto [known, is_new] = numbers_.emplace(
            std::pair(seen.test, std::string(seen.source->text())), results_.tests.size());
        if (is_new)
            results_.tests.push_back(std::move(seen));
        else
            results_.tests[known->second].add(seen);
    }

    const FitArguments& arguments_;
    FitResults results_;
    std::map<std::string, SourcePtr> texts_;                              ///< of --tests, by name
    std::map<std::pair<std::string, std::string>, std::size_t> numbers_;  ///< by name and text
    Diagnostics problems_;
};

}  // namespace

Result<FitResults> read_results(const FitArguments& arguments) {
    return ResultsReader(arguments)();
}

}  // namespace clmm::cli
