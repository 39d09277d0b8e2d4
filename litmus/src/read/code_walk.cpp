#include "read/code_walk.h"

namespace clmm::litmus {
namespace {

class Walker {
public:
    explicit Walker(const CodeVisitor& visitor) : visitor_(visitor) {}

    void walk(const syntax::StatementPtr& statement) const {
        if (statement) std::visit(*this, statement->node);
    }
    void walk(const syntax::ExpressionPtr& expression) const {
        if (!expression) return;
        if (visitor_.expression) visitor_.expression(*expression);
        if (const auto* call = std::get_if<syntax::Call>(&expression->node); call && visitor_.call)
            visitor_.call(*call, expression->span);
        std::visit(*this, expression->node);
    }

    // ---- statements ----
    void operator()(const syntax::Block& node) const {
        if (visitor_.row) visitor_.row(node.statements);
        for (const auto& statement : node.statements) walk(statement);
    }
    void operator()(const syntax::DeclarationStatement& node) const {
        for (const auto& declarator : node.declarators) walk(declarator.initializer);
    }
    void operator()(const syntax::ExpressionStatement& node) const { walk(node.expression); }
    void operator()(const syntax::If& node) const {
        walk(node.condition);
        controlled(node.when_true);
        controlled(node.when_false);
    }
    void operator()(const syntax::While& node) const {
        walk(node.condition);
        controlled(node.body);
    }
    void operator()(const syntax::DoWhile& node) const {
        controlled(node.body);
        walk(node.condition);
    }
    void operator()(const syntax::For& node) const {
        walk(node.init);
        walk(node.condition);
        walk(node.step);
        controlled(node.body);
    }
    void operator()(const syntax::Switch& node) const {
        walk(node.subject);
        walk(node.body);
    }
    void operator()(const syntax::Return& node) const { walk(node.value); }
    void operator()(const syntax::Labelled& node) const { walk(node.statement); }

    // ---- expressions ----
    void operator()(const syntax::Unary& node) const { walk(node.operand); }
    void operator()(const syntax::Binary& node) const {
        walk(node.left);
        walk(node.right);
    }
    void operator()(const syntax::Assignment& node) const {
        walk(node.target);
        walk(node.value);
    }
    void operator()(const syntax::Conditional& node) const {
        walk(node.condition);
        walk(node.when_true);
        walk(node.when_false);
    }
    void operator()(const syntax::Call& node) const {
        for (const auto& argument : node.arguments) walk(argument);
    }
    void operator()(const syntax::Subscript& node) const {
        walk(node.array);
        walk(node.index);
    }
    void operator()(const syntax::Member& node) const { walk(node.object); }
    void operator()(const syntax::Cast& node) const { walk(node.operand); }
    void operator()(const syntax::InitializerList& node) const {
        for (const auto& element : node.elements) walk(element);
    }
    void operator()(const syntax::BlockLiteral& node) const { walk(node.body); }

    /// Labels, jumps, names, literals; what sizeof is given is not evaluated.
    template <class Leaf>
    void operator()(const Leaf&) const {}

private:
    void controlled(const syntax::StatementPtr& statement) const {
        if (!statement) return;
        if (!std::holds_alternative<syntax::Block>(statement->node) && visitor_.single)
            visitor_.single(*statement);
        walk(statement);
    }

    const CodeVisitor& visitor_;
};

}  // namespace

void walk(const syntax::Block& body, const CodeVisitor& visitor) { Walker{visitor}(body); }

void walk(const syntax::Statement& statement, const CodeVisitor& visitor) {
    std::visit(Walker{visitor}, statement.node);
}

}  // namespace clmm::litmus
