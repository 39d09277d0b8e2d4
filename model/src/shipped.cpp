#include <algorithm>
#include <string>

#include "clmm/model/memory_model.h"
#include "compile/cat_names.h"
#include "compile/model.h"
#include "compile/table.h"
#include "compiled_models.h"

namespace clmm::model {
namespace {

Diagnostic unknown_model(std::string_view name) {
    const std::vector<std::string_view> names = shipped_model_names();
    std::string all;
    for (const std::string_view each : names) all += (all.empty() ? "" : ", ") + std::string(each);
    const auto closest = closest_name(name, names);
    return {Severity::error,
            "E-MODEL",
            "there is no memory model '" + std::string(name) + "'",
            (closest ? "did you mean '" + *closest + "'? " : std::string()) + "There are " + all,
            nullptr,
            {}};
}

/// Up to the first full stop that ends a sentence, on one line.
std::string first_sentence(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    const std::size_t end = text.find(". ");
    if (end != std::string::npos) text.resize(end + 1);
    return text;
}

/// Whether the model would be the same without them.
bool are_defaults(const MemoryModel& model, const std::set<std::string>& variants) {
    return std::ranges::all_of(variants, [&](const std::string& variant) {
        const auto set = [&](const Switch& each) {
            return each.name + "=" + each.value == variant;
        };
        return std::ranges::any_of(model.switches, set);
    });
}

}  // namespace

Result<MemoryModel> shipped_model(std::string_view name, const LoadOptions& options) {
    const auto table = compiled_model(name);
    if (!table) return Result<MemoryModel>::failure(unknown_model(name));
    if (!options.includes) {
        MemoryModel model = read_table(*table);
        if (are_defaults(model, options.variants)) return model;
    }
    return load_model(shipped_file(std::string(name) + ".cat"), options);
}

std::vector<ShippedModel> shipped_models() {
    std::vector<ShippedModel> out;
    for (const std::string_view name : shipped_model_names())
        out.push_back(
            {std::string(name), first_sentence(read_table(*compiled_model(name)).documentation)});
    return out;
}

}  // namespace clmm::model
