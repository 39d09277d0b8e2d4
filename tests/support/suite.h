#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace clmm::corpus {

/// One line of a suite's expected.csv.
struct Expected {
    std::string test;       ///< path inside the suite
    std::string condition;  ///< `holds`, `fails`
    std::string race;       ///< `race-free`, `racy`, or empty: nobody said
};

/// A verdict of clmm's that differs from the published one on purpose.
struct Deviation {
    std::string suite;
    std::string test;
    std::string column;  ///< `condition` or `race`
    std::string reason;  ///< the paragraph that decides
};

/// Empty where the corpus is not there.
[[nodiscard]] std::filesystem::path suite_path(const std::string& suite);
[[nodiscard]] std::vector<Expected> expected_results(const std::filesystem::path& suite);
[[nodiscard]] std::vector<Deviation> deviations();
[[nodiscard]] std::vector<std::filesystem::path> litmus_files(const std::filesystem::path& folder);
[[nodiscard]] std::string read_text(const std::filesystem::path& path);

}  // namespace clmm::corpus
