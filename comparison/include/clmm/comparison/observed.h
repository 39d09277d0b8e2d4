#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/result.h"

namespace clmm::comparison {

/// What was seen of one test, in all its runs together.
///
/// Shape    `states` are in the form of normal_state(). A count of 0: it was seen, and nobody
///          says how often (logs of herd7).
struct Observed {
    std::string test;
    SourcePtr source;  ///< its text; null where what was read does not have it
    std::uint64_t instances = 0;
    std::map<std::string, std::uint64_t> states = {};

    /// Adds another run of the same test.
    void add(const Observed& other);
};

/// Reads a table of states: lines of fields with commas between, the first line their names. Of
/// these `test`, `state` and `count` are needed; where there is a `device` it is asked for
/// `device`, a part of its name in any case. States with a count of 0 were not seen, and those that
/// `allowed` calls `filtered` do not count.
///
/// Shape    one for each test, in the order of the table; a test of which nothing was seen is left
///          out.
/// Errors   E-TABLE at its line: no such header, a field too few, a count that is no number.
[[nodiscard]] Result<std::vector<Observed>> read_states_table(const SourcePtr& csv,
                                                              std::string_view device);

/// Whether a device's name has a part in it, in any case; an empty part is in all.
[[nodiscard]] bool is_called(std::string_view name, std::string_view part);

}  // namespace clmm::comparison
