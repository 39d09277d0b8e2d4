// Code that depends on types: their names, variables, accesses to atomic objects, pointers to them.

#include "harness/refuse.h"
#include "kernel_text/print.h"

namespace clmm::hardware {
namespace {

using language::Type;
using language::TypeKind;

/// What OpenCL C has, of the atomic types that a test may use.
bool is_atomic_of_opencl(const Type& type) {
    return type.is_flag || (!type.is_bool && type.width() >= 32);
}

/// Whether it points to generic memory at some level.
bool is_generic(const Type& type) {
    if (!type.element) return false;
    return (type.kind == TypeKind::pointer && !type.element->space) || is_generic(*type.element);
}

bool is_array(const Type& type) { return type.kind == TypeKind::array; }
bool has_array(const Type& type) {
    return is_array(type) || (type.kind == TypeKind::pointer && has_array(*type.element));
}

/// As C declares it: `int (*name)[4]`; a type alone where there is no name.
std::string declarator(const TypePtr& type, const std::string& name) {
    if (is_array(*type))
        return declarator(type->element, name + "[" + std::to_string(type->length) + "]");
    if (has_array(*type))
        return declarator(type->element, is_array(*type->element) ? "(*" + name + ")" : "*" + name);
    return language::to_text(*type) + (name.empty() || name.starts_with('[') ? "" : " ") + name;
}

}  // namespace

// ---- types ----

/// On a device without atomic types they are plain ones, and volatile.
TypePtr CodePrinter::on_device(const TypePtr& type, Span at) const {
    Type out = *type;
    if (type->element) out.element = on_device(type->element, at);
    if (type->is_atomic) {
        if (!is_atomic_of_opencl(*type))
            refuse("OpenCL C has no " + language::to_text(*language::unqualified(type)), at,
                   "atomic types have 32 or 64 bits");
        if (!names_.c11_atomics) {
            if (type->width() != 32) refuse("the device has no atomics of 64 bits", at);
            out = *plain_type(type);
            out.is_volatile = true;
        }
    }
    return std::make_shared<const Type>(std::move(out));
}

std::string CodePrinter::type(const TypePtr& type, Span at) const { return spelt(type, "", at); }

std::string CodePrinter::type(const syntax::TypeName& name) const {
    return type(names_.types.named(name), name.span);
}

std::string CodePrinter::spelt(const TypePtr& type, const std::string& name, Span at) const {
    if (is_generic(*type) && !names_.generic_address_space)
        refuse("the device has no generic address space", at,
               "write 'global' or 'local' before the type");
    return declarator(on_device(type, at), name);
}

std::string CodePrinter::declaration(const TypePtr& element, const syntax::Declarator& declarator,
                                     const std::string& name) const {
    std::string out = name;
    CodePrinter sizes(names_);
    for (const auto& dimension : declarator.dimensions)
        out += "[" + (dimension ? sizes.expression(*dimension) : "") + "]";
    return spelt(element, out, declarator.type.span);
}

std::string CodePrinter::declaration(const syntax::Declarator& declarator,
                                     const std::string& name) const {
    return declaration(names_.types.named(declarator.type), declarator, name);
}

// ---- objects ----

TypePtr CodePrinter::variable_type(const syntax::Declarator& declarator) const {
    const TypePtr element = plain_type(names_.types.named(declarator.type));
    return placed_in(with_dimensions(element, declarator), language::AddressSpace::private_memory);
}

std::string CodePrinter::variable(const syntax::Declarator& declarator,
                                  const std::string& name) const {
    return declaration(plain_type(names_.types.named(declarator.type)), declarator, name);
}

TypePtr CodePrinter::type_of(const syntax::Expression& expression) const {
    return names_.types.type_of(expression, [&](const std::string& name) {
        const Declared* found = declared(name);
        return found == nullptr ? nullptr : found->type;
    });
}

std::string CodePrinter::plain_pointer(const syntax::Expression& expression) const {
    if (!names_.c11_atomics) return {};  // there atomic types are plain ones
    const TypePtr type = type_of(expression);
    if (!type || !type->is_atomic) return {};
    return this->type(language::pointer_to(plain_type(type)), expression.span);
}

std::string CodePrinter::object(const syntax::Call& call) {
    const syntax::Expression& argument = *call.arguments.at(0);
    const TypePtr known = target_of(type_of(argument));
    const TypePtr atomic = known ? atomic_type(known) : nullptr;
    if (!atomic) return item(argument);
    const std::string wanted = type(language::pointer_to(atomic), argument.span);
    return type(language::pointer_to(known), argument.span) == wanted
               ? item(argument)
               : "(" + wanted + ")" + operand(argument);
}

}  // namespace clmm::hardware
