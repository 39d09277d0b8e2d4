#include "kernel_text/types.h"

#include <memory>

#include "clmm/language/integers.h"
#include "clmm/litmus/test_tree.h"

namespace clmm::hardware {
namespace {

using language::Type;
using language::TypeKind;

bool is_pointer(const TypePtr& type) {
    return type && (type->kind == TypeKind::pointer || type->kind == TypeKind::array);
}

TypePtr made(Type type) { return std::make_shared<const Type>(std::move(type)); }

/// A member of an object is where the object is, and as constant and volatile.
TypePtr member_of(const Type& whole, const TypePtr& field) {
    if (field->kind == TypeKind::array)
        return language::array_of(member_of(whole, field->element), field->length);
    Type type = *field;
    type.space = whole.space;
    type.is_const |= whole.is_const;
    type.is_volatile |= whole.is_volatile;
    return made(std::move(type));
}

}  // namespace

TypePtr with_dimensions(TypePtr element, const syntax::Declarator& declarator) {
    const auto& dimensions = declarator.dimensions;
    for (auto length = dimensions.rbegin(); length != dimensions.rend(); ++length) {
        const auto known = *length ? language::constant_value(**length) : std::nullopt;
        element = language::array_of(element, known ? known->bits : 0);
    }
    return element;
}

TypePtr placed_in(const TypePtr& type, language::AddressSpace space) {
    return type->space ? type : language::in_space(type, space);
}

TypePtr target_of(const TypePtr& type) { return is_pointer(type) ? type->element : nullptr; }

TypePtr plain_type(const TypePtr& type) {
    if (!type->is_atomic) return type;
    Type plain = *type;
    plain.is_atomic = plain.is_flag = false;
    return made(std::move(plain));
}

TypePtr atomic_type(const TypePtr& type) {
    const bool is_integer = type->kind == TypeKind::scalar && !type->is_bool &&
                            type->name.empty() && !language::is_floating(type->scalar);
    if (!type->is_atomic && (!is_integer || type->width() < 32)) return nullptr;
    Type atomic = *type;
    atomic.is_const = false;
    atomic.is_atomic = true;
    return made(std::move(atomic));
}

CodeTypes::CodeTypes(const litmus::LitmusTest& test) : test_(test) {
    const syntax::LitmusTree& tree = litmus::tree_of(test);
    for (const auto& each : tree.variables)
        variables_[each.name] = placed_in(declared(each), language::AddressSpace::global);
    for (const auto& each : tree.functions)
        functions_[each.name] =
            placed_in(named(each.return_type), language::AddressSpace::private_memory);
}

TypePtr CodeTypes::named(const syntax::TypeName& name) const {
    return litmus::type_named(test_, name);
}

TypePtr CodeTypes::declared(const syntax::Declarator& declarator) const {
    return with_dimensions(named(declarator.type), declarator);
}

struct CodeTypes::Finder {
    const CodeTypes& types;
    const NameType& name_type;

    [[nodiscard]] TypePtr find(const syntax::Expression& of) const {
        return std::visit(*this, of.node);
    }
    TypePtr operator()(const syntax::Name& node) const {
        if (TypePtr type = name_type(node.text)) return type;
        const auto found = types.variables_.find(node.text);
        return found == types.variables_.end() ? nullptr : found->second;
    }
    TypePtr operator()(const syntax::Unary& node) const {
        using enum syntax::UnaryOperator;
        const TypePtr operand = find(*node.operand);
        if (node.op == dereference) return target_of(operand);
        if (node.op == address_of) return operand ? language::pointer_to(operand) : nullptr;
        return is_pointer(operand) ? operand : nullptr;
    }
    TypePtr operator()(const syntax::Binary& node) const {
        using enum syntax::BinaryOperator;
        if (node.op == comma) return find(*node.right);
        if (node.op != add && node.op != subtract) return nullptr;
        const TypePtr left = find(*node.left), right = find(*node.right);
        if (is_pointer(left)) return is_pointer(right) ? nullptr : left;
        return is_pointer(right) ? right : nullptr;
    }
    TypePtr operator()(const syntax::Assignment& node) const { return find(*node.target); }
    TypePtr operator()(const syntax::Conditional& node) const {
        const TypePtr type = find(*node.when_true);
        return is_pointer(type) ? type : find(*node.when_false);
    }
    TypePtr operator()(const syntax::Call& node) const {
        const auto found = types.functions_.find(node.function);
        return found == types.functions_.end() ? nullptr : found->second;
    }
    TypePtr operator()(const syntax::Subscript& node) const {
        const TypePtr array = find(*node.array);
        return target_of(is_pointer(array) ? array : find(*node.index));
    }
    TypePtr operator()(const syntax::Member& node) const {
        const TypePtr object = node.arrow ? target_of(find(*node.object)) : find(*node.object);
        if (!object || object->record == nullptr) return nullptr;
        const language::Field* field = language::find_field(*object->record, node.field);
        return field == nullptr ? nullptr : member_of(*object, field->type);
    }
    TypePtr operator()(const syntax::Cast& node) const { return types.named(node.type); }
    template <class Other>
    TypePtr operator()(const Other&) const {
        return nullptr;
    }
};

TypePtr CodeTypes::type_of(const syntax::Expression& expression, const NameType& name_type) const {
    return Finder{*this, name_type}.find(expression);
}

}  // namespace clmm::hardware
