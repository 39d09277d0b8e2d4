#include "clmm/inputs/without_axioms.h"

#include "clmm/base/joined.h"
#include "clmm/language/names.h"

namespace clmm::inputs {
namespace {

Diagnostic no_such_axiom(const model::MemoryModel& model, const std::string& name) {
    std::vector<std::string> known;
    for (const model::Check& check : model.program.checks)
        if (check.role == model::CheckRole::axiom) known.push_back(check.name);
    std::string hint = language::did_you_mean(name, known);
    if (hint.empty()) hint = "its axioms are " + joined(known, ", ");
    return {Severity::error,
            "E-MODEL",
            "the model " + model.name + " has no axiom '" + name + "'",
            hint,
            nullptr,
            Span{}};
}

}  // namespace

Result<model::MemoryModel> without_axioms(const model::MemoryModel& model,
                                          const std::vector<std::string>& names) {
    model::MemoryModel weaker = model;
    for (const std::string& name : names) {
        const auto is_named = [&](const model::Check& check) {
            return check.role == model::CheckRole::axiom && check.name == name;
        };
        if (std::erase_if(weaker.program.checks, is_named) == 0)
            return Result<model::MemoryModel>::failure(no_such_axiom(model, name));
        weaker.name += (weaker.name == model.name ? " without " : ", ") + name;
    }
    return weaker;
}

}  // namespace clmm::inputs
