#pragma once

#include <string>
#include <string_view>

#include "clmm/base/result.h"
#include "clmm/lowering/sweep.h"

/// What `clmm lower --size` found, as JSON; and how far it went, to go on from there.
namespace clmm::report {

/// All that the report is about lives elsewhere.
struct SweepFacts {
    const lowering::Mapping& mapping;
    const lowering::SweepOptions& options;
    const lowering::SweepResult& result;
    const model::MemoryModel& source;
    const model::MemoryModel& target;
};

/// A document of docs/json-schema/lower-size.schema.json.
[[nodiscard]] std::string to_json(const SweepFacts& facts, std::string_view version);

/// A result as a file, under a key that says what the sweep is about: a result under another key
/// says nothing of it.
[[nodiscard]] std::string to_state(const lowering::SweepResult& result, const std::string& key);

/// Errors   E-STATE: the text is none of to_state(), or has another key.
[[nodiscard]] Result<lowering::SweepResult> read_state(const SourcePtr& file,
                                                       const std::string& key);

}  // namespace clmm::report
