#include "clmm/language/vectors.h"

#include <array>
#include <cctype>
#include <string>
#include <utility>

namespace clmm::language {
namespace {

bool drop_prefix(std::string_view& name, std::string_view prefix) {
    if (!name.starts_with(prefix)) return false;
    name.remove_prefix(prefix.size());
    return true;
}

std::vector<unsigned> half_named(std::string_view name, unsigned lanes) {
    const unsigned half = lanes == 3 ? 2 : lanes / 2;
    std::vector<unsigned> out;
    for (unsigned i = 0; i < half; ++i) {
        if (name == "lo") out.push_back(i);
        if (name == "hi") out.push_back(half + i);
        if (name == "even") out.push_back(2 * i);
        if (name == "odd") out.push_back(2 * i + 1);
    }
    return out;
}

}  // namespace

std::vector<unsigned> components_named(std::string_view name, unsigned lanes) {
    std::vector<unsigned> out = half_named(name, lanes);
    if (!out.empty()) return out;
    const bool numbered = name.size() > 1 && (name[0] == 's' || name[0] == 'S');
    for (const char c : name.substr(numbered ? 1 : 0)) {
        std::size_t at = std::string("0123456789abcdef").find(static_cast<char>(std::tolower(c)));
        if (!numbered) at = std::string("xyzw").find(c);
        if (!numbered && at == std::string::npos) at = std::string("rgba").find(c);
        if (at == std::string::npos || at >= lanes) return {};
        out.push_back(static_cast<unsigned>(at));
    }
    const std::size_t size = out.size();
    const bool known = size <= 4 || size == 8 || size == 16;
    return known ? out : std::vector<unsigned>{};
}

std::optional<VectorAccess> find_vector_access(std::string_view name) {
    VectorAccess out;
    out.stores = name.starts_with("vstore");
    if (!drop_prefix(name, "vload") && !drop_prefix(name, "vstore")) return std::nullopt;
    out.is_aligned = drop_prefix(name, "a");
    out.of_halves = drop_prefix(name, "_half");
    if (out.of_halves && out.stores) out.rounding = take_rounding(name);
    for (const unsigned lanes : {2U, 3U, 4U, 8U, 16U})
        if (name == std::to_string(lanes)) out.lanes = lanes;
    const bool is_scalar = name.empty() && out.of_halves;
    if ((out.lanes == 1 && !is_scalar) || (out.is_aligned && !out.of_halves)) return std::nullopt;
    return out;
}

std::optional<BlockAccess> find_block_access(std::string_view name) {
    if (!drop_prefix(name, "intel_sub_group_block_")) return std::nullopt;
    BlockAccess out;
    out.stores = name.starts_with("write");
    if (!drop_prefix(name, "read") && !drop_prefix(name, "write")) return std::nullopt;
    constexpr std::array<std::pair<std::string_view, Scalar>, 4> kTypes = {
        {{"_uc", Scalar::u8}, {"_us", Scalar::u16}, {"_ui", Scalar::u32}, {"_ul", Scalar::u64}}};
    for (const auto& [suffix, scalar] : kTypes)
        if (drop_prefix(name, suffix)) {
            out.scalar = scalar;
            break;
        }
    const bool is_narrow = out.scalar == Scalar::u8 || out.scalar == Scalar::u16;
    for (const unsigned lanes : {2U, 4U, 8U, 16U})
        if (name == std::to_string(lanes)) out.lanes = lanes;
    if ((out.lanes == 1 && !name.empty()) || (out.lanes == 16 && !is_narrow)) return std::nullopt;
    return out;
}

}  // namespace clmm::language
