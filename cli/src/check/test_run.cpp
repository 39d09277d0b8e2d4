#include "check/test_run.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <iterator>
#include <new>
#include <ostream>

#include "check/dump.h"
#include "clmm/base/printable.h"
#include "clmm/inputs/without_axioms.h"
#include "clmm/report/json.h"
#include "clmm/report/problems.h"
#include "clmm/report/proof.h"
#include "clmm/report/text.h"
#include "clmm/runtime/compile.h"
#include "clmm/targets/languages.h"
#include "exec/overview.h"
#include "launch/adopted.h"
#include "log.h"
#include "output/problems.h"
#include "process/many_tests.h"

namespace clmm::cli {
namespace {

using enumerator::CheckResult;
using enumerator::ClaimResult;
using enumerator::ClaimStatus;
using enumerator::Verdict;

void raise(TestRun& run, ExitCode code) { run.code = worst(run.code, code); }

void print(const Session& session, TestRun& run, std::string_view text) {
    if (text.empty()) return;
    run.has_output = true;
    if (session.live != nullptr)
        *session.live << text;
    else
        run.out += text;
}

/// Between members of `results`.
void separate(const Session& session, TestRun& run) {
    if (run.has_output) print(session, run, ",\n");
}

/// The checks of one test, each step adding to what will be printed.
class Runner {
public:
    Runner(const Session& session, const Input& input, TestRun& run)
        : session_(session),
          arguments_(session.arguments),
          input_(input),
          run_(run),
          is_kernel_(is_kernel_file(session.arguments, input.path)),
          limit_(limits(session)) {}

    void run();
    /// In place of that.
    void leave_unknown(StopReason reason);

private:
    /// After a limit all threads together have the time that one has.
    [[nodiscard]] static HardLimit::Limits limits(const Session& session) {
        if (!session.apart) return {};
        HardLimit::Limits limits = hard_limits(session.arguments, true);
        if (session.single) limits.grace *= job_count(session.arguments);
        return limits;
    }
    void check(const litmus::LitmusTest& test, const std::string& word);
    [[nodiscard]] Result<litmus::LitmusTest> read(const SourcePtr& source) const;
    void dump_tree(const SourcePtr& source);
    void dump(const litmus::LitmusTest& test);
    void dump_under(const litmus::LitmusTest& test, const model::MemoryModel& model);
    /// What the other values of the model's switches change.
    void vary(const litmus::LitmusTest& test, const std::string& word, CheckResult& result);
    [[nodiscard]] bool shows_witness() const;
    void report(const CheckResult& result, const model::MemoryModel& model);
    void judge(const CheckResult& result);
    /// Undefined behaviour that nobody expects; of a kernel a property says so.
    void reject_undefined(const CheckResult& result, const model::MemoryModel& model);
    /// True where a row of the table was there to compare with.
    bool compare_with_table(const CheckResult& result);
    void reject(const Diagnostics& problems, const std::string& model);
    /// Of a file without anything to launch: what there is.
    void show_kernels(const SourcePtr& source);
    void say(const Diagnostics& diagnostics) {
        run_.err += render(diagnostics, session_.colour);
        if (arguments_.sarif_file.empty()) return;
        for (const Diagnostic& each : diagnostics)
            run_.findings.push_back(report::finding_of(each));
    }
    /// What is remarked on a test or its events: an error where warnings are.
    void remark(Diagnostics diagnostics);

    [[nodiscard]] std::vector<std::string> models_for(const litmus::LitmusTest& test) const;
    [[nodiscard]] enumerator::CheckOptions options(const litmus::LitmusTest& test) const;
    [[nodiscard]] std::vector<enumerator::Property> properties() const;
    [[nodiscard]] std::vector<ClaimResult> all_claims(const CheckResult& result) const;

    const Session& session_;
    const CheckArguments& arguments_;
    const Input& input_;
    TestRun& run_;
    bool is_kernel_;
    HardLimit limit_;
};

void Runner::run() {
    run_.counts.tests = 1;
    const Result<SourcePtr> source = read_input(arguments_, input_.path);
    if (!source) return reject(source.diagnostics(), {});
    if (!is_kernel_)
        if (const Diagnostics other = about_kernels_alone(arguments_, *source); !other.empty())
            return reject(other, {});
    if (arguments_.dump == Dump::tree) return dump_tree(*source);
    const auto test = read(*source);
    if (!test) {
        reject(test.diagnostics(), {});
        return show_kernels(*source);
    }
    provoke(arguments_, input_, Stage::read);
    remark(test.diagnostics());
    if (arguments_.dump && is_model_free(*arguments_.dump)) return dump(*test);
    for (const std::string& word : models_for(*test)) check(*test, word);
}

void Runner::check(const litmus::LitmusTest& test, const std::string& word) {
    ModelStore::Loaded loaded = session_.models.get(word);
    if (*loaded && !arguments_.without.empty())
        loaded = std::make_shared<const Result<model::MemoryModel>>(
            inputs::without_axioms(**loaded, arguments_.without));
    if (!*loaded) return reject(loaded->diagnostics(), word);
    const model::MemoryModel& model = **loaded;
    limit_.restart();
    if (arguments_.dump && *arguments_.dump != Dump::executions) return dump_under(test, model);
    auto result = enumerator::check(test, model, options(test));
    limit_.pause();
    if (!result) return reject(result.diagnostics(), model.name);
    provoke(arguments_, input_, Stage::decided);
    result.value().claims = all_claims(*result);
    if (arguments_.ambiguities) vary(test, word, result.value());
    remark(result->warnings);
    report(*result, model);
    provoke(arguments_, input_, Stage::told);
    judge(*result);
    reject_undefined(*result, model);
    run_.counts.add(*result);
}

void Runner::remark(Diagnostics diagnostics) {
    if (arguments_.warnings_are_errors && make_errors(diagnostics))
        raise(run_, ExitCode::bad_input);
    say(diagnostics);
}

/// Nothing is known of the test, not even its name: it may be the reading that did not end.
void Runner::leave_unknown(StopReason reason) {
    run_.counts.tests = 1;
    CheckResult result;
    result.test.name = std::filesystem::path(input_.path).stem().string();
    result.test.front_end = &litmus::opencl();
    result.verdict = Verdict::unknown;
    result.reason = describe(reason);
    result.answer.incomplete = result.answer.undefined_incomplete = result.reason;
    if (is_kernel_)
        for (const enumerator::Property property : properties())
            result.properties.push_back({property, enumerator::PropertyStatus::unknown});
    model::MemoryModel model;
    const std::vector<std::string> unnamed{std::string(enumerator::default_model(result.test))};
    for (const std::string& word : arguments_.models.empty() ? unnamed : arguments_.models) {
        result.model = model.name = word;
        result.claims = all_claims(result);
        report(result, model);
        judge(result);
        run_.counts.add(result);
    }
    run_.err += "clmm: " + printable(input_.path) + ": unknown: " + result.reason + "\n";
    raise(run_, ExitCode::unknown);
}

void Runner::vary(const litmus::LitmusTest& test, const std::string& word, CheckResult& result) {
    const ModelStore::Loaded chosen = session_.models.get(word);
    auto& found = result.ambiguities.emplace();
    for (const model::Switch& of : (*chosen)->switches)
        for (const model::Switch::Value& value : of.values) {
            if (value.value == of.value) continue;
            const ModelStore::Loaded other = session_.models.get(word, of.name, value.value);
            if (!*other) {
                found.push_back(enumerator::rejected(of, value, other->diagnostics()));
                continue;
            }
            limit_.restart();
            const auto otherwise = enumerator::check(test, **other, options(test));
            found.push_back(otherwise ? enumerator::compare(of, value, result, *otherwise)
                                      : enumerator::rejected(of, value, otherwise.diagnostics()));
        }
}

Result<litmus::LitmusTest> Runner::read(const SourcePtr& source) const {
    if (!is_kernel_) return targets::read_test(source);
    const auto kernel = kernel_input(source, name_of(arguments_, input_.path), arguments_.launch);
    if (!kernel) return Result<litmus::LitmusTest>::failure(kernel.diagnostics());
    return litmus::read_kernel(kernel->source, kernel->launch);
}

void Runner::dump_tree(const SourcePtr& source) {
    const auto kernel = kernel_input(source, name_of(arguments_, input_.path), arguments_.launch);
    if (!kernel) return reject(kernel.diagnostics(), {});
    const auto text = is_kernel_ ? litmus::dump_kernel_tree(kernel->source, kernel->launch)
                                 : targets::dump_tree(source);
    if (!text) return reject(text.diagnostics(), {});
    say(text.diagnostics());
    print(session_, run_, *text);
}

void Runner::dump(const litmus::LitmusTest& test) {
    const auto text = dump_test(*arguments_.dump, test, arguments_.check);
    if (!text) return reject(text.diagnostics(), {});
    say(text.diagnostics());
    print(session_, run_, *text);
}

void Runner::dump_under(const litmus::LitmusTest& test, const model::MemoryModel& model) {
    const auto structure = enumerator::unfold_for(test, model, arguments_.check);
    if (!structure) return reject(structure.diagnostics(), model.name);
    say(structure.diagnostics());
    const auto text = dump_structure(*arguments_.dump, test, *structure, model, arguments_.check);
    if (!text) return reject(text.diagnostics(), model.name);
    print(session_, run_, *text);
}

bool Runner::shows_witness() const {
    if (arguments_.witness == Choice::automatic) return session_.single;
    return arguments_.witness == Choice::always;
}

void Runner::report(const CheckResult& result, const model::MemoryModel& model) {
    if (arguments_.verbose) run_.err += statistics_line(result);
    if (!arguments_.sarif_file.empty())
        std::ranges::move(report::findings_of(result), std::back_inserter(run_.findings));
    if (result.proof) run_.proofs += report::proof_to_json(result, model);
    if (arguments_.quiet) return;
    const report::Sink sink = [this](std::string_view text) { print(session_, run_, text); };
    if (arguments_.dump) return report::write_executions(result, sink);
    if (arguments_.json) {
        separate(session_, run_);
        return report::write_json(
            result,
            {.witness = shows_witness(), .time = arguments_.time, .states = arguments_.states},
            sink);
    }
    const bool always = arguments_.witness == Choice::always;
    const report::TextOptions text{.model = arguments_.models.size() > 1 ||
                                            !arguments_.without.empty() ||
                                            !arguments_.variants.empty(),
                                   .witness = shows_witness(),
                                   .races = always || session_.single,
                                   .race_witnesses = always,
                                   .time = arguments_.time,
                                   .states = arguments_.states};
    if (is_kernel_)
        report::write_properties(result, text, sink);
    else
        report::write_text(result, text, sink);
    if (result.ambiguities) sink(report::ambiguities_to_text(result));
}

void Runner::judge(const CheckResult& result) {
    bool expected = compare_with_table(result);
    for (const ClaimResult& claim : result.claims) {
        expected = true;
        if (claim.status == ClaimStatus::met) ++run_.counts.met_claims;
        if (claim.status == ClaimStatus::met) continue;
        const bool failed = claim.status == ClaimStatus::failed;
        if (failed) ++run_.counts.failed_claims;
        say({report::claim_problem(result, claim)});
        raise(run_, failed ? ExitCode::expectation_failed : ExitCode::unknown);
    }
    if (!expected && result.verdict == Verdict::unknown) raise(run_, ExitCode::unknown);
    if (is_kernel_ && result.verdict == Verdict::fails) raise(run_, ExitCode::expectation_failed);
}

void Runner::reject_undefined(const CheckResult& result, const model::MemoryModel& model) {
    if (is_kernel_) return;
    const auto kinds = enumerator::unexpected_kinds(result.answer, result.claims, model);
    if (kinds.empty()) return;
    // As SARIF the result's findings tell it already.
    run_.err += render(report::undefined_problems(result, kinds), session_.colour);
    raise(run_, ExitCode::expectation_failed);
}

bool Runner::compare_with_table(const CheckResult& result) {
    const ExpectedRow* row =
        session_.expected != nullptr ? session_.expected->find(input_) : nullptr;
    if (row == nullptr) return false;
    ++run_.counts.compared;
    const Comparison comparison = compare(*row, result);
    if (!comparison.disagreement.empty()) {
        ++run_.counts.disagreed;
        run_.err +=
            printable(input_.path) + ": " + comparison.disagreement + " (" + result.model + ")\n";
        raise(run_, ExitCode::expectation_failed);
    } else if (comparison.undecided) {
        run_.err +=
            printable(input_.path) + ": undecided: " + result.reason + " (" + result.model + ")\n";
        raise(run_, ExitCode::unknown);
    }
    return true;
}

void Runner::reject(const Diagnostics& problems, const std::string& model) {
    ++run_.counts.rejected;
    say(problems);
    if (arguments_.json && !arguments_.quiet && !arguments_.dump) {
        separate(session_, run_);
        print(session_, run_, report::rejection_to_json(input_.path, model, problems));
    }
    raise(run_, ExitCode::bad_input);
}

void Runner::show_kernels(const SourcePtr& source) {
    const litmus::KernelLaunch& launch = arguments_.launch;
    if (!is_kernel_ || !has_no_launch(launch)) return;
    if (is_launch_file(name_of(arguments_, input_.path))) return;
    const auto program = runtime::compile(source, {.definitions = launch.definitions,
                                                   .include_paths = launch.include_paths,
                                                   .only_signatures = true});
    if (program)
        run_.err += overview_of(**program, "check", name_of(arguments_, input_.path), launch);
}

std::vector<std::string> Runner::models_for(const litmus::LitmusTest& test) const {
    if (!arguments_.models.empty()) return arguments_.models;
    return {std::string(enumerator::default_model(test))};
}

enumerator::CheckOptions Runner::options(const litmus::LitmusTest& test) const {
    enumerator::CheckOptions options = arguments_.check;
    options.budget = session_.budget;
    if (session_.single) options.jobs = job_count(arguments_);
    if (!shows_witness()) options.witnesses = model::Witnesses::families;
    if (arguments_.dump == Dump::executions) options.witnesses = model::Witnesses::all;
    if (is_kernel_) {
        options.outcomes = arguments_.outcomes;
        options.properties = properties();
    }
    // The verdict on a test without a condition is whether all its states are known.
    const bool shows_states =
        !arguments_.quiet || arguments_.verbose || arguments_.dump || arguments_.ambiguities;
    if (!shows_states && test.quantifier && !options.all_executions) options.verdict_only = true;
    if (session_.outcomes != nullptr)
        options.progress = [this](std::uint64_t) {
            ++*session_.outcomes;
            if (!arguments_.provoked.empty()) provoke(arguments_, input_, Stage::deciding);
        };
    return options;
}

std::vector<enumerator::Property> Runner::properties() const {
    return arguments_.properties.empty() ? enumerator::all_properties() : arguments_.properties;
}

std::vector<ClaimResult> Runner::all_claims(const CheckResult& result) const {
    std::vector<ClaimResult> claims;
    if (arguments_.without.empty()) claims = result.claims;
    for (const enumerator::Claim claim : arguments_.claims)
        claims.push_back({.claim = claim,
                          .status = enumerator::judge(claim, result.test.quantifier, result.answer),
                          .origin = "--expect",
                          .span = {}});
    return claims;
}

}  // namespace

Counts& Counts::operator+=(const Counts& other) {
    tests += other.tests;
    holds += other.holds;
    fails += other.fails;
    unknown += other.unknown;
    racy += other.racy;
    undefined += other.undefined;
    met_claims += other.met_claims;
    failed_claims += other.failed_claims;
    rejected += other.rejected;
    crashed += other.crashed;
    compared += other.compared;
    disagreed += other.disagreed;
    return *this;
}

void Counts::add(const CheckResult& result) {
    switch (result.verdict) {
        case Verdict::holds:
            ++holds;
            break;
        case Verdict::fails:
            ++fails;
            break;
        case Verdict::unknown:
            ++unknown;
            break;
    }
    if (result.racy.value_or(false)) ++racy;
    const auto is_other = [](const model::UndefinedEntry& entry) {
        return !model::is_race(entry.kind);
    };
    if (std::ranges::any_of(result.answer.undefined, is_other)) ++undefined;
}

Diagnostics crash_problem(const std::string& what) {
    return {{Severity::error, "E-INTERNAL", "internal error: " + what,
             "please report it with the test", nullptr, Span{}}};
}

void add_crash(const Session& session, const Input& input, const std::string& what, TestRun& run) {
    const CheckArguments& arguments = session.arguments;
    const Diagnostics problems = crash_problem(what);
    run.counts = {};
    run.counts.tests = run.counts.crashed = 1;
    run.err += "clmm: internal error: " + printable(input.path + ": " + what) + "\n";
    if (arguments.json && !arguments.quiet && !arguments.dump) {
        separate(session, run);
        print(session, run, report::rejection_to_json(input.path, {}, problems));
    }
    if (!arguments.sarif_file.empty()) {
        report::Finding finding = report::finding_of(problems.front());
        finding.message = input.path + ": " + finding.message;
        run.findings.push_back(std::move(finding));
    }
    raise(run, ExitCode::internal_error);
}

void add_unknown(const Session& session, const Input& input, StopReason reason, TestRun& run) {
    Runner(session, input, run).leave_unknown(reason);
}

TestRun run_test(const Session& session, const Input& input) noexcept {
    TestRun run;
    const auto fail = [&](const char* what) { add_crash(session, input, what, run); };
    try {
        Runner runner(session, input, run);
        provoke(session.arguments, input, Stage::begun);
        runner.run();
    } catch (const std::bad_alloc&) {
        fail("out of memory");
    } catch (const std::exception& error) {
        fail(error.what());
    }
    return run;
}

}  // namespace clmm::cli
