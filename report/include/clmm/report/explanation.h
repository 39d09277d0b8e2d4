#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/enumerator/explanation.h"
#include "clmm/report/graph.h"

/// Explanations in words (clmm/enumerator/explanation.h has the facts), for people, JSON, pages.
///
/// Errors   none: what nobody could find out is the verdict `unknown` with a note.
/// Source   rules are quoted from the comments of the model's cat files, which cite the paragraph
/// Tests    tests/golden/explain
namespace clmm::report {

/// One step of a chain: a fact, and what it rests on.
struct ToldStep {
    std::string text;                ///< `b global-synchronizes-with c`
    std::vector<std::string> since;  ///< what else it rests on: `b is a release-write`
    std::vector<std::size_t> uses;   ///< steps before, counted from 0
    std::string citation;            ///< of the rule, without brackets; may be empty
    bool supposed = false;           ///< a case: nothing forces it
    std::vector<Highlight> pairs;    ///< what it is about, to draw
};

/// Executions that break one axiom in one way.
struct ToldCase {
    std::vector<ToldStep> steps;
    std::vector<std::size_t> uses;  ///< the steps that contradict the axiom
    std::string axiom;              ///< its name
    std::string rule;               ///< the comment above it: quotation and paragraph
    std::string conclusion;         ///< `so S orders a before b`; empty where nothing was supposed
    const litmus::EventStructure* structure = nullptr;  ///< that `would_be` is an execution of
    const model::Execution* would_be = nullptr;
    std::vector<Highlight> highlights;  ///< the violated cycle
};

/// Cases of which each execution with the state has one.
struct ToldArgument {
    std::vector<ToldCase> cases;
    std::vector<Highlight> cycle;  ///< of what several cases together show of one order
};

/// A change that would exclude what is explained: `b (line 6) had memory_order_release`.
struct ToldChange {
    std::string text;
    std::string subject;  ///< what the text starts with
    Span span;
};

/// An explanation in words. Executions are those of the explanation told, which must live on.
struct ToldExplanation {
    enum class Verdict : std::uint8_t { forbidden, allowed, race, unknown };
    Verdict verdict = Verdict::unknown;
    std::string headline;                 ///< `1:r0=1; 1:r1=0 is forbidden`
    std::vector<ToldArgument> arguments;  ///< independent of one another
    std::string note;                     ///< what else is to be said; may be empty

    const model::Execution* witness = nullptr;  ///< where it is allowed, or races
    std::vector<Highlight> highlights;          ///< on the witness
    std::vector<ToldStep> steps;                ///< of a race: why it is one
    std::vector<std::string> hints;             ///< … mistakes that it may come from; sentences
    std::string not_excluded;                   ///< why there are no changes below; may be empty
    /// What would exclude it, and how.
    std::vector<ToldChange> changes;
    std::vector<ToldArgument> expected;
    /// Pairs of its first case that are not so in the witness, and what is instead.
    std::vector<std::string> as_it_is;
};

[[nodiscard]] std::string_view to_string(ToldExplanation::Verdict verdict);  ///< `forbidden`

[[nodiscard]] ToldExplanation tell(const enumerator::CheckResult& result,
                                   const model::MemoryModel& model,
                                   const enumerator::StateExplanation& explanation);
[[nodiscard]] ToldExplanation tell(const enumerator::CheckResult& result,
                                   const model::MemoryModel& model,
                                   const enumerator::RaceExplanation& explanation);

/// Entries of the answer's undefined behaviour, each place of the test once.
[[nodiscard]] std::vector<std::size_t> distinct_entries(const enumerator::CheckResult& result);

/// As `clmm explain` prints it.
[[nodiscard]] std::string to_text(const ToldExplanation& told,
                                  const enumerator::CheckResult& result);
/// A JSON document, docs/json-schema/explain.schema.json.
[[nodiscard]] std::string explanations_to_json(const std::vector<ToldExplanation>& told,
                                               const enumerator::CheckResult& result,
                                               std::string_view version);

/// Pictures: of each case the execution that it excludes, with the violated cycle bold; of an
/// allowed state or a race the execution.
[[nodiscard]] std::vector<Graph> draw(const ToldExplanation& told,
                                      const enumerator::CheckResult& result,
                                      const model::MemoryModel& model,
                                      const GraphOptions& options = {});

}  // namespace clmm::report
