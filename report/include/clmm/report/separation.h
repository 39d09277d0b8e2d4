#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/separation/separate.h"

/// What `clmm separate` found, in words and as JSON; and how far it went, to go on from there.
namespace clmm::report {

/// All that the report is about lives elsewhere.
struct SeparationFacts {
    std::array<std::string, 2> models;  ///< their words: `rc11+load-buffering=allowed`
    const separation::SeparateOptions& options;
    const separation::SeparateResult& result;
    std::vector<std::string> explanations;  ///< of each that was found, or none at all
};

[[nodiscard]] std::string to_text(const SeparationFacts& facts);
/// A document of docs/json-schema/separate.schema.json.
[[nodiscard]] std::string to_json(const SeparationFacts& facts, std::string_view version);
/// What a search has shown, or why it has shown nothing: a sentence.
[[nodiscard]] std::string shown_by(const SeparationFacts& facts);

/// A result as a file, under a key that says what the search is about.
[[nodiscard]] std::string to_state(const separation::SeparateResult& result,
                                   const std::string& key);
/// Errors   E-STATE: the text is none of to_state(), or has another key.
[[nodiscard]] Result<separation::SeparateResult> read_separation_state(const SourcePtr& file,
                                                                       const std::string& key);

}  // namespace clmm::report
