#pragma once

#include "clmm/parser/litmus_tree.h"

namespace clmm::syntax {

/// Copies trees, spans included. Who derives from it puts something else in places of the copy.
///
/// Errors   none of its own; what replaced() throws goes through.
/// Cost     linear in the size; as deep as the tree.
/// Tests    tests/unit/parser/tree_copy_test.cpp
class TreeCopy {
public:
    virtual ~TreeCopy() = default;

    [[nodiscard]] ExpressionPtr copy(const ExpressionPtr& expression);  ///< null of null
    [[nodiscard]] StatementPtr copy(const StatementPtr& statement);     ///< null of null
    [[nodiscard]] Block copy(const Block& block);
    [[nodiscard]] Attribute copy(const Attribute& attribute);
    [[nodiscard]] Declarator copy(const Declarator& declarator);
    [[nodiscard]] StructDefinition copy(const StructDefinition& definition);
    [[nodiscard]] Enumerator copy(const Enumerator& enumerator);
    [[nodiscard]] TypeDefinition copy(const TypeDefinition& definition);
    [[nodiscard]] Function copy(const Function& function);
    template <class T>
    [[nodiscard]] std::vector<T> copy(const std::vector<T>& list) {
        std::vector<T> out;
        out.reserve(list.size());
        for (const T& each : list) out.push_back(copy(each));
        return out;
    }

protected:
    /// What stands in place of an expression; null: its copy.
    [[nodiscard]] virtual ExpressionPtr replaced(const Expression& /*expression*/) {
        return nullptr;
    }
    /// Adds statements behind the copy of one that stands in a block.
    virtual void add_behind(const Statement& /*statement*/, std::vector<StatementPtr>& /*copies*/) {
    }
    /// The copy of an expression that is not replaced itself; what is in it may be.
    [[nodiscard]] ExpressionPtr copy_inside(const Expression& expression);

private:
    struct Nodes;
};

}  // namespace clmm::syntax
