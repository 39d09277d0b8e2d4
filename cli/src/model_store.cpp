#include "model_store.h"

#include <filesystem>

#include "inputs.h"

namespace clmm::cli {
namespace {

bool is_file(const std::string& word) {
    return word.find('/') != std::string::npos || word.ends_with(".cat");
}

/// Includes of a user's model are looked up beside it.
model::IncludeResolver beside(const std::string& file) {
    return [directory = std::filesystem::path(file).parent_path()](std::string_view name) {
        const std::filesystem::path path = directory / name;
        if (!std::filesystem::is_regular_file(path)) return SourcePtr();
        const Result<SourcePtr> source = read_source(path.string());
        return source ? *source : SourcePtr();
    };
}

}  // namespace

ModelStore::Loaded ModelStore::get(const std::string& word) { return get(word, variants_); }

ModelStore::Loaded ModelStore::get(const std::string& word, const std::string& name,
                                   const std::string& value) {
    Variants variants = variants_;
    std::erase_if(variants, [&](const std::string& each) { return each.starts_with(name + "="); });
    variants.insert(name + "=" + value);
    return get(word, variants);
}

ModelStore::Loaded ModelStore::get(const std::string& word, const Variants& variants) {
    const std::lock_guard lock(mutex_);
    Loaded& loaded = models_[{word, variants}];
    if (!loaded) loaded = std::make_shared<const Result<model::MemoryModel>>(load(word, variants));
    return loaded;
}

Diagnostics ModelStore::warnings() {
    const std::lock_guard lock(mutex_);
    Diagnostics all;
    for (const auto& [key, loaded] : models_) {
        if (key.second != variants_) continue;
        const Diagnostics& some = loaded->diagnostics();
        if (*loaded) all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

Result<model::MemoryModel> ModelStore::load(const std::string& word, const Variants& variants) {
    model::LoadOptions options{.variants = variants, .includes = {}};
    if (!is_file(word)) return model::shipped_model(word, options);
    const Result<SourcePtr> source = read_source(word);
    if (!source) return Result<model::MemoryModel>::failure(source.diagnostics());
    options.includes = beside(word);
    return model::load_model(*source, options);
}

}  // namespace clmm::cli
