#include "model_store.h"

#include <filesystem>

#include "clmm/report/hash.h"
#include "inputs.h"

namespace clmm::cli {
namespace {

bool is_file(const std::string& word) {
    return word.find('/') != std::string::npos || word.ends_with(".cat");
}

/// Includes of a user's model are looked up beside it.
model::IncludeResolver beside(const std::string& file) {
    return [directory = std::filesystem::path(file).parent_path()](std::string_view name) {
        // A model may come from anywhere, and lines of what it includes are printed.
        if (std::filesystem::path(name).is_absolute() || !name.ends_with(".cat"))
            return SourcePtr();
        const std::filesystem::path path = directory / name;
        if (!std::filesystem::is_regular_file(path)) return SourcePtr();
        const Result<SourcePtr> source = read_source(path.string());
        return source ? *source : SourcePtr();
    };
}

}  // namespace

ModelStore::Loaded ModelStore::get(const std::string& word) { return get(word, variants_).loaded; }

std::string ModelStore::text_of(const std::string& word) { return get(word, variants_).text; }

ModelStore::Loaded ModelStore::get(const std::string& word, const std::string& name,
                                   const std::string& value) {
    return get(word, std::vector{name + "=" + value});
}

ModelStore::Loaded ModelStore::get(const std::string& word,
                                   const std::vector<std::string>& switches) {
    Variants variants = variants_;
    for (const std::string& each : switches) {
        const std::string name = each.substr(0, each.find('=')) + "=";
        std::erase_if(variants, [&](const std::string& old) { return old.starts_with(name); });
        variants.insert(each);
    }
    return get(word, variants).loaded;
}

ModelStore::Entry ModelStore::get(const std::string& word, const Variants& variants) {
    const std::lock_guard lock(mutex_);
    Entry& entry = models_[{word, variants}];
    if (!entry.loaded) entry = load(word, variants);
    return entry;
}

Diagnostics ModelStore::warnings() {
    const std::lock_guard lock(mutex_);
    Diagnostics all;
    for (const auto& [key, entry] : models_) {
        if (key.second != variants_) continue;
        const Diagnostics& some = entry.loaded->diagnostics();
        if (*entry.loaded) all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

ModelStore::Entry ModelStore::load(const std::string& word, const Variants& variants) {
    const auto keep = [](Result<model::MemoryModel> model) {
        return std::make_shared<const Result<model::MemoryModel>>(std::move(model));
    };
    model::LoadOptions options{.variants = variants, .includes = {}};
    if (!is_file(word)) return {keep(model::shipped_model(word, options)), {}};
    const Result<SourcePtr> source = read_source(word);
    if (!source) return {keep(Result<model::MemoryModel>::failure(source.diagnostics())), {}};
    std::vector<SourcePtr> sources{*source};
    options.includes = [&sources, find = beside(word)](std::string_view name) {
        SourcePtr found = find(name);
        if (found) sources.push_back(found);
        return found;
    };
    auto model = model::load_model(*source, options);
    std::vector<std::string_view> texts;
    for (const SourcePtr& each : sources) texts.push_back(each->text());
    return {keep(std::move(model)), report::text_hash(texts)};
}

}  // namespace clmm::cli
