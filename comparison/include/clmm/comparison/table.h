#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clmm/comparison/answer.h"

namespace clmm::comparison {

/// Whether a column has a state.
enum class Membership : std::uint8_t {
    present,
    absent,
    open  ///< the column has no answer, or an incomplete one without the state
};

/// A state that some have and others exclude.
struct StateDifference {
    std::string state;
    std::vector<Membership> in;  ///< by column
};

/// One test in all columns.
///
/// Shape    an empty cell: the column says nothing of the test.
struct Row {
    std::string name;
    std::string condition;
    std::vector<std::optional<Answer>> cells;
    std::string explanation = {};  ///< why some exclude a state that others have; may be empty
};

struct Differences {
    std::vector<StateDifference> states;  ///< ascending
    bool races = false;                   ///< one column says that the test races, one that not
    bool observation = false;  ///< complete columns say different things of the condition

    [[nodiscard]] bool any() const { return races || observation || !states.empty(); }
};

/// Cost     linear in the states of all cells.
[[nodiscard]] Differences differences(const Row& row);

struct Table {
    std::vector<std::string> columns;
    std::vector<Row> rows;
};

}  // namespace clmm::comparison
