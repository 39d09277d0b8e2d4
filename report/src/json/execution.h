#pragma once

#include <nlohmann/json.hpp>

#include "clmm/base/natural.h"
#include "clmm/base/source.h"
#include "clmm/litmus/event_structure.h"
#include "clmm/model/execution.h"
#include "clmm/model/thin_air.h"

namespace clmm::report {

using Json = nlohmann::ordered_json;

/// Which cycles of dependencies and reads-from are forbidden: `none`, `dependency`, `sb`.
[[nodiscard]] inline const char* thin_air_word(model::ThinAir forbidden) {
    if (forbidden == model::ThinAir::none) return "none";
    return forbidden == model::ThinAir::sb ? "sb" : "dependency";
}

/// An empty text is null.
[[nodiscard]] inline Json or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

/// A number; as text from 2^64 on, which JSON's readers do not take.
[[nodiscard]] Json count_to_json(const Natural& count);

/// `{"line": 7, "column": 3, "end_line": 7, "end_column": 9}`, where something is missing with its
/// end where it begins; null where there is no text.
[[nodiscard]] Json place_to_json(const SourcePtr& source, Span span);
/// … null also where nothing stands.
[[nodiscard]] Json location_to_json(const SourcePtr& source, Span span);

/// A value as a number; the name of the object (`&x`) for an address of one.
[[nodiscard]] Json value_to_json(const litmus::EventStructure& structure,
                                 const litmus::Observable& observable, std::uint64_t value);

/// One action of an execution with its unit, value and place.
[[nodiscard]] Json action_to_json(const litmus::EventStructure& structure, const SourcePtr& source,
                                  const model::Execution& execution, litmus::EventId event);

/// Actions, reads-from and modification orders.
[[nodiscard]] Json execution_to_json(const litmus::EventStructure& structure,
                                     const SourcePtr& source, const model::Execution& execution);

}  // namespace clmm::report
