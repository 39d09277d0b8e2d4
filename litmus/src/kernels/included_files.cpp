#include "kernels/included_files.h"

#include <algorithm>
#include <system_error>

namespace clmm::litmus {
namespace {

namespace fs = std::filesystem;

/// Larger than any text by far.
constexpr std::uintmax_t kMostBytes = std::uintmax_t{64} << 20U;

fs::path canonical_path(const fs::path& path) {
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(fs::absolute(path, error), error);
    return whole.has_filename() ? whole : whole.parent_path();
}

bool has_name_of_source(const fs::path& path) {
    static const std::set<fs::path> kEndings{".h", ".hh", ".hpp", ".c", ".cl", ".clh", ".inc"};
    return kEndings.contains(path.extension());
}

bool is_below(const fs::path& path, const fs::path& folder) {
    return std::ranges::mismatch(folder, path).in1 == folder.end();
}

}  // namespace

IncludedFiles::IncludedFiles(const std::string& main, const std::vector<std::string>& paths) {
    folders_.push_back(canonical_path(fs::path(main).parent_path()));
    for (const std::string& path : paths) folders_.push_back(canonical_path(path));
}

std::optional<IncludedFiles::Refusal> IncludedFiles::refuse_name(const std::string& name) {
    if (!fs::path(name).is_absolute()) return std::nullopt;
    return Refusal{"'" + name + "' is not included: its name begins at the root",
                   "name it from its folder, and that one with -I"};
}

std::optional<IncludedFiles::Refusal> IncludedFiles::refuse_file(const std::string& path) const {
    const auto refuse = [&](const std::string& why, std::string hint) {
        return Refusal{"'" + path + "' is not included: " + why, std::move(hint)};
    };
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return refuse("it is no regular file", "");
    if (fs::file_size(path, error) > kMostBytes) return refuse("it is larger than 64 MiB", "");
    const fs::path whole = canonical_path(path);
    const bool is_near = std::ranges::any_of(
        folders_, [&](const fs::path& folder) { return is_below(whole, folder); });
    if (!is_near && !has_name_of_source(whole))
        return refuse("it is in none of the folders of sources, and no *.h or *.cl",
                      "name its folder with -I");
    return std::nullopt;
}

std::optional<IncludedFiles::Refusal> IncludedFiles::include(const std::string& path) {
    auto refused = refuse_file(path);
    if (!refused) files_.insert(path);
    return refused;
}

}  // namespace clmm::litmus
