#include "report/report_run.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>

#include "clmm/base/printable.h"
#include "clmm/report/problems.h"
#include "clmm/report/study.h"
#include "clmm/targets/languages.h"
#include "launch/adopted.h"
#include "process/many_tests.h"
#include "process/parcel.h"

namespace clmm::cli {
namespace {

using enumerator::CheckResult;
using enumerator::ClaimStatus;
using enumerator::Verdict;
using Clock = std::chrono::steady_clock;

class ReportRunner {
public:
    ReportRunner(const Session& session, const ReportArguments& arguments, const Input& input,
                 ReportRun& run)
        : session_(session),
          arguments_(arguments),
          input_(input),
          run_(run),
          is_kernel_(is_kernel_file(arguments.check, input.path)) {}

    void operator()() {
        run_.counts.tests = 1;
        const Result<SourcePtr> source = read_source(input_.path);
        if (!source) return reject(nullptr, source.diagnostics());
        const auto kernel = kernel_input(*source, input_.path, arguments_.check.launch);
        if (!kernel) return reject(*source, kernel.diagnostics());
        study_.source = kernel->source;
        if (!is_kernel_)
            if (const Diagnostics other = about_kernels_alone(arguments_.check, *source);
                !other.empty())
                return reject(*source, other);
        const auto test = is_kernel_ ? litmus::read_kernel(kernel->source, kernel->launch)
                                     : targets::read_test(*source);
        if (!test) return reject(*source, test.diagnostics());
        provoke(arguments_.check, input_, Stage::read);
        say(test.diagnostics());
        const std::vector<std::string>& asked = arguments_.check.models;
        const std::vector<std::string> words = report::models_of_page(*test, asked);
        const ModelStore::Loaded model = session_.models.get(words.front());
        if (!*model) return reject(*source, model->diagnostics());
        auto result = enumerator::check(*test, **model, options());
        if (!result) return reject(*source, result.diagnostics());
        provoke(arguments_.check, input_, Stage::decided);
        run_.model = words.front();
        study_.model = &**model;
        study_.result = std::move(result).value();
        conclude(test.diagnostics());
        const auto next = [this] { return options(); };
        report::look_aside(
            *test, words, asked.size() > 1,
            [this](const std::string& word) { return session_.models.get(word); }, next, study_);
        if (!is_kernel_ || arguments_.check.outcomes) report::leave_out_axioms(*test, next, study_);
        report::explain(next, studied_);
        run_.test = report::html_test(study_, {.listed = arguments_.listed});
        provoke(arguments_.check, input_, Stage::told);
    }

private:
    void say(const Diagnostics& diagnostics) { run_.err += render(diagnostics, session_.colour); }
    void raise(ExitCode code) { run_.code = worst(run_.code, code); }

    void reject(const SourcePtr& source, const Diagnostics& problems) {
        ++run_.counts.rejected;
        say(problems);
        raise(ExitCode::bad_input);
        run_.test = report::html_rejection(input_.path, source, problems);
    }

    /// What is left of the test's time goes to the next check.
    [[nodiscard]] enumerator::CheckOptions options() const {
        enumerator::CheckOptions options = arguments_.check.check;
        options.budget = session_.budget;
        options.witnesses = model::Witnesses::all;
        if (is_kernel_) {
            options.outcomes = arguments_.check.outcomes;
            options.properties = arguments_.check.properties.empty() ? enumerator::all_properties()
                                                                     : arguments_.check.properties;
        }
        if (options.timeout) {
            const auto spent =
                std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_);
            options.timeout = std::max(*options.timeout - spent, std::chrono::milliseconds(1));
        }
        if (session_.outcomes != nullptr)
            options.progress = [this](std::uint64_t) {
                ++*session_.outcomes;
                if (!arguments_.check.provoked.empty())
                    provoke(arguments_.check, input_, Stage::deciding);
            };
        return options;
    }

    // ---- the page's model ----

    void conclude(const Diagnostics& warnings) {
        CheckResult& result = study_.result;
        say(result.warnings);
        result.warnings.insert(result.warnings.begin(), warnings.begin(), warnings.end());
        for (const enumerator::Claim claim : arguments_.check.claims)
            result.claims.push_back(
                {.claim = claim,
                 .status = enumerator::judge(claim, result.test.quantifier, result.answer),
                 .origin = "--expect",
                 .span = {}});
        judge();
        run_.counts.add(result);
    }

    void judge() {
        const CheckResult& result = study_.result;
        for (const enumerator::ClaimResult& claim : result.claims) {
            if (claim.status == ClaimStatus::met) ++run_.counts.met_claims;
            if (claim.status == ClaimStatus::met) continue;
            const bool failed = claim.status == ClaimStatus::failed;
            if (failed) ++run_.counts.failed_claims;
            say({report::claim_problem(result, claim)});
            raise(failed ? ExitCode::expectation_failed : ExitCode::unknown);
        }
        compare_with_table();
        if (!is_kernel_) reject_undefined();
        if (result.claims.empty() && !study_.has_expectation && result.verdict == Verdict::unknown)
            raise(ExitCode::unknown);
        if (is_kernel_ && result.verdict == Verdict::fails) raise(ExitCode::expectation_failed);
    }

    void reject_undefined() {
        study_.unexpected =
            enumerator::unexpected_kinds(study_.result.answer, study_.result.claims, *study_.model);
        if (study_.unexpected.empty()) return;
        say(report::undefined_problems(study_.result, study_.unexpected));
        raise(ExitCode::expectation_failed);
    }

    void compare_with_table() {
        const ExpectedRow* row =
            session_.expected != nullptr ? session_.expected->find(input_) : nullptr;
        if (row == nullptr) return;
        ++run_.counts.compared;
        study_.has_expectation = true;
        const Comparison comparison = compare(*row, study_.result);
        study_.disagreement = comparison.disagreement;
        if (!comparison.disagreement.empty()) {
            ++run_.counts.disagreed;
            run_.err += printable(input_.path) + ": " + comparison.disagreement + "\n";
            raise(ExitCode::expectation_failed);
        } else if (comparison.undecided) {
            study_.disagreement = "undecided: " + study_.result.reason;
            raise(ExitCode::unknown);
        }
    }

    const Session& session_;
    const ReportArguments& arguments_;
    const Input& input_;
    ReportRun& run_;
    bool is_kernel_;
    Clock::time_point start_ = Clock::now();
    report::StudiedTest studied_;
    report::HtmlStudy& study_ = studied_.study;
};

}  // namespace

void add_crash(const Input& input, const std::string& what, ReportRun& run) {
    run.counts = {};
    run.counts.tests = run.counts.crashed = 1;
    run.err += "clmm: internal error: " + printable(input.path + ": " + what) + "\n";
    run.code = worst(run.code, ExitCode::internal_error);
    run.model.clear();
    run.test = report::html_rejection(input.path, nullptr, crash_problem(what));
}

void add_unknown(const Input& input, StopReason reason, ReportRun& run) {
    run.counts = {};
    run.counts.tests = run.counts.unknown = 1;
    run.err += "clmm: " + printable(input.path) + ": unknown: " + describe(reason) + "\n";
    run.code = worst(run.code, ExitCode::unknown);
    run.model.clear();
    run.test = report::html_rejection(
        input.path, nullptr,
        {{Severity::error, "unknown", describe(reason),
          "a longer --timeout, or a larger --memory-limit", nullptr, Span{}}});
}

std::string pack(const ReportRun& run) {
    Packer packer;
    packer.put_text(run.test.summary);
    packer.put_text(run.test.page);
    packer.put_text(run.err);
    packer.put(run.code);
    packer.put(run.counts);
    packer.put_text(run.model);
    return packer.take();
}

void unpack(std::string_view bytes, ReportRun& run) {
    Unpacker unpacker(bytes);
    run.test.summary = unpacker.get_text();
    run.test.page = unpacker.get_text();
    run.err = unpacker.get_text();
    run.code = unpacker.get<ExitCode>();
    run.counts = unpacker.get<Counts>();
    run.model = unpacker.get_text();
}

ReportRun run_report_test(const Session& session, const ReportArguments& arguments,
                          const Input& input) noexcept {
    ReportRun run;
    const auto fail = [&](const std::string& what) { add_crash(input, what, run); };
    const HardLimit limit(session.apart ? hard_limits(session.arguments, true)
                                        : HardLimit::Limits());
    try {
        provoke(session.arguments, input, Stage::begun);
        ReportRunner(session, arguments, input, run)();
    } catch (const std::bad_alloc&) {
        fail("out of memory");
    } catch (const std::exception& error) {
        fail(error.what());
    }
    return run;
}

}  // namespace clmm::cli
