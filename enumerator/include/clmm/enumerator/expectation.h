#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clmm/base/source.h"
#include "clmm/enumerator/verdict.h"
#include "clmm/model/memory_model.h"

namespace clmm::enumerator {

/// One thing that can be claimed of a test: a word of an `Expect=` line or of `--expect`.
///
/// Shape    from `kind` on, that there is undefined behaviour of a kind: kind + i is that of
///          litmus::undefined_kinds()[i].
enum class Claim : std::uint8_t {
    allowed,
    forbidden,
    holds,
    fails,
    racy,
    race_free,
    defined,    ///< no execution has undefined behaviour of any kind, races among them
    undefined,  ///< some has
    kind,
};

[[nodiscard]] std::string_view to_string(Claim claim);  ///< `race-free`
[[nodiscard]] std::optional<Claim> parse_claim(std::string_view word);

/// What became of a claim. `unknown`: the answer does not decide it.
enum class ClaimStatus { met, failed, unknown };

[[nodiscard]] std::string_view to_string(ClaimStatus status);

struct ClaimResult {
    Claim claim = Claim::allowed;
    ClaimStatus status = ClaimStatus::unknown;
    std::string origin;  ///< `Expect=` or `--expect`
    Span span;           ///< of the word in the test's Expect= line; empty otherwise
};

/// What an answer to a test with this quantifier says of a claim.
///
/// Shape    one execution that was found decides what it shows; of the rest only a complete answer
///          does, and `unknown` is what an incomplete one leaves. `holds` and `fails` are about the
///          verdict on the condition, `allowed` and `forbidden` about its states.
/// Tests    tests/unit/enumerator/expectation_test.cpp
[[nodiscard]] ClaimStatus judge(Claim claim, const std::optional<litmus::Quantifier>& quantifier,
                                const model::EngineAnswer& answer);

/// The claims of those of the test's `Expect=` entries that speak of this model, or of none, in the
/// order of the text.
[[nodiscard]] std::vector<ClaimResult> judge_expectations(const litmus::LitmusTest& test,
                                                          std::string_view model,
                                                          const model::EngineAnswer& answer);

/// The claim is `undefined`, or that there is undefined behaviour of this kind.
[[nodiscard]] bool means(Claim claim, std::string_view kind);

/// Kinds of undefined behaviour other than races that were found and that no claim speaks of: a
/// test that has any has a mistake, or should say that it means it. A race is a subject of tests,
/// and what a model raises as a mere `flag` is none.
[[nodiscard]] std::vector<std::string> unexpected_kinds(const model::EngineAnswer& answer,
                                                        const std::vector<ClaimResult>& claims,
                                                        const model::MemoryModel& model);

}  // namespace clmm::enumerator
