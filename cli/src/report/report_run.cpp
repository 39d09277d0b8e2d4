#include "report/report_run.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <list>
#include <new>

#include "clmm/base/printable.h"
#include "clmm/targets/languages.h"
#include "log.h"
#include "process/many_tests.h"
#include "process/parcel.h"

namespace clmm::cli {
namespace {

using enumerator::CheckResult;
using enumerator::ClaimStatus;
using enumerator::Verdict;
using report::HtmlStudy;
using Clock = std::chrono::steady_clock;

/// What stands side by side where nobody chooses.
std::vector<std::string> usual_models(const litmus::LitmusTest& test) {
    const std::vector<std::string_view> names = test.front_end->models(test);
    return {names.begin(), names.end()};
}

/// Of how many races a page says why they are, and what would order their actions.
constexpr std::size_t kExplainedRaces = 5;

/// What would exclude a state or a race takes many checks: it is looked for in tests with at most
/// so many events. `clmm explain` looks in any.
constexpr std::size_t kChangedEvents = 80;

model::MemoryModel without_check(model::MemoryModel model, std::size_t check) {
    model.program.checks.erase(model.program.checks.begin() + static_cast<std::ptrdiff_t>(check));
    return model;
}

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
        study_.source = *source;
        if (!is_kernel_)
            if (const Diagnostics other = about_kernels_alone(arguments_.check, *source);
                !other.empty())
                return reject(*source, other);
        const auto test = is_kernel_ ? litmus::read_kernel(*source, arguments_.check.launch)
                                     : targets::read_test(*source);
        if (!test) return reject(*source, test.diagnostics());
        provoke(arguments_.check, input_, Stage::read);
        say(test.diagnostics());
        const std::vector<std::string> words = model_words(*test);
        const ModelStore::Loaded model = session_.models.get(words.front());
        if (!*model) return reject(*source, model->diagnostics());
        auto result = enumerator::check(*test, **model, options());
        if (!result) return reject(*source, result.diagnostics());
        provoke(arguments_.check, input_, Stage::decided);
        run_.model = words.front();
        study_.model = &**model;
        study_.result = std::move(result).value();
        conclude(test.diagnostics());
        look_aside(*test, words);
        leave_out_axioms(*test);
        explain();
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

    /// The page's model first. Of several that are asked for, the others stand beside it; where
    /// one or none is, those of the test's language do.
    [[nodiscard]] std::vector<std::string> model_words(const litmus::LitmusTest& test) const {
        std::vector<std::string> words = arguments_.check.models;
        if (words.empty()) words = {std::string(enumerator::default_model(test))};
        if (words.size() > 1) return words;
        for (const std::string& word : usual_models(test))
            if (word != words.front()) words.push_back(word);
        return words;
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
            say({claim_problem(result, claim)});
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
        say(undefined_problems(study_.result, study_.unexpected));
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

    // ---- why ----

    void explain() {
        CheckResult& result = study_.result;
        const model::MemoryModel& model = *study_.model;
        if (result.test.quantifier && result.properties.empty()) {
            states_.push_back(enumerator::explain_state(
                result.structure, model,
                enumerator::question_of_condition(result.test, result.structure),
                explain_options()));
            study_.explanations.push_back(report::tell(result, model, states_.back()));
        }
        const std::vector<std::size_t> entries = report::distinct_entries(result);
        for (std::size_t i = 0; i < std::min(entries.size(), kExplainedRaces); ++i) {
            races_.push_back(
                enumerator::explain_race(result, model, entries[i], explain_options()));
            study_.explanations.push_back(report::tell(result, model, races_.back()));
        }
    }

    [[nodiscard]] enumerator::ExplainOptions explain_options() const {
        enumerator::ExplainOptions explain{.check = options()};
        explain.check.outcomes = false;
        explain.expected = study_.result.structure.size() <= kChangedEvents;
        if (explain.check.timeout) explain.check.budget.set_timeout(*explain.check.timeout);
        return explain;
    }

    // ---- beside it ----

    void look_aside(const litmus::LitmusTest& test, const std::vector<std::string>& words) {
        std::vector<std::string> order = usual_models(test);
        const bool is_usual = arguments_.check.models.size() <= 1 &&
                              std::ranges::find(order, words.front()) != order.end();
        for (const std::string& word : is_usual ? order : words) {
            HtmlStudy::Under& under = study_.models.emplace_back();
            under.name = word;
            const ModelStore::Loaded model = session_.models.get(word);
            if (!*model) {
                under.problems = model->diagnostics();
                continue;
            }
            under.model = &**model;
            if (word == words.front())
                study_.chosen = study_.models.size() - 1;
            else
                take(enumerator::check(test, *under.model, options()), under);
        }
    }

    void leave_out_axioms(const litmus::LitmusTest& test) {
        if (is_kernel_ && !arguments_.check.outcomes) return;
        const auto& checks = study_.model->program.checks;
        for (std::size_t i = 0; i < checks.size(); ++i) {
            if (checks[i].role != model::CheckRole::axiom) continue;
            HtmlStudy::Without& without = study_.axioms.emplace_back();
            without.check = i;
            enumerator::CheckOptions weaker = options();
            weaker.undefined_behaviour = false;
            weaker.properties.clear();
            take(enumerator::check(test, without_check(*study_.model, i), weaker), without);
        }
    }

    template <class Where>
    static void take(Result<CheckResult> result, Where& place) {
        if (result)
            place.result = std::move(result).value();
        else
            place.problems = result.diagnostics();
    }

    const Session& session_;
    const ReportArguments& arguments_;
    const Input& input_;
    ReportRun& run_;
    bool is_kernel_;
    Clock::time_point start_ = Clock::now();
    HtmlStudy study_;
    // What the study's explanations point into.
    std::list<enumerator::StateExplanation> states_;
    std::list<enumerator::RaceExplanation> races_;
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
