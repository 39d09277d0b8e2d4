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

}  // namespace clmm::syntax
