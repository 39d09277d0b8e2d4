#pragma once

#include <string>
#include <vector>

#include "clmm/generator/space.h"
#include "cross/oracle.h"

namespace clmm::oracle {

/// The test that `clmm generate` and `clmm separate` make, in the oracle's terms.
///
/// Errors   throws std::invalid_argument for what the oracle has no word for.
[[nodiscard]] Program from_generator(const generator::Program& made);

/// All programs of two threads in some vocabulary.
struct Vocabulary {
    std::string name;
    generator::Space space;
};
[[nodiscard]] std::vector<Vocabulary> vocabularies();

}  // namespace clmm::oracle
