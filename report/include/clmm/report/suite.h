#pragma once

#include <string>
#include <string_view>
#include <vector>

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

}  // namespace clmm::report
