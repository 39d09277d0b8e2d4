#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/comparison/fit.h"

/// What `clmm fit` found, in words and as JSON. Errors   none.
namespace clmm::report {

/// A test that would tell two models apart which both allow all that was seen.
struct NextTest {
    std::array<std::string, 2> models;  ///< `opencl-3.0`, `opencl-3.0+order-S=psc`
    std::string name;                   ///< of the test; empty: none was found
    std::string state;                  ///< that one allows and the other forbids; may be empty
    std::string allowed_by;             ///< which of the two; or has undefined behaviour alone
    std::string litmus;                 ///< a new test's text
    bool was_run = false;               ///< it is among those that were run; seen was nothing new
    std::uint64_t instances = 0;        ///< … in so many instances
    std::string searched;               ///< without a test: where was looked for one
};

/// All that the report is about lives elsewhere.
struct FitFacts {
    std::string model;
    const std::vector<comparison::Observed>& tests;
    const std::vector<std::string>& missing;  ///< tests without a text
    const comparison::Fit& fit;
    std::size_t combinations;  ///< most that were looked at
    std::vector<NextTest> next;
    std::string space;  ///< where next tests were looked for; empty: nowhere
    /// How surely a run of the standard length shows a state, by its sightings in so many
    /// instances.
    double (*score)(std::uint64_t sightings, std::uint64_t instances);
};

/// `opencl-3.0+order-S=psc`
[[nodiscard]] std::string word_of(const std::string& model,
                                  const std::vector<std::string>& changes);
[[nodiscard]] std::string to_text(const FitFacts& facts);
/// A document of docs/json-schema/fit.schema.json.
[[nodiscard]] std::string to_json(const FitFacts& facts, std::string_view version);

}  // namespace clmm::report
