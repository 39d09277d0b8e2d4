#include "read/thread_reader.h"

#include <algorithm>
#include <utility>

#include "clmm/language/constants.h"
#include "clmm/language/integers.h"

namespace clmm::lowering {
namespace {

using generator::Kind;
using generator::Statement;
using generator::Value;
using language::MemoryOrder;
using language::MemoryScope;

std::int64_t number(const syntax::Expression& expression, const char* what) {
    const auto value = language::constant_value(expression);
    if (!value) refuse(std::string(what) + " is no constant", expression.span);
    return static_cast<std::int64_t>(language::converted(*value, {.width = 64}).bits);
}

MemoryOrder order_of(const syntax::Expression& expression) {
    const auto order = language::memory_order(number(expression, "the order"));
    if (!order) refuse("this is no memory order", expression.span);
    return *order;
}

MemoryScope scope_of(const syntax::Expression& expression) {
    const auto scope = language::memory_scope(number(expression, "the scope"));
    if (!scope) refuse("this is no memory scope", expression.span);
    return *scope;
}

std::optional<generator::Operator> operator_of(syntax::BinaryOperator op) {
    using From = syntax::BinaryOperator;
    using To = generator::Operator;
    switch (op) {
        case From::add:
            return To::add;
        case From::subtract:
            return To::subtract;
        case From::multiply:
            return To::multiply;
        case From::bit_and:
            return To::bit_and;
        case From::bit_or:
            return To::bit_or;
        case From::bit_xor:
            return To::bit_xor;
        case From::equal:
            return To::equal;
        case From::not_equal:
            return To::not_equal;
        default:
            return std::nullopt;
    }
}

/// What a compare-exchange without orders of its own, or a failing one of one order, has.
MemoryOrder failing(MemoryOrder order) {
    if (order == MemoryOrder::acq_rel) return MemoryOrder::acquire;
    return order == MemoryOrder::release ? MemoryOrder::relaxed : order;
}

}  // namespace

std::vector<Statement> ThreadReader::read(const syntax::Block& body) {
    for (const syntax::StatementPtr& each : body.statements) statement(*each);
    return std::exchange(made_, {});
}

ThreadReader::Statements ThreadReader::nested(const syntax::StatementPtr& body) {
    Statements outer = std::exchange(made_, {});
    if (body) statement(*body);
    return std::exchange(made_, std::move(outer));
}

void ThreadReader::statement(const syntax::Statement& each) {
    if (const auto* block = std::get_if<syntax::Block>(&each.node)) {
        for (const syntax::StatementPtr& part : block->statements) statement(*part);
    } else if (const auto* made = std::get_if<syntax::DeclarationStatement>(&each.node)) {
        declaration(*made);
    } else if (const auto* expression = std::get_if<syntax::ExpressionStatement>(&each.node)) {
        effect(*expression->expression);
    } else if (const auto* condition = std::get_if<syntax::If>(&each.node)) {
        branch(*condition, each.span);
    } else if (const auto* labelled = std::get_if<syntax::Labelled>(&each.node)) {
        statement(*labelled->statement);
    } else if (!std::holds_alternative<syntax::Empty>(each.node)) {
        refuse("this statement is not lowered", each.span);
    }
}

void ThreadReader::declaration(const syntax::DeclarationStatement& declaration) {
    for (const syntax::Declarator& each : declaration.declarators) {
        const auto type = language::find_integer_type(each.type.base);
        if (!type || type->width != 32 || !each.type.pointers.empty() || !each.dimensions.empty())
            refuse("only registers of type int are lowered, not '" + each.name + "'", each.span);
        if (!registers_.insert(each.name).second)
            refuse("'" + each.name + "' is declared twice", each.span,
                   "give each register a name of its own");
        if (each.initializer) assign(each.name, *each.initializer);
    }
}

void ThreadReader::branch(const syntax::If& branch, Span span) {
    Statement made{.kind = Kind::branch, .value = value(*branch.condition), .span = span};
    made.when_true = nested(branch.when_true);
    made.when_false = nested(branch.when_false);
    made_.push_back(std::move(made));
}

void ThreadReader::effect(const syntax::Expression& expression) {
    if (const auto* made = std::get_if<syntax::Assignment>(&expression.node))
        return assignment(*made, expression.span);
    if (const auto* made = std::get_if<syntax::Call>(&expression.node))
        if (call(*made, expression.span, "")) return;
    refuse("this is not lowered as a statement", expression.span);
}

void ThreadReader::assignment(const syntax::Assignment& assignment, Span span) {
    if (assignment.op)
        refuse("an assignment with an operator is not lowered", span, "write x = x + 1");
    if (std::holds_alternative<syntax::Name>(assignment.target->node))
        return assign(declared(*assignment.target), *assignment.value);
    const Place at = dereferenced(*assignment.target);
    if (at.location.empty())
        refuse("this is no register, and no location", assignment.target->span);
    Value stored = value(*assignment.value);
    made_.push_back({.kind = Kind::store,
                     .is_atomic = false,
                     .location = at.location,
                     .offset = at.offset,
                     .value = std::move(stored),
                     .span = span});
}

void ThreadReader::assign(const std::string& reg, const syntax::Expression& written) {
    if (const auto* made = std::get_if<syntax::Call>(&written.node))
        if (call(*made, written.span, reg)) return;
    if (const Place at = dereferenced(written); !at.location.empty()) {
        made_.push_back({.kind = Kind::load,
                         .is_atomic = false,
                         .location = at.location,
                         .offset = at.offset,
                         .result = reg,
                         .span = written.span});
        return;
    }
    Value computed = value(written);
    made_.push_back(
        {.kind = Kind::compute, .result = reg, .value = std::move(computed), .span = written.span});
}

Value ThreadReader::value(const syntax::Expression& expression) {
    if (const auto constant = language::constant_value(expression)) {
        Value made = Value::number(
            static_cast<std::int64_t>(language::converted(*constant, {.width = 64}).bits));
        made.span = expression.span;
        return made;
    }
    if (std::holds_alternative<syntax::Name>(expression.node)) {
        Value made = Value::of_register(declared(expression));
        made.span = expression.span;
        return made;
    }
    if (const auto* made = std::get_if<syntax::Binary>(&expression.node))
        return binary(*made, expression.span);
    if (const auto* made = std::get_if<syntax::Unary>(&expression.node);
        made != nullptr && made->op == syntax::UnaryOperator::logical_not) {
        Value zero{.kind = Value::Kind::binary, .op = generator::Operator::equal};
        zero.parts = {value(*made->operand), Value::number(0)};
        return zero;
    }
    const std::string reg = fresh();
    const std::size_t before = made_.size();
    if (const auto* made = std::get_if<syntax::Call>(&expression.node)) {
        if (!call(*made, expression.span, reg))
            refuse("the function '" + made->function + "' is not lowered", expression.span);
    } else if (!dereferenced(expression).location.empty()) {
        assign(reg, expression);
    }
    if (made_.size() == before) refuse("this expression is not lowered", expression.span);
    return Value::of_register(reg);
}

Value ThreadReader::binary(const syntax::Binary& written, Span span) {
    const auto op = operator_of(written.op);
    if (!op) refuse("this operator is not lowered", span, "+ - * & | ^ == and != are");
    Value made{.kind = Value::Kind::binary, .op = *op, .span = span};
    made.parts.push_back(value(*written.left));
    made.parts.push_back(value(*written.right));
    return made;
}

bool ThreadReader::call(const syntax::Call& made, Span span, const std::string& result) {
    if (const auto function = language::find_atomic(made.function)) {
        atomic(*function, made, span, result);
        return true;
    }
    if (const auto* function = language::find_fence(made.function)) {
        if (!result.empty()) refuse("a fence has no value", span);
        fence(*function, made, span);
        return true;
    }
    return false;
}

void ThreadReader::orders(const language::AtomicCall& function, const syntax::Call& call,
                          Statement& made) {
    const std::size_t operands = function.function->operands;
    made.order = MemoryOrder::seq_cst;
    made.failure = MemoryOrder::seq_cst;
    made.scope =
        dialect_ == generator::Dialect::opencl ? MemoryScope::device : MemoryScope::all_devices;
    if (!function.is_explicit) return;
    const std::size_t count = function.function->orders;
    if (call.arguments.size() < operands + count)
        refuse("'" + call.function + "' has too few arguments", call.function_span);
    made.order = order_of(*call.arguments[operands]);
    made.failure = count == 2 ? order_of(*call.arguments[operands + 1]) : failing(made.order);
    if (call.arguments.size() > operands + count)
        made.scope = scope_of(*call.arguments[operands + count]);
}

void ThreadReader::atomic(const language::AtomicCall& function, const syntax::Call& call, Span span,
                          const std::string& result) {
    using language::AtomicEffect;
    const language::AtomicFunction& what = *function.function;
    if (what.is_flag || what.effect == AtomicEffect::initialise)
        refuse("'" + call.function + "' is not lowered", span);
    if (call.arguments.size() < what.operands)
        refuse("'" + call.function + "' has too few arguments", call.function_span);
    Statement made{.span = span};
    Place at = place(*call.arguments[0]);
    made.location = std::move(at.location);
    made.offset = std::move(at.offset);
    orders(function, call, made);
    if (what.effect == AtomicEffect::compare_exchange) {
        made.kind = Kind::compare_exchange;
        made.is_weak = what.is_weak;
        const auto* pointer = std::get_if<syntax::Unary>(&call.arguments[1]->node);
        if (pointer == nullptr || pointer->op != syntax::UnaryOperator::address_of)
            refuse("the expected value is the address of a register", call.arguments[1]->span,
                   "int e = 0; … &e");
        made.result = declared(*pointer->operand);
        made.expected = Value::of_register(made.result);
        made.value = value(*call.arguments[2]);
        made.success = result;
    } else {
        made.kind = what.effect == AtomicEffect::load    ? Kind::load
                    : what.effect == AtomicEffect::store ? Kind::store
                                                         : Kind::modify;
        made.modification = what.modification;
        made.result = result;
        if (made.kind != Kind::load) made.value = value(*call.arguments[1]);
        if (made.kind == Kind::load && result.empty()) made.result = fresh();
    }
    made_.push_back(std::move(made));
}

void ThreadReader::fence(const language::FenceFunction& function, const syntax::Call& call,
                         Span span) {
    using Fence = language::FenceFunction;
    if (function.kind == Fence::Kind::signal_fence)
        refuse("'" + call.function + "' is not lowered", span);
    Statement made{.kind = function.is_barrier() ? Kind::barrier : Kind::fence, .span = span};
    made.is_of_sub_group = function.kind == Fence::Kind::sub_group_barrier;
    made.order = function.implied_order;
    made.scope = function.implied_scope;
    if (dialect_ == generator::Dialect::c) made.scope = MemoryScope::all_devices;
    const auto argument = [&](std::size_t index) -> const syntax::Expression* {
        return index < call.arguments.size() ? call.arguments[index].get() : nullptr;
    };
    if (const auto* flags = argument(function.flags)) {
        const auto known = language::fence_flags(number(*flags, "the flags"));
        if (!known || known->image) refuse("these flags are not lowered", flags->span);
        made.flags = *known;
    }
    if (const auto* order = argument(function.order)) made.order = order_of(*order);
    if (const auto* scope = argument(function.scope)) made.scope = scope_of(*scope);
    made_.push_back(std::move(made));
}

/// `x`, `x + (r ^ r)`, `&x[r ^ r]`.
ThreadReader::Place ThreadReader::place(const syntax::Expression& pointer) const {
    if (const auto* sum = std::get_if<syntax::Binary>(&pointer.node);
        sum != nullptr && sum->op == syntax::BinaryOperator::add)
        return place_with(*sum->left, *sum->right);
    if (const auto* made = std::get_if<syntax::Unary>(&pointer.node);
        made != nullptr && made->op == syntax::UnaryOperator::address_of)
        if (Place at = dereferenced(*made->operand); !at.location.empty()) return at;
    const auto* name = std::get_if<syntax::Name>(&pointer.node);
    const auto found = name == nullptr ? objects_.end() : objects_.find(name->text);
    if (found == objects_.end())
        refuse("this address is not lowered", pointer.span,
               "name a location that the initial state or a parameter declares; an address that "
               "depends on a register r is written x + (r ^ r)");
    return {found->second == 0 ? found->first : generator::element_name(found->first, 0)};
}

/// Another element of the same array.
ThreadReader::Place ThreadReader::element_behind(Place place, std::int64_t by, Span span) const {
    if (by == 0) return place;
    const std::string object = generator::object_of(place.location);
    const std::int64_t element =
        static_cast<std::int64_t>(generator::element_of(place.location)) + by;
    const auto count = static_cast<std::int64_t>(objects_.at(object));
    if (element < 0 || element >= count)
        refuse(
            "this address is not lowered: " + object + " has no element " + std::to_string(element),
            span);
    place.location = generator::element_name(object, static_cast<std::size_t>(element));
    return place;
}

/// An address that is computed from a register, and is the location's whatever that holds.
ThreadReader::Place ThreadReader::place_with(const syntax::Expression& pointer,
                                             const syntax::Expression& index) const {
    Place at = place(pointer);
    if (const auto number = language::constant_value(index))
        return element_behind(
            std::move(at),
            static_cast<std::int64_t>(language::converted(*number, {.width = 64}).bits),
            index.span);
    const auto* both = std::get_if<syntax::Binary>(&index.node);
    const bool is_zero = both != nullptr && both->op == syntax::BinaryOperator::bit_xor &&
                         std::holds_alternative<syntax::Name>(both->left->node) &&
                         std::holds_alternative<syntax::Name>(both->right->node) &&
                         declared(*both->left) == declared(*both->right);
    if (!is_zero || !at.offset.empty())
        refuse("this address is not lowered: it may be another location's", index.span,
               "an address that depends on a register r is written x + (r ^ r)");
    at.offset = declared(*both->left);
    return at;
}

ThreadReader::Place ThreadReader::dereferenced(const syntax::Expression& expression) const {
    if (const auto* element = std::get_if<syntax::Subscript>(&expression.node))
        return place_with(*element->array, *element->index);
    const auto* made = std::get_if<syntax::Unary>(&expression.node);
    if (made == nullptr || made->op != syntax::UnaryOperator::dereference) return {};
    return place(*made->operand);
}

std::string ThreadReader::declared(const syntax::Expression& name) const {
    const auto* made = std::get_if<syntax::Name>(&name.node);
    if (made == nullptr || !registers_.contains(made->text))
        refuse("this is no register of the thread", name.span);
    return made->text;
}

/// A name that no register of the test has.
std::string ThreadReader::fresh() {
    std::string name;
    do name = "t" + std::to_string(fresh_++);
    while (registers_.contains(name) || objects_.contains(name));
    registers_.insert(name);
    return name;
}

}  // namespace clmm::lowering
