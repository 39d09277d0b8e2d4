#include "suite.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <sstream>
#include <utility>

namespace clmm::corpus {
namespace {

namespace fs = std::filesystem;

/// Lines of a file without its heading, comments and empty ones.
std::vector<std::string> data_lines(const fs::path& path) {
    std::ifstream file(path);
    std::vector<std::string> lines;
    std::string line;
    for (bool heading = true; std::getline(file, line); heading = false) {
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
        if (!heading && !line.empty() && line.front() != '#') lines.push_back(line);
    }
    return lines;
}

/// The last three fields and, first, everything before them: names of tests may hold commas.
std::optional<std::array<std::string, 4>> fields_from_right(std::string line) {
    std::array<std::string, 4> fields;
    for (std::size_t i = 3; i > 0; --i) {
        const auto comma = line.rfind(',');
        if (comma == std::string::npos) return std::nullopt;
        fields[i] = line.substr(comma + 1);
        line.resize(comma);
    }
    fields[0] = std::move(line);
    return fields;
}

}  // namespace

fs::path suite_path(const std::string& suite) {
    const fs::path path = fs::path(CLMM_CORPUS_DIR) / suite;
    return fs::exists(path) ? path : fs::path{};
}

std::vector<Expected> expected_results(const fs::path& suite) {
    std::vector<Expected> all;
    for (const std::string& line : data_lines(suite / "expected.csv"))
        if (const auto fields = fields_from_right(line))
            all.push_back({(*fields)[0], (*fields)[2], (*fields)[3]});
    return all;
}

std::vector<Deviation> deviations() {
    std::vector<Deviation> all;
    for (const std::string& line :
         data_lines(fs::path(CLMM_TESTS_DIR) / "corpus" / "deviations.csv")) {
        std::istringstream stream(line);
        Deviation entry;
        std::getline(stream, entry.suite, ',');
        std::getline(stream, entry.test, ',');
        std::getline(stream, entry.column, ',');
        std::getline(stream, entry.reason);
        all.push_back(entry);
    }
    return all;
}

std::vector<fs::path> litmus_files(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.path().extension() == ".litmus") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

std::string read_text(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

}  // namespace clmm::corpus
