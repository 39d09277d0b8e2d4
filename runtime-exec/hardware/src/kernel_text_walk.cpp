#include "kernel_text_walk.h"

#include <algorithm>

#include "kernel_text_print.h"

namespace clmm::hardware {
namespace {

using Visit = std::function<void(const syntax::Statement&)>;

struct Walker {
    const Visit& visit;

    void walk(const syntax::StatementPtr& statement) const {
        if (!statement) return;
        visit(*statement);
        std::visit(*this, statement->node);
    }
    void operator()(const syntax::Block& node) const {
        for (const auto& statement : node.statements) walk(statement);
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

void for_each_statement(const syntax::Statement& statement, const Visit& visit) {
    visit(statement);
    std::visit(Walker{visit}, statement.node);
}

void for_each_declarator(const syntax::Block& body,
                         const std::function<void(const syntax::Declarator&)>& visit) {
    const Visit declarations = [&](const syntax::Statement& statement) {
        if (const auto* node = std::get_if<syntax::DeclarationStatement>(&statement.node))
            for (const auto& declarator : node->declarators) visit(declarator);
    };
    Walker{declarations}(body);
}

bool is_local_object(const syntax::Declarator& declarator) {
    const auto& words = declarator.type.qualifiers;
    return declarator.type.pointers.empty() && std::ranges::find(words, "local") != words.end();
}

const syntax::Call* barrier_of(const syntax::Statement& statement) {
    if (const auto* labelled = std::get_if<syntax::Labelled>(&statement.node))
        return barrier_of(*labelled->statement);
    const auto* node = std::get_if<syntax::ExpressionStatement>(&statement.node);
    const auto* call = node ? std::get_if<syntax::Call>(&node->expression->node) : nullptr;
    return call != nullptr && is_barrier(call->function) ? call : nullptr;
}

bool contains_barrier(const syntax::Statement& statement) {
    bool found = false;
    for_each_statement(statement, [&](const syntax::Statement& each) {
        found = found || barrier_of(each) != nullptr;
    });
    return found;
}

std::string label_of(const syntax::Statement& statement) {
    const auto* labelled = std::get_if<syntax::Labelled>(&statement.node);
    return labelled == nullptr ? "" : labelled->label;
}

}  // namespace clmm::hardware
