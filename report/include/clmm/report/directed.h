#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clmm/suites/mutants.h"

/// Mutants of a model held against tests that someone wrote, in words and as JSON.
namespace clmm::report {

/// What tests of any kind say of a mutant.
///
/// Shape    a test kills a mutant that has a final state which the model forbids, or undefined
///          behaviour where the model has none; a mutant that has less is stronger.
struct DirectedVerdict {
    struct By {
        std::string test;   ///< its file
        std::string state;  ///< that one of the two has not; empty: undefined behaviour
    };
    std::optional<By> killed, stronger;  ///< the first of each
    bool is_open = false;                ///< for some test it was not known
};

/// All that the report is about lives elsewhere.
struct DirectedFacts {
    std::string model;  ///< its word
    std::size_t tests = 0;
    /// Files that say nothing of the model, and why.
    const std::vector<std::pair<std::string, std::string>>& left_out;
    const std::vector<suites::Mutant>& mutants;
    const std::vector<DirectedVerdict>& verdicts;  ///< by mutant
};

[[nodiscard]] std::string to_text(const DirectedFacts& facts);
/// A document of docs/json-schema/generate.schema.json.
[[nodiscard]] std::string to_json(const DirectedFacts& facts, std::string_view version);

}  // namespace clmm::report
