#include "json/execution.h"

#include "clmm/report/action.h"
#include "clmm/report/value.h"
#include "clmm/report/witness.h"
#include "facts/modification_order.h"

namespace clmm::report {
namespace {

using litmus::EventId;
using litmus::EventStructure;
using model::Execution;
using Names = std::vector<std::string>;

/// Digits become a number, `&x` stays a word.
Json number_or_word(const std::string& text, bool is_signed) {
    if (text.empty() || text.front() == '&' || text.starts_with("0x")) return text;
    return is_signed ? Json(std::stoll(text)) : Json(std::stoull(text));
}

std::string called(const Names& names, EventId event) {
    return names[event.index()].empty() ? "init" : names[event.index()];
}

Json reads_from_to_json(const EventStructure& structure, const Execution& execution,
                        const Names& names) {
    BitMatrix by_read(structure.size());
    transpose(execution.reads_from, by_read);
    Json edges = Json::array();
    by_read.for_each([&](std::size_t read, std::size_t write) {
        edges.push_back({called(names, EventId(write)), called(names, EventId(read))});
    });
    return edges;
}

Json modification_order_to_json(const EventStructure& structure, const Execution& execution,
                                const Names& names) {
    Json orders = Json::object();
    for (const litmus::Location& location : structure.locations) {
        Json order = Json::array();
        for (const EventId write : writes_in_order(structure, execution, location.id))
            order.push_back(called(names, write));
        if (order.size() > 1) orders[location.name] = std::move(order);
    }
    return orders;
}

}  // namespace

Json count_to_json(const Natural& count) {
    const std::optional<std::uint64_t> small = count.small();
    return small ? Json(*small) : Json(count.to_string());
}

Json location_to_json(const SourcePtr& source, Span span) {
    if (span.begin == span.end) return nullptr;
    return place_to_json(source, span);
}

Json place_to_json(const SourcePtr& source, Span span) {
    if (!source) return nullptr;
    const Source::Written place = source->written(span);
    const Source::Position begin = place.position();
    const Source::Position end = place.source.position(place.span.end);
    Json json{{"line", begin.line},
              {"column", begin.column},
              {"end_line", end.line},
              {"end_column", end.column}};
    if (place.source.name() != source->name()) json["file"] = place.source.name();
    return json;
}

Json value_to_json(const EventStructure& structure, const litmus::Observable& observable,
                   std::uint64_t value) {
    return number_or_word(format_value(structure, observable, value), observable.is_signed);
}

Json action_to_json(const EventStructure& structure, const SourcePtr& source,
                    const Execution& execution, EventId event) {
    Json json{{"unit", format_unit(structure, event)},
              {"action", format_action(structure, execution, event)}};
    if (const litmus::LocationId id = execution.locations[event.index()]; id.valid()) {
        const litmus::Location& location = structure.locations[id.index()];
        json["location"] = location.name;
        json["value"] = number_or_word(format_value(structure, id, execution.values[event.index()]),
                                       location.is_signed);
    }
    json["at"] = location_to_json(source, structure[event].span);
    return json;
}

Json execution_to_json(const EventStructure& structure, const SourcePtr& source,
                       const Execution& execution) {
    const Names names = action_names(structure, execution);
    Json actions = Json::array();
    for (const litmus::Event& event : structure.events) {
        if (names[event.id.index()].empty()) continue;
        Json action{{"name", names[event.id.index()]}};
        action.update(action_to_json(structure, source, execution, event.id));
        actions.push_back(std::move(action));
    }
    Json json{{"actions", std::move(actions)},
              {"rf", reads_from_to_json(structure, execution, names)},
              {"mo", modification_order_to_json(structure, execution, names)}};
    if (auto choices = free_choices(structure, source, execution); !choices.empty())
        json["free"] = std::move(choices);
    return json;
}

}  // namespace clmm::report
