#pragma once

#include <functional>
#include <vector>

#include "clmm/language/initializers.h"
#include "clmm/parser/c_tree.h"
#include "read/type.h"

namespace clmm::litmus {

using language::initial_parts;
using language::InitializerRules;
using language::InitialPart;
using language::listed_elements;
using language::string_for;

using IsWhole = std::function<bool(const TypePtr& structure, const syntax::Expression& value)>;

/// … with enumerators replaced, so that constants have no names. `is_whole` knows the types of
/// expressions.
[[nodiscard]] InitializerRules initializer_rules(IsWhole is_whole);

/// The operands of `(float4)(a, b.xy, c)`, which the parser has as one of the comma operator.
[[nodiscard]] std::vector<const syntax::Expression*> literal_operands(
    const syntax::Expression& operand);

}  // namespace clmm::litmus
