#include "generate/directed.h"

#include <algorithm>
#include <ostream>

#include "clmm/base/parallel.h"
#include "clmm/enumerator/check.h"
#include "clmm/report/comparison.h"
#include "clmm/report/directed.h"
#include "clmm/suites/mutants.h"
#include "clmm/targets/languages.h"
#include "inputs.h"
#include "output/problems.h"
#include "process/many_tests.h"
#include "version.h"

namespace clmm::cli {
namespace {

using report::DirectedVerdict;

/// All that a model says of a test.
struct Whole {
    std::string problem;  ///< why it is not known
    bool is_undefined = false;
    std::vector<std::string> states;
};

class DirectedRun {
public:
    DirectedRun(const GenerateSetup& setup, std::ostream& out, std::ostream& err)
        : setup_(setup), out_(out), err_(err) {}

    ExitCode operator()() {
        check_ = setup_.check();
        auto made = suites::mutants_of(setup_.model());
        if (!made) return rejected(made.diagnostics(), err_);
        mutants_ = std::move(made).value();
        verdicts_.resize(mutants_.size());
        const InputList list = expand_inputs(setup_.arguments().against);
        if (!list.problems.empty()) return rejected(list.problems, err_);
        for (const Input& each : list.inputs)
            if (const Diagnostics problems = hold(each); !problems.empty())
                return rejected(problems, err_);
        setup_.hold();
        const report::DirectedFacts facts{setup_.model_word(), tests_, left_out_, mutants_,
                                          verdicts_};
        out_ << (setup_.arguments().check.json ? report::to_json(facts, version())
                                               : report::to_text(facts));
        out_.flush();
        return std::ranges::none_of(verdicts_, &DirectedVerdict::is_open) ? ExitCode::as_expected
                                                                          : ExitCode::unknown;
    }

private:
    [[nodiscard]] Whole whole(const litmus::LitmusTest& test,
                              const model::MemoryModel& model) const {
        const auto result = enumerator::check(test, model, check_);
        if (!result) return {result.diagnostics().front().message, false, {}};
        comparison::Answer answer = report::answer_of(*result);
        if (!answer.complete || !result->racy)
            return {result->reason.empty() ? "not all of it is known" : result->reason, false, {}};
        return {{}, !result->answer.undefined.empty(), std::move(answer.states)};
    }

    /// A test that is wrong is no test; one of which the model says nothing is left out.
    Diagnostics hold(const Input& input) {
        const auto source = read_source(input.path);
        if (!source) return source.diagnostics();
        const auto test = targets::read_test(*source);
        if (!test) return test.diagnostics();
        const Whole model = whole(*test, setup_.model());
        if (!model.problem.empty()) {
            left_out_.emplace_back(input.path, model.problem);
            return {};
        }
        ++tests_;
        in_parallel(
            mutants_.size(), job_count(setup_.arguments().check), [&](std::size_t i, unsigned) {
                if (mutants_[i].broken.empty() && !verdicts_[i].killed)
                    compare(input.path, model, whole(*test, mutants_[i].model), verdicts_[i]);
            });
        return {};
    }

    static void compare(const std::string& test, const Whole& model, const Whole& mutant,
                        DirectedVerdict& verdict) {
        if (!mutant.problem.empty()) {
            verdict.is_open = true;
            return;
        }
        if (model.is_undefined || mutant.is_undefined) {
            if (!model.is_undefined) verdict.killed = {test, {}};
            if (!mutant.is_undefined && !verdict.stronger) verdict.stronger = {test, {}};
            return;
        }
        if (const std::string more = first_beyond(mutant.states, model.states); !more.empty())
            verdict.killed = {test, more};
        const std::string less = first_beyond(model.states, mutant.states);
        if (!less.empty() && !verdict.stronger) verdict.stronger = {test, less};
    }

    /// Both ascend.
    static std::string first_beyond(const std::vector<std::string>& states,
                                    const std::vector<std::string>& others) {
        for (const std::string& each : states)
            if (!std::ranges::binary_search(others, each)) return each;
        return {};
    }

    const GenerateSetup& setup_;
    std::ostream& out_;
    std::ostream& err_;
    enumerator::CheckOptions check_;
    std::vector<suites::Mutant> mutants_;
    std::vector<DirectedVerdict> verdicts_;
    std::vector<std::pair<std::string, std::string>> left_out_;
    std::size_t tests_ = 0;
};

}  // namespace

ExitCode hold_against_files(const GenerateSetup& setup, std::ostream& out, std::ostream& err) {
    return DirectedRun(setup, out, err)();
}

}  // namespace clmm::cli
