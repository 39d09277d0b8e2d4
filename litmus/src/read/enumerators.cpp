#include "read/enumerators.h"

#include <map>

#include "clmm/language/integers.h"
#include "clmm/parser/tree_walk.h"

namespace clmm::litmus {
namespace {

using syntax::Expression;
using syntax::ExpressionPtr;
using Values = std::map<std::string, std::int64_t, std::less<>>;

class Replacer {
public:
    explicit Replacer(const Values& values) : values_(values) {}

    void expression(const ExpressionPtr& expression) const {
        if (!expression) return;
        if (const auto* name = std::get_if<syntax::Name>(&expression->node)) {
            const auto found = values_.find(name->text);
            if (found != values_.end()) replace(*expression, found->second);
            return;
        }
        std::visit(*this, expression->node);
    }
    void statement(const syntax::StatementPtr& statement) const {
        if (statement) std::visit(*this, statement->node);
    }
    void declarator(const syntax::Declarator& declarator) const {
        for (const auto& dimension : declarator.dimensions) expression(dimension);
        expression(declarator.initializer);
    }

    // ---- statements ----
    void operator()(const syntax::Block& node) const {
        for (const auto& each : node.statements) statement(each);
    }
    void operator()(const syntax::DeclarationStatement& node) const {
        for (const auto& each : node.declarators) declarator(each);
    }
    void operator()(const syntax::ExpressionStatement& node) const { expression(node.expression); }
    void operator()(const syntax::If& node) const {
        expression(node.condition);
        statement(node.when_true);
        statement(node.when_false);
    }
    void operator()(const syntax::While& node) const {
        expression(node.condition);
        statement(node.body);
    }
    void operator()(const syntax::DoWhile& node) const {
        statement(node.body);
        expression(node.condition);
    }
    void operator()(const syntax::For& node) const {
        statement(node.init);
        expression(node.condition);
        expression(node.step);
        statement(node.body);
    }
    void operator()(const syntax::Switch& node) const {
        expression(node.subject);
        statement(node.body);
    }
    void operator()(const syntax::Case& node) const { expression(node.value); }
    void operator()(const syntax::Return& node) const { expression(node.value); }
    void operator()(const syntax::Labelled& node) const { statement(node.statement); }

    // ---- expressions ----
    void operator()(const syntax::Unary& node) const { expression(node.operand); }
    void operator()(const syntax::Binary& node) const {
        expression(node.left);
        expression(node.right);
    }
    void operator()(const syntax::Assignment& node) const {
        expression(node.target);
        expression(node.value);
    }
    void operator()(const syntax::Conditional& node) const {
        expression(node.condition);
        expression(node.when_true);
        expression(node.when_false);
    }
    void operator()(const syntax::Call& node) const {
        for (const auto& argument : node.arguments) expression(argument);
    }
    void operator()(const syntax::Subscript& node) const {
        expression(node.array);
        expression(node.index);
    }
    void operator()(const syntax::Member& node) const { expression(node.object); }
    void operator()(const syntax::Cast& node) const { expression(node.operand); }
    void operator()(const syntax::SizeOf& node) const { expression(node.operand); }
    void operator()(const syntax::InitializerList& node) const {
        for (const auto& element : node.elements) expression(element);
    }
    void operator()(const syntax::BlockLiteral& node) const { statement(node.body); }

    template <class Leaf>
    void operator()(const Leaf&) const {}

private:
    static void replace(Expression& name, std::int64_t value) {
        const Span span = name.span;
        const bool negative = value < 0;
        const auto bits = static_cast<std::uint64_t>(value);
        name.node = syntax::IntegerLiteral{negative ? 0 - bits : bits};
        if (!negative) return;
        auto magnitude = std::make_unique<Expression>(std::move(name));
        name = Expression{span, syntax::Unary{syntax::UnaryOperator::minus, std::move(magnitude)}};
        if (value != INT32_MIN) return;
        // 2147483648 is a long, and its negation an int only by a cast.
        auto wide = std::make_unique<Expression>(std::move(name));
        syntax::TypeName type{.span = span, .base = "int"};
        name = Expression{span, syntax::Cast{std::move(type), std::move(wide)}};
    }

    const Values& values_;
};

Values values_of(const syntax::LitmusTree& tree, Reporter& reporter) {
    Values values;
    std::int64_t next = 0;
    for (const syntax::Enumerator& each : tree.enumerators)
        reporter.attempt([&] {
            if (each.starts_list) next = 0;
            if (each.value) {
                Replacer{values}.expression(each.value);
                const auto value = language::constant_value(*each.value);
                if (!value) reject("E-TYPE", "an enumerator's value is a constant", each.span);
                const bool is_huge = !value->type.is_signed && value->bits > INT64_MAX;
                next = is_huge ? INT64_MAX : static_cast<std::int64_t>(value->bits);
            }
            if (next < INT32_MIN || next > INT32_MAX)
                reject("E-TYPE", "'" + each.name + "' does not fit an int", each.span);
            if (!values.emplace(each.name, next).second)
                reject("E-NAME", "'" + each.name + "' is defined twice", each.span);
            ++next;
        });
    return values;
}

void reject_others(const syntax::Declarator& declarator, const Values& values, Reporter& reporter) {
    if (values.contains(declarator.name))
        reporter.error("E-NAME", "'" + declarator.name + "' is an enumerator too", declarator.span,
                       "give one of them another name");
}

}  // namespace

void replace_enumerators(syntax::LitmusTree& tree, Reporter& reporter) {
    if (tree.enumerators.empty()) return;
    const Values values = values_of(tree, reporter);
    const Replacer replace{values};
    const auto declared = [&](const syntax::Declarator& each) {
        reject_others(each, values, reporter);
    };
    const auto parameters = [&](const std::vector<syntax::Declarator>& all) {
        for (const syntax::Declarator& each : all) {
            declared(each);
            replace.declarator(each);
        }
    };
    for (const syntax::InitEntry& each : tree.initial_state) {
        for (const auto& dimension : each.dimensions) replace.expression(dimension);
        replace.expression(each.value);
    }
    for (const syntax::StructDefinition& each : tree.structs)
        for (const syntax::Declarator& field : each.fields) replace.declarator(field);
    for (const syntax::TypeDefinition& each : tree.type_definitions)
        replace.declarator(each.declarator);
    parameters(tree.variables);
    for (const syntax::Function& each : tree.functions) {
        parameters(each.parameters);
        replace(each.body);
        syntax::for_each_declarator(each.body, declared);
    }
    for (const syntax::Thread& each : tree.threads) {
        parameters(each.parameters);
        replace(each.body);
        syntax::for_each_declarator(each.body, declared);
    }
    for (const syntax::Launch& each : tree.launches)
        for (const auto& part : each.parts) replace.expression(part);
}

}  // namespace clmm::litmus
