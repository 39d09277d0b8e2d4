#include "clmm/report/witness.h"

#include <algorithm>

#include "clmm/report/action.h"
#include "facts/dependency_cycle.h"
#include "facts/modification_order.h"

namespace clmm::report {
namespace {

using litmus::EventId;
using litmus::EventStructure;
using model::Execution;
using Names = std::vector<std::string>;

std::string name_of(std::size_t count) {
    std::string name(1, static_cast<char>('a' + count % 26));
    return count < 26 ? name : name + std::to_string(count / 26);
}

/// Initial writes are all called `init`: the location beside them says which.
std::string called(const Names& names, std::size_t event) {
    return names[event].empty() ? "init" : names[event];
}

bool is_read(const Execution& execution, EventId write) {
    bool found = false;
    execution.reads_from.for_each(
        [&](std::size_t from, std::size_t) { found = found || from == write.index(); });
    return found;
}

std::string line_of(const SourcePtr& source, Span span) {
    if (!source || span.begin == span.end) return {};
    const Source::Written place = source->written(span);
    const std::string line = std::to_string(place.position().line);
    return place.source.name() == source->name() ? "line " + line
                                                 : place.source.name() + ":" + line;
}

struct ActionRow {
    std::string unit, action, line;
};

std::vector<ActionRow> action_rows(const EventStructure& structure, const SourcePtr& source,
                                   const Execution& execution, const Names& names) {
    std::vector<ActionRow> rows;
    std::string last_unit;
    for (std::size_t i = 0; i < structure.size(); ++i) {
        if (names[i].empty()) continue;
        const std::string unit = format_unit(structure, EventId(i));
        rows.push_back({unit == last_unit ? "" : unit,
                        names[i] + ": " + format_action(structure, execution, EventId(i)),
                        line_of(source, structure.events[i].span)});
        last_unit = unit;
    }
    return rows;
}

std::string format_rows(const std::vector<ActionRow>& rows) {
    std::size_t units = 3, actions = 0;
    for (const ActionRow& row : rows) {
        units = std::max(units, row.unit.size());
        actions = std::max(actions, row.action.size());
    }
    std::string text;
    for (const ActionRow& row : rows) {
        text += "  " + row.unit + std::string(units + 2 - row.unit.size(), ' ') + row.action;
        if (!row.line.empty()) text += std::string(actions + 2 - row.action.size(), ' ') + row.line;
        text += "\n";
    }
    return text;
}

std::string format_reads_from(const Execution& execution, const Names& names) {
    std::string text;
    // By read, so that the list runs in program order.
    BitMatrix by_read(execution.reads_from.size());
    transpose(execution.reads_from, by_read);
    by_read.for_each([&](std::size_t read, std::size_t write) {
        text += (text.empty() ? "" : ", ") + called(names, write) + " -> " + called(names, read);
    });
    return text;
}

std::string format_modification_order(const EventStructure& structure, const Execution& execution,
                                      const Names& names) {
    std::string text;
    for (const litmus::Location& location : structure.locations) {
        const auto writes = writes_in_order(structure, execution, location.id);
        if (writes.size() < 2) continue;
        text += (text.empty() ? "" : ";  ") + location.name + ": ";
        for (std::size_t i = 0; i < writes.size(); ++i)
            text += (i == 0 ? "" : " -> ") + called(names, writes[i].index());
    }
    return text;
}

std::string format_cycle(const std::vector<CycleStep>& cycle, const Names& names) {
    std::string text;
    for (const CycleStep& step : cycle)
        text += called(names, step.from.index()) + " -" + step.by + "-> ";
    return cycle.empty() ? text : text + called(names, cycle.front().from.index());
}

/// What the execution decides besides: lines that say so in words, each once.
std::string format_choices(const EventStructure& structure, const SourcePtr& source,
                           const Execution& execution) {
    std::string text;
    for (const std::string& each : free_choices(structure, source, execution))
        text += "  free " + each + "\n";
    return text;
}

std::string labelled(const std::string& label, const std::string& text) {
    return text.empty() ? text : "  " + label + text + "\n";
}

}  // namespace

std::vector<std::string> action_names(const EventStructure& structure, const Execution& execution) {
    Names names(structure.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i < structure.size(); ++i)
        if (execution.executed.test(i) && !structure.events[i].initial) names[i] = name_of(count++);
    return names;
}

std::vector<std::string> free_choices(const EventStructure& structure, const SourcePtr& source,
                                      const Execution& execution) {
    std::vector<std::string> all;
    const model::ExecutionValues values(execution);
    for (const litmus::FreeChoice& choice : structure.choices) {
        if (choice.event.valid() && !is_read(execution, choice.event)) continue;
        if (litmus::evaluate(structure.terms, choice.when, values) == 0) continue;
        const std::string line = line_of(source, choice.span);
        std::string text = choice.text + (line.empty() ? "" : " (" + line + ")");
        if (std::ranges::find(all, text) == all.end()) all.push_back(std::move(text));
    }
    return all;
}

std::string format_execution(const EventStructure& structure, const SourcePtr& source,
                             const Execution& execution) {
    const Names names = action_names(structure, execution);
    return format_rows(action_rows(structure, source, execution, names)) +
           labelled("rf   ", format_reads_from(execution, names)) +
           labelled("mo   ", format_modification_order(structure, execution, names)) +
           format_choices(structure, source, execution) +
           labelled("out of thin air: ",
                    format_cycle(dependency_cycle(structure, execution), names));
}

}  // namespace clmm::report
