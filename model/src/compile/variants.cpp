#include "compile/variants.h"

#include <algorithm>
#include <array>
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

/// The switches that the elaboration of tests asks for, not conditions of cat files
/// (enumerator/src/check.cpp).
struct ElaborationSwitch {
    std::string_view name;
    std::array<std::string_view, 3> values;

    [[nodiscard]] bool has(std::string_view value) const {
        return !value.empty() && std::ranges::find(values, value) != values.end();
    }
};
constexpr std::array kElaborationSwitches{
    ElaborationSwitch{"thin-air", {"none", "dependency", "sb"}},
    ElaborationSwitch{"work-item-scope", {"reject", "inert"}},
    ElaborationSwitch{"local-scope", {"narrowed", "as-written"}},
    ElaborationSwitch{"atomic-assignment", {"seq-cst", "plain"}},
    ElaborationSwitch{"control-dependency", {"until-join", "onwards"}},
};

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

std::string Variants::chosen() const {
    std::string out;
    for (const std::string& each : chosen_) {
        const auto found = defaults_.find(key_of(each));
        if (found == defaults_.end() || found->second != each) out += "+" + each;
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
    if (condition.op == CatCondition::Op::test)
        asked_for_.push_back({condition.variant, {condition.span, source_}});
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
        mentioned_.push_back({variant->variant.text, {variant->variant.span, source_}});
    if (const auto* conditional = std::get_if<CatConditional>(&statement.node)) {
        learn(*conditional->condition);
        learn(conditional->yes, source_);
        learn(conditional->no, source_);
    }
}

void Variants::learn(const std::vector<CatStatement>& statements, std::uint16_t source) {
    source_ = source;
    for (const CatStatement& statement : statements) learn(statement);
}

std::set<std::string> Variants::known() const {
    std::set<std::string> out;
    for (const auto* all : {&asked_for_, &mentioned_})
        for (const Mention& each : *all) out.insert(each.variant);
    return out;
}

void Variants::check(CompileReport& report) const {
    if (check_asked(report)) check_stated(report);  // a misspelt question leaves others unasked
}

bool Variants::check_asked(CompileReport& report) const {
    std::vector<std::string_view> stated;
    bool all_stated = true;
    for (const Mention& each : mentioned_) stated.push_back(each.variant);
    for (const Mention& each : asked_for_) {
        if (std::ranges::find(stated, each.variant) != stated.end()) continue;
        all_stated = false;
        const auto closest = closest_name(each.variant, stated);
        report.error(each.place, "E-CAT-VARIANT",
                     "no statement states the variant '" + each.variant + "'",
                     closest ? "did you mean '" + *closest + "'?"
                             : "state it and its other values before: variant \"" + each.variant +
                                   "\"; the first one of a switch is its default");
    }
    return all_stated;
}

/// A default need not be asked for. It is a value of its switch if the file that asks for others
/// says so, or if nobody else speaks of the switch.
bool Variants::is_value_of_its_switch(const Mention& mention) const {
    const std::string key = key_of(mention.variant);
    const auto same = [&](const Mention& each) { return each.variant == mention.variant; };
    if (std::ranges::any_of(asked_for_, same)) return true;
    const auto asks_elsewhere = [&](const Mention& each) {
        return key_of(each.variant) == key && each.place.source != mention.place.source;
    };
    const bool is_stated_elsewhere = std::ranges::any_of(
        mentioned_, [&](const Mention& each) { return same(each) && asks_elsewhere(each); });
    return is_stated_elsewhere || std::ranges::none_of(asked_for_, asks_elsewhere) ||
           std::ranges::none_of(mentioned_, asks_elsewhere);
}

void Variants::check_stated(CompileReport& report) const {
    std::set<std::string> keys;
    for (const Mention& each : asked_for_) keys.insert(key_of(each.variant));
    for (const ElaborationSwitch& each : kElaborationSwitches) keys.insert(std::string(each.name));
    for (const Mention& each : mentioned_) {
        const std::string key = key_of(each.variant);
        const auto ours = std::ranges::find(kElaborationSwitches, key, &ElaborationSwitch::name);
        const bool is_value = ours == kElaborationSwitches.end()
                                  ? is_value_of_its_switch(each)
                                  : ours->has(value_in(each.variant));
        if (keys.contains(key) && is_value) continue;
        std::vector<std::string_view> others;
        const std::set<std::string> all = known();
        for (const std::string& other : all)
            if (other != each.variant) others.push_back(other);
        const auto closest = closest_name(each.variant, others);
        report.error(each.place, "E-CAT-VARIANT",
                     keys.contains(key) ? "'" + value_in(each.variant) +
                                              "' is not a value of the switch '" + key + "'"
                                        : "nothing asks for the variant '" + each.variant + "'",
                     closest ? "did you mean '" + *closest + "'?" : std::string());
    }
}

Diagnostics Variants::unknown() const {
    Diagnostics out;
    const std::set<std::string> all = known();
    const std::vector<std::string_view> known(all.begin(), all.end());
    for (const std::string& each : chosen_) {
        if (all.contains(each)) continue;
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
