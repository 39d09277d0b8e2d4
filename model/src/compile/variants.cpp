#include "compile/variants.h"

#include <algorithm>
#include <variant>

#include "compile/cat_names.h"

namespace clmm::model {
namespace {

using namespace syntax;  // NOLINT(google-build-using-namespace): the tree's types

std::string key_of(const std::string& variant) { return variant.substr(0, variant.find('=')); }

/// Empty for a variant without a value.
std::string value_in(const std::string& variant) {
    const std::size_t equals = variant.find('=');
    return equals == std::string::npos ? std::string() : variant.substr(equals + 1);
}

}  // namespace

Variants::Variants(const std::set<std::string>& chosen) : chosen_(chosen) {
    for (const std::string& each : chosen) chosen_keys_.insert(key_of(each));
}

void Variants::state(const std::string& variant, const std::string& note) {
    const std::string key = key_of(variant);
    defaults_.try_emplace(key, variant);
    auto at = std::ranges::find(stated_, key, &Switch::name);
    if (at == stated_.end()) at = stated_.insert(at, {key, {}, {}});
    const std::string value = value_in(variant);
    const auto known = std::ranges::find(at->values, value, &Switch::Value::value);
    if (known == at->values.end())
        at->values.push_back({value, note});
    else if (known->note.empty())
        known->note = note;
}

std::vector<Switch> Variants::switches() const {
    std::vector<Switch> out = stated_;
    for (Switch& each : out) {
        each.value = value_in(defaults_.at(each.name));
        for (const std::string& variant : chosen_)
            if (key_of(variant) == each.name) each.value = value_in(variant);
    }
    return out;
}

bool Variants::on(const std::string& variant) const {
    const std::string key = key_of(variant);
    if (chosen_keys_.contains(key)) return chosen_.contains(variant);
    const auto found = defaults_.find(key);
    return found != defaults_.end() && found->second == variant;
}

bool Variants::holds(const CatCondition& condition) const {
    const auto each = [&](const CatConditionPtr& operand) { return holds(*operand); };
    switch (condition.op) {
        case CatCondition::Op::test:
            return on(condition.variant);
        case CatCondition::Op::all:
            return std::ranges::all_of(condition.operands, each);
        case CatCondition::Op::any:
            return std::ranges::any_of(condition.operands, each);
        case CatCondition::Op::negation:
            break;
    }
    return !holds(*condition.operands.front());
}

void Variants::learn(const CatCondition& condition) {
    if (condition.op == CatCondition::Op::test) known_.insert(condition.variant);
    for (const CatConditionPtr& operand : condition.operands) learn(*operand);
}

void Variants::learn(const CatBindings& bindings) {
    for (const CatBinding& binding : bindings.bindings) learn(*binding.body);
}

void Variants::learn(const CatExpression& expression) {
    const auto all = [&](const std::vector<CatExpressionPtr>& parts) {
        for (const CatExpressionPtr& part : parts) learn(*part);
    };
    if (const auto* infix = std::get_if<CatInfixExpression>(&expression.node)) all(infix->operands);
    if (const auto* tuple = std::get_if<CatTuple>(&expression.node)) all(tuple->elements);
    if (const auto* unary = std::get_if<CatUnaryExpression>(&expression.node))
        learn(*unary->operand);
    if (const auto* on = std::get_if<CatIdentityOn>(&expression.node)) learn(*on->set);
    if (const auto* application = std::get_if<CatApplication>(&expression.node)) {
        learn(*application->function);
        all(application->arguments);
    }
    if (const auto* local = std::get_if<CatLocal>(&expression.node)) {
        learn(local->bindings);
        learn(*local->body);
    }
    if (const auto* selection = std::get_if<CatSelection>(&expression.node)) {
        learn(*selection->condition);
        learn(*selection->yes);
        learn(*selection->no);
    }
}

void Variants::learn(const CatStatement& statement) {
    if (const auto* definition = std::get_if<CatDefinition>(&statement.node))
        learn(definition->bindings);
    if (const auto* check = std::get_if<CatCheck>(&statement.node)) learn(*check->expression);
    if (const auto* show = std::get_if<CatShow>(&statement.node)) learn(*show->expression);
    if (const auto* choice = std::get_if<CatChoice>(&statement.node)) learn(*choice->over);
    if (const auto* variant = std::get_if<CatVariant>(&statement.node))
        known_.insert(variant->variant.text);
    if (const auto* conditional = std::get_if<CatConditional>(&statement.node)) {
        learn(*conditional->condition);
        learn(conditional->yes);
        learn(conditional->no);
    }
}

void Variants::learn(const std::vector<CatStatement>& statements) {
    if (chosen_.empty()) return;  // nothing to warn about
    for (const CatStatement& statement : statements) learn(statement);
}

Diagnostics Variants::unknown() const {
    Diagnostics out;
    const std::vector<std::string_view> known(known_.begin(), known_.end());
    for (const std::string& each : chosen_) {
        if (known_.contains(each)) continue;
        const auto closest = closest_name(each, known);
        out.push_back({Severity::error,
                       "E-CAT-VARIANT",
                       "the model has no variant '" + each + "'",
                       closest ? "did you mean '" + *closest + "'?" : std::string(),
                       nullptr,
                       {}});
    }
    return out;
}

}  // namespace clmm::model
