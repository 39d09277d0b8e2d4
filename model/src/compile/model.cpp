#include "compile/model.h"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "compile/cat_names.h"
#include "compile/dialect_names.h"
#include "compile/embedded_models.h"

namespace clmm::model {
namespace {

using namespace syntax;  // NOLINT(google-build-using-namespace): the tree's types

constexpr std::size_t kMostFiles = 200;

CheckKind kind_of(CatCheckKind kind) {
    switch (kind) {
        case CatCheckKind::acyclic:
            return CheckKind::acyclic;
        case CatCheckKind::irreflexive:
            return CheckKind::irreflexive;
        case CatCheckKind::empty:
            break;
    }
    return CheckKind::empty;
}

std::string_view word_of(CatCheckKind kind) {
    switch (kind) {
        case CatCheckKind::acyclic:
            return "acyclic";
        case CatCheckKind::irreflexive:
            return "irreflexive";
        case CatCheckKind::empty:
            break;
    }
    return "empty";
}

/// `mine` of `models/mine.cat`.
std::string stem(const std::string& file) {
    const std::size_t slash = file.find_last_of("/\\");
    std::string name = slash == std::string::npos ? file : file.substr(slash + 1);
    if (name.ends_with(".cat")) name.resize(name.size() - 4);
    return name;
}

}  // namespace

ModelCompiler::ModelCompiler(const LoadOptions& options)
    : options_(options),
      variants_(options.variants),
      expressions_(nodes_, environment_, report_, variants_, program_.recursive) {}

Result<MemoryModel> ModelCompiler::run(const SourcePtr& source) {
    MemoryModel out;
    included_.insert(source->name());
    if (const CatTree* tree = parse(source)) {
        out.name = tree->title ? tree->title->text : stem(source->name());
        out.documentation = tree->documentation;
        statements(tree->statements, 0);
    }
    Diagnostics diagnostics = report_.take();
    if (diagnostics.empty()) {
        variants_.check(report_);
        diagnostics = report_.take();
    }
    if (diagnostics.empty()) diagnostics = variants_.unknown();
    if (has_errors(diagnostics)) return Result<MemoryModel>::failure(std::move(diagnostics));
    out.switches = variants_.switches();
    program_.name = out.name;
    out.name += variants_.chosen();
    program_.sources = report_.sources();
    program_.nodes = nodes_.take();
    program_.names = nodes_.take_names();
    program_.applications = expressions_.take_applications();
    drop_unused(program_);
    out.program = std::move(program_);
    return {std::move(out), std::move(diagnostics)};
}

const CatTree* ModelCompiler::parse(const SourcePtr& source) {
    report_.add_source(source);
    Result<CatTree> tree = parse_cat(source);
    if (!tree) {
        report_.add(tree.diagnostics());
        return nullptr;
    }
    trees_.push_back(std::move(tree.value()));
    variants_.learn(trees_.back().statements,
                    static_cast<std::uint16_t>(report_.sources().size() - 1));
    return &trees_.back();
}

void ModelCompiler::statements(const Statements& statements, std::uint16_t source) {
    for (const CatStatement& each : statements) statement(each, source);
}

void ModelCompiler::statement(const CatStatement& statement, std::uint16_t source) {
    if (const auto* node = std::get_if<CatDefinition>(&statement.node))
        define(*node, statement, source);
    if (const auto* node = std::get_if<CatCheck>(&statement.node)) check(*node, statement, source);
    if (const auto* node = std::get_if<CatShow>(&statement.node)) show(*node, statement, source);
    if (const auto* node = std::get_if<CatChoice>(&statement.node)) choose(*node, source);
    if (const auto* node = std::get_if<CatInclude>(&statement.node)) include(*node, source);
    if (const auto* node = std::get_if<CatVariant>(&statement.node))
        variants_.state(node->variant.text, statement.citation);
    if (const auto* node = std::get_if<CatConditional>(&statement.node))
        statements(variants_.holds(*node->condition) ? node->yes : node->no, source);
}

Operand ModelCompiler::operand(const CatExpression& expression, std::uint16_t source) {
    return {expressions_.compile(expression, scope_, source), {expression.span, source}};
}

void ModelCompiler::define(const CatDefinition& node, const CatStatement& statement,
                           std::uint16_t source) {
    scope_ = expressions_.bind(node.bindings, scope_, source);
    for (const CatBinding& each : node.bindings.bindings) {
        const Value* value = environment_.find(scope_, environment_.number(each.name.text));
        if (!value) continue;
        if (value->kind == Value::Kind::function) {
            environment_.functions[value->function].citation = statement.citation;
            continue;
        }
        const NodeId bound = expressions_.typing().want_either({*value, {each.span, source}});
        if (bound.valid())
            program_.definitions.push_back(
                {each.name.text, bound, statement.citation, each.span, source, false});
    }
}

/// `acyclic-hb` where the check is of a name.
std::string ModelCompiler::check_name(const CatCheck& node) const {
    if (node.name) return node.name->text;
    const auto* use = std::get_if<CatNameUse>(&node.expression->node);
    const std::string of = use ? use->name : std::to_string(program_.checks.size() + 1);
    return (node.negated ? "not-" : "") + std::string(word_of(node.kind)) + "-" + of;
}

void ModelCompiler::check(const CatCheck& node, const CatStatement& statement,
                          std::uint16_t source) {
    Typing& typing = expressions_.typing();
    const Operand tested = operand(*node.expression, source);
    const NodeId found =
        node.kind == CatCheckKind::empty
            ? typing.want_either(tested)
            : typing.want_relation(tested, "'" + std::string(word_of(node.kind)) + "' tests", "");
    if (!found.valid()) return;
    Check out{kind_of(node.kind), node.negated,       CheckRole::axiom, found,
              check_name(node),   statement.citation, statement.span,   source};
    if (node.role == CatCheckRole::flag) out.role = CheckRole::flag;
    if (node.role == CatCheckRole::undefined_unless) {
        out.role = CheckRole::undefined;
        out.negated = !out.negated;  // raised where the check is not satisfied
    }
    program_.checks.push_back(std::move(out));
}

void ModelCompiler::show(const CatShow& node, const CatStatement& statement, std::uint16_t source) {
    const auto* use = std::get_if<CatNameUse>(&node.expression->node);
    if (!node.name && !use) {
        report_.error({node.expression->span, source}, "E-CAT-SYNTAX", "what is shown needs a name",
                      "show e as name");
        return;
    }
    const std::string& name = node.name ? node.name->text : use->name;
    if (node.hide) {
        for (Definition& each : program_.definitions)
            if (each.name == name) each.show = false;
        return;
    }
    const NodeId shown = expressions_.typing().want_either(operand(*node.expression, source));
    if (!shown.valid()) return;
    const auto same = [&](const Definition& each) {
        return each.name == name && each.node == shown;
    };
    const auto known =
        std::find_if(program_.definitions.rbegin(), program_.definitions.rend(), same);
    if (known != program_.definitions.rend())
        known->show = true;
    else
        program_.definitions.push_back(
            {name, shown, statement.citation, statement.span, source, true});
}

void ModelCompiler::choose(const CatChoice& node, std::uint16_t source) {
    const NodeId over =
        expressions_.typing().want_set(operand(*node.over, source), "'total_order' orders", "");
    Value value{Value::Kind::relation, {}, 0};
    if (over.valid()) {
        const TotalOrderId id(program_.total_orders.size());
        program_.total_orders.push_back({node.name.text, over});
        value.node = nodes_.total_order(id, {node.name.span, source});
        program_.definitions.push_back(
            {node.name.text, value.node, {}, node.name.span, source, false});
    }
    scope_ = environment_.bind(scope_, environment_.number(node.name.text), value);
}

// ---- include ----

SourcePtr shipped_file(std::string_view file) {
    const auto text = embedded_model(file);
    return text ? std::make_shared<Source>(std::string(file), std::string(*text)) : nullptr;
}

std::vector<std::string_view> shipped_model_names() {
    constexpr std::string_view kExtension = ".cat";
    std::vector<std::string_view> out;
    for (const std::string_view file : embedded_model_names())
        if (!file.ends_with("-base.cat"))  // those only serve to be included
            out.push_back(file.substr(0, file.size() - kExtension.size()));
    return out;
}

SourcePtr ModelCompiler::find_include(const std::string& file) const {
    if (options_.includes)
        if (SourcePtr source = options_.includes(file)) return source;
    return shipped_file(file);
}

void ModelCompiler::include(const CatInclude& node, std::uint16_t source) {
    const SourcePlace place{node.file.span, source};
    if (!included_.insert(node.file.text).second) return;
    const SourcePtr found = included_.size() > kMostFiles ? nullptr : find_include(node.file.text);
    if (!found) {
        std::vector<std::string_view> names = embedded_model_names();
        const auto closest = closest_name(node.file.text, names);
        report_.error(place, "E-CAT-INCLUDE",
                      "there is no file '" + node.file.text + "' to include",
                      instead_of_file(node.file.text)
                          .value_or(closest ? "did you mean '" + *closest + "'?" : std::string()));
        return;
    }
    const auto number = static_cast<std::uint16_t>(report_.sources().size());
    if (const CatTree* tree = parse(found)) statements(tree->statements, number);
}

}  // namespace clmm::model
