#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clmm/generator/program.h"

namespace clmm::lowering {

/// A thread of a test in a target's language.
struct Column {
    std::string head;  ///< `P0`, `P0@cta 0,gpu 0`
    std::vector<std::string> cells;
    std::vector<std::string> initial;  ///< `0:X1=x`
    std::vector<std::string> filter;   ///< propositions that have to hold
};

/// `P%n@cta %w,gpu %d` with the numbers of a thread's place (`%s`: its sub-group).
[[nodiscard]] std::string head_of(std::string_view pattern, const generator::Thread& thread);

/// A test with the program's name and locations whose states show these names.
///
/// Shape    `language` is the first word, the columns the table's; what locations and registers
///          start as comes from the program and the columns, what has to hold from their filters.
/// Errors   none: whether the target can read it is found out when it is read (targets::read_test).
[[nodiscard]] std::string test_text(std::string_view language, const generator::Program& program,
                                    const std::vector<Column>& columns,
                                    const std::vector<std::string>& shown);

}  // namespace clmm::lowering
