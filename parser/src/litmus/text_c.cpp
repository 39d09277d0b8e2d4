#include <array>
#include <utility>

#include "litmus/text.h"

namespace clmm::syntax {
namespace {

template <class... Functions>
struct Overloaded : Functions... {
    using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

std::string text_or(const ExpressionPtr& expression, const char* otherwise) {
    return expression ? to_text(*expression) : otherwise;
}

std::string unary_text(const Unary& unary) {
    static constexpr std::array<const char*, 10> kSpelling = {"+", "-",  "!",  "~",  "*",
                                                              "&", "++", "--", "++", "--"};
    const bool after =
        unary.op == UnaryOperator::post_increment || unary.op == UnaryOperator::post_decrement;
    const std::string inner = to_text(*unary.operand);
    std::string out;
    if (after) out += inner;
    out += kSpelling.at(static_cast<std::size_t>(unary.op));
    if (!after) out += inner;
    return enclosed('(', out, ')');
}

std::string literal_text(const IntegerLiteral& literal) {
    std::string out = std::to_string(literal.value);
    if (literal.is_unsigned) out += 'u';
    if (literal.is_long) out += 'l';
    return out;
}

/// Statements are lines; inside an expression they stand on one.
std::string block_text(const BlockLiteral& literal) {
    TreeText text;
    text.block(std::get<Block>(literal.body->node));
    std::string out = "^{";
    for (const char c : text.take()) {
        if (c == '\n')
            out += ';';
        else if (c != ' ' || out.back() != ' ')
            out += c;
    }
    return out + " }";
}

std::string infix_text(const Expression& left, const std::string& op, const Expression& right) {
    std::string out = to_text(left);
    out += op == "," ? "" : " ";
    out += op;
    out += ' ';
    out += to_text(right);
    return enclosed('(', out, ')');
}

}  // namespace

std::string enclosed(char open, const std::string& text, char close) {
    std::string out(1, open);
    out += text;
    out += close;
    return out;
}

const char* spelling(BinaryOperator op) {
    static constexpr std::array<const char*, 19> kSpelling = {
        "*",  "/",  "%",  "+", "-", "<<", ">>", "<",  ">", "<=",
        ">=", "==", "!=", "&", "^", "|",  "&&", "||", ","};
    return kSpelling.at(static_cast<std::size_t>(op));
}

std::string to_text(const TypeName& type) {
    std::string out;
    for (const std::string& qualifier : type.qualifiers) out += qualifier + " ";
    if (type.is_struct) out += "struct ";
    out += type.base;
    for (const auto& pointer : type.pointers) {
        out += '*';
        for (const std::string& qualifier : pointer) out += " " + qualifier;
    }
    return out;
}

std::string dimensions_text(const std::vector<ExpressionPtr>& dimensions) {
    std::string out;
    for (const ExpressionPtr& dimension : dimensions)
        out += enclosed('[', text_or(dimension, ""), ']');
    return out;
}

std::string to_text(const Declarator& declarator) {
    std::string out = to_text(declarator.type) + " " + declarator.name;
    out += dimensions_text(declarator.dimensions);
    if (declarator.initializer) out += " = " + to_text(*declarator.initializer);
    return out;
}

std::string to_text(const Expression& expression) {
    return std::visit(
        Overloaded{
            [](const IntegerLiteral& node) { return literal_text(node); },
            [](const FloatingLiteral& node) { return std::to_string(node.value); },
            [](const StringLiteral& node) { return enclosed('"', node.text, '"'); },
            [](const Name& node) { return node.text; },
            [](const Unary& node) { return unary_text(node); },
            [](const Binary& node) {
                return infix_text(*node.left, spelling(node.op), *node.right);
            },
            [](const Assignment& node) {
                const std::string op = node.op ? spelling(*node.op) : "";
                return infix_text(*node.target, op + "=", *node.value);
            },
            [](const Conditional& node) {
                std::string out = to_text(*node.condition);
                out += " ? " + to_text(*node.when_true);
                out += " : " + to_text(*node.when_false);
                return enclosed('(', out, ')');
            },
            [](const Call& node) {
                return node.function + enclosed('(', listed(node.arguments), ')');
            },
            [](const Subscript& node) {
                return to_text(*node.array) + enclosed('[', to_text(*node.index), ']');
            },
            [](const Member& node) {
                return to_text(*node.object) + (node.arrow ? "->" : ".") + node.field;
            },
            [](const Cast& node) {
                return enclosed(
                    '(', enclosed('(', to_text(node.type), ')') + to_text(*node.operand), ')');
            },
            [](const SizeOf& node) {
                return "sizeof" +
                       enclosed('(', node.type ? to_text(*node.type) : to_text(*node.operand), ')');
            },
            [](const InitializerList& node) { return enclosed('{', listed(node.elements), '}'); },
            [](const BlockLiteral& node) { return block_text(node); }},
        expression.node);
}

std::string to_text(const Attribute& attribute) {
    if (attribute.arguments.empty()) return attribute.name;
    return attribute.name + enclosed('(', listed(attribute.arguments), ')');
}

std::string listed(const std::vector<ExpressionPtr>& expressions) {
    std::string out;
    for (const ExpressionPtr& expression : expressions) {
        if (!out.empty()) out += ", ";
        out += to_text(*expression);
    }
    return out;
}

void TreeText::line(const std::string& text) {
    out_.append(static_cast<std::size_t>(depth_) * 2, ' ');
    out_ += text;
    out_ += '\n';
}

void TreeText::block(const Block& block) {
    enter();
    for (const StatementPtr& inner : block.statements) statement(*inner);
    leave();
}

void TreeText::branch(const char* name, const StatementPtr& inner) {
    if (!inner) return;
    if (*name != '\0') line(name);
    enter();
    statement(*inner);
    leave();
}

void TreeText::statement(const Statement& statement) {
    std::visit(
        Overloaded{[&](const Block& node) {
                       line("block");
                       block(node);
                   },
                   [&](const DeclarationStatement& node) {
                       for (const Declarator& declarator : node.declarators)
                           line("declare " + to_text(declarator));
                   },
                   [&](const ExpressionStatement& node) { line(to_text(*node.expression)); },
                   [&](const Empty&) { line("empty"); },
                   [&](const If& node) {
                       line("if " + to_text(*node.condition));
                       branch("", node.when_true);
                       branch("else", node.when_false);
                   },
                   [&](const While& node) {
                       line("while " + to_text(*node.condition));
                       branch("", node.body);
                   },
                   [&](const DoWhile& node) {
                       branch("do", node.body);
                       line("while " + to_text(*node.condition));
                   },
                   [&](const For& node) {
                       line("for " + text_or(node.condition, "true") + " step " +
                            text_or(node.step, "nothing"));
                       branch("first", node.init);
                       branch("body", node.body);
                   },
                   [&](const Switch& node) {
                       line("switch " + to_text(*node.subject));
                       branch("", node.body);
                   },
                   [&](const Case& node) { line("case " + to_text(*node.value)); },
                   [&](const Default&) { line("default"); }, [&](const Break&) { line("break"); },
                   [&](const Continue&) { line("continue"); },
                   [&](const Return& node) { line("return " + text_or(node.value, "nothing")); },
                   [&](const Labelled& node) {
                       line("label " + node.label);
                       branch("", node.statement);
                   }},
        statement.node);
}

}  // namespace clmm::syntax
