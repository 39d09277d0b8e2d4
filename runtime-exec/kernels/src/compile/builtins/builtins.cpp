#include "compile/builtins/builtins.h"

#include "clmm/language/constants.h"
#include "compile/type.h"

namespace clmm::runtime::compiler {
namespace {

Scalar element_of(language::Constant::Type type) {
    using Type = language::Constant::Type;
    if (type == Type::pointer) return Scalar::i32;  // NULL is 0, which becomes any pointer
    if (language::is_floating(type)) return type == Type::f32 ? Scalar::f32 : Scalar::f64;
    return scalar_of(language::integer_type(type));
}

}  // namespace

std::optional<NamedConstant> named_constant(std::string_view name) {
    const language::Constant* constant = language::find_constant(name);
    if (constant == nullptr) return std::nullopt;
    return NamedConstant{element_of(constant->type), static_cast<std::int64_t>(constant->integer),
                         constant->floating};
}

}  // namespace clmm::runtime::compiler
