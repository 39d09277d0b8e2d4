// Calls: every function is expanded where it is called.
#include <algorithm>

#include "clmm/base/counted.h"
#include "clmm/base/stack.h"
#include "clmm/language/names.h"
#include "clmm/language/overloads.h"
#include "clmm/parser/statement_expression.h"
#include "compile/builtins/builtins.h"
#include "compile/builtins/call.h"
#include "compile/code_walk.h"
#include "compile/translator.h"
#include "execute/handlers/spaces.h"

namespace clmm::runtime::compiler {
namespace {

constexpr std::size_t kMostInstructions = 1U << 20;
constexpr std::size_t kDeepestCalls = 512;

}  // namespace

bool Translator::is_addressed(const std::string& name) const {
    if (is_observed(name)) return true;
    const auto& names = calls_.back().addressed;
    return std::ranges::find(names, name) != names.end();
}

Variable& Translator::declare(const std::string& name, Variable variable, Span span) {
    const auto [place, is_new] = scopes_.back().insert_or_assign(name, std::move(variable));
    require(is_new, "E-NAME", quote(name) + " is declared twice", span);
    if (is_observed(name)) observe(name, place->second);
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
        if (found->block)
            variable.block = &closures_.emplace_back(Closure{found->block, {}});
        else
            variable.place = program_place(*found);
    } else if (const std::int64_t* value = program_.enumerator(name)) {
        variable.type = types_.scalar(Scalar::i32);
        variable.enumerator = *value;
    } else {
        return nullptr;
    }
    return &globals.emplace(kProgram + name, variable).first->second;
}

/// Its statements; the value is that of the last one.
Value Translator::statement_expression(const syntax::Call& node) {
    const auto& statements = syntax::statements_of(node).statements;
    const syntax::Expression* last = syntax::value_of_statements(node);
    Value out = void_value();
    open_scope();
    const std::uint64_t begin = private_bytes_;
    for (const auto& statement : statements) {
        if (last != nullptr && &statement == &statements.back())
            out = temporary_copy(evaluate(*last));
        else
            execute(*statement);
    }
    end_lives(begin);
    close_scope();
    return out;
}

Value Translator::evaluate(const syntax::Call& node) {
    if (node.function == syntax::kStatementExpression) return statement_expression(node);
    if (Variable* variable = find(node.function)) {
        if (variable->block) return call_block(*variable, node);
        reject("E-TYPE", quote(node.function) + " is no function", node.function_span);
    }
    const auto overloads = program_.overloads(node.function);
    if (!overloads.empty()) return call_function(*choose_overload(overloads, node), node);
    if (is_host())
        if (auto value = BuiltinCall(*this, node).of_host()) return std::move(*value);
    if (is_host())
        reject("E-UNSUPPORTED",
               "the function " + quote(node.function) + " is not executed in host code",
               node.function_span,
               language::did_you_mean(node.function, language::api_names(true)));
    if (auto value = BuiltinCall(*this, node)()) return std::move(*value);
    const syntax::Function* prototype = program_.prototype(node.function);
    if (program_.missing_bodies && prototype != nullptr) return call_without_body(*prototype, node);
    std::vector<std::string> known = program_.names();
    for (const std::string& name : builtin_names()) known.push_back(name);
    reject("E-NAME", "there is no function " + quote(node.function), node.function_span,
           language::did_you_mean(node.function, known));
}

/// Of functions of one name the one whose parameters are nearest to the arguments.
const syntax::Function* Translator::choose_overload(
    std::span<const syntax::Function* const> overloads, const syntax::Call& node) {
    if (overloads.size() == 1) return overloads.front();
    std::vector<std::vector<TypePtr>> parameters;
    for (const syntax::Function* each : overloads) {
        std::vector<TypePtr>& taken = parameters.emplace_back();
        for (const syntax::Declarator& parameter : each->parameters)
            taken.push_back(types_.unqualified(program_.parameter_type(parameter).type));
    }
    std::vector<TypePtr> arguments;
    for (const auto& argument : node.arguments)
        arguments.push_back(types_.unqualified(type_of(*argument)));
    const language::OverloadChoice chosen = language::choose_overload(parameters, arguments);
    require(chosen.nearest.has_value(), "E-TYPE",
            "no function " + quote(node.function) + " takes these arguments", node.function_span);
    require(!chosen.is_tie, "E-TYPE",
            "several functions " + quote(node.function) + " take these arguments equally well",
            node.function_span, "convert an argument");
    return overloads[*chosen.nearest];
}

Value Translator::call_function(const syntax::Function& function, const syntax::Call& node) {
    require(!is_host() || !function.is_kernel, "E-UNSUPPORTED",
            "a host thread calls the kernel " + quote(function.name), node.function_span,
            "enqueue it: clEnqueueTask(q, " + function.name + "(…))");
    for (const Activation& call : calls_) {
        if (is_host() && call.function == &function) return recurse(function, node);
        require(call.function != &function, "E-UNSUPPORTED",
                quote(function.name) + " calls itself; OpenCL C has no recursion",
                node.function_span);
    }
    check_attributes(function.attributes, program_);
    for (const syntax::Declarator& parameter : function.parameters) {
        check_attributes(parameter.attributes, program_);
        require(program_.parameter_type(parameter).type->kind != TypeKind::block, "E-TYPE",
                "a function takes no block", parameter.span, "OpenCL C has no such parameters");
    }
    return expand({.name = function.name,
                   .parameters = function.parameters,
                   .body = function.body,
                   .result = program_.type_of(function.return_type).type,
                   .function = &function},
                  node);
}

/// It yields any value, and is taken to access nothing.
Value Translator::call_without_body(const syntax::Function& prototype, const syntax::Call& node) {
    for (const auto& argument : node.arguments) static_cast<void>(evaluate(*argument));
    at_ = node.function_span;
    program_.add(Rejected{{Severity::note, "",
                           quote(node.function) +
                               " has no body: it is taken to yield any value, to access no memory "
                               "and to synchronise nothing",
                           "", nullptr, at_}});
    const TypePtr type = program_.type_of(prototype.return_type).type;
    if (is_void(type)) return void_value();
    const auto parts = components(type);
    require(!parts.empty(), "E-UNSUPPORTED",
            quote(node.function) + " has no body, and what it yields is not known", at_,
            "define it");
    Value out;
    out.type = type;
    for (const Component& each : parts)
        out.parts.push_back(out_.effect(handlers::any_value(), nullptr, each.scalar, {}, 0, at_));
    return out;
}

void Translator::bind_argument(const syntax::Declarator& parameter, const Value& value) {
    Variable variable = make_variable(value.type, is_addressed(parameter.name));
    name_object(variable.place, parameter.name);
    begin_life(variable.place);
    write(variable.place, value);
    if (!is_reassigned(parameter.name)) variable.root = value.root;
    declare(parameter.name, std::move(variable), parameter.span);
}

/// The body, in place of the call.
Value Translator::expand(const Callee& callee, const syntax::Call& node) {
    const Span span = at_;
    require(out_.mark() < kMostInstructions, "E-UNSUPPORTED",
            "the kernel is too large with all its calls expanded", span);
    require(calls_.size() <= kDeepestCalls && !stack_runs_low(), "E-LIMIT",
            "calls are nested too deep here", span,
            "at most " + std::to_string(kDeepestCalls) + " functions call one another");
    require(node.arguments.size() == callee.parameters.size(), "E-TYPE",
            quote(callee.name) + " takes " + counted(callee.parameters.size(), "argument") +
                ", not " + std::to_string(node.arguments.size()),
            span);
    std::vector<Value> values;
    for (std::size_t i = 0; i < node.arguments.size(); ++i) {
        const Value value = evaluate(*node.arguments[i]);
        TypePtr type = program_.parameter_type(callee.parameters[i]).type;
        if (type->kind == TypeKind::array)
            type = types_.pointer(type->element, AddressSpace::generic);
        at_ = node.arguments[i]->span;
        values.push_back(convert(value, type));
    }
    at_ = span;
    Activation call;
    call.function = callee.function;
    call.block = callee.block;
    call.result_type = callee.result;
    call.end = out_.label();
    call.scopes = scopes_.size();
    call.loops = loops_.size();
    call.addressed = addressed_names(callee.body);
    Variable result;
    if (!is_void(call.result_type)) {
        result = make_variable(call.result_type, false);
        call.result = result.place.parts;
        if (result.place.in_memory) call.result_address = address_register(result.place);
    }
    result.place.trusted = true;
    calls_.push_back(std::move(call));
    enter_function(callee.body);
    if (callee.block) scopes_.push_back(callee.block->captured);
    open_scope();
    const std::uint64_t memory = private_bytes_;
    for (std::size_t i = 0; i < values.size(); ++i) bind_argument(callee.parameters[i], values[i]);
    execute(callee.body);
    close_scope();
    if (callee.block) close_scope();
    at_ = span;
    out_.place(calls_.back().end, 0, span);
    end_lives(memory);
    calls_.pop_back();
    return is_void(callee.result) ? void_value() : read(result.place);
}

}  // namespace clmm::runtime::compiler
