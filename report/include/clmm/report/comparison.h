#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

#include "clmm/base/budget.h"
#include "clmm/comparison/table.h"
#include "clmm/enumerator/check.h"
#include "clmm/report/matrix.h"

/// Models, tools and devices side by side (`clmm compare`).
namespace clmm::report {

/// What a check says, for a table. A family of values that nothing fixes is one state.
/// States whose texts are longer than `most_bytes` altogether, or take longer than `budget` has,
/// are cut there, and the answer is open.
[[nodiscard]] comparison::Answer answer_of(
    const enumerator::CheckResult& result,
    std::size_t most_bytes = std::numeric_limits<std::size_t>::max(),
    const Budget& budget = Budget::unlimited());

/// `Never 3`, `Sometimes 4, race`, `error`; `-` where there is no answer.
[[nodiscard]] std::string cell_text(const std::optional<comparison::Answer>& cell);

/// The table; below it each test whose answers differ, with the states that only some have.
///
///     test   rc11     c11
///     LB     Never 3  Sometimes 4
///
///     1 of 1 tests differ
///
///     LB  exists (0:r0=1 /\ 1:r0=1)
///       0:r0=1; 1:r0=1   c11, not rc11
///
/// Shape    `No tests to show` where there is no row.
/// Tests    tests/golden/compare
[[nodiscard]] std::string to_text(const comparison::Table& table);

/// Why answers are open, each reason once, with those whose it is; empty where none is.
/// to_text() ends with it.
[[nodiscard]] std::string open_text(const comparison::Table& table);

/// A line a test and column: test, column, observation, states, races, and whether the test's
/// answers differ.
[[nodiscard]] std::string to_csv(const comparison::Table& table);

/// docs/json-schema/compare.schema.json.
[[nodiscard]] std::string to_json(const comparison::Table& table, std::string_view version);

/// For a page of its own: a row a test, with the states of each column to unfold.
[[nodiscard]] Matrix to_matrix(const comparison::Table& table, std::string title);

/// How many tests' answers differ.
[[nodiscard]] std::size_t differing(const comparison::Table& table);

}  // namespace clmm::report
