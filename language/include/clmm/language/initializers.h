#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "clmm/language/types.h"
#include "clmm/parser/c_tree.h"

namespace clmm::language {

/// A part of an object and the expression that it starts as: a scalar, or a whole struct or vector.
struct InitialPart {
    TypePtr type;
    std::uint64_t offset = 0;  ///< in bytes
    /// From the whole to it: numbers of elements, of members, of components.
    std::vector<std::size_t> path = {};
    const syntax::Expression* value = nullptr;
    std::optional<unsigned char> character = {};  ///< of the string that `value` is
};

/// What lists are read with by whoever knows names and their types.
struct InitializerRules {
    /// Whether an expression has the type of a struct, and so stands for all of its members.
    std::function<bool(const TypePtr& structure, const syntax::Expression& value)> is_whole;
    /// The number of a designation `[index]`; none of what is no constant.
    std::function<std::optional<std::int64_t>(const syntax::Expression& index)> constant;
    /// At file scope, where a compound literal is what its list is: whether it has the type of what
    /// it initialises. Null: literals are objects of their own.
    std::function<bool(const TypePtr& of, const syntax::TypeName& literal)> has_type = nullptr;
};

/// Which parts of an object an initial value sets, in the order of the text; what it leaves out is
/// zero. Inner braces may be left out, also behind a designation of a part of a part.
///
/// Shape    a vector in a list takes one value, or a list of its own, which gives its components.
/// Errors   Rejected: E-TYPE for a list that is too long, and none for an array; E-NAME;
///          E-UNSUPPORTED for a literal at file scope whose address is asked for.
/// Source   C11 6.7.9 p13 to p23
/// Tests    tests/unit/language/initializers_test.cpp
[[nodiscard]] std::vector<InitialPart> initial_parts(const TypePtr& type,
                                                     const syntax::Expression& value,
                                                     const InitializerRules& rules);

/// How many elements of a type a list initialises, where the array names no length.
[[nodiscard]] std::uint64_t listed_elements(const TypePtr& element,
                                            const syntax::InitializerList& list,
                                            const InitializerRules& rules);

/// The string that initialises an array of characters, in braces or not; null: none does.
[[nodiscard]] const syntax::StringLiteral* string_for(const TypePtr& element,
                                                      const syntax::Expression& value);

/// `(struct s){1, 2}`: its list; null of any other expression.
[[nodiscard]] const syntax::Expression* compound_literal_list(const syntax::Expression& expression);

}  // namespace clmm::language
