#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/generator/program.h"
#include "clmm/lowering/compare.h"
#include "clmm/lowering/mapping.h"
#include "clmm/report/graph.h"
#include "clmm/report/sarif.h"

/// What `clmm lower` found, for people and as JSON.
///
/// Errors   none: what is not decided is part of the comparison.
/// Tests    tests/golden/lower
namespace clmm::report {

/// One program and its lowering, decided; all that the report is about lives elsewhere.
struct LoweringFacts {
    const generator::Program& program;
    const lowering::Mapping& mapping;
    const lowering::Lowered& lowered;
    const lowering::Comparison& comparison;
    const model::MemoryModel& source;
    const model::MemoryModel& target;
    std::string why_forbidden = {};  ///< of the first extra state; may be empty
    std::string missing = {};        ///< fences that would forbid it there; may be empty
    std::string made_by = {};        ///< what made the target's test, if not the mapping
    SourcePtr written = {};          ///< the test as the user has it; null: as it was read
    /// The source's execution that would end in it, which an axiom excludes; null: none is known.
    const litmus::EventStructure* forbidden_structure = nullptr;
    const model::Execution* forbidden = nullptr;
};

/// The lowered test, the verdict, the states, and where it is broken both executions.
[[nodiscard]] std::string to_text(const LoweringFacts& facts);

/// A document of docs/json-schema/lower.schema.json.
[[nodiscard]] std::string to_json(const LoweringFacts& facts, std::string_view version);

/// The source's excluded execution, if it is known, and the target's.
[[nodiscard]] std::vector<Graph> draw(const LoweringFacts& facts);

/// A page that needs nothing else: both tests and executions side by side, the verdict, why the
/// source forbids its own. Errors   E-DRAW and the like of pictures.
[[nodiscard]] Result<std::string> to_html(const LoweringFacts& facts, std::string_view version);

/// That it is broken, or not decided: at the source's test, with the mapping's lines.
[[nodiscard]] std::vector<Finding> findings_of(const LoweringFacts& facts);

/// Two texts beside one another, each line of the first padded to its widest.
[[nodiscard]] std::string side_by_side(const std::string& left, const std::string& right);

}  // namespace clmm::report
