#include "tree_walk.h"

namespace clmm::litmus {
namespace {

using Visit = std::function<void(const syntax::Declarator&)>;

struct Walker {
    const Visit& visit;

    void walk(const syntax::StatementPtr& statement) const {
        if (statement) std::visit(*this, statement->node);
    }
    void operator()(const syntax::Block& node) const {
        for (const auto& statement : node.statements) walk(statement);
    }
    void operator()(const syntax::DeclarationStatement& node) const {
        for (const auto& declarator : node.declarators) visit(declarator);
    }
    void operator()(const syntax::If& node) const {
        walk(node.when_true);
        walk(node.when_false);
    }
    void operator()(const syntax::While& node) const { walk(node.body); }
    void operator()(const syntax::DoWhile& node) const { walk(node.body); }
    void operator()(const syntax::For& node) const {
        walk(node.init);
        walk(node.body);
    }
    void operator()(const syntax::Switch& node) const { walk(node.body); }
    void operator()(const syntax::Labelled& node) const { walk(node.statement); }
    template <class Leaf>
    void operator()(const Leaf&) const {}
};

}  // namespace

void for_each_declarator(const syntax::Block& body, const Visit& visit) { Walker{visit}(body); }

}  // namespace clmm::litmus
