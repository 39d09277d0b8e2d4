#pragma once

#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

namespace clmm::cli {

/// A made test: its name, which its file has too, and its text.
using NamedTest = std::pair<std::string, std::string>;

/// Writes a file for each test, and the list `@all`. False where that fails, which `err` says then.
[[nodiscard]] bool write_test_folder(const std::vector<NamedTest>& tests, const std::string& folder,
                                     std::ostream& err);

}  // namespace clmm::cli
