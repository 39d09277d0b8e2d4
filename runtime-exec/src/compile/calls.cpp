// Calls: every function is expanded where it is called.
#include <algorithm>

#include "compile/builtin_call.h"
#include "compile/builtins.h"
#include "compile/translator.h"

namespace clmm::runtime::compiler {
namespace {

constexpr std::size_t kMostInstructions = 1U << 20;

/// The names whose address a function takes: `&name`, `&name.field`, `&name[i]`.
class AddressedNames {
public:
    std::vector<std::string> operator()(const syntax::Block& body) {
        for (const auto& statement : body.statements) walk(statement);
        return std::move(names_);
    }

private:
    void walk(const syntax::StatementPtr& statement) {
        if (statement) std::visit([&](const auto& node) { visit(node); }, statement->node);
    }
    void walk(const syntax::ExpressionPtr& expression) {
        if (expression) std::visit([&](const auto& node) { visit(node); }, expression->node);
    }
    template <class List>
    void walk_all(const List& list) {
        for (const auto& each : list) walk(each);
    }

    void visit(const syntax::Block& node) { walk_all(node.statements); }
    void visit(const syntax::DeclarationStatement& node) {
        for (const auto& declarator : node.declarators) walk(declarator.initializer);
    }
    void visit(const syntax::ExpressionStatement& node) { walk(node.expression); }
    void visit(const syntax::If& node) {
        walk(node.condition);
        walk(node.when_true);
        walk(node.when_false);
    }
    void visit(const syntax::While& node) {
        walk(node.condition);
        walk(node.body);
    }
    void visit(const syntax::DoWhile& node) {
        walk(node.body);
        walk(node.condition);
    }
    void visit(const syntax::For& node) {
        walk(node.init);
        walk(node.condition);
        walk(node.step);
        walk(node.body);
    }
    void visit(const syntax::Switch& node) {
        walk(node.subject);
        walk(node.body);
    }
    void visit(const syntax::Return& node) { walk(node.value); }
    void visit(const syntax::Labelled& node) { walk(node.statement); }

    void visit(const syntax::Unary& node) {
        if (node.op == syntax::UnaryOperator::address_of) note(*node.operand);
        walk(node.operand);
    }
    void visit(const syntax::Binary& node) {
        walk(node.left);
        walk(node.right);
    }
    void visit(const syntax::Assignment& node) {
        walk(node.target);
        walk(node.value);
    }
    void visit(const syntax::Conditional& node) {
        walk(node.condition);
        walk(node.when_true);
        walk(node.when_false);
    }
    void visit(const syntax::Call& node) { walk_all(node.arguments); }
    void visit(const syntax::Subscript& node) {
        walk(node.array);
        walk(node.index);
    }
    void visit(const syntax::Member& node) { walk(node.object); }
    void visit(const syntax::Cast& node) { walk(node.operand); }
    void visit(const syntax::InitializerList& node) { walk_all(node.elements); }
    void visit(const syntax::BlockLiteral& node) { walk(node.body); }
    template <class Leaf>
    void visit(const Leaf& /*node*/) {}

    void note(const syntax::Expression& operand) {
        if (const auto* name = std::get_if<syntax::Name>(&operand.node))
            names_.push_back(name->text);
        else if (const auto* member = std::get_if<syntax::Member>(&operand.node))
            note(*member->object);
        else if (const auto* subscript = std::get_if<syntax::Subscript>(&operand.node))
            note(*subscript->array);
    }

    std::vector<std::string> names_;
};

}  // namespace

std::vector<std::string> addressed_names(const syntax::Block& body) {
    return AddressedNames()(body);
}

bool Translator::is_addressed(const std::string& name) const {
    const auto& names = calls_.back().addressed;
    return std::ranges::find(names, name) != names.end();
}

Variable& Translator::declare(const std::string& name, Variable variable, Span span) {
    const auto [place, is_new] = scopes_.back().insert_or_assign(name, std::move(variable));
    require(is_new, "E-NAME", quote(name) + " is declared twice", span);
    return place->second;
}

/// Of the function that is being expanded, then of the program.
Variable* Translator::find(const std::string& name) {
    const std::size_t first = calls_.empty() ? 0 : calls_.back().scopes;
    for (std::size_t i = scopes_.size(); i-- > first;)
        if (const auto found = scopes_[i].find(name); found != scopes_[i].end())
            return &found->second;
    static const std::string kProgram = "::";
    if (scopes_.empty()) return nullptr;
    auto& globals = scopes_.front();
    if (const auto known = globals.find(kProgram + name); known != globals.end())
        return &known->second;
    Variable variable;
    if (const ProgramVariable* found = program_.variable(name)) {
        variable.type = found->type;
        variable.place = based_place(found->type, handlers::ItemQuery::program_address,
                                     found->offset, found->space);
    } else if (const std::int64_t* value = program_.enumerator(name)) {
        variable.type = types_.scalar(Scalar::i32);
        variable.enumerator = *value;
    } else {
        return nullptr;
    }
    return &globals.emplace(kProgram + name, variable).first->second;
}

Value Translator::evaluate(const syntax::Call& node) {
    if (Variable* variable = find(node.function)) {
        require(variable->block == nullptr, "E-UNSUPPORTED",
                "a block is enqueued, it cannot be called", node.function_span, "write a function");
        reject("E-TYPE", quote(node.function) + " is no function", node.function_span);
    }
    if (const syntax::Function* function = program_.function(node.function))
        return call_function(*function, node);
    if (auto value = BuiltinCall(*this, node)()) return std::move(*value);
    std::vector<std::string> known = program_.names();
    for (const std::string& name : builtin_names()) known.push_back(name);
    reject("E-NAME", "there is no function " + quote(node.function), node.function_span,
           did_you_mean(node.function, known));
}

Value Translator::call_function(const syntax::Function& function, const syntax::Call& node) {
    const Span span = at_;
    for (const Activation& call : calls_)
        require(call.function != &function, "E-UNSUPPORTED",
                quote(function.name) + " calls itself; OpenCL C has no recursion",
                node.function_span);
    require(out_.mark() < kMostInstructions, "E-UNSUPPORTED",
            "the kernel is too large with all its calls expanded", span);
    require(node.arguments.size() == function.parameters.size(), "E-TYPE",
            quote(function.name) + " takes " + std::to_string(function.parameters.size()) +
                " arguments, not " + std::to_string(node.arguments.size()),
            span);
    std::vector<Value> values;
    for (std::size_t i = 0; i < node.arguments.size(); ++i) {
        const Value value = evaluate(*node.arguments[i]);
        TypePtr type = program_.type_of(function.parameters[i]).type;
        if (type->kind == TypeKind::array)
            type = types_.pointer(type->element, AddressSpace::generic);
        at_ = node.arguments[i]->span;
        values.push_back(convert(value, type));
    }
    at_ = span;
    Activation call;
    call.function = &function;
    call.result_type = program_.type_of(function.return_type).type;
    call.end = out_.label();
    call.scopes = scopes_.size();
    call.loops = loops_.size();
    call.addressed = addressed_names(function.body);
    Variable result;
    if (!is_void(call.result_type)) {
        result = make_variable(call.result_type, false);
        call.result = result.place.parts;
        if (result.place.in_memory) call.result_address = address_register(result.place);
    }
    calls_.push_back(std::move(call));
    open_scope();
    for (std::size_t i = 0; i < values.size(); ++i) {
        const syntax::Declarator& parameter = function.parameters[i];
        Variable variable = make_variable(values[i].type, is_addressed(parameter.name));
        write(variable.place, values[i]);
        declare(parameter.name, std::move(variable), parameter.span);
    }
    execute(function.body);
    close_scope();
    at_ = span;
    out_.place(calls_.back().end, 0, span);
    calls_.pop_back();
    return is_void(program_.type_of(function.return_type).type) ? void_value() : read(result.place);
}

}  // namespace clmm::runtime::compiler
