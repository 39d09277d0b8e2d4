#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/parser/litmus_tree.h"
#include "read/type.h"

namespace clmm::litmus {

/// Handles are numbers of 64 bits; each kind counts from its own base.
constexpr std::uint64_t kQueueHandles = 0x100000;
constexpr std::uint64_t kEventHandles = 0x200000;
constexpr std::uint64_t kRangeHandles = 0x300000;

/// cl_command_queue, queue_t, cl_event, clk_event_t and ndrange_t: numbers that stand for what the
/// runtime keeps.
[[nodiscard]] bool is_handle(const TypePtr& type);
[[nodiscard]] TypePtr handle_type(std::string_view name);

/// `cl_command_queue q = {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE};` or `cl_event u;` (a user
/// event) in the initial state.
struct HandleDeclaration {
    std::string name;
    TypePtr type;
    std::uint64_t value = 0;
    std::uint32_t device = 0;
    std::uint64_t properties = 0;
    Span span = {};
    [[nodiscard]] bool is_queue() const { return type->name == "cl_command_queue"; }
};

[[nodiscard]] bool declares_handle(const syntax::InitEntry& entry);
/// Rejects (E-TYPE, E-NAME) what declares none, or one that is there.
void add_handle(std::vector<HandleDeclaration>& handles, const syntax::InitEntry& entry);
[[nodiscard]] const HandleDeclaration* find_handle(const std::vector<HandleDeclaration>& handles,
                                                   std::string_view name);

}  // namespace clmm::litmus
