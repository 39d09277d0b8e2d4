#pragma once

#include <map>
#include <string>
#include <vector>

#include "clmm/generator/program.h"

namespace clmm::compilers {

/// Registers of one side of a branch by those of the other that they are behind it.
using Renaming = std::map<std::string, std::string>;

/// `if (CONDITION) YES else NO`, but what both do stands once: before, between and behind what they
/// do each by itself. So a barrier behind a branch is one barrier.
///
/// Shape    what is the same on both sides was made of the same place in the code (`span`), and has
///          the same operands; what it assigns on the other side has another name, which `renaming`
///          gets. Conditions are about registers that are assigned once, so they may be asked
///          again.
[[nodiscard]] std::vector<generator::Statement> joined(const generator::Value& condition,
                                                       std::vector<generator::Statement> yes,
                                                       std::vector<generator::Statement> no,
                                                       Renaming& renaming);

}  // namespace clmm::compilers
