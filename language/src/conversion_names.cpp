#include "clmm/language/conversion_names.h"

#include <array>
#include <utility>

#include "clmm/language/types.h"

namespace clmm::language {
namespace {

bool drop_suffix(std::string_view& name, std::string_view suffix) {
    if (!name.ends_with(suffix)) return false;
    name.remove_suffix(suffix.size());
    return true;
}

}  // namespace

Rounding take_rounding(std::string_view& name) {
    static constexpr std::array<std::pair<std::string_view, Rounding>, 4> kModes{{
        {"_rte", Rounding::to_even},
        {"_rtz", Rounding::to_zero},
        {"_rtp", Rounding::up},
        {"_rtn", Rounding::down},
    }};
    for (const auto& [suffix, rounding] : kModes)
        if (drop_suffix(name, suffix)) return rounding;
    return Rounding::none;
}

std::optional<ConversionName> find_conversion(std::string_view name) {
    ConversionName out;
    out.reinterprets = name.starts_with("as_");
    if (!out.reinterprets && !name.starts_with("convert_")) return std::nullopt;
    name.remove_prefix(name.find('_') + 1);
    if (!out.reinterprets) {
        out.rounding = take_rounding(name);
        out.saturates = drop_suffix(name, "_sat");
    }
    const auto type = find_type(name);
    if (!type) return std::nullopt;
    const bool is_vector = type->kind == TypeKind::vector;
    // `uint`, and not the other names of the same type.
    if (!is_vector && (type->kind != TypeKind::scalar || name_of(type->scalar) != name))
        return std::nullopt;
    out.scalar = type->scalar;
    if (is_vector) out.lanes = static_cast<unsigned>(type->lanes);
    return out;
}

}  // namespace clmm::language
