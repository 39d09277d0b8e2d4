#include "models_command.h"

#include <algorithm>
#include <ostream>

#include "clmm/model/memory_model.h"
#include "output/problems.h"

namespace clmm::cli {
namespace {

void list_models(std::ostream& out) {
    const std::vector<model::ShippedModel> models = model::shipped_models();
    std::size_t width = 0;
    for (const model::ShippedModel& model : models) width = std::max(width, model.name.size());
    for (const model::ShippedModel& model : models)
        out << model.name << std::string(width + 2 - model.name.size(), ' ') << model.summary
            << "\n";
}

}  // namespace

ExitCode run_models(const std::string& shown, std::ostream& out, std::ostream& err) {
    if (shown.empty()) {
        list_models(out);
        return ExitCode::as_expected;
    }
    const auto model = model::shipped_model(shown);
    if (!model) return rejected(model.diagnostics(), err);
    // The model's own file comes first; the rest are what it includes.
    out << model->program.sources.front()->text();
    return ExitCode::as_expected;
}

}  // namespace clmm::cli
