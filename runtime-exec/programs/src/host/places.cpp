// Variables and memory: where values are, reading and writing them.
#include <cstring>
#include <mutex>

#include "compile/diagnose.h"
#include "host/interpreter.h"

namespace clmm::runtime::host {
namespace {

using compiler::quote;
using compiler::reject;
using syntax::BinaryOperator;
using syntax::UnaryOperator;

unsigned bits_of(const Type& type) { return static_cast<unsigned>(8 * type.size()); }

/// Calls with the offset and type of each scalar in a value of the type.
template <class Work>
void for_each_scalar(const Type& type, std::uint64_t offset, const Work& work) {
    if (type.is_array()) {
        const Type element = type.element();
        for (std::uint64_t i = 0; i < type.dimensions[0]; ++i)
            for_each_scalar(element, offset + i * element.size(), work);
    } else if (type.is_record()) {
        for (const Record::Field& field : type.record->fields)
            for_each_scalar(field.type, offset + field.offset, work);
    } else {
        work(offset, type);
    }
}

}  // namespace

Variable* Interpreter::find(const std::string& name) {
    auto& scopes = frames_.back().scopes;
    for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope)
        if (const auto found = scope->find(name); found != scope->end()) return &found->second;
    return nullptr;
}

Place Interpreter::place_of(Variable& variable) {
    return {variable.type, &variable, variable.address(), true};
}

bool Interpreter::is_place(const syntax::Expression& expression) {
    if (const auto* name = std::get_if<syntax::Name>(&expression.node))
        return find(name->text) != nullptr;
    if (const auto* node = std::get_if<syntax::Unary>(&expression.node))
        return node->op == UnaryOperator::dereference;
    if (const auto* node = std::get_if<syntax::Member>(&expression.node))
        return node->arrow || is_place(*node->object);
    return std::holds_alternative<syntax::Subscript>(expression.node);
}

Place Interpreter::place(const syntax::Expression& expression) {
    const Span span = expression.span;
    if (const auto* name = std::get_if<syntax::Name>(&expression.node))
        if (Variable* variable = find(name->text)) return place_of(*variable);
    if (const auto* node = std::get_if<syntax::Unary>(&expression.node);
        node != nullptr && node->op == UnaryOperator::dereference)
        return memory_place(evaluate(*node->operand), span);
    if (const auto* node = std::get_if<syntax::Subscript>(&expression.node)) {
        const Value array = evaluate(*node->array);
        return memory_place(compute(BinaryOperator::add, array, evaluate(*node->index), span),
                            span);
    }
    if (const auto* node = std::get_if<syntax::Member>(&expression.node);
        node != nullptr && is_place(expression))
        return field(
            node->arrow ? memory_place(evaluate(*node->object), span) : place(*node->object),
            node->field, span);
    reject("E-UNSUPPORTED",
           "this is no variable and no memory that host code reaches when it is "
           "executed",
           span);
}

/// Whether all of it lies in one variable of the thread.
bool Interpreter::is_own(std::uint64_t address, std::size_t size) const {
    for (const Frame& frame : frames_)
        for (const auto& scope : frame.scopes)
            for (const auto& [name, variable] : scope)
                if (address >= variable.address() &&
                    address + size <= variable.address() + variable.type.size())
                    return true;
    return false;
}

Place Interpreter::memory_place(const Value& pointer, Span span) {
    if (!pointer.type.is_pointer()) reject("E-TYPE", "this is no pointer", span);
    const Type type = pointer.type.element();
    const std::size_t size = type.size();
    const Object* object = run_->memory().at(pointer.bits);
    const bool is_private = object == nullptr && is_own(pointer.bits, size);
    if (!is_private && (object == nullptr || run_->memory().at(pointer.bits + size - 1) != object))
        reject("E-EXEC", "an access outside every object", span);
    if (!is_private && !object->is_of_host())
        reject("E-EXEC", "the host cannot access " + quote(object->name) + ", which kernels have",
               span);
    if (pointer.bits % type.alignment() != 0)
        reject("E-EXEC", "an access that is not aligned", span);
    return {type, nullptr, pointer.bits, is_private, span};
}

Place Interpreter::field(const Place& object, const std::string& name, Span span) {
    if (!object.type.is_record()) reject("E-TYPE", "this is no struct", span);
    for (const Record::Field& each : object.type.record->fields)
        if (each.name == name)
            return {each.type, nullptr, object.address + each.offset, object.is_private, span};
    reject("E-NAME", quote(object.type.record->name) + " has no member " + quote(name), span);
}

std::uint64_t Interpreter::load(const Place& place, std::uint64_t offset, const Type& type) const {
    const std::uint64_t address = place.address + offset;
    if (place.is_private) return Memory::load(address, bits_of(type));
    before_access(Step::Kind::read, address, type.size(), place.span);
    check::HostChecks* checks = run_->checks();
    if (checks == nullptr) return Memory::load(address, bits_of(type));
    const std::lock_guard lock(*checks);
    checks->access(address, type.size(), false, host_place(place.span));
    return Memory::load(address, bits_of(type));
}

void Interpreter::store(const Place& place, std::uint64_t offset, const Type& type,
                        std::uint64_t bits) {
    const std::uint64_t address = place.address + offset;
    if (place.is_private) return Memory::store(address, bits_of(type), bits);
    before_access(Step::Kind::write, address, type.size(), place.span);
    check::HostChecks* checks = run_->checks();
    if (checks == nullptr) return Memory::store(address, bits_of(type), bits);
    const std::lock_guard lock(*checks);
    checks->access(address, type.size(), true, host_place(place.span));
    Memory::store(address, bits_of(type), bits);
}

Value Interpreter::read(const Place& place) const {
    if (place.type.is_array()) return {place.type.element().pointer(), place.address};
    const Object* part = place.variable != nullptr ? place.variable->part : nullptr;
    if (!place.type.is_record())
        return converted({place.type, load(place, 0, place.type), part}, place.type);
    Value value{place.type, 0, nullptr, std::vector<std::byte>(place.type.size())};
    for_each_scalar(place.type, 0, [&](std::uint64_t offset, const Type& type) {
        const std::uint64_t bits = load(place, offset, type);
        std::memcpy(value.bytes.data() + offset, &bits, type.size());
    });
    return value;
}

Value Interpreter::write(const Place& place, const Value& value) {
    if (place.type.is_record() != value.type.is_record() || place.type.is_array() ||
        (place.type.is_record() && place.type != value.type))
        reject("E-TYPE", "a value of another type is assigned", at_);
    if (place.type.is_record()) {
        for_each_scalar(place.type, 0, [&](std::uint64_t offset, const Type& type) {
            std::uint64_t bits = 0;
            std::memcpy(&bits, value.bytes.data() + offset, type.size());
            store(place, offset, type, bits);
        });
        return value;
    }
    const Value stored = converted(value, place.type);
    if (place.variable != nullptr) place.variable->part = stored.part;
    store(place, 0, place.type, stored.bits);
    return stored;
}

// ---- initialisers ----

void Interpreter::initialise(const Place& place, const syntax::Expression& value) {
    const auto* list = std::get_if<syntax::InitializerList>(&value.node);
    if (list == nullptr) {
        write(place, evaluate(value));
        return;
    }
    std::size_t next = 0;
    if (!list->elements.empty()) fill(place, list->elements, next);
    if (next < list->elements.size())
        reject("E-TYPE", "there are more values than it has", list->elements[next]->span);
}

/// From the next value on; braces around the values of a part may be left out.
void Interpreter::fill(const Place& place, const std::vector<syntax::ExpressionPtr>& values,
                       std::size_t& next) {
    const auto part = [&](const Place& each) {
        if (next == values.size()) return;
        const syntax::Expression& value = *values[next];
        const bool has_braces = std::holds_alternative<syntax::InitializerList>(value.node);
        if (has_braces || !(each.type.is_record() || each.type.is_array())) {
            initialise(each, value);
            ++next;
            return;
        }
        if (each.type.is_record() && is_place(value) && this->place(value).type == each.type) {
            write(each, evaluate(value));
            ++next;
            return;
        }
        fill(each, values, next);
    };
    if (place.type.is_record()) {
        for (const Record::Field& each : place.type.record->fields)
            part({each.type, nullptr, place.address + each.offset, place.is_private, place.span});
    } else if (place.type.is_array()) {
        const Type element = place.type.element();
        for (std::uint64_t i = 0; i < place.type.dimensions[0]; ++i)
            part({element, nullptr, place.address + i * element.size(), place.is_private,
                  place.span});
    } else {
        write(place, evaluate(*values[next++]));
    }
}

}  // namespace clmm::runtime::host
