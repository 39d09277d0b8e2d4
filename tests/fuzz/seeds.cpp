#include "seeds.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "clmm/hardware/campaign.h"
#include "clmm/hardware/tuning.h"
#include "clmm/report/part.h"
#include "clmm/report/separation.h"
#include "clmm/report/suite.h"
#include "clmm/report/sweep.h"
#include "command.h"
#include "exec/json.h"
#include "exec/values/npy.h"

namespace clmm::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostBytes = 20'000;

std::string bytes_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// A campaign with two runs, of all kinds of facts.
std::string database() {
    const fs::path path = fs::temp_directory_path() / ("seed-" + std::to_string(getpid()) + ".db");
    {
        auto campaign = hardware::Campaign::open(path.string());
        hardware::RunRecord record;
        if (campaign) static_cast<void>(campaign.value().add(record));
        record.test = {"MP", "3f", "mp.litmus", "OPENCL MP", litmus::Quantifier::exists, "1:r0=1"};
        record.seed = 2;
        record.unclaimed = {"device scope"};
        record.states.push_back({"1:r0=1;", 7, true, hardware::StateVerdict::allowed_seen});
        record.placements.push_back({"same core", "0 1", 3, 4, 1});
        if (campaign) {
            static_cast<void>(campaign.value().add(record));
            static_cast<void>(campaign.value().add({"run mp.litmus", 1, 2}));
        }
    }
    std::string bytes = bytes_of(path);
    fs::remove(path);
    return bytes;
}

/// Arrays as clmm writes them: of each type two lines of three numbers.
std::vector<std::string> arrays() {
    using cli::NumberType;
    std::vector<std::string> made;
    for (const NumberType type :
         {NumberType::i8, NumberType::u8, NumberType::i16, NumberType::u16, NumberType::i32,
          NumberType::u32, NumberType::i64, NumberType::u64, NumberType::f16, NumberType::f32,
          NumberType::f64}) {
        cli::NumberArray array{type, {2, 3}, std::vector<std::byte>(6 * size_of(type))};
        for (std::size_t i = 0; i < 6; ++i)
            store_number(type, static_cast<double>(i) * 1.5,
                         array.bytes.data() + i * size_of(type));
        made.push_back(cli::write_npy(array));
        made.push_back(cli::write_json(array));
    }
    return made;
}

/// States as searches write them, whose key is `key`.
std::vector<std::string> states() {
    const report::PartHead head{"0.1.0", {"check", "sb.litmus"}, 1, 2, true};
    report::TestResults results;
    results.entries.push_back({0, "sb.litmus", "3f", "00ff"});
    suites::SuiteResult suite;
    suite.next = 3;
    separation::SeparateResult separation;
    separation.undecided = {1, 2};
    separation.open["timeout"] = 2;
    lowering::SweepResult sweep;
    sweep.uses = {1, 0, 7};
    sweep.open["timeout"] = 1;
    std::vector<std::string> made;
    for (const std::string& state :
         {report::to_state(results, "key"), report::to_state(suite, "key"),
          report::to_state(separation, "key"), report::to_state(sweep, "key")}) {
        made.push_back(state);
        made.push_back(report::with_head(state, head));
    }
    made.push_back(hardware::to_json(hardware::Tuning()));
    return made;
}

/// The words of a golden test's command line.
std::vector<std::string> command_of(const fs::path& path) {
    std::vector<std::string> words;
    std::istringstream lines(bytes_of(path));
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with('#')) continue;
        for (std::string& word : words_of(line)) words.push_back(std::move(word));
    }
    return words;
}

/// … as a harness takes it: the first file that it names is called `t`, and follows. Nothing, where
/// it asks for a crash.
std::string command_with_file(const fs::path& path) {
    std::vector<std::string> words = command_of(path);
    if (std::ranges::find(words, "--provoke") != words.end()) return {};
    const fs::path root = path.parent_path().parent_path();
    fs::path file = fs::path(path).replace_extension(".litmus");
    if (fs::exists(file)) {
        words.insert(words.begin(), {"check", "t.litmus"});
        return line_of(words) + "\n" + bytes_of(file);
    }
    for (std::string& word : words)
        if (fs::is_regular_file(root / word)) {
            file = root / word;
            word = "t" + file.extension().string();
            return line_of(words) + "\n" + bytes_of(file);
        }
    return line_of(words) + "\n";
}

std::vector<std::string> seeds_in(const Harness& harness, const fs::path& path) {
    if (harness.name == "command") return {command_with_file(path)};
    if (harness.name == "value") return command_of(path);
    return {bytes_of(path)};
}

std::vector<fs::path> paths_below(const std::string& folder,
                                  const std::vector<std::string_view>& endings) {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const std::string ending = entry.path().extension().string();
        if (entry.is_regular_file() && entry.file_size() <= kMostBytes &&
            (endings.empty() || std::ranges::find(endings, ending) != endings.end()))
            paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    return paths;
}

}  // namespace

std::vector<std::string> texts_below(const std::string& folder) {
    std::vector<std::string> texts;
    for (const fs::path& path : paths_below(folder, {})) texts.push_back(bytes_of(path));
    return texts;
}

std::vector<std::string> seeds_of(const Harness& harness, const std::vector<std::string>& folders) {
    std::vector<std::string> seeds;
    const auto add = [&](std::vector<std::string> more) {
        for (std::string& each : more)
            if (!each.empty() && each.size() <= kMostBytes) seeds.push_back(std::move(each));
    };
    for (const std::string& folder : folders)
        if (fs::exists(folder))
            for (const fs::path& path : paths_below(folder, harness.endings))
                add(seeds_in(harness, path));
    if (harness.name == "state") add(states());
    if (harness.name == "array") add(arrays());
    if (harness.name == "database")
        if (std::string bytes = database(); !bytes.empty()) seeds.push_back(std::move(bytes));
    std::ranges::sort(seeds);
    seeds.erase(std::ranges::unique(seeds).begin(), seeds.end());
    return seeds;
}

void write_seeds(const Harness& harness, const std::vector<std::string>& folders,
                 const std::string& to) {
    fs::create_directories(to);
    const std::vector<std::string> seeds = seeds_of(harness, folders);
    for (std::size_t i = 0; i < seeds.size(); ++i)
        std::ofstream(fs::path(to) / ("seed-" + std::to_string(i)), std::ios::binary) << seeds[i];
}

}  // namespace clmm::fuzz
