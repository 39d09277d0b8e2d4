#include "lower/whole_space.h"

#include <optional>
#include <ostream>

#include "clmm/report/lowering.h"
#include "clmm/report/sweep.h"
#include "lower/compiled_threads.h"
#include "lower/mutants.h"
#include "lower/sweep_setup.h"
#include "lower/weaker_forms.h"
#include "output/problems.h"
#include "search/kept_search.h"
#include "selection.h"
#include "version.h"

namespace clmm::cli {
namespace {

using lowering::SweepResult;

std::string right_aligned(std::uint64_t count) {
    const std::string number = std::to_string(count);
    return std::string(number.size() < 10 ? 10 - number.size() : 0, ' ') + number + "  ";
}

bool is_code(const lowering::Rule& rule) {
    for (const char* word : {"load", "store", "rmw", "cas", "fence", "barrier"})
        if (rule.operation == word) return false;
    return true;
}

class SpaceRun {
public:
    SpaceRun(const LowerArguments& arguments, SweepSetup& setup, std::ostream& out,
             std::ostream& err)
        : arguments_(arguments),
          setup_(setup),
          mapping_(setup.mapping()),
          out_(out),
          kept_(arguments.check, arguments.state, report::read_state, report::to_state, err) {}

    ExitCode operator()() {
        if (!go_on() || !join()) return ExitCode::bad_input;
        auto swept = lowering::sweep(mapping_, setup_.source(), setup_.target(), setup_.options);
        setup_.hold();
        if (!swept) return rejected(swept.diagnostics(), setup_.err());
        if (!save(*swept, swept->ended.empty())) return ExitCode::bad_input;
        if (arguments_.check.json)
            out_ << report::to_json(
                {mapping_, setup_.options, *swept, setup_.source(), setup_.target()}, version());
        else if (const ExitCode shown = show(*swept); shown == ExitCode::bad_input)
            return shown;
        if (swept->broken > 0) return ExitCode::expectation_failed;
        return swept->is_complete() ? ExitCode::as_expected : ExitCode::unknown;
    }

private:
    /// What a state's file has to be about.
    [[nodiscard]] std::string key(const Shard& part) const {
        std::vector<std::string> texts{setup_.head(part), std::string(mapping_.file->text())};
        if (mapping_.linked_from)
            texts.emplace_back(mapping_.rules[*mapping_.linked_from].file->text());
        for (const lowering::Rule& each : mapping_.rules) texts.push_back(lowering::text_of(each));
        return state_key(std::move(texts), part, {&setup_.source(), &setup_.target()});
    }

    [[nodiscard]] std::string key() const { return key(arguments_.check.shard); }

    bool go_on() {
        setup_.options.progress = [this, shown = setup_.options.progress](const SweepResult& now) {
            shown(now);
            if (kept_.is_due()) static_cast<void>(save(now, false));
        };
        auto known = kept_.earlier(key());
        if (!known) return told(known.diagnostics(), setup_.err());
        if (!*known) return true;
        so_far_ = std::move(**known);
        setup_.options.so_far = &so_far_;
        return true;
    }

    /// What sweeps of all parts found.
    bool join() {
        const auto parts = kept_.parts([&](const Shard& part) { return key(part); });
        if (!parts) return told(parts.diagnostics(), setup_.err());
        if (parts->empty()) return true;
        so_far_ = lowering::joined(*parts);
        setup_.options.so_far = &so_far_;
        return true;
    }

    bool save(const SweepResult& result, bool is_finished) {
        return kept_.save(result, key(), is_finished);
    }

    ExitCode show(const SweepResult& swept) {
        out_ << setup_.head();
        table(swept);
        lines(swept);
        for (const lowering::Counterexample& each : swept.counterexamples)
            if (const ExitCode shown = show(each); shown == ExitCode::bad_input) return shown;
        return ExitCode::as_expected;
    }

    void table(const SweepResult& swept) {
        const std::pair<const char*, std::uint64_t> rows[] = {
            {"tests", swept.programs},
            {"sound", swept.sound},
            {"undefined where the target goes further", swept.undefined},
            {"broken", swept.broken},
            {"unknown", swept.unknown},
            {"not lowered", swept.not_lowered}};
        for (const auto& [what, count] : rows) out_ << right_aligned(count) << what << "\n";
        for (const auto& [reason, count] : swept.open)
            out_ << "            " << count << ": " << reason << "\n";
        if (!swept.ended.empty())
            out_ << "Ended before all tests were decided: " << swept.ended << "\n";
    }

    void lines(const SweepResult& swept) {
        const bool is_compiled = setup_.options.lowerer != nullptr;
        out_ << (is_compiled ? "\nTests by operations\n" : "\nTests by lines of the mapping\n");
        for (std::size_t i = 0; i < mapping_.rules.size(); ++i) {
            const lowering::Rule& rule = mapping_.rules[i];
            if (swept.uses[i] == 0 && (is_code(rule) || rule.is_inherited)) continue;
            out_ << right_aligned(swept.uses[i])
                 << (is_compiled ? "" : lowering::place_of(mapping_, rule) + ": ")
                 << lowering::text_of(rule) << "\n";
        }
    }

    ExitCode show(const lowering::Counterexample& found) {
        generator::Program program = found.program;
        program.name = "counterexample-" + std::to_string(found.number + 1);
        const auto lowered = this->lowered(program);
        if (!lowered) return rejected(lowered.diagnostics(), setup_.err());
        enumerator::CheckOptions check = setup_.options.check;
        check.budget = Budget();  // it was decided before, however little time is left
        const auto compared =
            lowering::compare(program, *lowered, setup_.source(), setup_.target(), check);
        if (!compared) return rejected(compared.diagnostics(), setup_.err());
        report::LoweringFacts facts{program,   mapping_,        *lowered,
                                    *compared, setup_.source(), setup_.target()};
        facts.made_by = setup_.made_by();
        out_ << "\nThe first counterexample with these "
             << (facts.made_by.empty() ? "lines" : "operations") << "\n\n"
             << report::to_text(facts);
        return ExitCode::as_expected;
    }

    [[nodiscard]] Result<lowering::Lowered> lowered(const generator::Program& program) const {
        lowering::Lowerer* const own = setup_.options.lowerer;
        if (own == nullptr) return lowering::lower(program, mapping_, nullptr);
        own->prepare({program});
        return own->lower(program);
    }

    const LowerArguments& arguments_;
    SweepSetup& setup_;
    const lowering::Mapping& mapping_;
    std::ostream& out_;
    KeptSearch<SweepResult> kept_;
    SweepResult so_far_;
};

}  // namespace

ExitCode lower_whole_space(const LowerArguments& arguments, const lowering::Mapping& mapping,
                           const compilers::CompilerCommand* compiler, std::ostream& out,
                           std::ostream& err) {
    const bool asks_for_mutants = arguments.mutants || !arguments.mutant.empty();
    const bool is_of_mutants = arguments.minimal || asks_for_mutants;
    if (is_of_mutants && (arguments.check.json || !arguments.state.empty()))
        return rejected({selection("--json and --state are not about --minimal and --mutants")},
                        err);
    SweepSetup setup(arguments, mapping, err);
    if (!setup.prepare()) return ExitCode::bad_input;
    std::optional<CompiledThreads> compiled;
    if (compiler != nullptr)
        setup.options.lowerer = &compiled.emplace(*compiler, setup.options.check.budget);
    if (asks_for_mutants) return report_mutants(setup, arguments.mutant, out);
    if (arguments.minimal) return report_weaker_forms(setup, out);
    return SpaceRun(arguments, setup, out, err)();
}

}  // namespace clmm::cli
