#include <algorithm>
#include <string>

#include "clmm/model/memory_model.h"
#include "compile/cat_names.h"
#include "compile/embedded_models.h"
#include "compile/model.h"

namespace clmm::model {
namespace {

constexpr std::string_view kExtension = ".cat";

/// Files that only serve to be included say so by their names.
bool is_model(std::string_view file) { return !file.ends_with("-base.cat"); }

std::vector<std::string_view> model_names() {
    std::vector<std::string_view> out;
    for (std::string_view file : embedded_model_names())
        if (is_model(file)) out.push_back(file.substr(0, file.size() - kExtension.size()));
    return out;
}

Diagnostic unknown_model(std::string_view name) {
    const std::vector<std::string_view> names = model_names();
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

}  // namespace

std::string_view MemoryModel::value_of(std::string_view name) const {
    const auto found = std::ranges::find(switches, name, &Switch::name);
    return found == switches.end() ? std::string_view() : std::string_view(found->value);
}

Result<MemoryModel> load_model(SourcePtr cat, const LoadOptions& options) {
    return ModelCompiler(options).run(cat);
}

std::optional<Diagnostic> mismatch(const MemoryModel& model, const litmus::FrontEnd& language) {
    const litmus::Vocabulary& words = language.vocabulary();
    std::vector<std::string> missing;
    for (const NamedBase& each : model.program.names)
        if (each.is_set ? !words.find_set(each.name) : !words.find_relation(each.name))
            missing.push_back("'" + each.name + "'");
    if (missing.empty()) return std::nullopt;
    constexpr std::size_t kMost = 3;
    std::string names;
    for (std::size_t i = 0; i < std::min(missing.size(), kMost); ++i)
        names += (names.empty() ? "" : ", ") + missing[i];
    if (missing.size() > kMost) names += ", …";
    return Diagnostic{Severity::error,
                      "E-MODEL",
                      "the model '" + model.name + "' is not about tests in " +
                          std::string(language.name()) + ": it speaks of " + names,
                      "without --model, a test is decided by a model of its language",
                      nullptr,
                      {}};
}

Result<MemoryModel> shipped_model(std::string_view name, const LoadOptions& options) {
    const SourcePtr source = shipped_file(std::string(name).append(kExtension));
    if (!source) return Result<MemoryModel>::failure(unknown_model(name));
    return load_model(source, options);
}

std::vector<ShippedModel> shipped_models() {
    std::vector<ShippedModel> out;
    for (const std::string_view name : model_names()) {
        const SourcePtr source = shipped_file(std::string(name).append(kExtension));
        const Result<syntax::CatTree> tree = syntax::parse_cat(source);
        out.push_back(
            {std::string(name), tree ? first_sentence(tree->documentation) : std::string()});
    }
    return out;
}

}  // namespace clmm::model
