#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "clmm/parser/litmus_tree.h"

namespace clmm::hardware {

/// A declared type. Unlike in a TypeName alone, an object's own address space stands in it too
/// (`private` for variables of functions), so that a pointer to the object can be spelt.
struct CodeType {
    syntax::TypeName name;
    std::size_t dimensions = 0;  ///< `[…]` behind the name
};

/// What the printer must know of types, no more: which expressions are atomic objects, and what
/// pointers point to. That the code is well-typed has been checked before.
///
/// Errors   none; nullopt for what is neither pointer nor object, and for what it cannot tell.
/// Tests    tests/unit/runtime-exec/hardware/harness_types_test.cpp
class CodeTypes {
public:
    CodeTypes() = default;
    /// Type definitions, structs, variables of file scope and functions.
    explicit CodeTypes(const syntax::LitmusTree& tree);

    using NameType = std::function<std::optional<CodeType>(const std::string&)>;
    /// `name_type`: of the names that are declared in functions.
    [[nodiscard]] std::optional<CodeType> type_of(const syntax::Expression& expression,
                                                  const NameType& name_type) const;
    /// Type definitions replaced by what they stand for.
    [[nodiscard]] CodeType resolved(CodeType type) const;

private:
    struct Finder;
    [[nodiscard]] std::optional<CodeType> field(const CodeType& object,
                                                const std::string& name) const;

    std::map<std::string, CodeType> definitions_;
    std::map<std::string, CodeType> variables_;
    std::map<std::string, CodeType> functions_;  ///< what they return
    std::map<std::string, std::map<std::string, CodeType>> fields_;
};

/// The type that a declaration gives its name; an object without an address space is in `space`.
[[nodiscard]] CodeType declared_type(const syntax::TypeName& type, std::size_t dimensions,
                                     const std::string& space);

/// What an element of the array is, or the target of the pointer.
[[nodiscard]] std::optional<CodeType> target_of(const std::optional<CodeType>& type);
/// `global int*` for `global int`.
[[nodiscard]] syntax::TypeName pointer_to(const CodeType& object);

/// Whether it is one atomic object. The type is resolved.
[[nodiscard]] bool is_atomic(const CodeType& type);
/// The type with which an atomic object's value is accessed: `int` for `atomic_int`, `_Atomic int`.
[[nodiscard]] CodeType plain_type(CodeType type);
/// The atomic type of a scalar one, not const; nullopt for what has none.
[[nodiscard]] std::optional<CodeType> atomic_type(CodeType type);

}  // namespace clmm::hardware
