#include "compile/expression.h"

#include <memory>
#include <string>
#include <variant>

#include "compile/cat_names.h"
#include "compile/dialect_names.h"

namespace clmm::model {
namespace {

using namespace syntax;  // NOLINT(google-build-using-namespace): the tree's types
using Kind = Value::Kind;

constexpr std::size_t kDeepest = 2000;
constexpr std::size_t kMostSteps = 1'000'000;
constexpr std::size_t kMostNodes = 20'000;

}  // namespace

Value ExpressionCompiler::compile(const CatExpression& expression, Scope scope,
                                  std::uint16_t source) {
    return evaluate(expression, {scope, source});
}

/// Inlining can make a short text deep or huge.
bool ExpressionCompiler::within_limits(SourcePlace place) {
    ++steps_;
    if (depth_ < kDeepest && steps_ < kMostSteps && nodes_.size() < kMostNodes) return true;
    if (!too_large_)
        report_.error(place, "E-CAT-LIMIT", "the model becomes too large here",
                      "functions are written out at each use");
    too_large_ = true;
    return false;
}

Value ExpressionCompiler::evaluate(const CatExpression& expression, Context context) {
    if (!within_limits(place_of(expression, context))) return {};
    ++depth_;
    const Value out = evaluate_node(expression, context);
    --depth_;
    return out;
}

Operand ExpressionCompiler::operand(const CatExpression& expression, Context context) {
    return {evaluate(expression, context), place_of(expression, context)};
}

Value ExpressionCompiler::evaluate_node(const CatExpression& expression, Context context) {
    const SourcePlace place = place_of(expression, context);
    if (const auto* use = std::get_if<CatNameUse>(&expression.node))
        return name_use(expression, use->name, context);
    if (const auto* node = std::get_if<CatInfixExpression>(&expression.node))
        return infix(*node, context);
    if (const auto* node = std::get_if<CatUnaryExpression>(&expression.node))
        return unary(*node, place, context);
    if (const auto* node = std::get_if<CatApplication>(&expression.node))
        return application(*node, place, context);
    if (const auto* node = std::get_if<CatIdentityOn>(&expression.node))
        return typing_.identity_on(operand(*node->set, context), place);
    if (const auto* node = std::get_if<CatLocal>(&expression.node))
        return evaluate(*node->body,
                        {bind(node->bindings, context.scope, context.source), context.source});
    if (const auto* node = std::get_if<CatSelection>(&expression.node))
        return evaluate(variants_.holds(*node->condition) ? *node->yes : *node->no, context);
    if (std::holds_alternative<CatEmpty>(expression.node)) return {Kind::nothing, {}, 0};
    report_.error(place, "E-CAT-TYPE", "only a function takes several expressions", "f(x, y)");
    return {};
}

Value ExpressionCompiler::name_use(const CatExpression& expression, const std::string& name,
                                   Context context) {
    if (const Value* bound = environment_.find(context.scope, environment_.number(name)))
        return *bound;
    const SourcePlace place = place_of(expression, context);
    if (const auto node = predefined(nodes_, name, place))
        return {nodes_[*node].is_set ? Kind::set : Kind::relation, *node, 0};
    if (name == "domain" || name == "range") {
        report_.error(place, "E-CAT-TYPE", "this function lacks its argument", name + "(r)");
        return {};
    }
    report_.error(place, "E-CAT-NAME", "unknown name '" + name + "'", hint_for(name, context));
    return {};
}

std::string ExpressionCompiler::hint_for(const std::string& name, Context context) const {
    if (const auto instead = instead_of_name(name)) return *instead;
    std::vector<std::string_view> names = environment_.names(context.scope);
    for (const std::string_view each : predefined_names()) names.push_back(each);
    const auto closest = closest_name(name, names);
    return closest ? "did you mean '" + *closest + "'?" : std::string();
}

Value ExpressionCompiler::infix(const CatInfixExpression& node, Context context) {
    Operand left = operand(*node.operands.front(), context);
    for (std::size_t i = 1; i < node.operands.size(); ++i) {
        const Operand right = operand(*node.operands[i], context);
        const SourcePlace place{{left.place.span.begin, right.place.span.end}, context.source};
        Value value;
        switch (node.op) {
            case CatInfix::unite:
                value = typing_.unite(left, right, place);
                break;
            case CatInfix::intersect:
                value = typing_.intersect(left, right, place);
                break;
            case CatInfix::subtract:
                value = typing_.subtract(left, right, place);
                break;
            case CatInfix::sequence:
                value = typing_.sequence(left, right, place);
                break;
            case CatInfix::product:
                value = typing_.product(left, right, place);
                break;
        }
        left = {value, place};
    }
    return left.value;
}

Value ExpressionCompiler::unary(const CatUnaryExpression& node, SourcePlace place,
                                Context context) {
    Operand out = operand(*node.operand, context);
    for (std::size_t i = 0; i < node.postfixes.size(); ++i) {
        const SourcePlace upto{{out.place.span.begin, node.postfix_ends[i]}, context.source};
        out = {typing_.postfix(out, node.postfixes[i], upto), upto};
    }
    for (std::uint32_t i = 0; i < node.complements; ++i)
        out = {typing_.complement(out, place), out.place};
    return out.value;
}

// ---- functions ----

bool ExpressionCompiler::right_number(std::string_view function, std::size_t parameters,
                                      std::size_t arguments, SourcePlace place) {
    if (parameters == arguments) return true;
    report_.error(place, "E-CAT-ARITY",
                  "'" + std::string(function) + "' takes " + std::to_string(parameters) +
                      (parameters == 1 ? " argument, not " : " arguments, not ") +
                      std::to_string(arguments));
    return false;
}

Value ExpressionCompiler::application(const CatApplication& node, SourcePlace place,
                                      Context context) {
    const auto* name = std::get_if<CatNameUse>(&node.function->node);
    if (name && (name->name == "domain" || name->name == "range") &&
        !environment_.find(context.scope, environment_.number(name->name)))
        return apply_predefined(node, place, context);
    const Operand function = operand(*node.function, context);
    std::vector<Operand> arguments;
    for (const CatExpressionPtr& each : node.arguments)
        arguments.push_back(operand(*each, context));
    if (function.value.kind == Kind::unknown) return {};
    if (function.value.kind == Kind::function)
        return apply(function.value.function, std::move(arguments), place);
    report_.error(
        function.place, "E-CAT-TYPE",
        "this is applied like a function, but it is " + std::string(in_words(function.value.kind)),
        "to compose relations write r; s");
    return {};
}

Value ExpressionCompiler::apply_predefined(const CatApplication& node, SourcePlace place,
                                           Context context) {
    const std::string& name = std::get<CatNameUse>(node.function->node).name;
    std::vector<Operand> arguments;
    for (const CatExpressionPtr& each : node.arguments)
        arguments.push_back(operand(*each, context));
    if (!right_number(name, 1, arguments.size(), place)) return {};
    return name == "domain" ? typing_.domain(arguments.front(), place)
                            : typing_.range(arguments.front(), place);
}

Value ExpressionCompiler::apply(std::uint32_t number, std::vector<Operand> arguments,
                                SourcePlace place) {
    // On the heap, since applications nest as deep as the limits allow.
    const auto function = std::make_unique<const Function>(environment_.functions[number]);
    if (!right_number(function->name, function->parameters.size(), arguments.size(), place))
        return {};
    std::pair<std::uint32_t, std::vector<Value>> key{number, {}};
    Scope scope = function->scope;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        key.second.push_back(arguments[i].value);
        scope = environment_.bind(scope, function->parameters[i], arguments[i].value);
    }
    if (const auto found = applied_.find(key); found != applied_.end()) return found->second;
    report_.enter_call(function->name, place);
    const Value out = evaluate(*function->body, {scope, function->source});
    report_.leave_call();
    applied_.emplace(std::move(key), out);
    if (out.node.valid()) note_application(*function, out.node);
    return out;
}

void ExpressionCompiler::note_application(const Function& function, NodeId node) {
    applications_.push_back(
        {function.name, node, function.citation, function.body->span, function.source, false});
}

Value ExpressionCompiler::make_function(const CatBinding& binding, Context context) {
    Function function{binding.name.text, {}, binding.body.get(), context.scope, context.source, {}};
    Scope scope = context.scope;
    for (const CatName& parameter : binding.parameters) {
        function.parameters.push_back(environment_.number(parameter.text));
        scope = environment_.bind(scope, function.parameters.back(), {});
    }
    // What is wrong whatever the arguments are is said even if nothing uses the function. Local
    // functions are left to their uses, lest nesting them doubles the work each time.
    if (depth_ == 0) evaluate(*binding.body, {scope, context.source});
    environment_.functions.push_back(std::move(function));
    return {Kind::function, {}, static_cast<std::uint32_t>(environment_.functions.size() - 1)};
}

}  // namespace clmm::model
