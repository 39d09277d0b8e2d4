#include <algorithm>
#include <string>

#include "compile/expression.h"

namespace clmm::model {
namespace {

using namespace syntax;  // NOLINT(google-build-using-namespace): the tree's types
using Kind = Value::Kind;

Kind settled(Kind kind) { return kind == Kind::set ? Kind::set : Kind::relation; }

}  // namespace

Scope ExpressionCompiler::bind(const CatBindings& bindings, Scope scope, std::uint16_t source) {
    const Context context{scope, source};
    if (bindings.recursive) return bind_recursive(bindings, context);
    std::vector<Value> values;
    for (const CatBinding& each : bindings.bindings) values.push_back(bound_value(each, context));
    for (std::size_t i = 0; i < values.size(); ++i)
        scope = environment_.bind(scope, environment_.number(bindings.bindings[i].name.text),
                                  values[i]);
    return scope;
}

Value ExpressionCompiler::bound_value(const CatBinding& binding, Context context) {
    return binding.parameters.empty() ? evaluate(*binding.body, context)
                                      : make_function(binding, context);
}

/// The kinds of recursive names are those of their bodies, found by evaluating these with
/// the names unknown, then with what is known so far, until nothing changes.
std::vector<Kind> ExpressionCompiler::infer_kinds(const CatBindings& bindings, Context context) {
    const std::size_t count = bindings.bindings.size();
    std::vector<Kind> kinds(count, Kind::unknown);
    report_.mute();
    for (bool changed = true; changed;) {
        changed = false;
        Scope inner = context.scope;
        for (std::size_t i = 0; i < count; ++i)
            inner = environment_.bind(inner, environment_.number(bindings.bindings[i].name.text),
                                      {kinds[i], {}, 0});
        for (std::size_t i = 0; i < count; ++i) {
            const Kind kind = evaluate(*bindings.bindings[i].body, {inner, context.source}).kind;
            if (kinds[i] != Kind::unknown || (kind != Kind::set && kind != Kind::relation))
                continue;
            kinds[i] = kind;
            changed = true;
        }
    }
    report_.unmute();
    applied_.clear();  // may hold results of muted errors
    std::ranges::transform(kinds, kinds.begin(), settled);
    return kinds;
}

bool ExpressionCompiler::may_be_recursive(const CatBindings& bindings, Context context) {
    for (const CatBinding& each : bindings.bindings)
        if (!each.parameters.empty()) {
            report_.error({each.name.span, context.source}, "E-CAT-REC",
                          "a function cannot be recursive");
            return false;
        }
    if (!recursion_open_) return true;
    report_.error({bindings.bindings.front().name.span, context.source}, "E-CAT-REC",
                  "a recursive definition cannot be part of another",
                  "define both at once: let rec a = … and b = …");
    return false;
}

Scope ExpressionCompiler::bind_unknown(const CatBindings& bindings, Scope scope) {
    for (const CatBinding& each : bindings.bindings)
        scope = environment_.bind(scope, environment_.number(each.name.text), {});
    return scope;
}

Scope ExpressionCompiler::bind_recursive(const CatBindings& bindings, Context context) {
    if (!may_be_recursive(bindings, context)) return bind_unknown(bindings, context.scope);
    recursion_open_ = true;
    const std::vector<Kind> kinds = infer_kinds(bindings, context);
    std::vector<Value> names;
    Scope inner = context.scope;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const CatBinding& each = bindings.bindings[i];
        const NodeId node = nodes_.recursive(recursive_.size() + i, kinds[i] == Kind::set,
                                             {each.name.span, context.source});
        names.push_back({kinds[i], node, 0});
        inner = environment_.bind(inner, environment_.number(each.name.text), names.back());
    }
    add_recursive(bindings, names, inner, context);
    nodes_.close_recursion();
    recursion_open_ = false;
    return inner;
}

void ExpressionCompiler::add_recursive(const CatBindings& bindings, const std::vector<Value>& names,
                                       Scope inner, Context context) {
    const std::size_t first = recursive_.size();
    const std::uint32_t group = groups_++;
    for (std::size_t i = 0; i < names.size(); ++i)
        recursive_.push_back({names[i].node, {}, group, bindings.bindings[i].name.text});
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Operand body = operand(*bindings.bindings[i].body, {inner, context.source});
        const std::string user = "'" + recursive_[first + i].name + "' is";
        recursive_[first + i].body = names[i].kind == Kind::set
                                         ? typing_.want_set(body, user, "")
                                         : typing_.want_relation(body, user, "");
    }
}

}  // namespace clmm::model
