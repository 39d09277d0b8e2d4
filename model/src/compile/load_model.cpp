#include <algorithm>
#include <string>

#include "clmm/model/memory_model.h"
#include "compile/model.h"

namespace clmm::model {

std::string_view MemoryModel::value_of(std::string_view key) const {
    const auto found = std::ranges::find(switches, key, &Switch::name);
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

}  // namespace clmm::model
