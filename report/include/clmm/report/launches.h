#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clmm/base/diagnostic.h"
#include "clmm/enumerator/property.h"

namespace clmm::report {

/// What was found of a property of a kernel, for all launches at once.
///
/// Shape    `reason` says why it is unknown, `launch` by which launch it is refuted; `diagnostics`
///          are what that launch showed, or where the reason is.
struct LaunchesAnswer {
    struct Launch {
        std::vector<std::uint64_t> global, local;
        std::vector<std::string> arguments;  ///< as `--arg` takes them
    };
    enumerator::Property property = enumerator::Property::race_free;
    enumerator::PropertyStatus status = enumerator::PropertyStatus::unknown;
    std::string reason;
    std::optional<Launch> launch;
    std::vector<std::string> unsized;  ///< memory that `bounds` is not about
    Diagnostics diagnostics;
};

/// Which kernel, and the launches that the answers are about.
struct LaunchesQuestion {
    std::string file, kernel;
    std::string model;                       ///< that says what a race is
    std::vector<std::string> variants;       ///< of it, as the option takes them
    std::vector<std::string> global, local;  ///< ranges by dimension, as the options take them
};

/// A member of `answers`, docs/json-schema/check.schema.json.
[[nodiscard]] std::string to_json(const LaunchesAnswer& answer);
/// A member of `results`, with answers that to_json() has made.
[[nodiscard]] std::string to_json(const LaunchesQuestion& question,
                                  const std::vector<std::string>& answers);

}  // namespace clmm::report
