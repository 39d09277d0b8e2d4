#include "kernel_text/print.h"

#include <algorithm>

#include "harness/refuse.h"
#include "kernel_text/walk.h"

namespace clmm::hardware {
namespace {

using syntax::BinaryOperator;
using syntax::UnaryOperator;

constexpr auto kBinary =
    std::to_array<std::string_view>({"*", "/", "%", "+", "-", "<<", ">>", "<", ">",
                                     "<=", ">=", "==", "!=", "&", "^", "|", "&&", "||", ","});
constexpr auto kUnary =
    std::to_array<std::string_view>({"+", "-", "!", "~", "*", "&", "++", "--", "++", "--"});

std::string text(BinaryOperator op) { return std::string(kBinary[static_cast<std::size_t>(op)]); }

std::string literal(const syntax::IntegerLiteral& node) {
    return std::to_string(node.value) + (node.is_unsigned ? "u" : "") + (node.is_long ? "l" : "");
}

bool is_primary(const syntax::Expression& expression) {
    return std::holds_alternative<syntax::IntegerLiteral>(expression.node) ||
           std::holds_alternative<syntax::Name>(expression.node) ||
           std::holds_alternative<syntax::Call>(expression.node) ||
           std::holds_alternative<syntax::Subscript>(expression.node) ||
           std::holds_alternative<syntax::Member>(expression.node);
}

}  // namespace

bool is_barrier(std::string_view function) {
    return function == "barrier" || function == "work_group_barrier" ||
           function == "sub_group_barrier";
}

std::string indent(unsigned depth) { return std::string(std::size_t{4} * depth, ' '); }

const CodePrinter::Declared* CodePrinter::declared(const std::string& name) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
        if (const auto found = scope->find(name); found != scope->end()) return &found->second;
    return nullptr;
}

std::string CodePrinter::name(const std::string& text) const {
    if (const Declared* found = declared(text)) return found->text;
    const auto object = names_.objects.find(text);
    return object == names_.objects.end() ? text : object->second;
}

std::string CodePrinter::name(const std::string& text, Span span) const {
    std::string out = name(text);
    if (out == text && names_.undeclared.contains(text) && declared(text) == nullptr)
        refuse("'" + text + "' is used and not declared", span, "declare it as a parameter");
    return out;
}

// ---- expressions ----

std::string CodePrinter::operand(const syntax::Expression& of, bool as_object) {
    const std::string inner = print(of, as_object);
    return is_primary(of) ? inner : "(" + inner + ")";
}

std::string CodePrinter::arguments(const syntax::Call& call, std::size_t from) {
    std::string out;
    for (std::size_t i = from; i < call.arguments.size(); ++i)
        out += (i == 0 ? "" : ", ") + item(*call.arguments[i]);
    return out;
}

std::string CodePrinter::item(const syntax::Expression& of) {
    const auto* binary = std::get_if<syntax::Binary>(&of.node);
    return binary != nullptr && binary->op == BinaryOperator::comma ? operand(of) : expression(of);
}

std::string CodePrinter::expression(const syntax::Expression& of) { return print(of, false); }

/// The text of one expression.
struct CodePrinter::ExpressionText {
    CodePrinter& self;
    const syntax::Expression& of;
    Span span;
    bool as_object;  ///< its address or size is taken: it is not accessed

    /// Not every compiler lets objects of atomic types be accessed by name.
    std::string accessed(std::string text) const {
        const std::string plain = as_object ? "" : self.plain_pointer(of);
        return plain.empty() ? text : "(*(" + plain + ")&" + text + ")";
    }

    std::string operator()(const syntax::IntegerLiteral& node) const { return literal(node); }
    std::string operator()(const syntax::Name& node) const {
        return accessed(self.name(node.text, span));
    }
    std::string operator()(const syntax::Unary& node) const {
        const std::string op(kUnary[static_cast<std::size_t>(node.op)]);
        const std::string inner = self.operand(*node.operand, node.op == UnaryOperator::address_of);
        if (node.op == UnaryOperator::dereference && !as_object)
            if (const std::string plain = self.plain_pointer(of); !plain.empty())
                return "*(" + plain + ")" + inner;
        const bool behind =
            node.op == UnaryOperator::post_increment || node.op == UnaryOperator::post_decrement;
        return behind ? inner + op : op + inner;
    }
    std::string operator()(const syntax::Binary& node) const {
        return self.operand(*node.left) + " " + text(node.op) + " " + self.operand(*node.right);
    }
    std::string operator()(const syntax::Assignment& node) const {
        return self.operand(*node.target) + " " + (node.op ? text(*node.op) : "") + "= " +
               self.operand(*node.value);
    }
    std::string operator()(const syntax::Conditional& node) const {
        return self.operand(*node.condition) + " ? " + self.operand(*node.when_true) + " : " +
               self.operand(*node.when_false);
    }
    std::string operator()(const syntax::Call& node) const { return self.call(node); }
    std::string operator()(const syntax::Subscript& node) const {
        return accessed(self.operand(*node.array) + "[" + self.expression(*node.index) + "]");
    }
    std::string operator()(const syntax::Member& node) const {
        return accessed(self.operand(*node.object) + (node.arrow ? "->" : ".") + node.field);
    }
    std::string operator()(const syntax::Cast& node) const {
        return "(" + self.type(node.type) + ")" + self.operand(*node.operand);
    }
    std::string operator()(const syntax::SizeOf& node) const {
        return "sizeof(" + (node.type ? self.type(*node.type) : self.print(*node.operand, true)) +
               ")";
    }
    std::string operator()(const syntax::InitializerList& node) const {
        std::string out;
        for (const auto& element : node.elements)
            out += (out.empty() ? "" : ", ") + self.item(*element);
        return "{" + out + "}";
    }
    std::string operator()(const syntax::FloatingLiteral&) const { return other(); }
    std::string operator()(const syntax::StringLiteral&) const { return other(); }
    std::string operator()(const syntax::BlockLiteral&) const { return other(); }
    [[noreturn]] std::string other() const {
        refuse("this expression is not executed on devices", span);
    }
};

std::string CodePrinter::print(const syntax::Expression& of, bool as_object) {
    return std::visit(ExpressionText{*this, of, of.span, as_object}, of.node);
}

// ---- statements ----

namespace {

bool is_list(const syntax::Declarator& declarator) {
    return declarator.initializer &&
           std::holds_alternative<syntax::InitializerList>(declarator.initializer->node);
}

}  // namespace

bool CodePrinter::is_compound(const syntax::Declarator& declarator) const {
    const TypePtr type = variable_type(declarator);
    return type->kind == language::TypeKind::array || type->kind == language::TypeKind::record ||
           is_list(declarator);
}

std::string CodePrinter::initial(const syntax::Declarator& declarator) {
    if (declarator.initializer) return item(*declarator.initializer);
    if (is_compound(declarator)) return "{0}";
    const auto found = initial_.find(declarator.name);
    return found == initial_.end() ? "0" : found->second;
}

std::string CodePrinter::assignment(const syntax::Declarator& declarator,
                                    const std::string& variable, unsigned depth) {
    if (is_compound(declarator) && (is_list(declarator) || !declarator.initializer))
        refuse("'" + declarator.name + "' is declared beside a barrier, or observed, and is no " +
                   "scalar",
               declarator.span, "declare it in a block of its own");
    const std::string value = initial(declarator);
    rename(declarator.name, variable, variable_type(declarator));
    return indent(depth) + variable + " = " + value + ";\n";
}

std::string CodePrinter::declare(const syntax::Declarator& declarator, unsigned depth) {
    if (is_local_object(declarator)) return {};  // the role has a pointer to it
    if (const auto found = hoisted_.find(declarator.name); found != hoisted_.end())
        return assignment(declarator, found->second, depth);
    const std::string value = initial(declarator);
    rename(declarator.name, declarator.name, variable_type(declarator));
    return indent(depth) + variable(declarator, declarator.name) + " = " + value + ";\n";
}

std::string CodePrinter::block(const syntax::Block& of, unsigned depth) {
    open_scope();
    std::string out = "{\n";
    for (const auto& each : of.statements) out += statement(*each, depth + 1);
    close_scope();
    return out + indent(depth) + "}\n";
}

struct CodePrinter::Statements {
    CodePrinter& self;
    unsigned depth;
    Span span;

    /// What hangs on an `if` or a loop: always in braces.
    std::string body(const syntax::StatementPtr& of) const {
        if (const auto* block = std::get_if<syntax::Block>(&of->node))
            return self.block(*block, depth);
        self.open_scope();
        std::string out = "{\n" + self.statement(*of, depth + 1) + indent(depth) + "}\n";
        self.close_scope();
        return out;
    }
    std::string line(const std::string& text) const { return indent(depth) + text + "\n"; }
    std::string condition(const syntax::ExpressionPtr& of) const {
        return of ? self.expression(*of) : "";
    }

    std::string operator()(const syntax::Block& node) const {
        return indent(depth) + self.block(node, depth);
    }
    std::string operator()(const syntax::DeclarationStatement& node) const {
        std::string out;
        for (const auto& declarator : node.declarators) out += self.declare(declarator, depth);
        return out;
    }
    std::string operator()(const syntax::ExpressionStatement& node) const {
        return line(self.expression(*node.expression) + ";");
    }
    std::string operator()(const syntax::Empty&) const { return {}; }
    std::string operator()(const syntax::If& node) const {
        std::string out = indent(depth) + "if (" + condition(node.condition) + ") ";
        out += body(node.when_true);
        if (node.when_false) out += indent(depth) + "else " + body(node.when_false);
        return out;
    }
    std::string operator()(const syntax::While& node) const {
        const std::string test = condition(node.condition);
        return indent(depth) + "while (" + test + ") " + body(node.body);
    }
    std::string operator()(const syntax::DoWhile& node) const {
        std::string inner = body(node.body);
        inner.pop_back();  // the line break
        return indent(depth) + "do " + inner + " while (" + condition(node.condition) + ");\n";
    }
    /// The initialisation stands before the loop, in a block, so that a declaration may be one
    /// that assigns.
    std::string operator()(const syntax::For& node) const {
        self.open_scope();
        const Statements inner{self, depth + 1, span};
        std::string out = indent(depth) + "{\n";
        if (node.init) out += self.statement(*node.init, depth + 1);
        const std::string test = inner.condition(node.condition);
        const std::string step = inner.condition(node.step);
        out += indent(depth + 1) + "for (; " + test + "; " + step + ") " + inner.body(node.body);
        self.close_scope();
        return out + indent(depth) + "}\n";
    }
    std::string operator()(const syntax::Switch& node) const {
        return indent(depth) + "switch (" + condition(node.subject) + ") " + body(node.body);
    }
    std::string operator()(const syntax::Case& node) const {
        return line("case " + self.expression(*node.value) + ":");
    }
    std::string operator()(const syntax::Default&) const { return line("default:"); }
    std::string operator()(const syntax::Break&) const { return line("break;"); }
    std::string operator()(const syntax::Continue&) const { return line("continue;"); }
    std::string operator()(const syntax::Return& node) const {
        if (node.value) return line("return " + self.expression(*node.value) + ";");
        return line(self.on_return_.empty() ? "return;" : self.on_return_);
    }
    std::string operator()(const syntax::Labelled& node) const {
        return self.statement(*node.statement, depth);
    }
};

std::string CodePrinter::statement(const syntax::Statement& of, unsigned depth) {
    return std::visit(Statements{*this, depth, of.span}, of.node);
}

}  // namespace clmm::hardware
