#include "clmm/parser/tree_walk.h"

namespace clmm::syntax {
namespace {

using Visit = std::function<void(const Statement&)>;

struct Walker {
    const Visit& visit;

    void walk(const StatementPtr& statement) const {
        if (!statement) return;
        visit(*statement);
        std::visit(*this, statement->node);
    }
    void operator()(const Block& node) const {
        for (const auto& statement : node.statements) walk(statement);
    }
    void operator()(const If& node) const {
        walk(node.when_true);
        walk(node.when_false);
    }
    void operator()(const While& node) const { walk(node.body); }
    void operator()(const DoWhile& node) const { walk(node.body); }
    void operator()(const For& node) const {
        walk(node.init);
        walk(node.body);
    }
    void operator()(const Switch& node) const { walk(node.body); }
    void operator()(const Labelled& node) const { walk(node.statement); }
    template <class Leaf>
    void operator()(const Leaf&) const {}
};

}  // namespace

void for_each_statement(const Statement& statement, const Visit& visit) {
    visit(statement);
    std::visit(Walker{visit}, statement.node);
}

void for_each_declarator(const Block& body, const std::function<void(const Declarator&)>& visit) {
    const Visit declarations = [&](const Statement& statement) {
        if (const auto* node = std::get_if<DeclarationStatement>(&statement.node))
            for (const auto& declarator : node->declarators) visit(declarator);
    };
    Walker{declarations}(body);
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
