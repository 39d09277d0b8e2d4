#include "host/interpreter.h"

#include <cstring>

#include "clmm/runtime/controlled.h"
#include "compile/diagnose.h"

namespace clmm::runtime::host {

using compiler::quote;
using compiler::reject;

void Interpreter::run_thread(const syntax::Thread& thread) {
    frames_.push_back({{{}}, {kInt, 0}});
    for (const syntax::Declarator& parameter : thread.parameters) bind_parameter(parameter);
    for (const syntax::InitEntry& entry : run_->code().tree.initial_state)
        if (entry.unit == thread.number) bind_register(entry);
    execute_block(thread.body);
    while (!frames_.back().scopes.empty()) close_scope();
    frames_.pop_back();
}

/// A parameter holds a handle, the address of what has its name, or a copy of it.
void Interpreter::bind_parameter(const syntax::Declarator& parameter) {
    at_ = parameter.span;
    Variable& variable = declare(parameter.name, run_->types().of_parameter(parameter));
    const Memory& memory = run_->memory();
    const Object* object = memory.named(parameter.name);
    const bool is_address = variable.type.is_pointer() || variable.type.kind == Type::Kind::opaque;
    if (const auto handle = run_->declared(parameter.name)) {
        *variable.memory->data() = *handle;
    } else if (object != nullptr && is_address) {
        *variable.memory->data() = memory.address_of(*object);
        if (object->whole != nullptr) variable.part = object;
    } else if (object != nullptr) {
        const std::size_t size = std::min(variable.type.size(), object->size);
        std::memcpy(variable.memory->data(), object->base, size);
    } else if (is_address) {
        reject("E-UNSUPPORTED",
               quote(parameter.name) +
                   " is nothing that a host thread reaches when it is "
                   "executed",
               parameter.span);
    }
}

/// `0:r0 = 7;` of the initial state.
void Interpreter::bind_register(const syntax::InitEntry& entry) {
    at_ = entry.span;
    Variable* variable = find(entry.name);
    if (variable == nullptr)
        variable = &declare(entry.name, entry.type ? run_->types().of(*entry.type) : kInt);
    if (entry.value) initialise(place_of(*variable), *entry.value);
}

void Interpreter::run_function(const syntax::Function& function,
                               const std::vector<Value>& arguments) {
    call_function(function, arguments);
}

std::map<std::string, Value> Interpreter::variables() const { return ended_; }

void Interpreter::close_scope() {
    Frame& frame = frames_.back();
    if (frames_.size() == 1)
        for (const auto& [name, variable] : frame.scopes.back())
            if (variable.type.is_pointer() || variable.type.is_integer())
                ended_[name] = {
                    variable.type,
                    converted({variable.type,
                               Memory::load(variable.address(),
                                            static_cast<unsigned>(8 * variable.type.size()))},
                              variable.type)
                        .bits};
    frame.scopes.pop_back();
}

// ---- controlled runs ----

void Interpreter::before_step(const Step& step, Span span) const {
    if (!ControlledRuntime::is_controlled_thread()) return;
    std::vector<std::byte> knows(frames_.size());
    for (const Frame& frame : frames_)
        for (const auto& scope : frame.scopes)
            for (const auto& [name, variable] : scope) {
                const auto* from = reinterpret_cast<const std::byte*>(variable.memory->data());
                knows.insert(knows.end(), from, from + variable.type.size());
            }
    ControlledRuntime::before_step(step, span.begin, std::move(knows));
}

void Interpreter::before_access(Step::Kind kind, std::uint64_t address, std::uint64_t size,
                                Span span) const {
    before_step({.kind = kind, .address = address, .size = size}, span);
}

Interpreter::Flow Interpreter::execute_block(const syntax::Block& block) {
    frames_.back().scopes.emplace_back();
    Flow flow = Flow::next;
    for (const auto& statement : block.statements)
        if ((flow = execute(*statement)) != Flow::next) break;
    close_scope();
    return flow;
}

void Interpreter::declare(const syntax::Declarator& declarator) {
    at_ = declarator.span;
    Type type = run_->types().of(declarator);
    const auto* list = declarator.initializer
                           ? std::get_if<syntax::InitializerList>(&declarator.initializer->node)
                           : nullptr;
    // `int a[] = {1, 2};`
    if (list != nullptr && type.rank > 0 && !declarator.dimensions.front())
        type.dimensions[0] = list->elements.size();
    // The name is known in its own initialiser only as the new variable, which is 0 till then.
    const Place place = place_of(declare(declarator.name, type));
    if (declarator.initializer) initialise(place, *declarator.initializer);
}

Variable& Interpreter::declare(const std::string& name, const Type& type) {
    auto& scope = frames_.back().scopes.back();
    return scope.insert_or_assign(name, Variable(type)).first->second;
}

template <class Condition, class Step>
Interpreter::Flow Interpreter::loop(const syntax::Statement& body, Condition&& condition,
                                    Step&& step) {
    for (; condition(); step()) {
        const Flow flow = execute(body);
        if (flow == Flow::leave_function) return flow;
        if (flow == Flow::leave_loop) break;
    }
    return Flow::next;
}

Interpreter::Flow Interpreter::execute_for(const syntax::For& node) {
    frames_.back().scopes.emplace_back();
    if (node.init) execute(*node.init);
    const Flow flow = loop(
        *node.body, [&] { return !node.condition || is_true(*node.condition); },
        [&] {
            if (node.step) evaluate(*node.step);
        });
    close_scope();
    return flow;
}

Interpreter::Flow Interpreter::execute_switch(const syntax::Switch& node) {
    const Value written = evaluate(*node.subject);
    const Value subject = converted(written, typed(language::promoted(integer_of(written.type))));
    const auto& statements = std::get<syntax::Block>(node.body->node).statements;
    std::size_t start = statements.size();
    for (std::size_t i = 0; i < statements.size(); ++i) {
        if (std::holds_alternative<syntax::Default>(statements[i]->node) &&
            start == statements.size())
            start = i;
        const auto* label = std::get_if<syntax::Case>(&statements[i]->node);
        if (label != nullptr &&
            converted(evaluate(*label->value), subject.type).bits == subject.bits) {
            start = i;
            break;
        }
    }
    frames_.back().scopes.emplace_back();
    Flow flow = Flow::next;
    for (std::size_t i = start; i < statements.size() && flow == Flow::next; ++i)
        flow = execute(*statements[i]);
    close_scope();
    return flow == Flow::leave_loop ? Flow::next : flow;
}

Interpreter::Flow Interpreter::execute(const syntax::Statement& statement) {
    at_ = statement.span;
    const auto& node = statement.node;
    if (const auto* block = std::get_if<syntax::Block>(&node)) return execute_block(*block);
    if (const auto* inner = std::get_if<syntax::DeclarationStatement>(&node)) {
        for (const auto& declarator : inner->declarators) declare(declarator);
        return Flow::next;
    }
    if (const auto* inner = std::get_if<syntax::ExpressionStatement>(&node)) {
        evaluate(*inner->expression);
        return Flow::next;
    }
    if (const auto* inner = std::get_if<syntax::If>(&node)) {
        const auto& chosen = is_true(*inner->condition) ? inner->when_true : inner->when_false;
        return chosen ? execute(*chosen) : Flow::next;
    }
    if (const auto* inner = std::get_if<syntax::While>(&node))
        return loop(
            *inner->body, [&] { return is_true(*inner->condition); }, [] {});
    if (const auto* inner = std::get_if<syntax::DoWhile>(&node)) {
        bool first = true;
        return loop(
            *inner->body, [&] { return std::exchange(first, false) || is_true(*inner->condition); },
            [] {});
    }
    if (const auto* inner = std::get_if<syntax::For>(&node)) return execute_for(*inner);
    if (const auto* inner = std::get_if<syntax::Switch>(&node)) return execute_switch(*inner);
    if (std::holds_alternative<syntax::Break>(node)) return Flow::leave_loop;
    if (std::holds_alternative<syntax::Continue>(node)) return Flow::next_iteration;
    if (const auto* inner = std::get_if<syntax::Return>(&node)) {
        if (inner->value) frames_.back().result = evaluate(*inner->value);
        return Flow::leave_function;
    }
    if (const auto* inner = std::get_if<syntax::Labelled>(&node)) return execute(*inner->statement);
    return Flow::next;  // an empty statement, a label of a switch
}

}  // namespace clmm::runtime::host
