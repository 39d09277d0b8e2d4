#include "lower/trial.h"

#include "clmm/lowering/compare.h"
#include "clmm/report/lowering.h"
#include "clmm/targets/languages.h"
#include "lower/run_compiler.h"

namespace clmm::cli {
namespace {

Cell cell_of(const generator::Program& program, const lowering::Comparison& compared) {
    switch (compared.verdict) {
        case lowering::Verdict::sound:
            return {Fate::sound, {}};
        case lowering::Verdict::broken:
            return {Fate::broken, compared.extra.empty()
                                      ? "what the target does is undefined"
                                      : generator::to_text(program, compared.extra.front().state)};
        case lowering::Verdict::undefined_source:
            return {Fate::undefined, {}};
        default:
            return {Fate::unknown, compared.reason};
    }
}

}  // namespace

std::string in_one_line(const Diagnostics& problems) {
    const Diagnostic& first = problems.front();
    std::string text = first.message;
    if (first.source) {
        const auto at = first.source->position(first.span.begin);
        text = first.source->name() + ":" + std::to_string(at.line) + ":" +
               std::to_string(at.column) + ": " + text;
    }
    return text;
}

ModelStore::Loaded CompilerTrial::source_model(const litmus::LitmusTest& test,
                                               const generator::Program& program) {
    const auto& words = arguments_.check.models;
    // Compilers take C as it is: with load buffering.
    if (words.empty() && arguments_.check.variants.empty() &&
        program.dialect == generator::Dialect::c)
        return models_.get("rc11", "load-buffering", "allowed");
    return models_.get(words.empty() ? std::string(enumerator::default_model(test)) : words[0]);
}

compilers::CompilerCommand CompilerTrial::command(const std::string& word,
                                                  generator::Dialect dialect) const {
    auto made = compilers::compiler_command(word, dialect).value();
    if (made.architecture == nullptr)
        made.architecture = compilers::find_architecture(arguments_.compiled.architecture);
    return made;
}

Cell CompilerTrial::operator()(const generator::Program& program, const model::MemoryModel& model,
                               const compilers::CompilerCommand& command, TrialDetails* details,
                               const SourcePtr& written) {
    const auto assembly = compile(command, program, details != nullptr ? &details->log : nullptr);
    if (assembly && details != nullptr) details->assembly = (*assembly)->text();
    if (!assembly) return {Fate::not_compiled, in_one_line(assembly.diagnostics())};
    const auto machine = machine_of(command, **assembly);
    if (!machine) return {Fate::not_read, in_one_line(machine.diagnostics())};
    const auto lowered = compilers::read_assembly(program, assembly.value(), **machine);
    if (!lowered) return {Fate::not_read, in_one_line(lowered.diagnostics())};
    std::string word =
        arguments_.target_model.empty() ? std::string((*machine)->model) : arguments_.target_model;
    // One language is decided by one model, read otherwise if that is asked.
    if (word.empty() && !arguments_.target_variants.empty())
        word = arguments_.check.models.empty() ? model.name : arguments_.check.models.front();
    const auto target = word.empty() ? nullptr : target_models_.get(word);
    if (target && !*target) return {Fate::not_read, in_one_line(target->diagnostics())};
    const model::MemoryModel& target_model = target ? target->value() : model;
    const auto compared =
        lowering::compare(program, *lowered, model, target_model, arguments_.check.check);
    if (!compared) return {Fate::not_read, in_one_line(compared.diagnostics())};
    if (details != nullptr) {
        const lowering::Mapping none;
        report::LoweringFacts facts{program, none, *lowered, *compared, model, target_model};
        facts.made_by = "Compiler " + command.name;
        facts.written = written;
        details->told = report::to_text(facts);
        details->findings = report::findings_of(facts);
    }
    return cell_of(program, *compared);
}

}  // namespace clmm::cli
