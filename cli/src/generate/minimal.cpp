#include "generate/minimal.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <ostream>

#include "clmm/report/suite.h"
#include "generate/folder.h"
#include "process/many_tests.h"
#include "version.h"

namespace clmm::cli {
namespace {

using suites::SuiteResult;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kMostCounted = 20'000'000;

class MinimalRun {
public:
    MinimalRun(const GenerateSetup& setup, std::ostream& out, std::ostream& err)
        : setup_(setup), out_(out), err_(err) {}

    ExitCode operator()() {
        const GenerateArguments& arguments = setup_.arguments();
        if (const auto problems = unsupported(); !problems.empty()) return reject(problems);
        set_options();
        const auto found = suites::minimal_suite(setup_.model(), options_);
        if (is_watched_) err_ << "\r\033[K" << std::flush;
        if (!found) return reject(found.diagnostics());
        std::vector<suites::Mutant> mutants;
        std::vector<suites::MutantVerdict> verdicts;
        if (arguments.mutants) {
            auto made = suites::mutants_of(setup_.model());
            if (!made) return reject(made.diagnostics());
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
    ExitCode reject(const Diagnostics& problems) const {
        err_ << clmm::render(problems);
        return ExitCode::bad_input;
    }

    [[nodiscard]] Diagnostics unsupported() const {
        const auto& modifications = setup_.space().modifications;
        const bool has_others = std::ranges::any_of(
            modifications, [](auto each) { return each != generator::Modification::exchange; });
        if (has_others || setup_.space().compare_exchange)
            return {selection("the read-modify-writes of minimal suites are exchanges",
                              "--rmw exchange; what is left of the others without one of several "
                              "writes has no one final state")};
        return {};
    }

    void set_options() {
        const CheckArguments& check = setup_.arguments().check;
        options_.space = setup_.space();
        options_.shard = check.shard.index;
        options_.shards = check.shard.count;
        options_.jobs = job_count(check);
        options_.check = setup_.check();
        is_watched_ = is_terminal(STDERR_FILENO) && check.progress != Choice::never;
        if (is_watched_) options_.progress = [this](const SuiteResult& now) { show(now); };
    }

    void show(const SuiteResult& now) {
        if (!all_) all_ = generator::count_programs(options_.space, kMostCounted);
        const std::uint64_t mine = std::max<std::uint64_t>(1, *all_ / options_.shards);
        err_ << "\r\033[K" << now.programs << " of " << (*all_ == kMostCounted ? "at least " : "")
             << mine << " programs, " << now.found.size() << " tests";
        const double spent = std::chrono::duration<double>(Clock::now() - began_).count();
        if (now.programs > 0 && *all_ < kMostCounted && spent > 2)
            err_ << ", "
                 << static_cast<std::uint64_t>(
                        spent * static_cast<double>(mine - std::min(mine, now.programs)) /
                        static_cast<double>(now.programs))
                 << " s to go";
        err_ << std::flush;
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
    std::optional<std::uint64_t> all_;
    bool is_watched_ = false;
    Clock::time_point began_ = Clock::now();
};

}  // namespace

ExitCode generate_minimal_suite(const GenerateSetup& setup, std::ostream& out, std::ostream& err) {
    return MinimalRun(setup, out, err)();
}

}  // namespace clmm::cli
