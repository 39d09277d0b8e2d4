// Expressions.
#include "clmm/language/names.h"
#include "compile/builtins/builtins.h"
#include "compile/translator.h"

namespace clmm::runtime::compiler {

using syntax::BinaryOperator;
using syntax::UnaryOperator;

Value Translator::void_value() {
    Value out;
    out.type = types_.plain(TypeKind::void_type);
    return out;
}

Value Translator::scalar_value(Scalar scalar, Reg reg) {
    Value out;
    out.type = types_.scalar(scalar);
    out.parts = {reg};
    return out;
}

Value Translator::evaluate(const syntax::Expression& expression) {
    const Span around = at_;
    at_ = expression.span;
    Value out = std::visit([&](const auto& node) { return evaluate(node); }, expression.node);
    known_types_[&expression] = out.type;
    at_ = around;
    return out;
}

/// What the expression would yield; it is not evaluated.
TypePtr Translator::type_of(const syntax::Expression& expression) {
    if (const auto known = known_types_.find(&expression); known != known_types_.end())
        return known->second;
    const std::size_t mark = out_.mark();
    const std::uint64_t memory = private_now_;
    const Registers assigned = assigned_;
    struct Dry {
        int& count;
        explicit Dry(int& c) : count(c) { ++count; }
        ~Dry() { --count; }
        Dry(const Dry&) = delete;
        Dry& operator=(const Dry&) = delete;
    };
    TypePtr type = nullptr;
    {
        const Dry dry(dry_);
        // sizeof of an array is not that of a pointer.
        std::optional<Lvalue> object = try_place(expression);
        type = object ? object->type : evaluate(expression).type;
    }
    out_.forget_since(mark);
    private_now_ = memory;
    assigned_ = assigned;
    return type;
}

Value Translator::evaluate(const syntax::IntegerLiteral& node) {
    const Scalar scalar = scalar_of(language::type_of(node));
    return scalar_value(scalar, out_.constant(scalar, node.value));
}

Value Translator::evaluate(const syntax::FloatingLiteral& node) {
    using Precision = syntax::FloatingLiteral::Precision;
    const Scalar scalar = node.precision == Precision::half_precision     ? Scalar::f16
                          : node.precision == Precision::single_precision ? Scalar::f32
                                                                          : Scalar::f64;
    if (scalar != Scalar::f16) return scalar_value(scalar, out_.floating(scalar, node.value));
    return convert(scalar_value(Scalar::f64, out_.floating(Scalar::f64, node.value)),
                   types_.scalar(Scalar::f16));
}

Value Translator::evaluate(const syntax::StringLiteral& node) {
    Value out;
    out.type = types_.plain(TypeKind::string);
    out.text = &node.text;
    return out;
}

Value Translator::evaluate(const syntax::Name& node) {
    if (Variable* variable = find(node.text)) {
        if (variable->enumerator)
            return int_value(out_.integer(Scalar::i32, *variable->enumerator));
        if (variable->block) {
            Value out;
            out.type = variable->type;
            out.block = variable->block;
            return out;
        }
        Value out = read(variable->place);
        if (variable->root) out.root = variable->root;
        return out;
    }
    if (auto constant = named_constant(node.text)) {
        if (is_floating(constant->scalar))
            return scalar_value(constant->scalar,
                                out_.floating(constant->scalar, constant->floating));
        return scalar_value(constant->scalar, out_.integer(constant->scalar, constant->integer));
    }
    if (is_host()) {
        if (auto value = host_name(node.text)) return std::move(*value);
        reject("E-UNSUPPORTED",
               quote(node.text) + " is nothing that a host thread reaches when it is executed",
               at_);
    }
    std::vector<std::string> known = program_.names();
    for (const auto& scope : scopes_)
        for (const auto& [name, variable] : scope) known.push_back(name);
    reject("E-NAME", quote(node.text) + " is not declared", at_,
           language::did_you_mean(node.text, known));
}

Value Translator::evaluate(const syntax::InitializerList& /*node*/) {
    reject("E-TYPE", "a list in braces initialises a variable; it has no value by itself", at_);
}

Value Translator::evaluate(const syntax::Unary& node) {
    switch (node.op) {
        case UnaryOperator::dereference: {
            const Value pointer = evaluate(*node.operand);
            return read(pointee(pointer));
        }
        case UnaryOperator::address_of:
            // In host code an object's name is its address already.
            if (const auto* name = std::get_if<syntax::Name>(&node.operand->node);
                is_host() && name != nullptr && find(name->text) == nullptr)
                return evaluate(*node.operand);
            return address_of(place(*node.operand));
        case UnaryOperator::pre_increment:
        case UnaryOperator::pre_decrement:
        case UnaryOperator::post_increment:
        case UnaryOperator::post_decrement:
            return increment(node);
        default:
            break;
    }
    Value operand = evaluate(*node.operand);
    if (node.op == UnaryOperator::logical_not && !is_arithmetic(operand.type)) {
        const Reg test = truth(operand);
        return int_value(
            out_.pure({handlers::pure(), loops::is_false(Scalar::i32), Scalar::i32}, {test}, at_));
    }
    require(is_arithmetic(operand.type), "E-TYPE",
            "this operator does not take " + quote(to_string(operand.type)), at_);
    if (node.op == UnaryOperator::logical_not) {
        if (is_scalar(operand.type))
            return int_value(
                out_.pure({handlers::pure(), loops::is_false(operand.type->scalar), Scalar::i32},
                          {operand.reg()}, at_));
        return binary(BinaryOperator::equal, operand, default_value(operand.type));
    }
    operand = promoted(operand);
    if (node.op == UnaryOperator::plus) return operand;
    const bool complements = node.op == UnaryOperator::bit_not;
    require(!complements || is_integer(operand.type), "E-TYPE", "'~' takes integers", at_);
    const Scalar scalar = operand.type->scalar;
    Value out = operand;
    for (Reg& reg : out.parts)
        reg = out_.pure({handlers::pure(),
                         complements ? loops::complement(scalar) : loops::negate(scalar), scalar},
                        {reg}, at_);
    return out;
}

Value Translator::increment(const syntax::Unary& node) {
    const Lvalue target = place(*node.operand);
    require(!target.type->is_const, "E-TYPE", "this is const and cannot be changed", at_);
    const bool before =
        node.op == UnaryOperator::pre_increment || node.op == UnaryOperator::pre_decrement;
    const bool up =
        node.op == UnaryOperator::pre_increment || node.op == UnaryOperator::post_increment;
    const Value now = read(target);
    // A variable's registers are about to change.
    const Value old = before || target.in_memory ? now : temporary_copy(now);
    const Value one = int_value(out_.integer(Scalar::i32, 1));
    const Value result = convert(
        binary(up ? BinaryOperator::add : BinaryOperator::subtract, now, one), target.type, true);
    write(target, result);
    if (!before) return old;
    return target.in_memory ? result : read(target);
}

Value Translator::evaluate(const syntax::Binary& node) {
    if (node.op == BinaryOperator::comma) {
        evaluate(*node.left);
        return evaluate(*node.right);
    }
    if (node.op == BinaryOperator::logical_and || node.op == BinaryOperator::logical_or)
        return logical(node);
    const Value left = evaluate(*node.left);
    const Value right = evaluate(*node.right);
    return binary(node.op, left, right);
}

Value Translator::evaluate(const syntax::Assignment& node) {
    const Lvalue target = place(*node.target);
    require(!target.type->is_const && target.space != AddressSpace::constant, "E-TYPE",
            "this is const and cannot be changed", at_);
    require(target.type->kind != TypeKind::array, "E-TYPE", "an array cannot be assigned to", at_);
    Value value = evaluate(*node.value);
    if (node.op) {
        value = binary(*node.op, read(target), value);
        // `c += 1` converts back to what c is.
        value = convert(value, target.type, true);
    } else {
        value = convert(value, target.type);
    }
    write(target, value);
    return target.in_memory ? value : read(target);
}

Value Translator::evaluate(const syntax::Subscript& node) { return read(subscripted(node)); }

Value Translator::evaluate(const syntax::Member& node) {
    if (node.arrow) return read(member(pointee(evaluate(*node.object)), node.field));
    if (auto object = try_place(*node.object)) return read(member(std::move(*object), node.field));
    const Value value = evaluate(*node.object);
    Lvalue object;
    object.type = value.type;
    object.parts = value.parts;
    if (value.in_memory)
        object = memory_place(value.type, value.reg(), 0, AddressSpace::private_memory);
    object.root = value.root;
    object.alignment = value.alignment;
    object.trusted = value.trusted;
    if (object.in_memory && value.root) object.space = AddressSpace::generic;
    return read(member(std::move(object), node.field));
}

Value Translator::evaluate(const syntax::Cast& node) {
    const Program::Declared declared = program_.type_of(node.type);
    if (std::holds_alternative<syntax::InitializerList>(node.operand->node)) {
        Variable object = make_variable(declared.type, false);
        initialize(object.place, *node.operand);
        return read(object.place);
    }
    if (declared.type->kind == TypeKind::vector)
        return vector_literal(declared.type, *node.operand);
    return convert(evaluate(*node.operand), declared.type, true);
}

/// `(float4)(a, b)`: the components of all operands in a row, or one scalar for all.
Value Translator::vector_literal(TypePtr type, const syntax::Expression& operands) {
    std::vector<const syntax::Expression*> list;
    const syntax::Expression* rest = &operands;
    while (const auto* comma = std::get_if<syntax::Binary>(&rest->node)) {
        if (comma->op != BinaryOperator::comma) break;
        list.insert(list.begin(), comma->right.get());
        rest = comma->left.get();
    }
    list.insert(list.begin(), rest);
    if (list.size() == 1) {
        const Value only = evaluate(*list.front());
        if (is_same(only.type, type)) return convert(only, type);
        require(is_scalar(only.type), "E-TYPE",
                quote(to_string(only.type)) + " does not convert to " + quote(to_string(type)), at_,
                "call convert_" + to_string(types_.unqualified(type)) + "()");
        return convert(only, type);
    }
    Value out;
    out.type = types_.unqualified(type);
    for (const syntax::Expression* each : list) {
        const Value value = evaluate(*each);
        require(is_arithmetic(value.type), "E-TYPE",
                quote(to_string(value.type)) + " cannot be part of a vector", each->span);
        require(is_scalar(value.type) || value.type->scalar == type->scalar, "E-TYPE",
                "the components of " + quote(to_string(value.type)) + " are of another type",
                each->span);
        for (const Reg reg : value.parts)
            out.parts.push_back(convert_element(reg, types_.scalar(value.type->scalar),
                                                types_.scalar(type->scalar)));
    }
    require(
        out.parts.size() == type->lanes, "E-TYPE",
        quote(to_string(type)) + " is given " + std::to_string(out.parts.size()) + " components",
        at_);
    return out;
}

Value Translator::evaluate(const syntax::SizeOf& node) {
    const TypePtr type = node.type ? program_.type_of(*node.type).type : type_of(*node.operand);
    require(size_of(*type) > 0, "E-TYPE", quote(to_string(type)) + " has no size", at_);
    return scalar_value(Scalar::u64,
                        out_.integer(Scalar::u64, static_cast<std::int64_t>(size_of(*type))));
}

}  // namespace clmm::runtime::compiler
