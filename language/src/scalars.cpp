#include "clmm/language/scalars.h"

#include <array>

namespace clmm::language {

Scalar scalar_of(IntegerType type) {
    unsigned index = type.is_signed ? 0 : 1;
    for (unsigned width = 8; width < type.width; width *= 2) index += 2;
    return static_cast<Scalar>(index);
}

std::string_view name_of(Scalar scalar) {
    static constexpr std::array<std::string_view, 11> kNames = {"char", "uchar", "short", "ushort",
                                                                "int",  "uint",  "long",  "ulong",
                                                                "half", "float", "double"};
    return kNames.at(static_cast<std::size_t>(scalar));
}

std::optional<Scalar> find_scalar(std::string_view name) {
    for (const Scalar each : {Scalar::f16, Scalar::f32, Scalar::f64})
        if (name == name_of(each)) return each;
    const auto integer = find_integer_type(name);
    if (!integer || integer->is_bool) return std::nullopt;
    return scalar_of(*integer);
}

}  // namespace clmm::language
