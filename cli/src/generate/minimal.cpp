#include "generate/minimal.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <ostream>

#include "clmm/report/suite.h"
#include "clmm/suites/weakenings.h"
#include "generate/folder.h"
#include "inputs.h"
#include "process/many_tests.h"
#include "process/part.h"
#include "state_file.h"
#include "version.h"

namespace clmm::cli {
namespace {

using suites::SuiteResult;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kMostCounted = 20'000'000;

class MinimalRun {
public:
    MinimalRun(const GenerateSetup& setup, std::ostream& out, std::ostream& err)
        : setup_(setup),
          out_(out),
          err_(err),
          state_(setup.arguments().check.state, err),
          key_(setup.key()) {}

    ExitCode operator()() {
        const GenerateArguments& arguments = setup_.arguments();
        if (const auto problems = unsupported(); !problems.empty()) return reject(problems);
        set_options();
        if (!go_on() || !join()) return ExitCode::bad_input;
        const auto found = suites::minimal_suite(setup_.model(), options_);
        if (is_watched_) err_ << "\r\033[K" << std::flush;
        if (!found) return reject(found.diagnostics());
        if (!save(*found, found->ended.empty())) return ExitCode::bad_input;
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
        is_watched_ = is_terminal(STDERR_FILENO) && check.progress != Choice::never;
        options_.progress = [this](const SuiteResult& now) {
            if (is_watched_) show(now);
            if (state_.is_due()) static_cast<void>(save(now, false));
        };
    }

    bool told(const Diagnostics& problems) const {
        reject(problems);
        return false;
    }

    bool go_on() {
        const auto file = state_.earlier();
        if (!file) return told(file.diagnostics());
        if (!*file) return true;
        auto known = report::read_suite_state(*file, key_);
        if (!known) return told(known.diagnostics());
        so_far_ = std::move(known).value();
        before_ = so_far_.programs;
        options_.so_far = &so_far_;
        return true;
    }

    /// What searches of all parts found.
    bool join() {
        const CheckArguments& check = setup_.arguments().check;
        std::vector<SuiteResult> parts;
        for (std::size_t i = 0; i < check.parts.size(); ++i) {
            const auto file = read_source(check.parts[i]);
            if (!file) return told(file.diagnostics());
            auto part = report::read_suite_state(*file, setup_.key({i + 1, check.parts.size()}));
            if (!part) return told(part.diagnostics());
            parts.push_back(std::move(part).value());
        }
        if (parts.empty()) return true;
        so_far_ = suites::joined(parts);
        options_.so_far = &so_far_;
        return true;
    }

    bool save(const SuiteResult& result, bool is_finished) {
        return !state_.is_kept() ||
               state_.write(part_of(report::to_state(result, key_), setup_.arguments().check,
                                    is_finished, {"--timeout"}));
    }

    void show(const SuiteResult& now) {
        if (!all_) all_ = generator::count_programs(options_.space, kMostCounted);
        const std::uint64_t mine = std::max<std::uint64_t>(1, *all_ / options_.shards);
        err_ << "\r\033[K" << now.programs << " of " << (*all_ == kMostCounted ? "at least " : "")
             << mine << " programs, " << now.found.size() << " tests";
        const double spent = std::chrono::duration<double>(Clock::now() - began_).count();
        if (now.programs > before_ && *all_ < kMostCounted && spent > 2)
            err_ << ", "
                 << static_cast<std::uint64_t>(
                        spent * static_cast<double>(mine - std::min(mine, now.programs)) /
                        static_cast<double>(now.programs - before_))
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
    StateFile state_;
    std::string key_;
    SuiteResult so_far_;
    std::uint64_t before_ = 0;  ///< programs of earlier searches
    std::optional<std::uint64_t> all_;
    bool is_watched_ = false;
    Clock::time_point began_ = Clock::now();
};

}  // namespace

ExitCode generate_minimal_suite(const GenerateSetup& setup, std::ostream& out, std::ostream& err) {
    return MinimalRun(setup, out, err)();
}

}  // namespace clmm::cli
