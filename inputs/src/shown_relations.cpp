#include "clmm/inputs/shown_relations.h"

#include <algorithm>
#include <cctype>
#include <iterator>

namespace clmm::inputs {
namespace {

bool is_expression(const std::string& shown) {
    return !std::ranges::all_of(shown, [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
    });
}

}  // namespace

Result<model::MemoryModel> model_showing(ModelStore& models, const std::string& word,
                                         const std::vector<std::string>& shown) {
    std::vector<std::string> expressions;
    std::ranges::copy_if(shown, std::back_inserter(expressions), is_expression);
    auto model = models.get_with(word, expressions);
    if (!model || expressions.empty()) return model;
    const model::Program& program = model->program;
    for (const model::Definition& each : program.definitions)
        if (std::ranges::find(expressions, each.name) != expressions.end() &&
            program[each.node].is_set)
            return Result<model::MemoryModel>::failure(
                {{Severity::error, "E-SELECT",
                  "--show: '" + each.name + "' is a set, not a relation",
                  "'[" + each.name + "]' is the relation of its actions with themselves", nullptr,
                  Span{}}});
    return model;
}

}  // namespace clmm::inputs
