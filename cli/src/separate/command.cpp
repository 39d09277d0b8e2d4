#include "separate/command.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <ostream>
#include <set>

#include "clmm/report/separation.h"
#include "compare/test.h"
#include "inputs.h"
#include "process/many_tests.h"
#include "process/part.h"
#include "process/process.h"
#include "selection.h"
#include "separate/explained.h"
#include "space_options.h"
#include "state_file.h"
#include "test_folder.h"
#include "version.h"

namespace clmm::cli {
namespace {

using separation::SeparateResult;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kMostCounted = 20'000'000;

class SeparateRun {
public:
    SeparateRun(const SeparateArguments& arguments, std::ostream& out, std::ostream& err)
        : arguments_(arguments),
          out_(out),
          err_(err),
          watch_(arguments.check),
          models_(arguments.check.variants),
          state_(arguments.state, err) {}

    ExitCode operator()() {
        if (!prepare()) return ExitCode::bad_input;
        if (!go_on() || !join()) return ExitCode::bad_input;
        const auto found = separation::separate(*model_[0], *model_[1], options_);
        watch_.hold();
        if (is_watched_) err_ << "\r\033[K" << std::flush;
        if (!found) return reject(found.diagnostics());
        if (!save(*found, found->ended.empty())) return ExitCode::bad_input;
        report::SeparationFacts facts{words_, options_, *found, {}};
        if (arguments_.explain)
            for (const separation::Separation& each : found->found)
                facts.explanations.push_back(explained(each, model_, words_, unlimited()));
        out_ << (arguments_.check.json ? report::to_json(facts, version())
                                       : report::to_text(facts));
        out_.flush();
        if (!arguments_.output.empty() && !write_tests(*found)) return ExitCode::bad_input;
        return found->is_complete() ? ExitCode::as_expected : ExitCode::unknown;
    }

private:
    ExitCode reject(const Diagnostics& problems) const {
        err_ << clmm::render(problems);
        return ExitCode::bad_input;
    }

    bool told(const Diagnostics& problems) const {
        reject(problems);
        return false;
    }

    bool prepare() {
        const std::vector<std::string>& words = arguments_.check.inputs;
        if (words.size() != 2)
            return told({selection("two models are separated, not " + std::to_string(words.size()),
                                   "clmm separate c11 rc11; NAME+SWITCH=VALUE sets a switch")});
        if (arguments_.only_races && arguments_.no_races)
            return told({selection("--only-races and --no-races leave nothing to look for")});
        bool is_c = true;
        for (const std::size_t i : {0U, 1U}) {
            const ModelWord parsed = parse_model_word(words[i]);
            loaded_[i] = models_.get(parsed.model, parsed.switches);
            if (!*loaded_[i]) return told(loaded_[i]->diagnostics());
            model_[i] = &**loaded_[i];
            words_[i] = words[i];
            is_c = is_c && is_about_c(parsed.model);
        }
        options_.space = arguments_.space;
        if (!arguments_.language.empty()) is_c = arguments_.language == "C";
        if (const Diagnostics wrong = set_language(options_.space, is_c); !wrong.empty())
            return told(wrong);
        set_limits();
        return true;
    }

    void set_limits() {
        options_.shard = arguments_.check.shard.index;
        options_.shards = arguments_.check.shard.count;
        options_.jobs = job_count(arguments_.check);
        options_.both = arguments_.both;
        options_.states = !arguments_.only_races;
        options_.races = !arguments_.no_races;
        options_.check = search_options(arguments_.check, watch_.flag());
        is_watched_ = is_terminal(STDERR_FILENO) && arguments_.check.progress != Choice::never;
        options_.progress = [this](const SeparateResult& now) { show_progress(now); };
    }

    /// What was found is explained however little time is left.
    [[nodiscard]] enumerator::CheckOptions unlimited() const {
        enumerator::CheckOptions check = options_.check;
        check.budget = Budget();
        return check;
    }

    void show_progress(const SeparateResult& now) {
        if (is_watched_) {
            if (!all_) all_ = generator::count_programs(options_.space, kMostCounted);
            const std::uint64_t mine = std::max<std::uint64_t>(1, *all_ / options_.shards);
            err_ << "\r\033[K" << now.tests << " of " << (*all_ == kMostCounted ? "at least " : "")
                 << mine << " tests, " << now.found.size() << " separate";
            const double spent = std::chrono::duration<double>(Clock::now() - began_).count();
            if (now.tests > before_ && *all_ < kMostCounted && spent > 2)
                err_ << ", "
                     << static_cast<std::uint64_t>(
                            spent * static_cast<double>(mine - std::min(mine, now.tests)) /
                            static_cast<double>(now.tests - before_))
                     << " s to go";
            err_ << std::flush;
        }
        if (state_.is_due()) static_cast<void>(save(now, false));
    }

    /// What a state's file has to be about.
    [[nodiscard]] std::string key() const {
        return state_key({generator::describe(options_.space), std::to_string(options_.shard),
                          std::to_string(options_.shards), std::to_string(int{options_.both}),
                          std::to_string(int{options_.states} + 2 * int{options_.races})},
                         {model_.begin(), model_.end()});
    }

    bool go_on() {
        const auto file = state_.earlier();
        if (!file) return told(file.diagnostics());
        if (!*file) return true;
        auto known = report::read_separation_state(*file, key());
        if (!known) return told(known.diagnostics());
        so_far_ = std::move(known).value();
        before_ = so_far_.tests;
        options_.so_far = &so_far_;
        return true;
    }

    /// What searches of all parts found: no other test separates.
    bool join() {
        const std::vector<std::string>& parts = arguments_.check.parts;
        if (parts.empty()) return true;
        options_.shards = parts.size();
        for (std::size_t i = 0; i < parts.size(); ++i) {
            options_.shard = i + 1;
            const auto file = read_source(parts[i]);
            if (!file) return told(file.diagnostics());
            const auto part = report::read_separation_state(*file, key());
            if (!part) return told(part.diagnostics());
            for (const separation::Separation& each : part->found) known_.insert(each.number);
            known_.insert(part->undecided.begin(), part->undecided.end());
        }
        options_.shard = options_.shards = 1;
        options_.known = &known_;
        return true;
    }

    bool save(const SeparateResult& result, bool is_finished) {
        return !state_.is_kept() ||
               state_.write(part_of(report::to_state(result, key()), arguments_.check, is_finished,
                                    {"--timeout"}));
    }

    /// A file for each test, and a list of them.
    bool write_tests(const SeparateResult& result) {
        std::vector<NamedTest> tests;
        for (const separation::Separation& each : result.found)
            tests.emplace_back(each.program.name, separation::to_litmus(each, words_));
        return write_test_folder(tests, arguments_.output, err_);
    }

    const SeparateArguments& arguments_;
    std::ostream& out_;
    std::ostream& err_;
    SearchWatch watch_;
    ModelStore models_;
    std::array<ModelStore::Loaded, 2> loaded_;
    std::array<const model::MemoryModel*, 2> model_{};
    std::array<std::string, 2> words_;
    separation::SeparateOptions options_;
    StateFile state_;
    SeparateResult so_far_;
    std::set<std::uint64_t> known_;  ///< that parts found, or left open
    std::uint64_t before_ = 0;       ///< tests of earlier searches
    std::optional<std::uint64_t> all_;
    bool is_watched_ = false;
    Clock::time_point began_ = Clock::now();
};

}  // namespace

SeparateArguments::SeparateArguments() : space(small_space()) {}

void declare_separate_options(CLI::App& command, SeparateArguments& arguments) {
    command
        .add_option("models", arguments.check.inputs,
                    "two models: what the first allows and the second forbids")
        ->type_name("NAME[+SWITCH=VALUE…]|FILE.cat")
        ->required()
        ->expected(1, -1);
    const std::string group = "Tests";
    command.add_option("--size", arguments.space.accesses, "at most so many accesses (default 4)")
        ->type_name("N")
        ->check(CLI::Range(2, 8))
        ->group(group);
    declare_space_options(command, arguments.space, group);
    command
        .add_option("--language", arguments.language,
                    "of the tests (default: C where both models are C's, else OPENCL)")
        ->type_name("C|OPENCL")
        ->check(CLI::IsMember({"C", "OPENCL"}))
        ->group(group);
    const std::string search = "Search";
    command.add_flag("--both", arguments.both, "also what the second allows and the first forbids")
        ->group(search);
    command.add_flag("--no-races", arguments.no_races, "states alone")->group(search);
    command.add_flag("--only-races", arguments.only_races, "undefined behaviour alone")
        ->group(search);
    command
        .add_option("--state", arguments.state,
                    "keep in a file how far the search went, and go on from there")
        ->type_name("FILE.json")
        ->group(search);
    declare_search_limits(command, arguments.check);
    declare_common_limits(command, arguments.check);
    const std::string output = "Output";
    command.add_flag("--explain", arguments.explain, "why, under both models")->group(output);
    command.add_option("-o,--output", arguments.output, "also write the tests, and the list @all")
        ->type_name("DIR")
        ->group(output);
    command.add_flag("--json", arguments.check.json, "JSON in place of text")->group(output);
    declare_progress(command, arguments.check, output);
}

ExitCode run_separate(const SeparateArguments& arguments, std::ostream& out, std::ostream& err) {
    return SeparateRun(arguments, out, err)();
}

}  // namespace clmm::cli
