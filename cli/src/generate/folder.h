#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace clmm::cli {

/// A test that was made, and what its model says of it.
struct MadeTest {
    std::string name;  ///< its file's, too
    std::string text;
    std::string holds;  ///< `holds`, `fails`; empty: not known, or nothing is claimed
    std::string race;   ///< `racy`, `race-free`; empty likewise
};

/// Writes a file for each test, the list `@all`, and the table `expected.csv` of those about which
/// something is known. False where that fails, which `err` says then.
[[nodiscard]] bool write_folder(const std::vector<MadeTest>& tests, const std::string& folder,
                                std::ostream& err);

}  // namespace clmm::cli
