#include "clmm/parser/tree_copy.h"

namespace clmm::syntax {

/// Copies what the node of an expression or a statement is made of.
struct TreeCopy::Nodes {
    TreeCopy& of;

    template <class Tree>
    using Node = decltype(Tree::node);

    [[nodiscard]] ExpressionPtr expression(const Expression& tree) const {
        return std::make_unique<Expression>(Expression{
            tree.span,
            std::visit([&](const auto& node) { return Node<Expression>(copy(node)); }, tree.node)});
    }
    [[nodiscard]] StatementPtr statement(const Statement& tree) const {
        return std::make_unique<Statement>(Statement{
            tree.span,
            std::visit([&](const auto& node) { return Node<Statement>(copy(node)); }, tree.node)});
    }

private:
    template <class Plain>
    Plain copy(const Plain& node) const {
        return node;
    }
    Unary copy(const Unary& node) const { return {node.op, of.copy(node.operand)}; }
    Binary copy(const Binary& node) const {
        return {node.op, of.copy(node.left), of.copy(node.right)};
    }
    Assignment copy(const Assignment& node) const {
        return {node.op, of.copy(node.target), of.copy(node.value)};
    }
    Conditional copy(const Conditional& node) const {
        return {of.copy(node.condition), of.copy(node.when_true), of.copy(node.when_false)};
    }
    Call copy(const Call& node) const {
        return {node.function, node.function_span, of.copy(node.arguments)};
    }
    Subscript copy(const Subscript& node) const {
        return {of.copy(node.array), of.copy(node.index)};
    }
    Member copy(const Member& node) const { return {of.copy(node.object), node.field, node.arrow}; }
    Cast copy(const Cast& node) const { return {node.type, of.copy(node.operand)}; }
    SizeOf copy(const SizeOf& node) const { return {node.type, of.copy(node.operand)}; }
    InitializerList copy(const InitializerList& node) const { return {of.copy(node.elements)}; }
    BlockLiteral copy(const BlockLiteral& node) const {
        return {of.copy(node.body), of.copy(node.parameters)};
    }

    Block copy(const Block& node) const { return of.copy(node); }
    DeclarationStatement copy(const DeclarationStatement& node) const {
        return {of.copy(node.declarators)};
    }
    ExpressionStatement copy(const ExpressionStatement& node) const {
        return {of.copy(node.expression)};
    }
    If copy(const If& node) const {
        return {of.copy(node.condition), of.copy(node.when_true), of.copy(node.when_false)};
    }
    While copy(const While& node) const { return {of.copy(node.condition), of.copy(node.body)}; }
    DoWhile copy(const DoWhile& node) const {
        return {of.copy(node.body), of.copy(node.condition)};
    }
    For copy(const For& node) const {
        return {of.copy(node.init), of.copy(node.condition), of.copy(node.step),
                of.copy(node.body)};
    }
    Switch copy(const Switch& node) const { return {of.copy(node.subject), of.copy(node.body)}; }
    Case copy(const Case& node) const { return {of.copy(node.value)}; }
    Return copy(const Return& node) const { return {of.copy(node.value)}; }
    Labelled copy(const Labelled& node) const { return {node.label, of.copy(node.statement)}; }
};

ExpressionPtr TreeCopy::copy_inside(const Expression& expression) {
    return Nodes{*this}.expression(expression);
}

ExpressionPtr TreeCopy::copy(const ExpressionPtr& expression) {
    if (!expression) return nullptr;
    ExpressionPtr other = replaced(*expression);
    return other ? std::move(other) : copy_inside(*expression);
}

StatementPtr TreeCopy::copy(const StatementPtr& statement) {
    return statement ? Nodes{*this}.statement(*statement) : nullptr;
}

Block TreeCopy::copy(const Block& block) {
    Block out;
    for (const StatementPtr& each : block.statements) {
        out.statements.push_back(copy(each));
        add_behind(*each, out.statements);
    }
    return out;
}

Attribute TreeCopy::copy(const Attribute& attribute) {
    return {attribute.span, attribute.name, copy(attribute.arguments)};
}

Declarator TreeCopy::copy(const Declarator& declarator) {
    return {.span = declarator.span,
            .type = declarator.type,
            .name = declarator.name,
            .dimensions = copy(declarator.dimensions),
            .initializer = copy(declarator.initializer),
            .attributes = copy(declarator.attributes),
            .is_block = declarator.is_block};
}

StructDefinition TreeCopy::copy(const StructDefinition& definition) {
    return {.span = definition.span,
            .name_span = definition.name_span,
            .name = definition.name,
            .fields = copy(definition.fields),
            .is_union = definition.is_union,
            .attributes = copy(definition.attributes)};
}

Enumerator TreeCopy::copy(const Enumerator& enumerator) {
    return {enumerator.span, enumerator.name, copy(enumerator.value), enumerator.starts_list};
}

TypeDefinition TreeCopy::copy(const TypeDefinition& definition) {
    return {definition.span, copy(definition.declarator)};
}

Function TreeCopy::copy(const Function& function) {
    return {.span = function.span,
            .name_span = function.name_span,
            .attributes = copy(function.attributes),
            .return_type = function.return_type,
            .is_kernel = function.is_kernel,
            .name = function.name,
            .parameters = copy(function.parameters),
            .body = copy(function.body)};
}

}  // namespace clmm::syntax
