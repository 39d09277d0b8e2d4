#include "separate/command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>
#include <set>

#include "clmm/report/separation.h"
#include "clmm/separation/difference.h"
#include "compare/test.h"
#include "output/problems.h"
#include "process/many_tests.h"
#include "search/chosen_space.h"
#include "search/kept_search.h"
#include "search/space_options.h"
#include "search/space_progress.h"
#include "selection.h"
#include "separate/contained.h"
#include "separate/explained.h"
#include "test_folder.h"
#include "version.h"

namespace clmm::cli {
namespace {

using separation::SeparateResult;
class SeparateRun {
public:
    SeparateRun(const SeparateArguments& arguments, std::ostream& out, std::ostream& err)
        : arguments_(arguments),
          out_(out),
          err_(err),
          watch_(arguments.check),
          models_(arguments.check.variants),
          kept_(arguments.check, arguments.state, report::read_separation_state, report::to_state,
                err),
          progress_(arguments.check, err) {}

    ExitCode operator()() {
        if (!prepare()) return ExitCode::bad_input;
        if (!arguments_.tests.empty())
            return run_contained(arguments_, model_, options_.check, out_, err_);
        if (!go_on() || !join()) return ExitCode::bad_input;
        const auto found = separation::separate(*model_[0], *model_[1], options_);
        watch_.hold();
        progress_.clear();
        if (!found) return rejected(found.diagnostics(), err_);
        if (!save(*found, found->ended.empty())) return ExitCode::bad_input;
        report::SeparationFacts facts{words_, options_, *found, {}};
        if (arguments_.explain)
            for (const separation::Separation& each : found->found)
                facts.explanations.push_back(explained(each, model_, words_, unlimited()));
        out_ << (arguments_.check.json ? report::to_json(facts, version())
                                       : report::to_text(facts));
        out_.flush();
        hint_at_rest(*found);
        if (!arguments_.output.empty() && !write_tests(*found)) return ExitCode::bad_input;
        return found->is_complete() ? ExitCode::as_expected : ExitCode::unknown;
    }

private:
    bool prepare() {
        const std::vector<std::string>& words = arguments_.check.inputs;
        if (words.size() != 2)
            return told({selection("two models are separated, not " + std::to_string(words.size()),
                                   "clmm separate c11 rc11; NAME+SWITCH=VALUE sets a switch")},
                        err_);
        if (arguments_.only_races && arguments_.no_races)
            return told({selection("--only-races and --no-races leave nothing to look for")}, err_);
        if (!arguments_.tests.empty() &&
            (!arguments_.state.empty() || arguments_.explain || arguments_.check.shard.count > 1))
            return told({selection("--state, --shard and --explain are of searches of all tests of "
                                   "a vocabulary, not of --tests")},
                        err_);
        bool is_c = true;
        for (const std::size_t i : {0U, 1U}) {
            const ModelWord parsed = parse_model_word(words[i]);
            loaded_[i] = models_.get(parsed.model, parsed.switches);
            if (!*loaded_[i]) return told(loaded_[i]->diagnostics(), err_);
            model_[i] = &**loaded_[i];
            words_[i] = words[i];
            is_c = is_c && is_about_c(parsed.model);
        }
        options_.space = arguments_.space;
        if (!arguments_.language.empty()) is_c = arguments_.language == "C";
        if (const Diagnostics wrong = set_language(options_.space, is_c); !wrong.empty())
            return told(wrong, err_);
        needs_ = needs_of(separation::differing_names(model_[0]->program, model_[1]->program),
                          options_.space.dialect);
        if (arguments_.tests.empty()) options_.space = with_needs(options_.space, needs_);
        set_limits();
        return true;
    }

    /// What could separate, and is in no test that was looked at.
    void hint_at_rest(const SeparateResult& found) {
        if (!found.found.empty() || !found.is_complete()) return;
        const std::string options = missing_options(options_.space, needs_);
        if (options.empty() && !needs_.beyond) return;
        show_problems(
            {Diagnostic{Severity::note, "", "these tests lack what differs",
                        options.empty() ? "--tests FILE looks at what a written test contains: "
                                          "commands, images and allocations are in no vocabulary"
                                        : "add " + options,
                        nullptr, Span{}}},
            err_);
    }

    void set_limits() {
        options_.shard = arguments_.check.shard.index;
        options_.shards = arguments_.check.shard.count;
        options_.jobs = job_count(arguments_.check);
        options_.both = arguments_.both;
        options_.states = !arguments_.only_races;
        options_.races = !arguments_.no_races;
        options_.check = search_options(arguments_.check, watch_.flag());
        options_.progress = [this](const SeparateResult& now) {
            progress_.show(options_.space, options_.shards, now.tests, "tests",
                           std::to_string(now.found.size()) + " separate");
            if (kept_.is_due()) static_cast<void>(save(now, false));
        };
    }

    /// What was found is explained however little time is left.
    [[nodiscard]] enumerator::CheckOptions unlimited() const {
        enumerator::CheckOptions check = options_.check;
        check.budget = Budget();
        return check;
    }

    /// What a state's file has to be about.
    [[nodiscard]] std::string key(const Shard& part) const {
        return state_key({generator::describe(options_.space), std::to_string(part.index),
                          std::to_string(part.count), std::to_string(int{options_.both}),
                          std::to_string(int{options_.states} + 2 * int{options_.races})},
                         part, {model_.begin(), model_.end()});
    }

    [[nodiscard]] std::string key() const { return key(arguments_.check.shard); }

    bool go_on() {
        auto known = kept_.earlier(key());
        if (!known) return told(known.diagnostics(), err_);
        if (!*known) return true;
        so_far_ = std::move(**known);
        progress_.go_on_from(so_far_.tests);
        options_.so_far = &so_far_;
        return true;
    }

    /// What searches of all parts found: no other test separates.
    bool join() {
        const auto parts = kept_.parts([&](const Shard& part) { return key(part); });
        if (!parts) return told(parts.diagnostics(), err_);
        if (parts->empty()) return true;
        for (const SeparateResult& part : *parts) {
            for (const separation::Separation& each : part.found) known_.insert(each.number);
            known_.insert(part.undecided.begin(), part.undecided.end());
        }
        options_.known = &known_;
        return true;
    }

    bool save(const SeparateResult& result, bool is_finished) {
        return kept_.save(result, key(), is_finished);
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
    SpaceNeeds needs_;
    KeptSearch<SeparateResult> kept_;
    SeparateResult so_far_;
    std::set<std::uint64_t> known_;  ///< that parts found, or left open
    SpaceProgress progress_;
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
    command
        .add_option("--tests", arguments.tests, "look at what these tests contain, at no others")
        ->type_name("FILE|DIR|@LIST")
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
