#include "cross/targets/runs.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace clmm::oracle::targets {
namespace {

/// Values of the operations of a run, one after another where they rest on one another.
class Values {
public:
    explicit Values(Run& run) : run_(run), state_(run.operations.size(), State::open) {}

    /// Whether they agree with the sources.
    bool settle() {
        for (int o = 0; o < run_.size(); ++o)
            if (!value_of(o)) return false;
        for (int o = 0; o < run_.size(); ++o)
            if (run_.reads(o) && !run_.writes(run_.source(o))) return false;
        return true;
    }

private:
    enum class State : std::uint8_t { open, begun, known };

    bool value_of(int o) {
        State& state = state_[static_cast<std::size_t>(o)];
        if (state != State::open) return state == State::known;
        state = State::begun;
        Operation& made = run_.operations[static_cast<std::size_t>(o)];
        const Effect& does = made.does;
        made.has_written = does.value;
        if (does.reads && !read(o)) return false;
        if (does.stored == Effect::Stored::added) made.has_written += made.has_read;
        if (does.stored == Effect::Stored::compared && made.has_read != does.expected)
            made.does.writes = false;
        if (does.stored == Effect::Stored::copied) {
            const int from = o + does.source - made.at;  // one after another
            if (!read(from)) return false;
            made.has_written = run_[from].has_read + does.value;
        }
        state_[static_cast<std::size_t>(o)] = State::known;
        return true;
    }

    bool read(int o) {
        const int source = run_.source(o);
        if (!value_of(source)) return false;
        run_.operations[static_cast<std::size_t>(o)].has_read = run_[source].has_written;
        return true;
    }

    Run& run_;
    std::vector<State> state_;
};

std::string padded(const std::string& text, std::size_t width) {
    return text.size() < width ? text + std::string(width - text.size(), ' ') : text;
}

}  // namespace

Outcome Run::outcome(const std::vector<int>& last) const {
    Outcome values;
    for (const Operation& each : operations)
        if (each.does.observed) values.push_back(each.has_read);
    for (const int write : last) values.push_back((*this)[write].has_written);
    return values;
}

void for_each_choice(const std::vector<std::vector<int>>& lists,
                     const std::function<void(const std::vector<int>&)>& visit) {
    std::vector<int> chosen;
    const std::function<void()> choose = [&] {
        if (chosen.size() == lists.size()) return visit(chosen);
        for (const int each : lists[chosen.size()]) {
            chosen.push_back(each);
            choose();
            chosen.pop_back();
        }
    };
    choose();
}

Run all_operations(const Effects& threads, int locations) {
    Run all;
    all.locations = locations;
    for (int l = 0; l < locations; ++l)
        all.operations.push_back({.does = {.writes = true, .location = l}});
    for (std::size_t t = 0; t < threads.size(); ++t)
        for (std::size_t i = 0; i < threads[t].size(); ++i) {
            const Effect& does = threads[t][i];
            all.operations.push_back(
                {static_cast<int>(t), static_cast<int>(i), does, does.returned});
        }
    return all;
}

bool settle(Run& run) { return Values(run).settle(); }

void for_each_run(const Effects& threads, int locations,
                  const std::function<void(const Run&)>& visit) {
    const Run all = all_operations(threads, locations);
    std::vector<std::vector<int>> sources;
    for (int o = 0; o < all.size(); ++o) {
        sources.push_back(all.reads(o) ? std::vector<int>{} : std::vector<int>{-1});
        for (int w = 0; all.reads(o) && w < all.size(); ++w)
            if (w != o && all.writes(w) && all.one_location(w, o)) sources.back().push_back(w);
    }
    for_each_choice(sources, [&](const std::vector<int>& chosen) {
        Run run = all;
        run.reads_from = chosen;
        if (settle(run)) visit(run);
    });
}

Effect access(bool reads, bool writes, int location, int value) {
    return {
        .reads = reads, .writes = writes, .observed = reads, .location = location, .value = value};
}

double effort(const Effects& threads, const std::function<double(int)>& orders) {
    std::map<int, int> written, read;
    for (const auto& thread : threads)
        for (const Effect& each : thread) {
            written[each.location] += each.writes ? 1 : 0;
            read[each.location] += each.reads ? 1 : 0;
        }
    double all = 1;
    for (const auto& [location, writes] : written)
        all *= std::pow(1 + writes, read[location]) * orders(writes);
    return all;
}

std::string plain_register(std::size_t at) { return "r" + std::to_string(at); }

Printed in_columns(const std::string& head, const std::vector<std::vector<std::string>>& columns,
                   const Effects& effects, int locations,
                   const std::function<std::string(std::size_t)>& register_name) {
    Printed made{head, {}, {}};
    int line = 1 + static_cast<int>(std::count(head.begin(), head.end(), '\n'));
    std::size_t rows = 0;
    for (const auto& column : columns) rows = std::max(rows, column.size());
    for (std::size_t row = 0; row < rows; ++row, ++line) {
        for (std::size_t t = 0; t < columns.size(); ++t) {
            const bool is_there = row < columns[t].size();
            made.text += t == 0 ? " " : " | ";
            made.text += padded(is_there ? columns[t][row] : "", 34);
            if (is_there && row > 0)
                made.lines[{static_cast<int>(t), static_cast<int>(row) - 1}] = line;
        }
        made.text += " ;\n";
    }
    for (std::size_t t = 0; t < effects.size(); ++t)
        for (std::size_t i = 0; i < effects[t].size(); ++i)
            if (effects[t][i].observed)
                made.observables.push_back(std::to_string(t) + ":" + register_name(i));
    for (int l = 0; l < locations; ++l) made.observables.push_back(location_name(l));
    std::string condition;
    for (const std::string& name : made.observables)
        condition += (condition.empty() ? "" : " /\\ ") + name + " == 0";
    made.text += "exists (" + condition + ")\n";
    return made;
}

}  // namespace clmm::oracle::targets
