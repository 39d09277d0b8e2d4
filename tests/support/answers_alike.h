#pragma once

#include <algorithm>
#include <sstream>
#include <string>

#include "clmm/model/engine.h"

/// Engines' answers as texts, to be compared byte for byte.
namespace clmm::test {

inline void write(std::ostream& out, const BitMatrix& relation) {
    relation.for_each([&](std::size_t a, std::size_t b) { out << ' ' << a << '-' << b; });
    out << ';';
}

inline std::string text_of(const model::Execution& execution) {
    std::ostringstream out;
    for (std::size_t i = 0; i < execution.values.size(); ++i)
        out << (execution.executed.test(i) ? '+' : '-') << execution.values[i] << '@'
            << (execution.locations[i].valid() ? execution.locations[i].index() + 1 : 0) << ' ';
    for (const BitMatrix* each : {&execution.reads_from, &execution.modification_order,
                                  &execution.same_location, &execution.barrier_pairs})
        write(out, *each);
    for (const BitMatrix& each : execution.total_orders) write(out, each);
    for (const auto* values : {&execution.final_values, &execution.choices}) {
        for (const std::uint64_t each : *values) out << ' ' << each;
        out << ';';
    }
    return out.str();
}

inline std::string text_of(const model::OutcomeEntry& outcome) {
    std::ostringstream out;
    for (const std::uint64_t value : outcome.values) out << value << ' ';
    out << outcome.satisfies_condition << outcome.out_of_thin_air << ' ' << outcome.executions;
    return out.str();
}

inline std::string text_of(const model::UndefinedEntry& entry) {
    std::ostringstream out;
    out << entry.kind;
    for (const litmus::EventId each : entry.events) out << ' ' << each.index();
    return out.str();
}

/// All that follows from test and model.
inline std::string facts(const model::EngineAnswer& answer) {
    std::ostringstream out;
    const auto said = [&](const char* what, const auto& of) {
        out << what << ' ' << (of ? (*of ? "yes" : "no") : "unknown") << '\n';
    };
    for (const model::OutcomeEntry& each : answer.outcomes) out << text_of(each) << '\n';
    for (const model::UndefinedEntry& each : answer.undefined) out << text_of(each) << '\n';
    said("satisfiable", answer.condition_satisfiable);
    said("always", answer.condition_always);
    said("race-free", answer.race_free);
    out << "bound " << answer.bound_reached << ", endless " << answer.endless.size() << ", "
        << answer.declined.value_or("decided") << ", " << answer.incomplete.value_or("complete")
        << ", " << answer.undefined_incomplete.value_or("searched") << '\n';
    return out.str();
}

/// Facts, executions that are shown, and figures.
inline std::string whole(const model::EngineAnswer& answer) {
    std::ostringstream out;
    out << facts(answer);
    for (const model::OutcomeEntry& each : answer.outcomes)
        if (each.witness) out << text_of(each) << ": " << text_of(*each.witness) << '\n';
    for (const model::UndefinedEntry& each : answer.undefined)
        out << text_of(each) << ": " << text_of(each.witness) << '\n';
    for (const model::Statistic& each : answer.statistics)
        out << each.count << ' ' << each.what << '\n';
    return out.str();
}

/// Empty, or the first line in which they differ.
inline std::string differences(const model::EngineAnswer& a, const model::EngineAnswer& b) {
    std::istringstream one(whole(a));
    std::istringstream two(whole(b));
    std::string line;
    std::string other;
    while (true) {
        const bool more = static_cast<bool>(std::getline(one, line));
        const bool others = static_cast<bool>(std::getline(two, other));
        if (!more && !others) return "";
        if (!more || !others || line != other)
            return (more ? line : "end") + " / " + (others ? other : "end");
    }
}

/// What an interrupted search says and the whole one does not; empty: nothing.
inline std::string beyond(const model::EngineAnswer& some, const model::EngineAnswer& all) {
    std::string problems;
    const std::string known = facts(all);
    const auto expect = [&](const std::string& line) {
        if (known.find(line + '\n') == std::string::npos) problems += line + '\n';
    };
    for (const model::OutcomeEntry& each : some.outcomes) expect(text_of(each));
    for (const model::UndefinedEntry& each : some.undefined)
        if (std::ranges::find(all.undefined, each.kind, &model::UndefinedEntry::kind) ==
            all.undefined.end())
            problems += each.kind + '\n';
    const auto hold = [&](const char* what, const std::optional<bool>& one,
                          const std::optional<bool>& whole) {
        if (one && one != whole) problems += std::string(what) + '\n';
    };
    hold("satisfiable", some.condition_satisfiable, all.condition_satisfiable);
    hold("always", some.condition_always, all.condition_always);
    hold("race-free", some.race_free, all.race_free);
    if (!some.incomplete && some.outcomes.size() != all.outcomes.size())
        problems += "complete, with fewer outcomes\n";
    return problems;
}

}  // namespace clmm::test
