#include "compile/code_walk.h"

#include <algorithm>

namespace clmm::runtime::compiler {
namespace {

class Walker {
public:
    explicit Walker(const CodeVisitor& visitor) : visitor_(visitor) {}

    void operator()(const syntax::Block& body) {
        for (const auto& statement : body.statements) walk(statement);
    }

private:
    void walk(const syntax::StatementPtr& statement) {
        if (statement) std::visit([&](const auto& node) { visit(node); }, statement->node);
    }
    void walk(const syntax::ExpressionPtr& expression) {
        if (!expression) return;
        if (visitor_.expression) visitor_.expression(*expression);
        std::visit([&](const auto& node) { visit(node); }, expression->node);
    }
    template <class List>
    void walk_all(const List& list) {
        for (const auto& each : list) walk(each);
    }

    void visit(const syntax::Block& node) { walk_all(node.statements); }
    void visit(const syntax::DeclarationStatement& node) {
        for (const auto& declarator : node.declarators) {
            if (visitor_.declarator) visitor_.declarator(declarator);
            walk(declarator.initializer);
        }
    }
    void visit(const syntax::ExpressionStatement& node) { walk(node.expression); }
    void visit(const syntax::If& node) {
        walk(node.condition);
        walk(node.when_true);
        walk(node.when_false);
    }
    void visit(const syntax::While& node) {
        walk(node.condition);
        walk(node.body);
    }
    void visit(const syntax::DoWhile& node) {
        walk(node.body);
        walk(node.condition);
    }
    void visit(const syntax::For& node) {
        walk(node.init);
        walk(node.condition);
        walk(node.step);
        walk(node.body);
    }
    void visit(const syntax::Switch& node) {
        walk(node.subject);
        walk(node.body);
    }
    void visit(const syntax::Return& node) { walk(node.value); }
    void visit(const syntax::Labelled& node) { walk(node.statement); }

    void visit(const syntax::Unary& node) { walk(node.operand); }
    void visit(const syntax::Binary& node) {
        walk(node.left);
        walk(node.right);
    }
    void visit(const syntax::Assignment& node) {
        walk(node.target);
        walk(node.value);
    }
    void visit(const syntax::Conditional& node) {
        walk(node.condition);
        walk(node.when_true);
        walk(node.when_false);
    }
    void visit(const syntax::Call& node) { walk_all(node.arguments); }
    void visit(const syntax::Subscript& node) {
        walk(node.array);
        walk(node.index);
    }
    void visit(const syntax::Member& node) { walk(node.object); }
    void visit(const syntax::Cast& node) { walk(node.operand); }
    void visit(const syntax::SizeOf& node) { walk(node.operand); }  // typed as if it were evaluated
    void visit(const syntax::InitializerList& node) { walk_all(node.elements); }
    void visit(const syntax::BlockLiteral& node) {
        for (const auto& parameter : node.parameters)
            if (visitor_.declarator) visitor_.declarator(parameter);
        walk(node.body);
    }
    template <class Leaf>
    void visit(const Leaf& /*node*/) {}

    const CodeVisitor& visitor_;
};

void note_root(const syntax::Expression& operand, std::vector<std::string>& names) {
    if (const auto* name = std::get_if<syntax::Name>(&operand.node))
        names.push_back(name->text);
    else if (const auto* member = std::get_if<syntax::Member>(&operand.node))
        note_root(*member->object, names);
    else if (const auto* subscript = std::get_if<syntax::Subscript>(&operand.node))
        note_root(*subscript->array, names);
}

}  // namespace

void walk(const syntax::Block& body, const CodeVisitor& visitor) { Walker{visitor}(body); }

BlockNames block_names(const syntax::BlockLiteral& literal) {
    BlockNames out;
    const auto use = [&](const std::string& name) {
        if (std::ranges::find(out.used, name) == out.used.end()) out.used.push_back(name);
    };
    CodeVisitor visitor;
    visitor.expression = [&](const syntax::Expression& expression) {
        if (const auto* name = std::get_if<syntax::Name>(&expression.node)) use(name->text);
        if (const auto* call = std::get_if<syntax::Call>(&expression.node)) use(call->function);
    };
    visitor.declarator = [&](const syntax::Declarator& declarator) {
        out.declared.push_back(declarator.name);
    };
    for (const auto& parameter : literal.parameters) out.declared.push_back(parameter.name);
    walk(std::get<syntax::Block>(literal.body->node), visitor);
    return out;
}

std::vector<std::string> addressed_names(const syntax::Block& body) {
    std::vector<std::string> names;
    CodeVisitor visitor;
    visitor.expression = [&](const syntax::Expression& expression) {
        const auto* unary = std::get_if<syntax::Unary>(&expression.node);
        if (unary && unary->op == syntax::UnaryOperator::address_of)
            note_root(*unary->operand, names);
    };
    walk(body, visitor);
    return names;
}

std::vector<std::string> reassigned_names(const syntax::Block& body) {
    using Operator = syntax::UnaryOperator;
    std::vector<std::string> names;
    const auto note = [&](const syntax::Expression& target) {
        if (const auto* name = std::get_if<syntax::Name>(&target.node)) names.push_back(name->text);
    };
    CodeVisitor visitor;
    visitor.expression = [&](const syntax::Expression& expression) {
        if (const auto* assignment = std::get_if<syntax::Assignment>(&expression.node))
            note(*assignment->target);
        const auto* unary = std::get_if<syntax::Unary>(&expression.node);
        if (unary &&
            (unary->op == Operator::pre_increment || unary->op == Operator::pre_decrement ||
             unary->op == Operator::post_increment || unary->op == Operator::post_decrement))
            note(*unary->operand);
    };
    walk(body, visitor);
    return names;
}

}  // namespace clmm::runtime::compiler
