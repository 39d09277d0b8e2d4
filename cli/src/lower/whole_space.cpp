#include "lower/whole_space.h"

#include <unistd.h>

#include <ostream>

#include "clmm/lowering/sweep.h"
#include "clmm/report/lowering.h"
#include "process/many_tests.h"
#include "process/process.h"

namespace clmm::cli {
namespace {

using lowering::Mapping;
using lowering::SweepOptions;
using lowering::SweepResult;

class SpaceRun {
public:
    SpaceRun(const LowerArguments& arguments, const Mapping& mapping, std::ostream& out,
             std::ostream& err)
        : arguments_(arguments),
          mapping_(mapping),
          out_(out),
          err_(err),
          models_(arguments.check.variants),
          target_models_({}) {}

    ExitCode operator()() {
        if (arguments_.check.json || !arguments_.output.empty() || !arguments_.check.inputs.empty())
            return reject({{Severity::error,
                            "E-SELECT",
                            "a test, --json and --output are about one test, --size about all",
                            {},
                            nullptr,
                            Span{}}});
        if (arguments_.check.models.size() > 1)
            return reject({{Severity::error, "E-SELECT", "this command is about one source model",
                            "name one with --model", nullptr, Span{}}});
        const auto source = models_.get(source_model());
        const auto target = target_models_.get(target_model());
        for (const auto& each : {source, target})
            if (!*each) return reject(each->diagnostics());
        prepare();
        return arguments_.minimal ? minimal(source->value(), target->value())
                                  : all(source->value(), target->value());
    }

private:
    [[nodiscard]] std::string source_model() const {
        if (!arguments_.check.models.empty()) return arguments_.check.models.front();
        if (!mapping_.source_model.empty()) return mapping_.source_model;
        return mapping_.source_dialect == "C" ? "rc11" : "opencl-3.0";
    }
    [[nodiscard]] std::string target_model() const {
        return arguments_.target_model.empty() ? mapping_.target_model : arguments_.target_model;
    }

    ExitCode reject(const Diagnostics& problems) {
        err_ << clmm::render(problems);
        return ExitCode::bad_input;
    }

    /// --timeout is that of the whole work here.
    void prepare() {
        options_.space = arguments_.space;
        options_.space.accesses = arguments_.size;
        options_.space.dialect =
            mapping_.source_dialect == "C" ? generator::Dialect::c : generator::Dialect::opencl;
        options_.shard = arguments_.check.shard.index;
        options_.shards = arguments_.check.shard.count;
        options_.jobs = job_count(arguments_.check);
        options_.check = arguments_.check.check;
        options_.check.timeout.reset();
        options_.check.budget = common_budget(arguments_.check, watch_.flag());
        if (arguments_.check.check.timeout)
            options_.check.budget.set_timeout(*arguments_.check.check.timeout);
        const bool is_watched = is_terminal(STDERR_FILENO);
        options_.progress = [this, is_watched](std::uint64_t programs) {
            if (is_watched) err_ << '\r' << programs << " tests" << std::flush;
        };
    }

    void head(const model::MemoryModel& source, const model::MemoryModel& target) {
        out_ << "Mapping " << mapping_.name << "\nSource " << source.name << "\nTarget "
             << target.name << "\nTests " << generator::describe(options_.space) << "\n";
        if (options_.shards > 1)
            out_ << "Part " << options_.shard << " of " << options_.shards << "\n";
        out_ << "\n";
    }

    ExitCode all(const model::MemoryModel& source, const model::MemoryModel& target) {
        head(source, target);
        const auto swept = lowering::sweep(mapping_, source, target, options_);
        if (!swept) return reject(swept.diagnostics());
        table(*swept);
        lines(*swept);
        for (const lowering::Counterexample& each : swept->counterexamples)
            if (const ExitCode shown = show(each, source, target); shown == ExitCode::bad_input)
                return shown;
        if (swept->broken > 0) return ExitCode::expectation_failed;
        return swept->is_complete() ? ExitCode::as_expected : ExitCode::unknown;
    }

    void table(const SweepResult& swept) {
        const std::pair<const char*, std::uint64_t> rows[] = {
            {"tests", swept.programs},
            {"sound", swept.sound},
            {"undefined where the target goes further", swept.undefined},
            {"broken", swept.broken},
            {"unknown", swept.unknown},
            {"not lowered", swept.not_lowered}};
        for (const auto& [what, count] : rows) {
            const std::string number = std::to_string(count);
            out_ << std::string(number.size() < 10 ? 10 - number.size() : 0, ' ') << number << "  "
                 << what << "\n";
        }
        for (const auto& [reason, count] : swept.open)
            out_ << "            " << count << ": " << reason << "\n";
        if (!swept.ended.empty())
            out_ << "Ended before all tests were decided: " << swept.ended << "\n";
    }

    void lines(const SweepResult& swept) {
        out_ << "\nTests by lines of the mapping\n";
        for (std::size_t i = 0; i < mapping_.rules.size(); ++i) {
            const lowering::Rule& rule = mapping_.rules[i];
            if (swept.uses[i] == 0 && is_code(rule)) continue;
            const std::string number = std::to_string(swept.uses[i]);
            out_ << std::string(number.size() < 10 ? 10 - number.size() : 0, ' ') << number << "  "
                 << mapping_.file->position(rule.span.begin).line << ": "
                 << lowering::text_of(mapping_, rule) << "\n";
        }
    }

    static bool is_code(const lowering::Rule& rule) {
        for (const char* word : {"load", "store", "rmw", "cas", "fence", "barrier"})
            if (rule.operation == word) return false;
        return true;
    }

    ExitCode show(const lowering::Counterexample& found, const model::MemoryModel& source,
                  const model::MemoryModel& target) {
        generator::Program program = found.program;
        program.name = "counterexample-" + std::to_string(found.number + 1);
        const auto lowered = lowering::lower(program, mapping_, nullptr);
        if (!lowered) return reject(lowered.diagnostics());
        const auto compared = lowering::compare(program, *lowered, source, target, options_.check);
        if (!compared) return reject(compared.diagnostics());
        out_ << "\nThe first counterexample with these lines\n\n"
             << report::to_text({program, mapping_, *lowered, *compared, source, target});
        return ExitCode::as_expected;
    }

    /// Each weaker form of an instruction: the first test that it breaks, or none up to the size.
    ExitCode minimal(const model::MemoryModel& source, const model::MemoryModel& target) {
        head(source, target);
        bool is_certain = true;
        std::size_t needed = 0, spare = 0;
        for (const lowering::Mutant& mutant : lowering::mutants_of(mapping_)) {
            SweepOptions options = options_;
            options.stop_at_first = true;
            options.about_line = mutant.rule;
            const auto swept = lowering::sweep(mutant.mapping, source, target, options);
            if (!swept) return reject(swept.diagnostics());
            describe(mutant);
            if (swept->broken > 0) {
                ++needed;
                out_ << "  needed: without it this test breaks (" << swept->programs
                     << " tests with the line)\n"
                     << indented(generator::to_litmus(swept->counterexamples.front().program));
            } else if (swept->is_complete() && swept->programs > 0) {
                ++spare;
                out_ << "  not needed up to this size: " << swept->programs
                     << " tests with the line, none breaks\n";
            } else {
                is_certain = false;
                out_ << "  unknown: " << why(*swept) << "\n";
            }
            out_ << std::flush;
        }
        out_ << "\n"
             << needed << " weaker forms break a test, " << spare << " do not up to this size\n";
        return is_certain ? ExitCode::as_expected : ExitCode::unknown;
    }

    void describe(const lowering::Mutant& mutant) {
        const lowering::Rule& rule = mapping_.rules[mutant.rule];
        out_ << mapping_.file->position(rule.span.begin).line << ": "
             << lowering::text_of(mapping_, rule) << "\n  " << mutant.was << " -> "
             << (mutant.is.empty() ? "nothing" : mutant.is) << "\n";
    }

    static std::string why(const SweepResult& swept) {
        if (!swept.ended.empty()) return swept.ended;
        if (!swept.open.empty()) return swept.open.begin()->first;
        return "no test of these has the line";
    }

    static std::string indented(const std::string& text) {
        std::string made = "    ";
        for (const char c : text) {
            made += c;
            if (c == '\n') made += "    ";
        }
        return made.substr(0, made.size() - 4);
    }

    const LowerArguments& arguments_;
    const Mapping& mapping_;
    std::ostream& out_;
    std::ostream& err_;
    InterruptWatch watch_;
    ModelStore models_;
    ModelStore target_models_;  ///< variants are the source's
    SweepOptions options_;
};

}  // namespace

ExitCode lower_whole_space(const LowerArguments& arguments, const Mapping& mapping,
                           std::ostream& out, std::ostream& err) {
    return SpaceRun(arguments, mapping, out, err)();
}

}  // namespace clmm::cli
