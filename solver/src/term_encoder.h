#pragma once

#include <z3++.h>

#include <functional>
#include <optional>
#include <vector>

#include "clmm/litmus/event_structure.h"

namespace clmm::solver {

/// Translates terms to Z3: Booleans to Bool, the rest to bit-vectors. Leaves (values read,
/// final values) are given by the caller.
class TermEncoder {
public:
    using Leaf = std::function<z3::expr(const litmus::Term&)>;

    TermEncoder(z3::context& context, const litmus::TermPool& terms, Leaf leaf);

    [[nodiscard]] z3::expr operator()(litmus::TermId id);

private:
    z3::expr translate(const litmus::Term& term);
    z3::expr translate_arithmetic(const litmus::Term& term, const z3::expr& a, const z3::expr& b);
    z3::expr translate_comparison(const litmus::Term& term, const z3::expr& a, const z3::expr& b);

    z3::context& context_;
    const litmus::TermPool& terms_;
    Leaf leaf_;
    std::vector<std::optional<z3::expr>> memo_;
};

}  // namespace clmm::solver
