#include "cat_test_support.h"

#include <array>
#include <memory>
#include <variant>

namespace clmm::syntax::test {
namespace {

std::string text_of(const CatExpression& expression);

std::string text_of(const CatCondition& condition) {
    if (condition.op == CatCondition::Op::test) return '"' + condition.variant + '"';
    if (condition.op == CatCondition::Op::negation) return "not " + text_of(*condition.operands[0]);
    std::string out = condition.op == CatCondition::Op::all ? "all(" : "any(";
    for (const CatConditionPtr& each : condition.operands)
        out += (out.ends_with('(') ? "" : ", ") + text_of(*each);
    return out + ")";
}

std::string joined(const std::vector<CatExpressionPtr>& parts, const std::string& separator) {
    std::string out;
    for (const CatExpressionPtr& part : parts)
        out += (out.empty() ? "" : separator) + text_of(*part);
    return out;
}

std::string text_of(const CatBindings& bindings) {
    std::string out;
    for (const CatBinding& each : bindings.bindings) {
        out += out.empty() ? (bindings.recursive ? "let rec " : "let ") : " and ";
        out += each.name.text;
        for (std::size_t i = 0; i < each.parameters.size(); ++i)
            out += (i == 0 ? "(" : ", ") + each.parameters[i].text;
        out += (each.parameters.empty() ? " = " : ") = ") + text_of(*each.body);
    }
    return out;
}

struct NodeText {
    std::string operator()(const CatNameUse& node) const { return node.name; }
    std::string operator()(const CatEmpty&) const { return "0"; }
    std::string operator()(const CatInfixExpression& node) const {
        static constexpr std::array kSymbols{" | ", "; ", " \\ ", " & ", " * "};
        return "(" + joined(node.operands, kSymbols.at(static_cast<std::size_t>(node.op))) + ")";
    }
    std::string operator()(const CatUnaryExpression& node) const {
        static constexpr std::array kSymbols{"+", "*", "?", "^-1"};
        std::string out = std::string(node.complements, '~') + text_of(*node.operand);
        for (const CatPostfix each : node.postfixes)
            out += kSymbols.at(static_cast<std::size_t>(each));
        return "(" + out + ")";
    }
    std::string operator()(const CatApplication& node) const {
        return text_of(*node.function) + "(" + joined(node.arguments, ", ") + ")";
    }
    std::string operator()(const CatIdentityOn& node) const {
        return "[" + text_of(*node.set) + "]";
    }
    std::string operator()(const CatTuple& node) const {
        return "<" + joined(node.elements, ", ") + ">";
    }
    std::string operator()(const CatLocal& node) const {
        return "(" + text_of(node.bindings) + " in " + text_of(*node.body) + ")";
    }
    std::string operator()(const CatSelection& node) const {
        return "(if " + text_of(*node.condition) + " then " + text_of(*node.yes) + " else " +
               text_of(*node.no) + ")";
    }
};

std::string text_of(const CatExpression& expression) {
    return std::visit(NodeText{}, expression.node);
}

std::string text_of(const std::vector<CatStatement>& statements);

std::string as(const std::optional<CatName>& name) { return name ? " as " + name->text : ""; }

struct StatementText {
    std::string operator()(const CatDefinition& node) const { return text_of(node.bindings); }
    std::string operator()(const CatCheck& node) const {
        static constexpr std::array kRoles{"", "flag ", "undefined_unless "};
        static constexpr std::array kKinds{"acyclic ", "irreflexive ", "empty "};
        return kRoles.at(static_cast<std::size_t>(node.role)) +
               std::string(node.negated ? "~" : "") +
               kKinds.at(static_cast<std::size_t>(node.kind)) + text_of(*node.expression) +
               as(node.name);
    }
    std::string operator()(const CatShow& node) const {
        return (node.hide ? "unshow " : "show ") + text_of(*node.expression) + as(node.name);
    }
    std::string operator()(const CatInclude& node) const { return "include " + node.file.text; }
    std::string operator()(const CatChoice& node) const {
        return "with " + node.name.text + " from " + text_of(*node.over);
    }
    std::string operator()(const CatVariant& node) const { return "variant " + node.variant.text; }
    std::string operator()(const CatConditional& node) const {
        return "if " + text_of(*node.condition) + "\n" + text_of(node.yes) + "else\n" +
               text_of(node.no) + "end";
    }
};

std::string text_of(const std::vector<CatStatement>& statements) {
    std::string out;
    for (const CatStatement& each : statements)
        out += std::visit(StatementText{}, each.node) + "\n";
    return out;
}

}  // namespace

Result<CatTree> parse_cat_text(const std::string& text) {
    return parse_cat(std::make_shared<const Source>("m.cat", text));
}

std::string cat_tree_of(const std::string& text) {
    const Result<CatTree> tree = parse_cat_text(text);
    return tree ? text_of(tree->statements) : render(tree.diagnostics());
}

std::string cat_expression_of(const std::string& expression) {
    const Result<CatTree> tree = parse_cat_text("let x = " + expression);
    if (!tree) return render(tree.diagnostics());
    return text_of(
        *std::get<CatDefinition>(tree->statements.at(0).node).bindings.bindings.at(0).body);
}

std::string cat_errors_of(const std::string& text) {
    return render(parse_cat_text(text).diagnostics());
}

}  // namespace clmm::syntax::test
