#include <algorithm>

#include "clmm/language/local_scope.h"
#include "read/initializers.h"
#include "unfold/interpreter.h"

namespace clmm::litmus {

/// Statements that cannot be reached have no effect; a rejected one does not keep the next from
/// being looked at.
void Interpreter::execute(const syntax::StatementPtr& statement) {
    if (!statement) return;
    const bool label_of_case = std::holds_alternative<syntax::Case>(statement->node) ||
                               std::holds_alternative<syntax::Default>(statement->node);
    if (dead() && !label_of_case) return;
    unfolding_.reporter.attempt([&] {
        std::visit([&](const auto& node) { execute(node, statement->span); }, statement->node);
    });
    pending_.clear();
}

void Interpreter::execute(const syntax::Block& node, Span) {
    OpenScope scope(*this);
    for (const auto& statement : node.statements) execute(statement);
}

void Interpreter::execute(const syntax::DeclarationStatement& node, Span) {
    for (const syntax::Declarator& declarator : node.declarators) declare(declarator);
}

void Interpreter::execute(const syntax::ExpressionStatement& node, Span) {
    (void)full_expression(*node.expression);
}

void Interpreter::execute(const syntax::Empty&, Span) {}

void Interpreter::execute(const syntax::If& node, Span) {
    const Value condition = full_expression(*node.condition);
    (void)truth(condition, node.condition->span);  // or says where it is none
    branch(
        condition,
        [&] {
            OpenScope scope(*this);
            execute(node.when_true);
        },
        [&] {
            OpenScope scope(*this);
            execute(node.when_false);
        });
}

void Interpreter::execute(const syntax::Case&, Span span) {
    reject("E-UNSUPPORTED", "a case label inside another statement", span,
           "labels stand directly in the body of the switch");
}

void Interpreter::execute(const syntax::Default&, Span span) {
    reject("E-UNSUPPORTED", "a default label inside another statement", span,
           "labels stand directly in the body of the switch");
}

void Interpreter::execute(const syntax::Break&, Span span) {
    if (exits_.size() == frames_.back().exits)
        reject("E-SYNTAX", "break outside a loop or switch", span);
    leave_breakables(exits_.size() - 1);
    park(exits_.back().breaks, exits_.back().live);
}

void Interpreter::execute(const syntax::Continue&, Span span) {
    for (std::size_t i = exits_.size(); i-- > frames_.back().exits;) {
        if (exits_[i].is_loop) return continue_loop(i);
    }
    reject("E-SYNTAX", "continue outside a loop", span);
}

/// The paths that are here go on with the next iteration.
void Interpreter::continue_loop(std::size_t exits) {
    leave_breakables(exits + 1);
    Trace& trace = traces_[exits_[exits].trace];
    std::set<VariableId> written = trace.written();
    if (trace.continued)
        std::erase_if(written, [&](VariableId id) { return !trace.continued->contains(id); });
    trace.continued = std::move(written);
    park(exits_[exits].continues, exits_[exits].live);
}

/// Some paths leave these loops and switches before their end.
void Interpreter::leave_breakables(std::size_t first) {
    if (dead()) return;
    for (std::size_t i = first; i < exits_.size(); ++i) exits_[i].is_left = true;
}

void Interpreter::execute(const syntax::Return& node, Span span) {
    const bool is_void = frames_.back().return_type->kind == TypeKind::void_type;
    if (node.value) {
        const Value value = full_expression(*node.value);
        const Frame& frame = frames_.back();  // only now: a call in the value moves the frames
        if (frames_.size() > 1 && is_void)
            reject("E-TYPE", "a void function returns no value", span);
        if (frame.result.valid())
            store(variable_place(frame.result, span), convert(value, frame.return_type, span), {});
    } else if (!is_void) {
        reject("E-TYPE", "this function returns a value", span);
    }
    leave_breakables(frames_.back().exits);
    park(frames_.back().returned, frames_.back().live);
}

void Interpreter::execute(const syntax::Labelled& node, Span) {
    const std::string outer = label_;
    label_ = node.label;
    execute(node.statement);
    label_ = outer;
}

// ---- declarations ----

void Interpreter::declare(const syntax::Declarator& declarator) {
    if (frames_.back().scopes.back().contains(declarator.name))
        reject("E-NAME", "'" + declarator.name + "' is declared twice in this block",
               declarator.span);
    if (declarator.is_block) return declare_block(declarator);
    if (is_host() &&
        written_space(*unfolding_.code.types.resolve(declarator.type)) == AddressSpace::local)
        reject("E-ADDRESS", "a host thread has no local memory", declarator.span);
    const auto local = code_.local_objects.find(&declarator);
    if (local != code_.local_objects.end()) {
        frames_.back().scopes.back()[declarator.name] = {.variable = {}, .object = local->second};
        check_local_scope(declarator);
        if (declarator.initializer)
            reject("E-TYPE", "a local object cannot be initialised", declarator.initializer->span,
                   "assign to it, and put a barrier after that");
        return;
    }
    const TypePtr type = unfolding_.code.types.declared(declarator, list_rules());
    if (written_space(*type) == AddressSpace::local || written_space(*type) == AddressSpace::global)
        reject("E-UNSUPPORTED",
               std::string("a ") + to_text(*written_space(*type)) + " object declared here",
               declarator.span, "declare it in the body of a thread, or as a parameter");
    const VariableId variable = bind_variable(declarator.name, type, &declarator).variable;
    if (declarator.initializer) {
        initialise(variable, *declarator.initializer, declarator.span);
        pending_.clear();
        return;
    }
    for (Trace& trace : traces_) trace.write(variable, flow_.live);
    cells_of(variable) = variables_[variable.index()].initial;
    if (has_arbitrary_variables()) make_arbitrary(variable);
}

/// In an inner block it is allocated, too.
void Interpreter::check_local_scope(const syntax::Declarator& declarator) {
    constexpr std::size_t kOfUnit = 2;  // its parameters, its body
    if (frames_.back().scopes.size() <= kOfUnit) return;
    unfolding_.reporter.add({.severity = Severity::warning,
                             .code = "W-LOCAL",
                             .message = "'" + declarator.name + "'" + language::kLocalInBlock,
                             .hint = language::kLocalInBlockHint,
                             .source = nullptr,
                             .span = declarator.span});
}

/// What a work-item does not initialise holds any value, another one each time that its
/// declaration is reached. [C11 6.7.9 p10, 6.2.4 p6: indeterminate]
void Interpreter::make_arbitrary(VariableId variable) {
    const TypePtr& type = variables_[variable.index()].type;
    if (is_opaque(type) && !is_event(type)) return;  // handles
    const std::vector<CellPlace>& places = variables_[variable.index()].places;
    Cells& cells = cells_of(variable);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (places[i].is_pointer) continue;
        cells[i].term = terms().choice(places[i].width);
        without_value_[cells[i].term] = terms().boolean(true);
    }
}

Value Interpreter::initial_value(const InitialPart& part,
                                 const std::function<Value(const syntax::Expression&)>& evaluated) {
    const TypePtr type = value_type(part.type);
    return part.character ? number(*part.character, type)
                          : convert(evaluated(*part.value), type, part.value->span);
}

void Interpreter::initialise(VariableId variable, const syntax::Expression& initializer,
                             Span span) {
    const Lvalue place = variable_place(variable, span);
    const auto parts = initial_parts(place.type, initializer, list_rules());
    if (variables_[variable.index()].initial.size() > 1 || parts.empty())
        cells_of(variable) = variables_[variable.index()].initial;
    if (leave_orders_open(parts)) leave_other_orders(initializer.span);
    const auto in_every = [&](const syntax::Expression& value) { return in_every_order(value); };
    for (const InitialPart& part : parts) {
        const Lvalue here = part_of(place, part.type, offset_address(place.address, part.offset));
        store(here, initial_value(part, in_every), {.span = span});
    }
}

}  // namespace clmm::litmus
