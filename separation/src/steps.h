#pragma once

#include <string_view>
#include <vector>

#include "clmm/base/source.h"
#include "clmm/parser/litmus_tree.h"

namespace clmm::separation {

/// Registers and locations that a text says nothing of any more.
struct Gone {
    int unit = -1;     ///< whose registers; -1: locations
    bool all = false;  ///< … every one of the unit's
    std::vector<std::string> names = {};
};

/// The parts of a condition that are joined by `and`, in their order; none where it has none.
[[nodiscard]] std::vector<const syntax::Proposition*> conjuncts_of(const syntax::LitmusTree& tree);

/// Whether a proposition speaks of what is gone.
[[nodiscard]] bool mentions(const syntax::Proposition& proposition, const Gone& gone);

/// The texts that result from leaving something out, or from taking a branch always.
[[nodiscard]] std::vector<std::string> shorter_texts(const syntax::LitmusTree& tree);

/// The text without the lines that say what is expected of it.
[[nodiscard]] std::string without_expectations(const syntax::LitmusTree& tree);

}  // namespace clmm::separation
