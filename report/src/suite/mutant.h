#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "clmm/suites/mutants.h"

namespace clmm::report {

/// `opencl-base.cat:114: release-write without REL`
[[nodiscard]] inline std::string head_of(const suites::Mutant& mutant) {
    return mutant.file + ":" + std::to_string(mutant.line) + ": " + suites::to_text(mutant);
}

/// What of it does not depend on any test.
[[nodiscard]] inline nlohmann::ordered_json mutant_json(const suites::Mutant& mutant) {
    constexpr std::array words{"axiom", "alternative", "restriction"};
    nlohmann::ordered_json made{{"kind", words[static_cast<std::size_t>(mutant.kind)]},
                                {"definition", mutant.definition},
                                {"dropped", mutant.dropped},
                                {"file", mutant.file},
                                {"line", mutant.line},
                                {"text", suites::to_text(mutant)}};
    if (!mutant.broken.empty()) made["no_model"] = mutant.broken;
    return made;
}

}  // namespace clmm::report
