#include "host/calls.h"

#include <algorithm>
#include <iterator>

#include "clmm/base/stack.h"
#include "clmm/language/builtins.h"
#include "clmm/language/functions.h"
#include "clmm/language/names.h"
#include "clmm/language/overloads.h"
#include "clmm/parser/statement_expression.h"
#include "read/constant.h"
#include "unfold/interpreter.h"

namespace clmm::litmus {
namespace {

constexpr std::size_t kDeepestConstantRecursion = 256;

/// What OpenCL C has and is not checked.
bool is_unsupported(std::string_view name) {
    return language::find_builtin(name) || name.starts_with("get_") || name.starts_with("enqueue_");
}

std::vector<std::string> known_functions(const syntax::LitmusTree& tree, bool of_host) {
    std::vector<std::string> names = language::synchronisation_names();
    for (const char* name : {"get_fence", "to_global", "to_local", "to_private"})
        names.emplace_back(name);
    for (const auto& function : tree.functions) names.push_back(function.name);
    std::ranges::move(language::api_names(of_host), std::back_inserter(names));
    return names;
}

/// Recursion that constants decide may go so deep in two functions that call each other.
constexpr std::size_t kMostFrames = 2 * kDeepestConstantRecursion + 2;

}  // namespace

/// What is done here is apart from what is around it, also where it is left by an exception.
class Interpreter::Apart {
public:
    explicit Apart(Interpreter& interpreter)
        : interpreter_(interpreter), side_effects_(std::exchange(interpreter.pending_, {})) {
        interpreter_.unfolding_.recorder.enter_call();
    }
    ~Apart() {
        interpreter_.unfolding_.recorder.leave_call();
        interpreter_.pending_ = std::move(side_effects_);
    }
    Apart(const Apart&) = delete;
    Apart& operator=(const Apart&) = delete;

private:
    Interpreter& interpreter_;
    std::vector<std::size_t> side_effects_;
};

/// The frame of a call, whose events are apart from its caller's, also where it is left by an
/// exception.
class Interpreter::InsideCall {
public:
    InsideCall(Interpreter& interpreter, const Callee& callee, const syntax::Call& call)
        : interpreter_(interpreter) {
        interpreter_.frames_.push_back({.function = callee.name,
                                        .return_type = callee.returned,
                                        .exits = interpreter_.exits_.size(),
                                        .live = interpreter_.flow_.live,
                                        .control = interpreter_.flow_.control});
        interpreter_.path_.emplace_back(&call, 0);
        apart_.emplace(interpreter);
    }
    ~InsideCall() {
        if (!is_left_) leave();
    }
    InsideCall(const InsideCall&) = delete;
    InsideCall& operator=(const InsideCall&) = delete;

    Frame leave() {
        is_left_ = true;
        apart_.reset();
        interpreter_.path_.pop_back();
        Frame frame = std::move(interpreter_.frames_.back());
        interpreter_.frames_.pop_back();
        return frame;
    }

private:
    Interpreter& interpreter_;
    std::optional<Apart> apart_;
    bool is_left_ = false;
};

Value Interpreter::evaluate(const syntax::Call& node, Span span) {
    if (node.function == syntax::kStatementExpression) return statement_expression(node);
    const Binding* binding = find(node.function);
    if (binding != nullptr && binding->block) {
        const std::shared_ptr<const BlockCode> block = binding->block;  // the frames move
        return call_function(
            {node.function, block->returned, *block->parameters, *block->body, block.get()}, node);
    }
    if (const syntax::Function* found = own_function(node))
        return call_function(
            {found->name, value_type(unfolding_.code.types.resolve(found->return_type)),
             found->parameters, found->body},
            node);
    if (auto value = ApiCall(*this, node, span)()) return *value;
    if (auto value = call_atomic(node, span)) return *value;
    if (auto value = call_legacy_atomic(node, span)) return *value;
    if (auto value = call_fence(node, span)) return *value;
    if (auto value = call_address_function(node, span)) return *value;
    if (auto value = call_image_function(node, span)) return *value;
    if (auto value = call_pipe_function(node, span)) return *value;
    if (auto value = call_work_item_function(node)) return *value;
    if (auto value = call_group_function(node, span)) return *value;
    if (auto value = call_shuffle(node, span)) return *value;
    if (auto value = call_ballot(node, span)) return *value;
    if (auto value = call_block_access(node, span)) return *value;
    if (auto value = call_copy_function(node, span)) return *value;
    if (auto value = call_value_function(node, span)) return *value;
    if (auto value = call_vector_access(node, span)) return *value;
    if (auto value = call_assertion(node, span)) return *value;
    if (auto value = call_without_body(node, span)) return *value;
    if (is_unsupported(node.function))
        reject("E-UNSUPPORTED", node.function + "() is not supported in litmus tests yet",
               node.function_span);
    reject("E-NAME", "there is no function '" + node.function + "'", node.function_span,
           language::did_you_mean(node.function, known_functions(unfolding_.code.tree, is_host())));
}

/// The function of the text that is called; null: there is none. Of several of one name, the one
/// whose parameters are nearest to the arguments.
const syntax::Function* Interpreter::own_function(const syntax::Call& call) {
    std::vector<const syntax::Function*> named;
    for (const syntax::Function& each : unfolding_.code.tree.functions)
        if (each.name == call.function) named.push_back(&each);
    if (named.size() < 2) return named.empty() ? nullptr : named.front();
    if (!language::are_overloadable(named))
        reject("E-NAME", "the function '" + call.function + "' is defined twice",
               call.function_span);
    const auto& types = unfolding_.code.types;
    std::vector<std::vector<TypePtr>> parameters;
    for (const syntax::Function* each : named) {
        std::vector<TypePtr>& taken = parameters.emplace_back();
        for (const syntax::Declarator& parameter : each->parameters)
            taken.push_back(value_type(types.parameter(parameter)));
    }
    std::vector<TypePtr> arguments;
    for (const auto& argument : call.arguments) {
        const TypePtr type = type_of(*argument);
        arguments.push_back(is_array(type) ? type : value_type(type));
    }
    const language::OverloadChoice chosen = language::choose_overload(parameters, arguments);
    if (!chosen.nearest)
        reject("E-TYPE", "no function '" + call.function + "' takes these arguments",
               call.function_span);
    if (chosen.is_tie)
        reject("E-TYPE",
               "several functions '" + call.function + "' take these arguments equally well",
               call.function_span, "convert an argument");
    return named[*chosen.nearest];
}

/// `({ int t = f(); t * t; })`: its statements are apart from what is around it, as a call's are.
Value Interpreter::statement_expression(const syntax::Call& node) {
    const syntax::Expression* last = syntax::value_of_statements(node);
    const Apart apart(*this);
    const OpenScope scope(*this);
    for (const auto& statement : syntax::statements_of(node).statements)
        if (last == nullptr || &statement != &syntax::statements_of(node).statements.back())
            execute(statement);
    if (last == nullptr) return number(0, void_type());
    if (!dead()) return full_expression(*last);
    const TypePtr type = type_if_known(*last);
    return number(0, type ? value_type(type) : void_type());
}

/// A function of which only a prototype is there yields any value, and is taken to access nothing.
/// So is printf.
std::optional<Value> Interpreter::call_without_body(const syntax::Call& call, Span span) {
    const bool is_output = call.function == "printf" && unfolding_.code.types.has_floating();
    const syntax::Function* prototype = prototype_of(call.function);
    if (!is_output && prototype == nullptr) return std::nullopt;
    DependencyId reads = dependencies().empty();
    if (is_output) {
        require_arguments(call, 1, 64);
        for (const auto& argument : call.arguments)
            if (!std::holds_alternative<syntax::StringLiteral>(argument->node))
                reads = dependencies().unite(reads, evaluate(*argument).reads);
        // Where outcomes are listed, those that depend on it are families.
        if (unfolding_.options.opaque_values) return opaque_value(int_type(), reads, span);
        return Value{int_type(), terms().choice(32), reads};
    }
    for (const Value& argument : evaluate_arguments(call))
        reads = dependencies().unite(reads, argument.reads);
    unfolding_.reporter.add(
        {.severity = Severity::note,
         .code = {},
         .message = "'" + call.function +
                    "' has no body: it is taken to yield any value, to access no memory and to "
                    "synchronise nothing",
         .hint = {},
         .source = nullptr,
         .span = call.function_span});
    const TypePtr type = value_type(unfolding_.code.types.resolve(prototype->return_type));
    if (type->kind == TypeKind::void_type) return number(0, type);
    const bool has_address = std::ranges::any_of(
        leaves_of(type), [](const Leaf& leaf) { return is_pointer(leaf.type); });
    if (has_address)
        reject("E-UNSUPPORTED",
               "'" + call.function +
                   "' has no body, and where the address that it yields leads "
                   "is not known",
               call.function_span, "define it");
    return opaque_value(type, reads, span);
}

/// Built-in functions may be declared as well.
const syntax::Function* Interpreter::prototype_of(const std::string& function) const {
    if (language::find_builtin(function) || language::find_atomic(function) ||
        language::find_legacy_atomic(function) != nullptr ||
        language::find_fence(function) != nullptr)
        return nullptr;
    const auto& prototypes = unfolding_.code.tree.prototypes;
    const auto found = std::ranges::find(prototypes, function, &syntax::Function::name);
    return found == prototypes.end() ? nullptr : &*found;
}

/// Arguments have no order among themselves; all of them come before the call.
std::vector<Value> Interpreter::evaluate_arguments(const syntax::Call& call) {
    const std::size_t side_effects = pending_.size();
    const std::size_t begin = event_count();
    std::vector<Value> values;
    for (const auto& argument : call.arguments) {
        const std::size_t middle = event_count();
        values.push_back(evaluate(*argument));
        unfolding_.recorder.unsequence(begin, middle, event_count());
    }
    pending_.resize(side_effects);
    return values;
}

void Interpreter::require_arguments(const syntax::Call& call, std::size_t least, std::size_t most,
                                    const char* hint) {
    if (call.arguments.size() >= least && call.arguments.size() <= most) return;
    reject("E-TYPE",
           "'" + call.function + "' takes " + std::to_string(least) +
               (most > least ? " or " + std::to_string(most) : "") +
               (most == 1 ? " argument" : " arguments") + " and is given " +
               std::to_string(call.arguments.size()),
           call.function_span, hint);
}

Value Interpreter::call_function(const Callee& callee, const syntax::Call& call) {
    const std::vector<Value> arguments = evaluate_arguments(call);
    require_arguments(call, callee.parameters.size(), callee.parameters.size());
    if (dead() || call_too_deep(callee.name, call.function_span)) return number(0, callee.returned);

    if (frames_.size() > kMostFrames || stack_runs_low())
        reject("E-LIMIT", "calls are nested too deep here", call.function_span,
               "at most " + std::to_string(kMostFrames) + " functions call one another");
    const TermId entry = flow_.live;
    InsideCall inside(*this, callee, call);
    unfolding_.reporter.attempt([&] { enter(callee, arguments, call); });
    const Frame frame = inside.leave();
    if (frame.returned)
        flow_ = join(terms(), dependencies(), variables_, relative_to(terms(), flow_.live, entry),
                     flow_, *frame.returned);
    end_control(entry, frame.control);
    rejoin_traces(entry);
    if (!frame.result.valid()) return number(0, callee.returned);
    return load(variable_place(frame.result, call.function_span), {});
}

/// Gives the parameters their values and runs the body, in a frame of its own.
void Interpreter::enter(const Callee& callee, const std::vector<Value>& arguments,
                        const syntax::Call& call) {
    OpenScope captured(*this);
    if (callee.block != nullptr) bind_captured(*callee.block);
    OpenScope scope(*this);
    if (callee.returned->kind != TypeKind::void_type)
        frames_.back().result = bind_variable("", callee.returned, &callee.body).variable;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const auto& parameter = callee.parameters[i];
        const TypePtr taken = unfolding_.code.types.parameter(parameter);
        const Lvalue place = variable_place(
            bind_variable(parameter.name, taken, &parameter).variable, parameter.span);
        store(place, convert(arguments[i], value_type(taken), call.arguments[i]->span), {});
    }
    OpenScope body(*this);
    for (const auto& statement : callee.body.statements) execute(statement);
}

/// Recursion that only constants decide goes on; other recursion is bounded like a loop.
bool Interpreter::call_too_deep(const std::string& function, Span span) {
    std::size_t depth = 0;
    bool is_constant = true;
    for (const Frame& frame : frames_) {
        if (frame.function != function) continue;
        ++depth;
        is_constant = is_constant && frame.live == flow_.live;
    }
    const std::size_t bound = is_constant ? kDeepestConstantRecursion : unfolding_.options.unroll;
    if (depth <= bound && !is_cut()) return false;
    leave_here(span, is_constant ? UnrollBound::Limit::iterations : UnrollBound::Limit::unroll);
    return true;
}

}  // namespace clmm::litmus
