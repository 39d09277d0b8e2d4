#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/suites/minimal.h"
#include "clmm/suites/mutants.h"

/// What `clmm generate --minimal-suite` found, in words and as JSON. Errors   none.
namespace clmm::report {

/// All that the report is about lives elsewhere.
struct SuiteFacts {
    std::string model;  ///< its word: `rc11+load-buffering=allowed`
    const suites::SuiteOptions& options;
    const suites::SuiteResult& result;
    const std::vector<suites::Mutant>& mutants;  ///< of the model, or none
    const std::vector<suites::MutantVerdict>& verdicts;
};

[[nodiscard]] std::string to_text(const SuiteFacts& facts);
/// A document of docs/json-schema/generate.schema.json.
[[nodiscard]] std::string to_json(const SuiteFacts& facts, std::string_view version);
/// What a search has shown, or why it has shown nothing: a sentence.
[[nodiscard]] std::string shown_by(const SuiteFacts& facts);

/// A result as a file, under a key that says what the search is about.
[[nodiscard]] std::string to_state(const suites::SuiteResult& result, const std::string& key);
/// Errors   E-STATE: the text is none of to_state(), or has another key.
[[nodiscard]] Result<suites::SuiteResult> read_suite_state(const SourcePtr& file,
                                                           const std::string& key);

}  // namespace clmm::report
