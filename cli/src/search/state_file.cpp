#include "search/state_file.h"

#include <filesystem>
#include <ostream>

#include "clmm/base/printable.h"
#include "clmm/report/hash.h"
#include "explain/single_test.h"
#include "inputs.h"
#include "output/files.h"

namespace clmm::cli {

constexpr std::chrono::seconds kBetweenWrites{10};

Result<SourcePtr> StateFile::earlier() const {
    if (!is_kept() || !std::filesystem::exists(path_)) return SourcePtr();
    return read_source(path_);
}

bool StateFile::write(const std::string& text) const { return write_file(text, path_, err_); }

bool StateFile::is_due() {
    if (!is_kept() || Clock::now() - written_ < kBetweenWrites) return false;
    written_ = Clock::now();
    return true;
}

Diagnostics take_all(const std::vector<std::string>& parts, const StateFile& own,
                     const std::function<Diagnostics(const SourcePtr&)>& take) {
    Diagnostics problems;
    const auto add = [&](const Result<SourcePtr>& file) {
        const Diagnostics some = !file ? file.diagnostics() : *file ? take(*file) : Diagnostics();
        problems.insert(problems.end(), some.begin(), some.end());
    };
    for (const std::string& path : parts) add(read_source(path));
    add(own.earlier());
    return problems;
}

std::string state_key(std::vector<std::string> texts, const Shard& part,
                      const std::vector<const model::MemoryModel*>& models) {
    // Parts were every so many-th program once.
    if (part.count > 1) texts.emplace_back("of programs that differ in more than orders, 2");
    for (const auto* model : models) {
        for (const SourcePtr& each : model->program.sources) texts.emplace_back(each->text());
        for (const model::Switch& each : model->switches)
            texts.push_back(each.name + "=" + each.value);
    }
    return report::text_hash({texts.begin(), texts.end()});
}

}  // namespace clmm::cli
