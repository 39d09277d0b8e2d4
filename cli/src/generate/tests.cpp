#include "generate/tests.h"

#include <algorithm>
#include <map>
#include <memory>
#include <ostream>

#include "clmm/base/counted.h"
#include "clmm/enumerator/check.h"
#include "clmm/generator/conditions.h"
#include "clmm/report/generated.h"
#include "clmm/suites/random.h"
#include "generate/cycles.h"
#include "generate/folder.h"
#include "generate/kept_verdicts.h"
#include "output/problems.h"
#include "process/many_tests.h"
#include "version.h"

namespace clmm::cli {
namespace {

using report::GeneratedTest;

class GeneratedRun {
public:
    GeneratedRun(const GenerateSetup& setup, std::ostream& out, std::ostream& err)
        : setup_(setup), out_(out), err_(err), kept_(setup.arguments().check, setup.key({}), err) {}

    ExitCode operator()() {
        check_ = setup_.check();
        if (const auto problems = make(); !problems.empty()) return rejected(problems, err_);
        take_shard();
        if (const auto problems = kept_.read(); !problems.empty()) return rejected(problems, err_);
        if (const auto problems = decide(); !problems.empty()) return rejected(problems, err_);
        setup_.hold();
        if (!kept_.finish(is_finished_)) return ExitCode::bad_input;
        name_all();
        print();
        if (!setup_.arguments().output.empty() && !write_tests()) return ExitCode::bad_input;
        const bool is_known = std::ranges::all_of(
            tests_, [](const auto& each) { return each.is_allowed && each.is_racy; });
        return is_known ? ExitCode::as_expected : ExitCode::unknown;
    }

private:
    Diagnostics make() {
        const GenerateArguments& arguments = setup_.arguments();
        if (arguments.random) {
            suites::RandomTests made = suites::random_tests(setup_.space(), *arguments.random,
                                                            arguments.seed, setup_.model(), check_);
            what_ = "at random from " + std::string(made.is_cut ? "the first " : "") +
                    counted(made.programs, "program") + ", seed " + std::to_string(arguments.seed) +
                    "\n" + generator::describe(setup_.space());
            for (suites::StateTest& each : made.tests) tests_.push_back({std::move(each)});
            return {};
        }
        auto made = tests_of_cycles(setup_);
        if (!made) return made.diagnostics();
        what_ = "of cycles";
        for (const CycleOfTest& each : *made) tests_.push_back({each.test, each.cycle});
        return {};
    }

    void take_shard() {
        const Shard shard = setup_.arguments().check.shard;
        std::size_t number = 0;
        std::erase_if(tests_,
                      [&](const auto&) { return number++ % shard.count + 1 != shard.index; });
    }

    Diagnostics decide() {
        for (std::size_t i = 0; i < tests_.size(); ++i) {
            GeneratedTest& each = tests_[i];
            const auto text = std::make_shared<Source>(
                each.test.program.name, report::to_litmus(each, setup_.model_word()));
            const std::string before(text->text());
            if (kept_.find(i, before, each)) {
                kept_.add(i, before, each);
                continue;
            }
            if (auto missing = kept_.missing(each); !missing.empty()) return missing;
            const auto result = enumerator::check(text, setup_.model(), check_);
            if (!result) return result.diagnostics();
            if (result->verdict != enumerator::Verdict::unknown)
                each.is_allowed = result->verdict == enumerator::Verdict::holds;
            each.is_racy = result->racy;
            const bool is_known = each.is_allowed && each.is_racy;
            if (!is_known) each.reason = result->reason;
            if (is_known || !check_.budget.exceeded())
                kept_.add(i, before, each);
            else
                is_finished_ = false;
        }
        return {};
    }

    /// Tests of one name are numbered.
    void name_all() {
        std::map<std::string, std::size_t> known;
        for (GeneratedTest& each : tests_) {
            std::string& name = each.test.program.name;
            const std::size_t count = ++known[name];
            if (count > 1) name += "-" + std::to_string(count);
        }
    }

    void print() {
        const GenerateArguments& arguments = setup_.arguments();
        const report::GeneratedFacts facts{setup_.model_word(), what_, tests_};
        if (arguments.check.json)
            out_ << report::to_json(facts, version());
        else if (arguments.output.empty() && tests_.size() == 1)
            out_ << report::to_litmus(tests_.front(), facts.model);
        else
            out_ << report::to_text(facts);
        out_.flush();
    }

    bool write_tests() {
        std::vector<MadeTest> made;
        for (const GeneratedTest& each : tests_) {
            MadeTest test{
                each.test.program.name, report::to_litmus(each, setup_.model_word()), {}, {}};
            if (each.is_allowed) test.holds = *each.is_allowed ? "holds" : "fails";
            if (each.is_racy) test.race = *each.is_racy ? "racy" : "race-free";
            made.push_back(std::move(test));
        }
        return write_folder(made, setup_.arguments().output, err_);
    }

    const GenerateSetup& setup_;
    std::ostream& out_;
    std::ostream& err_;
    enumerator::CheckOptions check_;
    std::string what_;
    std::vector<GeneratedTest> tests_;
    KeptVerdicts kept_;
    bool is_finished_ = true;  ///< all were decided, or cannot be
};

}  // namespace

ExitCode generate_tests(const GenerateSetup& setup, std::ostream& out, std::ostream& err) {
    return GeneratedRun(setup, out, err)();
}

}  // namespace clmm::cli
