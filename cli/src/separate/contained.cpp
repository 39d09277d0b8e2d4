#include "separate/contained.h"

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "clmm/report/contained.h"
#include "inputs.h"
#include "output/problems.h"
#include "test_folder.h"
#include "version.h"

namespace clmm::cli {
namespace {

using report::ContainedTest;

/// Tests of one name are numbered.
std::vector<NamedTest> named(const std::vector<ContainedTest>& tests) {
    std::vector<NamedTest> made;
    for (const ContainedTest& test : tests) {
        const std::string name = std::filesystem::path(test.name).stem().string();
        for (const auto& each : test.result.found) {
            const auto is_known = [&](const std::string& word) {
                return std::ranges::find(made, word, &NamedTest::first) != made.end();
            };
            std::string unused = name;
            for (int i = 2; is_known(unused); ++i) unused = name + "-" + std::to_string(i);
            made.emplace_back(unused, each.text);
        }
    }
    return made;
}

}  // namespace

ExitCode run_contained(const SeparateArguments& arguments,
                       const std::array<const model::MemoryModel*, 2>& models,
                       const enumerator::CheckOptions& check, std::ostream& out,
                       std::ostream& err) {
    const InputList list = expand_inputs(arguments.tests);
    if (!list.problems.empty()) return rejected(list.problems, err);
    separation::ContainedOptions options;
    options.both = arguments.both;
    options.states = !arguments.only_races;
    options.races = !arguments.no_races;
    options.check = check;
    std::vector<ContainedTest> tests;
    bool is_complete = true;
    for (const Input& each : list.inputs) {
        const Result<SourcePtr> source = read_source(each.path);
        if (!source) return rejected(source.diagnostics(), err);
        auto found = separation::separate_contained(*source, *models[0], *models[1], options);
        if (!found) return rejected(found.diagnostics(), err);
        is_complete = is_complete && found->is_complete();
        tests.push_back({each.path, std::move(found).value()});
    }
    const auto& words = arguments.check.inputs;
    const report::ContainedFacts facts{{words[0], words[1]}, arguments.both, tests};
    out << (arguments.check.json ? report::to_json(facts, version()) : report::to_text(facts));
    out.flush();
    if (!arguments.output.empty() && !write_test_folder(named(tests), arguments.output, err))
        return ExitCode::bad_input;
    return is_complete ? ExitCode::as_expected : ExitCode::unknown;
}

}  // namespace clmm::cli
