#include "compile/code_walk.h"

#include <algorithm>

#include "clmm/parser/tree_walk.h"

namespace clmm::runtime::compiler {
namespace {

void note_root(const syntax::Expression& operand, std::vector<std::string>& names) {
    if (const auto* name = std::get_if<syntax::Name>(&operand.node))
        names.push_back(name->text);
    else if (const auto* member = std::get_if<syntax::Member>(&operand.node))
        note_root(*member->object, names);
    else if (const auto* subscript = std::get_if<syntax::Subscript>(&operand.node))
        note_root(*subscript->array, names);
}

}  // namespace

BlockNames block_names(const syntax::BlockLiteral& literal) {
    BlockNames out;
    const auto use = [&](const std::string& name) {
        if (std::ranges::find(out.used, name) == out.used.end()) out.used.push_back(name);
    };
    syntax::CodeVisitor visitor{.unevaluated = true};
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
    syntax::CodeVisitor visitor{.unevaluated = true};
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
    syntax::CodeVisitor visitor{.unevaluated = true};
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
