#include "compile/builtins/builtins.h"

#include "clmm/language/constants.h"

namespace clmm::runtime::compiler {
namespace {

Scalar scalar_of(language::Constant::Type type) {
    using Type = language::Constant::Type;
    switch (type) {
        case Type::u32:
            return Scalar::u32;
        case Type::i64:
            return Scalar::i64;
        case Type::u64:
            return Scalar::u64;
        case Type::f32:
            return Scalar::f32;
        case Type::f64:
            return Scalar::f64;
        default:
            return Scalar::i32;  // NULL is the integer 0, which becomes any pointer
    }
}

}  // namespace

std::optional<NamedConstant> named_constant(std::string_view name) {
    const language::Constant* constant = language::find_constant(name);
    if (constant == nullptr) return std::nullopt;
    return NamedConstant{scalar_of(constant->type), static_cast<std::int64_t>(constant->integer),
                         constant->floating};
}

}  // namespace clmm::runtime::compiler
