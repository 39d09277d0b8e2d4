#include "lower/one_test.h"

#include <ostream>

#include "clmm/enumerator/explanation.h"
#include "clmm/enumerator/repair.h"
#include "clmm/lowering/compare.h"
#include "clmm/lowering/read_program.h"
#include "clmm/report/explanation.h"
#include "clmm/report/lowering.h"
#include "clmm/report/repair.h"
#include "clmm/report/value.h"
#include "clmm/targets/languages.h"
#include "explain/picture_format.h"
#include "explain/single_test.h"
#include "lower/mapping_file.h"
#include "output/files.h"
#include "output/problems.h"
#include "version.h"

namespace clmm::cli {
namespace {

class LowerRun {
public:
    LowerRun(const LowerArguments& arguments, const LoweringBy& by, std::ostream& out,
             std::ostream& err)
        : arguments_(arguments),
          by_(by),
          mapping_(by.mapping),
          out_(out),
          err_(err),
          models_(source_variants(arguments, by.mapping)),
          target_models_(target_variants(arguments, by.mapping)) {}

    ExitCode operator()() {
        CheckArguments wanted = arguments_.check;
        if (wanted.models.empty() && !mapping_.source_model.empty())
            wanted.models.push_back(mapping_.source_model);
        const auto source = single_test(wanted, models_, err_);
        if (!source) return rejected(source.diagnostics(), err_);
        const auto named = named_target_model(source->test);
        if (named && !*named) return rejected(named->diagnostics(), err_);
        auto program = lowering::read_program(source->test);
        if (!program) return rejected(program.diagnostics(), err_);
        auto lowered = by_.lower(*program, source->test.source);
        if (!lowered) return rejected(lowered.diagnostics(), err_);
        if (arguments_.lowered_only) return print_lowered(*lowered);
        const auto model = source_model(*program, *source);
        if (!*model) return rejected(model->diagnostics(), err_);
        written_ = source->test.source;
        return decide(*program, *lowered, model->value(), (named ? named : model)->value());
    }

private:
    /// Compilers take C as it is: with load buffering.
    ModelStore::Loaded source_model(const generator::Program& program, const SingleTest& source) {
        const bool is_named =
            !arguments_.check.models.empty() || !arguments_.check.variants.empty();
        if (by_.made_by.empty() || is_named || program.dialect != generator::Dialect::c)
            return source.model;
        return models_.get("rc11", "load-buffering", "allowed");
    }

    /// Null: the source's own, with its variants.
    [[nodiscard]] ModelStore::Loaded named_target_model(const litmus::LitmusTest& test) {
        const std::string& word =
            arguments_.target_model.empty() ? mapping_.target_model : arguments_.target_model;
        if (!word.empty()) return target_models_.get(word);
        if (arguments_.target_variants.empty()) return nullptr;
        const auto& models = arguments_.check.models;
        return target_models_.get(models.empty() ? std::string(enumerator::default_model(test))
                                                 : models.front());
    }

    ExitCode print_lowered(const lowering::Lowered& lowered) {
        for (std::size_t i = 0; i < lowered.variants.size(); ++i)
            out_ << (i == 0 ? "" : "\n") << lowered.variants[i].text;
        return ExitCode::as_expected;
    }

    ExitCode decide(const generator::Program& program, const lowering::Lowered& lowered,
                    const model::MemoryModel& source, const model::MemoryModel& target) {
        auto compared = lowering::compare(program, lowered, source, target, search_.check);
        if (!compared) return rejected(compared.diagnostics(), err_);
        show_problems(compared->source.warnings, err_);
        report::LoweringFacts facts{program, mapping_, lowered, *compared, source, target};
        facts.made_by = by_.made_by;
        facts.written = written_;
        const auto why = explain(compared.value(), program, source);
        if (why) {
            told_ = report::tell(compared->source, source, *why);
            facts.why_forbidden = report::to_text(told_, compared->source);
            show_excluded(facts);
            facts.missing = missing(*compared, lowered, target);
        }
        out_ << (arguments_.check.json ? report::to_json(facts, version())
                                       : report::to_text(facts));
        if (!arguments_.output.empty() && !draw(facts)) return ExitCode::bad_input;
        if (!write_reports(facts)) return ExitCode::bad_input;
        return code_of(compared->verdict);
    }

    /// What the source has against the first state that it has not.
    std::optional<enumerator::StateExplanation> explain(lowering::Comparison& compared,
                                                        const generator::Program& program,
                                                        const model::MemoryModel& model) {
        if (compared.verdict != lowering::Verdict::broken || compared.extra.empty())
            return std::nullopt;
        std::string state = generator::to_text(program, compared.extra.front().state);
        auto question = enumerator::question_of_state(compared.source.structure, state);
        if (!question) return std::nullopt;
        const enumerator::ExplainOptions options{
            .check = search_.check, .arguments = 1, .expected = false};
        return enumerator::explain_state(compared.source.structure, model,
                                         std::move(question).value(), options);
    }

    /// The fewest fences that forbid the first state on the target; empty where its language knows
    /// none, or no one or two are enough.
    [[nodiscard]] std::string missing(const lowering::Comparison& compared,
                                      const lowering::Lowered& lowered,
                                      const model::MemoryModel& target) const {
        const lowering::ExtraState& extra = compared.extra.front();
        const enumerator::CheckResult& result = compared.targets[extra.variant];
        const auto test = targets::read_test(std::make_shared<Source>(
            result.test.name, lowered.variants[extra.variant].text +
                                  condition_of(result, result.answer.outcomes[extra.outcome])));
        if (!test) return {};
        enumerator::RepairOptions options{.goal = enumerator::RepairGoal::forbid,
                                          .check = arguments_.check.check};
        if (options.check.timeout) options.check.budget.set_timeout(*options.check.timeout);
        const auto repaired = enumerator::repair(*test, target, options);
        return repaired && !repaired->repairs.empty() ? report::repair_to_text(*repaired)
                                                      : std::string();
    }

    /// `exists (0:EAX=0 /\ x=1)`
    static std::string condition_of(const enumerator::CheckResult& result,
                                    const model::OutcomeEntry& outcome) {
        std::string state = report::format_state(result.structure, outcome);
        while (state.ends_with(';') || state.ends_with(' ')) state.pop_back();
        std::string text = "exists (";
        for (const char each : state)
            text += each == ';' ? std::string(" /\\") : std::string(1, each);
        return text + ")\n";
    }

    void show_excluded(report::LoweringFacts& facts) const {
        for (const report::ToldArgument& argument : told_.arguments)
            for (const report::ToldCase& each : argument.cases)
                if (facts.forbidden == nullptr && each.would_be != nullptr) {
                    facts.forbidden = each.would_be;
                    facts.forbidden_structure = each.structure;
                }
    }

    bool write_reports(const report::LoweringFacts& facts) {
        out_.flush();  // a report may go where the text goes
        const std::string& sarif = arguments_.check.sarif_file;
        if (!sarif.empty() &&
            !write_file(report::to_sarif(report::findings_of(facts), version()), sarif, err_))
            return false;
        if (arguments_.page.empty()) return true;
        const auto page = report::to_html(facts, version());
        if (!page) err_ << clmm::render(page.diagnostics());
        return page && write_file(*page, arguments_.page, err_);
    }

    bool draw(const report::LoweringFacts& facts) {
        const std::vector<report::Graph> graphs = report::draw(facts);
        const auto format = picture_format(arguments_.output, {}, report::GraphFormat::dot);
        if (!format) {
            show_problems(format.diagnostics(), err_);
            return false;
        }
        return write_pictures(graphs, *format, arguments_.style, arguments_.output,
                              facts.program.name, out_, err_);
    }

    static ExitCode code_of(lowering::Verdict verdict) {
        switch (verdict) {
            case lowering::Verdict::broken:
                return ExitCode::expectation_failed;
            case lowering::Verdict::unknown:
                return ExitCode::unknown;
            default:
                return ExitCode::as_expected;
        }
    }

    const LowerArguments& arguments_;
    const LoweringBy& by_;
    const lowering::Mapping& mapping_;
    std::ostream& out_;
    std::ostream& err_;
    const SingleSearch search_{arguments_.check};
    ModelStore models_;
    ModelStore target_models_;
    report::ToldExplanation told_;
    SourcePtr written_;  ///< the test as the user has it
};

}  // namespace

ExitCode lower_one_test(const LowerArguments& arguments, const LoweringBy& by, std::ostream& out,
                        std::ostream& err) {
    return LowerRun(arguments, by, out, err)();
}

ExitCode lower_one_test(const LowerArguments& arguments, const lowering::Mapping& mapping,
                        std::ostream& out, std::ostream& err) {
    const LoweringBy by{mapping,
                        [&](const generator::Program& program, const SourcePtr& source) {
                            return lowering::lower(program, mapping, source);
                        },
                        {}};
    return lower_one_test(arguments, by, out, err);
}

}  // namespace clmm::cli
