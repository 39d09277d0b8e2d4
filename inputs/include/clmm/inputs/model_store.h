#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/model/memory_model.h"

namespace clmm::inputs {

/// Memory models by the word that names them, each loaded once. Safe to share among threads.
class ModelStore {
public:
    explicit ModelStore(const std::vector<std::string>& variants)
        : variants_(variants.begin(), variants.end()) {}

    using Loaded = std::shared_ptr<const Result<model::MemoryModel>>;

    /// A shipped model's name, or the path of a cat file (a word with a `/` or ending in
    /// `.cat`). Errors are those of loading it, and E-FILE.
    [[nodiscard]] Loaded get(const std::string& word);
    /// The same with one switch set to another value.
    [[nodiscard]] Loaded get(const std::string& word, const std::string& name,
                             const std::string& value);
    /// … with switches `NAME=VALUE` set, in place of what they were.
    [[nodiscard]] Loaded get(const std::string& word, const std::vector<std::string>& switches);

    /// … that also defines relations by expressions of its language, each by its own text.
    /// Errors   … and those of the expressions, with spans into them.
    [[nodiscard]] Result<model::MemoryModel> get_with(const std::string& word,
                                                      const std::vector<std::string>& expressions);

    /// Of a model from a file: a fingerprint of its text and those of the files that it includes,
    /// which changes with them. Of a shipped one empty.
    [[nodiscard]] std::string text_of(const std::string& word);

    /// Warnings about the models loaded so far, by their names.
    [[nodiscard]] Diagnostics warnings();

private:
    using Variants = std::set<std::string>;
    struct Entry {
        Loaded loaded;
        std::string text;
    };
    [[nodiscard]] Entry get(const std::string& word, const Variants& variants);
    [[nodiscard]] static Entry load(const std::string& word, const Variants& variants);

    Variants variants_;
    std::mutex mutex_;
    std::map<std::pair<std::string, Variants>, Entry> models_;
};

}  // namespace clmm::inputs
