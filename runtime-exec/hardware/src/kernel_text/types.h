#pragma once

#include <functional>
#include <map>
#include <string>

#include "clmm/language/types.h"
#include "clmm/litmus/litmus_test.h"
#include "clmm/parser/litmus_tree.h"

namespace clmm::hardware {

using language::TypePtr;

/// The types of a test's code, as the checker reads them (clmm/language/types.h): which expressions
/// are atomic objects, and what pointers point to. Unlike there, an object's own address space
/// stands in its type too (`private` for variables of functions), so that a pointer to it can be
/// spelt. That the code is well-typed has been checked before.
///
/// Errors   none; null for what is neither pointer nor object, and for what it cannot tell.
/// Tests    tests/unit/runtime-exec/hardware/harness_types_test.cpp
class CodeTypes {
public:
    /// Keeps the test by reference.
    explicit CodeTypes(const litmus::LitmusTest& test);

    /// What a name of a type means.
    [[nodiscard]] TypePtr named(const syntax::TypeName& name) const;
    /// Of what a declaration declares.
    [[nodiscard]] TypePtr declared(const syntax::Declarator& declarator) const;

    using NameType = std::function<TypePtr(const std::string&)>;
    /// `name_type`: of the names that are declared in functions, or null.
    [[nodiscard]] TypePtr type_of(const syntax::Expression& expression,
                                  const NameType& name_type) const;

private:
    struct Finder;

    const litmus::LitmusTest& test_;
    std::map<std::string, TypePtr> variables_;
    std::map<std::string, TypePtr> functions_;  ///< what they return
};

/// The type with the declarator's `[…]` around it.
[[nodiscard]] TypePtr with_dimensions(TypePtr element, const syntax::Declarator& declarator);
/// An object without an address space is in this one.
[[nodiscard]] TypePtr placed_in(const TypePtr& type, language::AddressSpace space);
/// What an element of the array is, or the target of the pointer; null of anything else.
[[nodiscard]] TypePtr target_of(const TypePtr& type);

/// The type with which an atomic object's value is accessed: `int` for `atomic_int`, `_Atomic int`;
/// any other stays.
[[nodiscard]] TypePtr plain_type(const TypePtr& type);
/// The atomic type of a scalar one, not const; null for what has none.
[[nodiscard]] TypePtr atomic_type(const TypePtr& type);

}  // namespace clmm::hardware
