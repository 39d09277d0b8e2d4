#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clmm/base/result.h"

/// Parts of a search that several processes share, as files: each says what it is a part of.
namespace clmm::report {

/// What a part is of.
///
/// Shape    `command` is the command line without what may differ from part to part: which part it
///          is, its file, how many threads and how much time it had.
struct PartHead {
    std::string version;
    std::vector<std::string> command;
    std::size_t number = 1, of = 1;
    bool is_finished = false;  ///< all of the part was looked at
};

/// A state of a search, a JSON object, that says what it is a part of.
[[nodiscard]] std::string with_head(std::string_view state, const PartHead& head);

/// Errors   E-STATE: the file is no such state.
[[nodiscard]] Result<PartHead> read_head(const SourcePtr& file);

/// What is wrong with parts that are to be one: a part that is missing, there twice or not
/// finished, of another command, or made by another version. Empty where they are all parts of one
/// search.
[[nodiscard]] Diagnostics problems_of(const std::vector<std::pair<SourcePtr, PartHead>>& parts,
                                      std::string_view version);

/// Of so many parts the numbers of those that are missing or not finished.
[[nodiscard]] std::vector<std::size_t> missing(
    const std::vector<std::pair<SourcePtr, PartHead>>& parts);

/// Results of the tests of a list, by their numbers in it: what `clmm check --state` keeps.
struct TestResults {
    struct Entry {
        std::size_t number = 0;
        std::string path;
        std::string text;   ///< a fingerprint of the test
        std::string bytes;  ///< what became of it
    };
    std::vector<Entry> entries;
};

[[nodiscard]] std::string to_state(const TestResults& results, const std::string& key);
/// Errors   E-STATE: the text is none of to_state(), or has another key.
[[nodiscard]] Result<TestResults> read_test_results(const SourcePtr& file, const std::string& key);

}  // namespace clmm::report
