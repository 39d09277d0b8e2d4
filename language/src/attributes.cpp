#include "clmm/language/attributes.h"

#include <algorithm>
#include <array>

namespace clmm::language {

bool is_known_attribute(std::string_view name) {
    static constexpr std::array<std::string_view, 14> kKnown = {"reqd_work_group_size",
                                                                "work_group_size_hint",
                                                                "vec_type_hint",
                                                                "always_inline",
                                                                "intel_reqd_sub_group_size",
                                                                "uniform_work_group_size",
                                                                "nosvm",
                                                                "program_initializer",
                                                                "noinline",
                                                                "overloadable",
                                                                "unused",
                                                                "endian",
                                                                "packed",
                                                                "aligned"};
    return std::ranges::find(kKnown, name) != kKnown.end();
}

bool is_refused_attribute(std::string_view name) {
    static constexpr std::array<std::string_view, 8> kRefused = {
        "ext_vector_type", "vector_size", "address_space", "mode",
        "cleanup",         "alias",       "ifunc",         "transparent_union"};
    return std::ranges::find(kRefused, name) != kRefused.end();
}

}  // namespace clmm::language
