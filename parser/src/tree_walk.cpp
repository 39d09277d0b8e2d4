#include "clmm/parser/tree_walk.h"

namespace clmm::syntax {
namespace {

class Walker {
public:
    explicit Walker(const CodeVisitor& visitor) : visitor_(visitor) {}

    void walk(const StatementPtr& statement) const {
        if (!statement) return;
        if (visitor_.statement) visitor_.statement(*statement);
        std::visit(*this, statement->node);
    }
    void walk(const ExpressionPtr& expression) const {
        if (!expression) return;
        if (visitor_.expression) visitor_.expression(*expression);
        if (const auto* call = std::get_if<Call>(&expression->node); call && visitor_.call)
            visitor_.call(*call, expression->span);
        std::visit(*this, expression->node);
    }
    void walk(const Declarator& declarator) const {
        if (visitor_.declarator) visitor_.declarator(declarator);
        if (visitor_.unevaluated) walk_all(declarator.dimensions);
        walk(declarator.initializer);
    }

    // ---- statements ----
    void operator()(const Block& node) const {
        if (visitor_.row) visitor_.row(node.statements);
        walk_all(node.statements);
    }
    void operator()(const DeclarationStatement& node) const { walk_all(node.declarators); }
    void operator()(const ExpressionStatement& node) const { walk(node.expression); }
    void operator()(const If& node) const {
        walk(node.condition);
        controlled(node.when_true);
        controlled(node.when_false);
    }
    void operator()(const While& node) const {
        walk(node.condition);
        controlled(node.body);
    }
    void operator()(const DoWhile& node) const {
        controlled(node.body);
        walk(node.condition);
    }
    void operator()(const For& node) const {
        walk(node.init);
        walk(node.condition);
        walk(node.step);
        controlled(node.body);
    }
    void operator()(const Switch& node) const {
        walk(node.subject);
        walk(node.body);
    }
    void operator()(const Case& node) const {
        if (visitor_.unevaluated) walk(node.value);
    }
    void operator()(const Return& node) const { walk(node.value); }
    void operator()(const Labelled& node) const { walk(node.statement); }

    // ---- expressions ----
    void operator()(const Unary& node) const { walk(node.operand); }
    void operator()(const Binary& node) const {
        walk(node.left);
        walk(node.right);
    }
    void operator()(const Assignment& node) const {
        walk(node.target);
        walk(node.value);
    }
    void operator()(const Conditional& node) const {
        walk(node.condition);
        walk(node.when_true);
        walk(node.when_false);
    }
    void operator()(const Call& node) const { walk_all(node.arguments); }
    void operator()(const Subscript& node) const {
        walk(node.array);
        walk(node.index);
    }
    void operator()(const Member& node) const { walk(node.object); }
    void operator()(const Cast& node) const { walk(node.operand); }
    void operator()(const SizeOf& node) const {
        if (visitor_.unevaluated) walk(node.operand);
    }
    void operator()(const InitializerList& node) const { walk_all(node.elements); }
    void operator()(const BlockLiteral& node) const {
        walk_all(node.parameters);
        walk(node.body);
    }

    /// Labels, jumps, names, literals.
    template <class Leaf>
    void operator()(const Leaf&) const {}

private:
    template <class List>
    void walk_all(const List& list) const {
        for (const auto& each : list) walk(each);
    }
    void controlled(const StatementPtr& statement) const {
        if (!statement) return;
        if (!std::holds_alternative<Block>(statement->node) && visitor_.single)
            visitor_.single(*statement);
        walk(statement);
    }

    const CodeVisitor& visitor_;
};

}  // namespace

void walk(const Block& body, const CodeVisitor& visitor) { Walker{visitor}(body); }

void walk(const Statement& statement, const CodeVisitor& visitor) {
    if (visitor.statement) visitor.statement(statement);
    std::visit(Walker{visitor}, statement.node);
}

void walk(const Declarator& declarator, const CodeVisitor& visitor) {
    Walker{visitor}.walk(declarator);
}

void walk(const ExpressionPtr& expression, const CodeVisitor& visitor) {
    Walker{visitor}.walk(expression);
}

void for_each_statement(const Statement& statement,
                        const std::function<void(const Statement&)>& visit) {
    walk(statement, {.statement = visit});
}

void for_each_declarator(const Block& body, const std::function<void(const Declarator&)>& visit) {
    walk(body, {.statement = [&](const Statement& statement) {
             if (const auto* node = std::get_if<DeclarationStatement>(&statement.node))
                 for (const auto& declarator : node->declarators) visit(declarator);
         }});
}

void for_each_atom(const Proposition& proposition,
                   const std::function<void(const PropositionAtom&)>& visit) {
    if (const auto* node = std::get_if<Comparison>(&proposition.node)) {
        visit(node->left);
        visit(node->right);
    } else if (const auto* no = std::get_if<PropositionNot>(&proposition.node)) {
        for_each_atom(*no->operand, visit);
    } else if (const auto* both = std::get_if<PropositionBinary>(&proposition.node)) {
        for_each_atom(*both->left, visit);
        for_each_atom(*both->right, visit);
    }
}

}  // namespace clmm::syntax
