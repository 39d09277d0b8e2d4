#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/model/engine.h"

namespace clmm::enumerator {

/// What can be asked of a kernel: that no execution has undefined behaviour of one sort.
enum class Property : std::uint8_t {
    race_free,      ///< no data race
    no_divergence,  ///< work-items meet at the same barriers and group functions
    bounds,         ///< no access outside every object
    assertions,     ///< no assert() fails
    defined,        ///< none of the other sorts: division by zero, misuse of the host API, …
};

[[nodiscard]] std::string_view to_string(Property property);  ///< `race-free`
[[nodiscard]] std::optional<Property> parse_property(std::string_view word);
/// All of them, in the order that results have.
[[nodiscard]] std::vector<Property> all_properties();

/// The property that undefined behaviour of this kind (UndefinedEntry::kind) refutes.
[[nodiscard]] Property property_of(std::string_view kind);

enum class PropertyStatus : std::uint8_t { verified, refuted, unknown };
[[nodiscard]] std::string_view to_string(PropertyStatus status);  ///< `Verified`

struct PropertyResult {
    Property property = Property::race_free;
    PropertyStatus status = PropertyStatus::unknown;
};

/// What an answer says of each property. One execution refutes; only a complete search verifies.
///
/// Shape    as many results as properties, in their order.
/// Source   "Memory Ordering Rules" (data races); OpenCL C 3.0, "Synchronization Functions" (that
///          all work-items reach a barrier); docs/model.md, Undefined behaviour
[[nodiscard]] std::vector<PropertyResult> judge(const std::vector<Property>& properties,
                                                const model::EngineAnswer& answer);

}  // namespace clmm::enumerator
