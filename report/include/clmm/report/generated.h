#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/suites/test.h"

/// Tests that `clmm generate` made, and what the model says of them. Errors   none.
namespace clmm::report {

struct GeneratedTest {
    suites::StateTest test;
    std::string origin;              ///< the cycle; empty of those at random
    std::optional<bool> is_allowed;  ///< its final state
    std::optional<bool> is_racy;
    std::string reason;  ///< why one of them is not known
};

/// All that the report is about lives elsewhere.
struct GeneratedFacts {
    std::string model;  ///< its word
    std::string what;   ///< how they were made, a line
    const std::vector<GeneratedTest>& tests;
};

/// The test's text, with what is expected of it where `model` is a name.
[[nodiscard]] std::string to_litmus(const GeneratedTest& test, const std::string& model);

[[nodiscard]] std::string to_text(const GeneratedFacts& facts);
/// A document of docs/json-schema/generate.schema.json.
[[nodiscard]] std::string to_json(const GeneratedFacts& facts, std::string_view version);

}  // namespace clmm::report
