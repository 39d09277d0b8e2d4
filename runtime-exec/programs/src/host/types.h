#pragma once

#include <deque>
#include <map>
#include <string>

#include "clmm/parser/litmus_tree.h"
#include "host/value.h"

namespace clmm::runtime::host {

/// The types that a test's host code may name: those of type_of(), and the test's own.
///
/// Errors   compiler::Rejected (E-UNSUPPORTED) for floating point, vectors, unions and arrays of
///          more than four dimensions; E-TYPE for sizes that are no constants.
class Types {
public:
    explicit Types(const syntax::LitmusTree& tree);

    [[nodiscard]] Type of(const syntax::TypeName& name) const;
    /// With its dimensions.
    [[nodiscard]] Type of(const syntax::Declarator& declarator) const;
    [[nodiscard]] Type of(const syntax::TypeName& name,
                          const std::vector<syntax::ExpressionPtr>& dimensions) const;
    /// Of a parameter: an array is a pointer.
    [[nodiscard]] Type of_parameter(const syntax::Declarator& declarator) const;

private:
    void define(const syntax::StructDefinition& definition);

    std::deque<Record> storage_;
    std::map<std::string, const Record*> records_;
    std::map<std::string, Type> named_;
};

/// The value of an expression of numbers.
[[nodiscard]] std::uint64_t constant_of(const syntax::Expression& expression);

}  // namespace clmm::runtime::host
