#include "clmm/report/action.h"

#include "clmm/report/value.h"

namespace clmm::report {
namespace {

using litmus::Event;
using litmus::EventKind;
using litmus::Order;
using litmus::Scope;

std::string_view letter(EventKind kind) {
    switch (kind) {
        case EventKind::read:
            return "R";
        case EventKind::write:
            return "W";
        case EventKind::fence:
            return "F";
        case EventKind::barrier_entry:
            return "Bentry";
        case EventKind::barrier_exit:
            return "Bexit";
    }
    return "?";
}

std::string_view suffix(Order order) {
    switch (order) {
        case Order::none:
            return "na";
        case Order::relaxed:
            return "rlx";
        case Order::acquire:
            return "acq";
        case Order::release:
            return "rel";
        case Order::acq_rel:
            return "ar";
        case Order::seq_cst:
            return "sc";
    }
    return "";
}

std::string_view suffix(Scope scope) {
    switch (scope) {
        case Scope::none:
            return "";
        case Scope::work_item:
            return ".wi";
        case Scope::sub_group:
            return ".sg";
        case Scope::work_group:
            return ".wg";
        case Scope::device:
            return ".dev";
        case Scope::all:
            return ".all";
    }
    return "";
}

std::string format_regions(litmus::Regions regions) {
    std::string text;
    const auto add = [&](bool present, std::string_view name) {
        if (present) text += (text.empty() ? "" : ", ") + std::string(name);
    };
    add(regions.global, "global");
    add(regions.local, "local");
    add(regions.image, "image");
    return text.empty() ? text : " (" + text + ")";
}

bool is_access(EventKind kind) { return kind == EventKind::read || kind == EventKind::write; }
bool is_barrier(EventKind kind) {
    return kind == EventKind::barrier_entry || kind == EventKind::barrier_exit;
}

}  // namespace

std::string format_action(const litmus::EventStructure& structure,
                          const model::Execution& execution, litmus::EventId event) {
    const Event& action = structure[event];
    std::string text(letter(action.kind));
    if (is_access(action.kind) || action.order != Order::none) text += suffix(action.order);
    text += suffix(action.scope);
    const litmus::LocationId location = execution.locations[event.index()];
    if (is_access(action.kind) && location.valid())
        text += " " + structure.locations[location.index()].name + "=" +
                format_value(structure, location, execution.values[event.index()]);
    if (is_barrier(action.kind) && !action.barrier_label.empty())
        text += " " + action.barrier_label;
    return text + format_regions(action.regions);
}

std::string format_unit(const litmus::EventStructure& structure, litmus::EventId event) {
    const litmus::UnitId unit = structure[event].unit;
    return unit.valid() ? "P" + std::to_string(structure.units[unit.index()].number) : "init";
}

}  // namespace clmm::report
