#include "check/dump.h"

#include "clmm/engines/built_in.h"
#include "clmm/model/evaluator.h"
#include "clmm/report/proof.h"

namespace clmm::cli {
namespace {

using litmus::EventStructure;

std::string pairs(const BitMatrix& relation, bool is_set) {
    std::string text;
    relation.for_each([&](std::size_t a, std::size_t b) {
        text += is_set ? " e" + std::to_string(a)
                       : " e" + std::to_string(a) + "->e" + std::to_string(b);
    });
    return text;
}

std::string static_relations(const EventStructure& structure) {
    return "sb:" + pairs(structure.sb, false) + "\ndata:" + pairs(structure.data, false) +
           "\naddr:" + pairs(structure.addr, false) + "\nctrl:" + pairs(structure.ctrl, false) +
           "\nrmw:" + pairs(structure.rmw, false) + "\n";
}

/// Each named definition of the model with the pairs that must and those that may be in it.
std::string bounded_definitions(const EventStructure& structure, const model::MemoryModel& model) {
    const model::Evaluator evaluator(model, structure);
    std::string text;
    for (const model::Definition& definition : model.program.definitions) {
        model::Bounds bounds = evaluator.bounds(definition.node);
        const bool is_set = model.program[definition.node].is_set;
        text += definition.name + " must:" + pairs(bounds.must, is_set) + "\n";
        bounds.may -= bounds.must;
        text += definition.name + " may:" + pairs(bounds.may, is_set) + "\n";
    }
    return text;
}

}  // namespace

bool is_model_free(Dump dump) {
    return dump == Dump::tree || dump == Dump::test || dump == Dump::events;
}

Result<std::string> dump_test(Dump dump, const litmus::LitmusTest& test,
                              const enumerator::CheckOptions& options) {
    if (dump == Dump::test) return to_text(test);
    const auto structure =
        litmus::unfold(test, {.unroll = options.unroll,
                              .event_limit = options.event_limit.value_or(litmus::kUsualEvents)});
    if (!structure) return Result<std::string>::failure(structure.diagnostics());
    return Result<std::string>(to_text(*structure), structure.diagnostics());
}

Result<std::string> dump_structure(Dump dump, const litmus::LitmusTest& test,
                                   const EventStructure& structure, const model::MemoryModel& model,
                                   const enumerator::CheckOptions& options) {
    if (dump == Dump::structure)
        return report::structure_to_json(test, structure, model,
                                         enumerator::forbidden_thin_air(model, options));
    if (dump == Dump::smt2) return engines::smt2(structure, model);
    return static_relations(structure) + bounded_definitions(structure, model);
}

}  // namespace clmm::cli
