#include "generate/minimal.h"

#include <algorithm>
#include <ostream>

#include "clmm/base/counted.h"
#include "clmm/report/suite.h"
#include "clmm/suites/weakenings.h"
#include "generate/folder.h"
#include "output/problems.h"
#include "process/many_tests.h"
#include "search/kept_search.h"
#include "search/space_progress.h"
#include "version.h"

namespace clmm::cli {
namespace {

using suites::SuiteResult;
class MinimalRun {
public:
    MinimalRun(const GenerateSetup& setup, std::ostream& out, std::ostream& err)
        : setup_(setup),
          out_(out),
          err_(err),
          kept_(setup.arguments().check, setup.arguments().check.state, report::read_suite_state,
                report::to_state, err),
          key_(setup.key()),
          progress_(setup.arguments().check, err) {}

    ExitCode operator()() {
        const GenerateArguments& arguments = setup_.arguments();
        if (const auto problems = unsupported(); !problems.empty()) return rejected(problems, err_);
        set_options();
        if (!go_on() || !join()) return ExitCode::bad_input;
        const auto found = suites::minimal_suite(setup_.model(), options_);
        progress_.clear();
        if (!found) return rejected(found.diagnostics(), err_);
        if (!save(*found, found->ended.empty())) return ExitCode::bad_input;
        std::vector<suites::Mutant> mutants;
        std::vector<suites::MutantVerdict> verdicts;
        if (arguments.mutants) {
            auto made = suites::mutants_of(setup_.model());
            if (!made) return rejected(made.diagnostics(), err_);
            mutants = std::move(made).value();
            verdicts = suites::hold_against(setup_.model(), mutants, found->found, options_);
        }
        setup_.hold();
        const report::SuiteFacts facts{setup_.model_word(), options_, *found, mutants, verdicts};
        out_ << (arguments.check.json ? report::to_json(facts, version()) : report::to_text(facts));
        out_.flush();
        if (!arguments.output.empty() && !write_tests(*found)) return ExitCode::bad_input;
        const bool is_told = std::ranges::none_of(verdicts, &suites::MutantVerdict::is_open);
        return found->is_complete() && is_told ? ExitCode::as_expected : ExitCode::unknown;
    }

private:
    [[nodiscard]] Diagnostics unsupported() const {
        const auto& modifications = setup_.space().modifications;
        if (std::ranges::all_of(modifications, suites::is_told)) return {};
        return {selection("the read-modify-writes of minimal suites are exchange, add, or and xor",
                          "what is left of the others without one of several writes has no one "
                          "final state")};
    }

    void set_options() {
        const CheckArguments& check = setup_.arguments().check;
        options_.space = setup_.space();
        options_.shard = check.shard.index;
        options_.shards = check.shard.count;
        options_.jobs = job_count(check);
        options_.check = setup_.check();
        options_.progress = [this](const SuiteResult& now) {
            progress_.show(options_.space, options_.shards, now.programs, "programs",
                           counted(now.found.size(), "test"));
            if (kept_.is_due()) static_cast<void>(save(now, false));
        };
    }

    bool go_on() {
        auto known = kept_.earlier(key_);
        if (!known) return told(known.diagnostics(), err_);
        if (!*known) return true;
        so_far_ = std::move(**known);
        progress_.go_on_from(so_far_.programs);
        options_.so_far = &so_far_;
        return true;
    }

    /// What searches of all parts found.
    bool join() {
        const auto parts = kept_.parts([&](const Shard& part) { return setup_.key(part); });
        if (!parts) return told(parts.diagnostics(), err_);
        if (parts->empty()) return true;
        so_far_ = suites::joined(*parts);
        options_.so_far = &so_far_;
        return true;
    }

    bool save(const SuiteResult& result, bool is_finished) {
        return kept_.save(result, key_, is_finished);
    }

    bool write_tests(const SuiteResult& result) {
        std::vector<MadeTest> tests;
        for (const suites::SuiteTest& each : result.found)
            tests.push_back({each.program.name, suites::to_litmus(each, setup_.model_word()),
                             "fails", "race-free"});
        return write_folder(tests, setup_.arguments().output, err_);
    }

    const GenerateSetup& setup_;
    std::ostream& out_;
    std::ostream& err_;
    suites::SuiteOptions options_;
    KeptSearch<SuiteResult> kept_;
    std::string key_;
    SuiteResult so_far_;
    SpaceProgress progress_;
};

}  // namespace

ExitCode generate_minimal_suite(const GenerateSetup& setup, std::ostream& out, std::ostream& err) {
    return MinimalRun(setup, out, err)();
}

}  // namespace clmm::cli
