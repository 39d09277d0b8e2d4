#include "host/handles.h"

#include <algorithm>
#include <array>

#include "read/constant.h"
#include "read/diagnose.h"

namespace clmm::litmus {
namespace {

constexpr const char* kQueueHint =
    "write 'cl_command_queue q;' or 'cl_command_queue q = {0, "
    "CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE};'";

void read_queue(HandleDeclaration& queue, const syntax::Expression& value) {
    const auto* list = std::get_if<syntax::InitializerList>(&value.node);
    if (list == nullptr || list->elements.empty() || list->elements.size() > 2)
        reject("E-TYPE", "a queue is declared by its device and its properties", value.span,
               kQueueHint);
    std::array<std::int64_t, 2> numbers{};
    for (std::size_t i = 0; i < list->elements.size(); ++i) {
        const auto number = constant_value(*list->elements[i]);
        if (!number || *number < 0)
            reject("E-TYPE", "a queue's device and properties are constants",
                   list->elements[i]->span, kQueueHint);
        numbers[i] = *number;
    }
    queue.device = static_cast<std::uint32_t>(numbers[0]);
    queue.properties = static_cast<std::uint64_t>(numbers[1]);
}

}  // namespace

bool is_handle(const TypePtr& type) {
    return type->kind == TypeKind::queue || type->kind == TypeKind::device_event ||
           type->kind == TypeKind::ndrange;
}

TypePtr handle_type(std::string_view name) {
    return std::make_shared<Type>(language::find_type(name).value());
}

bool declares_handle(const syntax::InitEntry& entry) {
    if (!entry.type || !entry.type->pointers.empty()) return false;
    const auto type = language::find_type(entry.type->base);
    return type && is_handle(std::make_shared<Type>(*type));
}

void add_handle(std::vector<HandleDeclaration>& handles, const syntax::InitEntry& entry) {
    if (find_handle(handles, entry.name) != nullptr)
        reject("E-NAME", "'" + entry.name + "' is declared twice", entry.name_span);
    HandleDeclaration handle{
        .name = entry.name, .type = handle_type(entry.type->base), .span = entry.name_span};
    const bool is_event = handle.type->name == "cl_event";
    if (!entry.dimensions.empty() || (!is_event && !handle.is_queue()))
        reject("E-UNSUPPORTED",
               "the initial state has queues (cl_command_queue) and user events "
               "(cl_event) only",
               entry.span);
    if (entry.value && is_event)
        reject("E-TYPE", "a user event has no initial value", entry.value->span);
    if (entry.value) read_queue(handle, *entry.value);
    const auto before = static_cast<std::uint64_t>(
        std::ranges::count(handles, handle.is_queue(), &HandleDeclaration::is_queue));
    handle.value = (handle.is_queue() ? kQueueHandles : kEventHandles) + before;
    handles.push_back(std::move(handle));
}

const HandleDeclaration* find_handle(const std::vector<HandleDeclaration>& handles,
                                     std::string_view name) {
    const auto found = std::ranges::find(handles, name, &HandleDeclaration::name);
    return found == handles.end() ? nullptr : &*found;
}

}  // namespace clmm::litmus
