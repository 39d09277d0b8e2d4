#include "read/devices.h"

#include "clmm/parser/tree_walk.h"
#include "read/constant.h"

namespace clmm::litmus {
namespace {

void add_first_argument(const syntax::Call& call, std::set<std::uint32_t>& devices) {
    if (call.arguments.empty()) return;
    const auto device = constant_value(*call.arguments.front());
    if (device && *device >= 0) devices.insert(static_cast<std::uint32_t>(*device));
}

/// `device(1)`; without it a launch is on device 0.
void add_launch(const syntax::Launch& launch, std::set<std::uint32_t>& devices) {
    bool is_named = false;
    for (const auto& part : launch.parts) {
        const auto* call = std::get_if<syntax::Call>(&part->node);
        if (call == nullptr || call->function != "device") continue;
        is_named = true;
        add_first_argument(*call, devices);
    }
    if (!is_named) devices.insert(0);
}

void add_queues(const syntax::Block& body, std::set<std::uint32_t>& devices) {
    syntax::CodeVisitor visitor;
    visitor.call = [&](const syntax::Call& call, Span) {
        if (call.function == "clCreateCommandQueue") add_first_argument(call, devices);
    };
    walk(body, visitor);
}

}  // namespace

std::set<std::uint32_t> devices_of(const TestCode& code, const std::vector<Unit>& units) {
    std::set<std::uint32_t> devices;
    for (const Unit& unit : units)
        if (unit.kind == UnitKind::work_item) devices.insert(unit.device);
    for (const HandleDeclaration& handle : code.handles)
        if (handle.is_queue()) devices.insert(handle.device);
    for (const syntax::Launch& launch : code.tree.launches) add_launch(launch, devices);
    for (const syntax::Thread& thread : code.tree.threads) add_queues(thread.body, devices);
    for (const syntax::Function& function : code.tree.functions) add_queues(function.body, devices);
    return devices;
}

}  // namespace clmm::litmus
