#include "read/enumerators.h"

#include <map>

#include "clmm/language/integers.h"
#include "clmm/parser/tree_walk.h"

namespace clmm::litmus {
namespace {

using syntax::Expression;
using Values = std::map<std::string, std::int64_t, std::less<>>;

void replace(Expression& name, std::int64_t value) {
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

/// Puts values in the places of names.
syntax::CodeVisitor replacer(const Values& values) {
    return {.expression =
                [&values](Expression& expression) {
                    const auto* name = std::get_if<syntax::Name>(&expression.node);
                    const auto found = name != nullptr ? values.find(name->text) : values.end();
                    if (found != values.end()) replace(expression, found->second);
                },
            .unevaluated = true};
}

Values values_of(const syntax::LitmusTree& tree, Reporter& reporter) {
    Values values;
    std::int64_t next = 0;
    for (const syntax::Enumerator& each : tree.enumerators)
        reporter.attempt([&] {
            if (each.starts_list) next = 0;
            if (each.value) {
                walk(each.value, replacer(values));
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
    const syntax::CodeVisitor visitor = replacer(values);
    const auto declared = [&](const syntax::Declarator& each) {
        reject_others(each, values, reporter);
    };
    const auto parameters = [&](const std::vector<syntax::Declarator>& all) {
        for (const syntax::Declarator& each : all) {
            declared(each);
            walk(each, visitor);
        }
    };
    for (const syntax::InitEntry& each : tree.initial_state) {
        for (const auto& dimension : each.dimensions) walk(dimension, visitor);
        walk(each.value, visitor);
    }
    for (const syntax::StructDefinition& each : tree.structs)
        for (const syntax::Declarator& field : each.fields) walk(field, visitor);
    for (const syntax::TypeDefinition& each : tree.type_definitions) walk(each.declarator, visitor);
    parameters(tree.variables);
    for (const syntax::Function& each : tree.functions) {
        parameters(each.parameters);
        walk(each.body, visitor);
        syntax::for_each_declarator(each.body, declared);
    }
    for (const syntax::Thread& each : tree.threads) {
        parameters(each.parameters);
        walk(each.body, visitor);
        syntax::for_each_declarator(each.body, declared);
    }
    for (const syntax::Launch& each : tree.launches)
        for (const auto& part : each.parts) walk(part, visitor);
}

}  // namespace clmm::litmus
