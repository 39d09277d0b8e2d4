#include "litmus/text.h"

#include "clmm/parser/litmus_tree.h"

namespace clmm::syntax {
namespace {

std::string atom_text(const PropositionAtom& atom) {
    if (atom.kind == PropositionAtom::Kind::constant) return std::to_string(atom.constant);
    std::string out;
    if (atom.kind == PropositionAtom::Kind::address) out += '&';
    if (atom.unit) out += std::to_string(*atom.unit) + ":";
    out += atom.name;
    if (atom.subscript) out += enclosed('[', std::to_string(*atom.subscript), ']');
    return out;
}

const char* connective_text(PropositionConnective op) {
    switch (op) {
        case PropositionConnective::conjunction:
            return " /\\ ";
        case PropositionConnective::disjunction:
            return " \\/ ";
        case PropositionConnective::implication:
            return " => ";
        case PropositionConnective::equivalence:
            return " <=> ";
    }
    return "";
}

std::string proposition_text(const Proposition& proposition) {
    if (const auto* node = std::get_if<Comparison>(&proposition.node))
        return atom_text(node->left) + " " + spelling(node->op) + " " + atom_text(node->right);
    if (const auto* node = std::get_if<PropositionNot>(&proposition.node)) {
        std::string out = "~";
        return out += enclosed('(', proposition_text(*node->operand), ')');
    }
    if (const auto* node = std::get_if<PropositionConstant>(&proposition.node))
        return node->value ? "true" : "false";
    const auto& node = std::get<PropositionBinary>(proposition.node);
    return enclosed(
        '(',
        proposition_text(*node.left) + connective_text(node.op) + proposition_text(*node.right),
        ')');
}

const char* quantifier_text(Quantifier quantifier) {
    switch (quantifier) {
        case Quantifier::exists:
            return "exists ";
        case Quantifier::not_exists:
            return "~exists ";
        case Quantifier::forall:
            return "forall ";
    }
    return "";
}

std::string init_text(const InitEntry& entry) {
    std::string out = "init ";
    if (entry.type) out += to_text(*entry.type) + " ";
    if (entry.unit) out += std::to_string(*entry.unit) + ":";
    out += entry.name + dimensions_text(entry.dimensions);
    if (entry.value) out += " = " + to_text(*entry.value);
    return out;
}

std::string parameters_text(const std::vector<Declarator>& parameters) {
    std::string out;
    for (const Declarator& parameter : parameters) {
        if (!out.empty()) out += ", ";
        out += to_text(parameter);
    }
    return enclosed('(', out, ')');
}

std::string thread_text(const Thread& thread) {
    std::string out = "thread " + std::to_string(thread.number);
    for (const Placement& placement : thread.placement)
        out += " @" + placement.kind +
               (placement.kind == "host" ? "" : " " + std::to_string(placement.index));
    return out + " " + parameters_text(thread.parameters);
}

void scope_text(const ScopeTree& tree, TreeText& text) {
    std::string line = "scope " + tree.kind;
    for (const std::uint32_t unit : tree.units) line += " P" + std::to_string(unit);
    text.line(line);
    text.enter();
    for (const ScopeTree& child : tree.children) scope_text(child, text);
    text.leave();
}

void header_text(const LitmusTree& tree, TreeText& text) {
    text.line((tree.dialect == Dialect::c ? "c " : "opencl ") + tree.name);
    if (!tree.documentation.empty()) text.line("documentation \"" + tree.documentation + "\"");
    for (const Metadata& entry : tree.metadata)
        text.line("metadata " + entry.key + " = " + entry.value);
    for (const InitEntry& entry : tree.initial_state) text.line(init_text(entry));
}

void types_text(const LitmusTree& tree, TreeText& text) {
    for (const StructDefinition& definition : tree.structs) {
        text.line((definition.is_union ? "union " : "struct ") + definition.name);
        text.enter();
        for (const Declarator& field : definition.fields) text.line(to_text(field));
        text.leave();
    }
    for (const TypeDefinition& definition : tree.type_definitions)
        text.line("typedef " + to_text(definition.declarator));
    for (const Declarator& variable : tree.variables) text.line("variable " + to_text(variable));
}

void function_text(const Function& function, TreeText& text) {
    text.line(std::string(function.is_kernel ? "kernel " : "function ") +
              to_text(function.return_type) + " " + function.name + " " +
              parameters_text(function.parameters));
    text.enter();
    for (const Attribute& attribute : function.attributes)
        text.line("attribute " + to_text(attribute));
    text.leave();
    text.block(function.body);
}

void question_text(const LitmusTree& tree, TreeText& text) {
    if (tree.scope_tree) scope_text(*tree.scope_tree, text);
    for (const ObservedLocation& location : tree.locations)
        text.line("observe " + atom_text(location.atom));
    if (tree.filter) text.line("filter " + proposition_text(*tree.filter));
    if (tree.condition)
        text.line(quantifier_text(tree.condition->quantifier) +
                  proposition_text(*tree.condition->proposition));
}

}  // namespace

std::string to_text(const LitmusTree& tree) {
    TreeText text;
    header_text(tree, text);
    types_text(tree, text);
    for (const Function& function : tree.functions) function_text(function, text);
    for (const Thread& thread : tree.threads) {
        text.line(thread_text(thread));
        text.block(thread.body);
    }
    for (const Launch& launch : tree.launches) text.line("launch " + listed(launch.parts));
    question_text(tree, text);
    return text.take();
}

}  // namespace clmm::syntax
