// Code that depends on types: variables, accesses to atomic objects, pointers to them.

#include "kernel_text/print.h"

namespace clmm::hardware {

CodeType CodePrinter::variable_type(const syntax::Declarator& declarator) const {
    CodeType element = names_.types.resolved({declarator.type, 0});
    if (is_atomic(element)) element = plain_type(std::move(element));
    return declared_type(element.name, element.dimensions + declarator.dimensions.size(),
                         "private");
}

std::string CodePrinter::variable(const syntax::Declarator& declarator,
                                  const std::string& name) const {
    const CodeType element = names_.types.resolved({declarator.type, 0});
    return spelt(is_atomic(element) ? plain_type(element).name : declarator.type, declarator, name);
}

std::optional<CodeType> CodePrinter::type_of(const syntax::Expression& expression) const {
    return names_.types.type_of(expression, [&](const std::string& name) {
        const Declared* found = declared(name);
        return found == nullptr ? std::optional<CodeType>() : found->type;
    });
}

std::string CodePrinter::plain_pointer(const syntax::Expression& expression) const {
    if (!names_.c11_atomics) return {};  // there atomic types are plain ones
    const auto type = type_of(expression);
    return type && is_atomic(*type) ? this->type(pointer_to(plain_type(*type))) : "";
}

std::string CodePrinter::object(const syntax::Call& call) {
    const syntax::Expression& argument = *call.arguments.at(0);
    const auto target = target_of(type_of(argument));
    const auto known = target ? names_.types.resolved(*target) : std::optional<CodeType>();
    const auto atomic = known ? atomic_type(*known) : std::nullopt;
    if (!atomic) return item(argument);
    const std::string wanted = type(pointer_to(*atomic));
    return type(pointer_to(*known)) == wanted ? item(argument)
                                              : "(" + wanted + ")" + operand(argument);
}

}  // namespace clmm::hardware
