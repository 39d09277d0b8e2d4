#include "clmm/litmus/spelling.h"

#include <array>

namespace clmm::litmus {

std::string spelling(Order order) {
    constexpr std::array kNames{"", "relaxed", "acquire", "release", "acq_rel", "seq_cst"};
    return std::string("memory_order_") + kNames[static_cast<std::size_t>(order)];
}

std::string spelling(Scope scope) {
    constexpr std::array kNames{"",           "work_item", "sub_group",
                                "work_group", "device",    "all_svm_devices"};
    return std::string("memory_scope_") + kNames[static_cast<std::size_t>(scope)];
}

std::string spelling(Regions flags) {
    std::string text;
    for (const auto& [set, name] :
         {std::pair(flags.global, "GLOBAL"), std::pair(flags.local, "LOCAL"),
          std::pair(flags.image, "IMAGE")})
        if (set) text += std::string(text.empty() ? "" : " | ") + "CLK_" + name + "_MEM_FENCE";
    return text.empty() ? "0" : text;
}

std::string_view to_string(PlaceKind kind) {
    switch (kind) {
        case PlaceKind::order:
            return "order";
        case PlaceKind::failure_order:
            return "failure-order";
        case PlaceKind::scope:
            return "scope";
        case PlaceKind::flags:
            return "flags";
        case PlaceKind::queue:
            return "queue";
        case PlaceKind::blocking:
            return "blocking";
        case PlaceKind::wait_list:
            return "wait-list";
        case PlaceKind::inserted_command:
            return "command";
        case PlaceKind::inserted_fence:
        case PlaceKind::removed_fence:
            break;
    }
    return "fence";
}

}  // namespace clmm::litmus
