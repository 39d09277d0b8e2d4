#include "seeds.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "clmm/hardware/campaign.h"

namespace clmm::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostBytes = 20'000;

std::string bytes_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// A campaign with one run.
std::string database() {
    const fs::path path = fs::temp_directory_path() / ("seed-" + std::to_string(getpid()) + ".db");
    {
        auto campaign = hardware::Campaign::open(path.string());
        hardware::RunRecord record;
        if (campaign) static_cast<void>(campaign.value().add(record));
    }
    std::string bytes = bytes_of(path);
    fs::remove(path);
    return bytes;
}

}  // namespace

std::vector<std::string> texts_below(const std::string& folder,
                                     const std::vector<std::string_view>& endings) {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const std::string ending = entry.path().extension().string();
        if (entry.is_regular_file() && entry.file_size() <= kMostBytes &&
            (endings.empty() || std::ranges::find(endings, ending) != endings.end()))
            paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    std::vector<std::string> texts;
    for (const fs::path& path : paths) texts.push_back(bytes_of(path));
    return texts;
}

std::vector<std::string> seeds_of(const Harness& harness, const std::vector<std::string>& folders) {
    std::vector<std::string> seeds;
    for (const std::string& folder : folders) {
        if (!fs::exists(folder)) continue;
        std::vector<std::string> more = texts_below(folder, harness.endings);
        seeds.insert(seeds.end(), std::make_move_iterator(more.begin()),
                     std::make_move_iterator(more.end()));
    }
    if (harness.name == "database")
        if (std::string bytes = database(); !bytes.empty()) seeds.push_back(std::move(bytes));
    return seeds;
}

}  // namespace clmm::fuzz
