#include "clmm/report/action.h"

#include "clmm/report/value.h"

namespace clmm::report {
namespace {

using litmus::Event;
using litmus::EventKind;

bool is_access(EventKind kind) { return kind == EventKind::read || kind == EventKind::write; }
bool is_barrier(EventKind kind) {
    return kind == EventKind::barrier_entry || kind == EventKind::barrier_exit;
}

}  // namespace

std::string format_action(const litmus::EventStructure& structure,
                          const model::Execution& execution, litmus::EventId event) {
    const Event& action = structure[event];
    std::string text = structure.language->operation(structure, event);
    if (action.kind == EventKind::other)
        return text + (action.label.empty() ? "" : " " + action.label);
    const litmus::LocationId location = execution.locations[event.index()];
    if (is_access(action.kind) && location.valid())
        text += " " + structure.locations[location.index()].name + "=" +
                format_value(structure, location, execution.values[event.index()]);
    // In assembly the operation is the label.
    if (is_barrier(action.kind) && !action.label.empty() && action.label != text)
        text += " " + action.label;
    const std::string place = structure.language->place(structure, event);
    return place.empty() ? text : text + " (" + place + ")";
}

std::string format_unit(const litmus::EventStructure& structure, litmus::EventId event) {
    const litmus::UnitId unit = structure[event].unit;
    return unit.valid() ? structure.units[unit.index()].name : "init";
}

}  // namespace clmm::report
