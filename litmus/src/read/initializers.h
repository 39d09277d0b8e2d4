#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "clmm/parser/c_tree.h"
#include "read/type.h"

namespace clmm::litmus {

/// A part of an object and the expression that it starts as: a scalar, or a whole struct or vector.
struct InitialPart {
    TypePtr type;
    std::uint64_t offset = 0;
    const syntax::Expression* value = nullptr;
    std::optional<unsigned char> character = {};  ///< of the string that `value` is
};

/// Whether an expression in a list has a struct's or vector's type, and so stands for all of its
/// members.
using IsStruct = std::function<bool(const syntax::Expression&)>;

/// Which parts of an object an initial value sets; what it leaves out is zero. Inner braces may be
/// left out, as in C. Rejects (E-TYPE) a list that is too long, and none for an array.
[[nodiscard]] std::vector<InitialPart> initial_parts(const TypePtr& type,
                                                     const syntax::Expression& value,
                                                     const IsStruct& is_struct);

/// The operands of `(float4)(a, b.xy, c)`, which the parser has as one of the comma operator.
[[nodiscard]] std::vector<const syntax::Expression*> literal_operands(
    const syntax::Expression& operand);

/// The string that initialises an array of characters, in braces or not; null: none does.
[[nodiscard]] const syntax::StringLiteral* string_for(const TypePtr& element,
                                                      const syntax::Expression& value);

/// How many elements of a type a list initialises, where the array names no length.
[[nodiscard]] std::uint64_t listed_elements(const TypePtr& element,
                                            const syntax::InitializerList& list,
                                            const IsStruct& is_struct);

}  // namespace clmm::litmus
