#include "clmm/language/overloads.h"

#include <algorithm>

namespace clmm::language {
namespace {

bool is_pointer(const Type& type) { return type.kind == TypeKind::pointer; }

/// What converting an argument costs; none: it does not convert without a cast.
std::optional<unsigned> conversion_cost(const Type& from, const Type& to) {
    if (from.kind == TypeKind::array) return is_pointer(to) ? std::optional(1U) : std::nullopt;
    if (is_same(from, to)) return 0;
    const bool pointers = is_pointer(from) && is_pointer(to);
    if (pointers && is_void(*to.element)) return 2;
    if (pointers && is_same(*from.element, *to.element)) return 1;
    if (!from.is_arithmetic_kind() || !to.is_arithmetic_kind() || from.kind == TypeKind::vector)
        return std::nullopt;
    if (to.kind == TypeKind::vector) return 8;
    const bool same_kind = is_floating(from.scalar) == is_floating(to.scalar);
    return same_kind && to.scalar > from.scalar ? 2 : 4;
}

std::optional<unsigned> cost_of(std::span<const TypePtr> parameters,
                                std::span<const TypePtr> arguments) {
    if (parameters.size() != arguments.size()) return std::nullopt;
    unsigned sum = 0;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const auto cost = conversion_cost(*arguments[i], *parameters[i]);
        if (!cost) return std::nullopt;
        sum += *cost;
    }
    return sum;
}

}  // namespace

bool are_overloadable(std::span<const syntax::Function* const> named) {
    return std::ranges::any_of(named, [](const syntax::Function* each) {
        return std::ranges::find(each->attributes, "overloadable", &syntax::Attribute::name) !=
               each->attributes.end();
    });
}

OverloadChoice choose_overload(std::span<const std::vector<TypePtr>> parameters,
                               std::span<const TypePtr> arguments) {
    OverloadChoice out;
    unsigned least = 0;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const auto cost = cost_of(parameters[i], arguments);
        if (!cost || (out.nearest && *cost > least)) continue;
        out.is_tie = out.nearest && *cost == least;
        out.nearest = i;
        least = *cost;
    }
    return out;
}

}  // namespace clmm::language
