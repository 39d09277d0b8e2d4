#include "clmm/inputs/model_store.h"

#include <algorithm>
#include <filesystem>

#include "clmm/inputs/model_word.h"
#include "clmm/inputs/read_source.h"
#include "clmm/report/hash.h"

namespace clmm::inputs {
namespace {

bool is_file(const std::string& word) {
    return word.find('/') != std::string::npos || word.ends_with(".cat");
}

/// A name that no model has, of the i-th expression.
std::string name_of_expression(std::size_t i) { return "drawn-expression-" + std::to_string(i); }

/// The text of a model with further definitions, and where each expression begins in it.
struct Extended {
    Extended(const Source& model, const std::vector<std::string>& expressions) {
        std::string text(model.text());
        for (std::size_t i = 0; i < expressions.size(); ++i) {
            text += "\nlet " + name_of_expression(i) + " = (";
            begins.push_back(static_cast<std::uint32_t>(text.size()));
            text += expressions[i] + "\n)";
        }
        source = std::make_shared<const Source>(model.name(), text + "\n");
    }

    SourcePtr source;
    std::vector<std::uint32_t> begins;
};

/// What is wrong in an expression is shown there, not in the model.
Diagnostics shown_in_place(Diagnostics problems, const Extended& extended,
                           const std::vector<std::string>& expressions) {
    for (Diagnostic& each : problems)
        for (std::size_t i = expressions.size(); i-- > 0 && each.source == extended.source;)
            if (const std::uint32_t begin = extended.begins[i]; each.span.begin >= begin) {
                const auto size = static_cast<std::uint32_t>(expressions[i].size());
                each.source = std::make_shared<const Source>("--show", expressions[i] + "\n");
                each.span = {std::min(each.span.begin - begin, size),
                             std::min(each.span.end - begin, size)};
            }
    return problems;
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

/// The switches set in place of what they were.
std::set<std::string> with(std::set<std::string> variants,
                           const std::vector<std::string>& switches) {
    for (const std::string& each : switches) {
        const std::string name = each.substr(0, each.find('=')) + "=";
        std::erase_if(variants, [&](const std::string& old) { return old.starts_with(name); });
        variants.insert(each);
    }
    return variants;
}

}  // namespace

ModelStore::Loaded ModelStore::get(const std::string& word) { return get(word, variants_).loaded; }

std::string ModelStore::text_of(const std::string& word) { return get(word, variants_).text; }

ModelStore::Loaded ModelStore::get(const std::string& word, const std::string& name,
                                   const std::string& value) {
    return get(word, std::vector{name + "=" + value});
}

Result<model::MemoryModel> ModelStore::get_with(const std::string& word,
                                                const std::vector<std::string>& expressions) {
    const Loaded plain = get(word);
    if (!*plain || expressions.empty()) return *plain;
    model::LoadOptions options{.variants = variants_, .includes = {}};
    if (is_file(word)) options.includes = beside(word);
    const Extended extended(*(*plain)->program.sources.front(), expressions);
    auto model = model::load_model(extended.source, options);
    if (!model)
        return Result<model::MemoryModel>::failure(
            shown_in_place(model.diagnostics(), extended, expressions));
    for (std::size_t i = 0; i < expressions.size(); ++i)
        for (model::Definition& each : model.value().program.definitions)
            if (each.name == name_of_expression(i)) each.name = expressions[i];
    return model;
}

ModelStore::Loaded ModelStore::get(const std::string& word,
                                   const std::vector<std::string>& switches) {
    return get(word, with(variants_, switches)).loaded;
}

ModelStore::Entry ModelStore::get(const std::string& word, const Variants& variants) {
    if (const ModelWord parsed = parse_model_word(word); !parsed.switches.empty())
        return get(parsed.model, with(variants, parsed.switches));
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

}  // namespace clmm::inputs
