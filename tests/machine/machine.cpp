// An AMDGPU as the prose of LLVM's "User Guide for AMDGPU Backend" has it, step by step: waves that
// issue, queues between caches, lines that are fetched, written, written back and dropped. Nothing
// in it knows the cat model. Reads programs from standard input and prints each one's final states.
//
//   test NAME GROUPCACHE AGENTCACHE        whether these caches hold anything
//   through LOC                            the agent's cache holds nothing of this location
//   wave CU GROUP AGENT                    each with its instructions:
//   load LOC REG LEVEL SPACE COUNTER       LEVEL 0 to 3: what it does not stop at; SPACE v s l
//   store LOC VALUE LEVEL SPACE COUNTER
//   swap LOC VALUE REG LEVEL SPACE COUNTER
//   add LOC VALUE REG LEVEL SPACE COUNTER
//   inv MASK | wb MASK COUNTER | wait COUNTER LEFT | barrier | end
#include <array>
#include <cstdint>
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <unordered_set>
#include <vector>

namespace {

constexpr int kLocations = 4;
constexpr int kNone = -1;

enum class Do { load, store, swap, add, inv, wb, wait, barrier };

struct Step {
    Do what = Do::load;
    int location = 0, value = 0, reg = kNone, level = 0, counter = 0;
    char space = 'v';
    int mask = 0;
    int id = kNone;  // of what is counted
};

struct Wave {
    int unit = 0, group = 0, agent = 0;
    std::vector<Step> steps;
};

struct Test {
    std::string name;
    bool group_cache = false, agent_cache = false;
    std::array<bool, kLocations> through{};
    std::vector<Wave> waves;
    std::vector<const Step*> operations;  // by id
    std::vector<int> wave_of;             // by id
    int registers = 0;
};

struct Line {
    std::int8_t value = kNone;  // kNone: not there
    bool dirty = false;
    std::uint32_t writes = 0;  // those that a write-back would carry down
};
using Lines = std::array<Line, kLocations>;
using Values = std::array<std::int8_t, kLocations>;

struct State {
    std::vector<std::int8_t> pc, bars, registers;
    std::vector<std::int8_t> stage;  // by id: 0 not issued, 1 issued, 2 in the group's, 3 in the
                                     // agent's cache, 4 in memory; of what returns: 5 done
    std::vector<std::uint32_t> carried;  // by id of a write-back: what it waits for
    std::vector<std::array<std::vector<std::int8_t>, kLocations>> queue;  // by unit
    std::vector<Values> unit_lines;                                       // by unit
    std::vector<Lines> group_lines, agent_lines;
    std::vector<Values> scalar_lines;                          // by group
    std::vector<std::vector<std::int8_t>> lds_queue, scalars;  // by wave
    std::vector<Values> lds;                                   // by group
    Values memory{};
};

class Machine {
public:
    explicit Machine(const Test& test) : test_(test) {
        for (const Wave& each : test.waves) {
            units_ = std::max(units_, each.unit + 1);
            groups_ = std::max(groups_, each.group + 1);
            agents_ = std::max(agents_, each.agent + 1);
        }
    }

    std::set<std::string> run() {
        State start;
        const std::size_t waves = test_.waves.size();
        start.pc.assign(waves, 0);
        start.bars.assign(waves, 0);
        start.registers.assign(static_cast<std::size_t>(test_.registers), 0);
        start.stage.assign(test_.operations.size(), 0);
        start.carried.assign(test_.operations.size(), 0);
        start.queue.resize(static_cast<std::size_t>(units_));
        Values none;
        none.fill(kNone);
        start.unit_lines.assign(static_cast<std::size_t>(units_), none);
        start.group_lines.assign(static_cast<std::size_t>(groups_), Lines{});
        start.agent_lines.assign(static_cast<std::size_t>(agents_), Lines{});
        start.scalar_lines.assign(static_cast<std::size_t>(groups_), none);
        start.lds_queue.resize(waves);
        start.scalars.resize(waves);
        start.lds.assign(static_cast<std::size_t>(groups_), Values{});
        push(std::move(start));
        while (!work_.empty()) {
            State state = std::move(work_.back());
            work_.pop_back();
            if (seen_.size() > kMostStates) return {"TOO MANY"};
            expand(state);
        }
        return finals_;
    }

private:
    static constexpr std::size_t kMostStates = 3'000'000;

    static std::string key(const State& s) {
        std::string out;
        const auto add = [&](const auto& bytes) {
            for (const auto each : bytes) out += static_cast<char>(each);
            out += '\x7f';
        };
        add(s.pc), add(s.bars), add(s.registers), add(s.stage), add(s.memory);
        for (const auto each : s.carried) out += std::to_string(each) + ',';
        for (const auto& unit : s.queue)
            for (const auto& each : unit) add(each);
        for (const auto& each : s.unit_lines) add(each);
        for (const auto* all : {&s.group_lines, &s.agent_lines})
            for (const auto& lines : *all)
                for (const Line& line : lines) {
                    out += static_cast<char>(line.value);
                    out += line.dirty ? 'd' : 'c';
                    out += std::to_string(line.writes);
                }
        for (const auto& each : s.scalar_lines) add(each);
        for (const auto& each : s.lds_queue) add(each);
        for (const auto& each : s.scalars) add(each);
        for (const auto& each : s.lds) add(each);
        return out;
    }

    void push(State state) {
        if (seen_.insert(key(state)).second) work_.push_back(std::move(state));
    }

    void expand(const State& s) {
        bool rests = true;
        for (std::size_t w = 0; w < test_.waves.size(); ++w) {
            if (static_cast<std::size_t>(s.pc[w]) < test_.waves[w].steps.size()) {
                rests = false;
                issue(s, w);
            }
            if (!s.lds_queue[w].empty()) rests = false, perform_lds(s, w);
            for (std::size_t i = 0; i < s.scalars[w].size(); ++i)
                rests = false, perform_scalar(s, w, i);
        }
        for (int unit = 0; unit < units_; ++unit)
            for (int x = 0; x < kLocations; ++x)
                if (!s.queue[unit][x].empty()) rests = false, serve(s, unit, x);
        for (int x = 0; x < kLocations; ++x) {
            for (int g = 0; g < groups_; ++g)
                if (s.group_lines[g][x].dirty) rests = false, write_back_group(s, g, x);
            for (int a = 0; a < agents_; ++a)
                if (s.agent_lines[a][x].dirty) rests = false, write_back_agent(s, a, x);
        }
        fetch_ahead(s);
        if (rests) finish(s);
    }

    // ---- what lines hold ----

    [[nodiscard]] bool group_holds() const { return test_.group_cache; }
    [[nodiscard]] bool agent_holds(int x) const { return test_.agent_cache && !test_.through[x]; }
    [[nodiscard]] int agent_of(int group) const {
        for (const Wave& each : test_.waves)
            if (each.group == group) return each.agent;
        return 0;
    }
    [[nodiscard]] int group_of_unit(int unit) const {
        for (const Wave& each : test_.waves)
            if (each.unit == unit) return each.group;
        return 0;
    }

    /// All values that the agent's cache may answer with, and the state after that.
    std::vector<std::pair<int, State>> from_agent(const State& s, int agent, int x, int level) {
        if (!agent_holds(x)) return {{s.memory[x], s}};
        const Line& line = s.agent_lines[agent][x];
        if (line.dirty) return {{line.value, s}};
        std::vector<std::pair<int, State>> all;
        if (level <= 2) {
            if (line.value != kNone) all.emplace_back(line.value, s);
            State fetched = s;
            fetched.agent_lines[agent][x] = {s.memory[x], false, 0};
            all.emplace_back(s.memory[x], std::move(fetched));
        } else {
            all.emplace_back(s.memory[x], s);
        }
        return all;
    }

    std::vector<std::pair<int, State>> from_group(const State& s, int group, int x, int level) {
        const int agent = agent_of(group);
        if (!group_holds()) return from_agent(s, agent, x, level);
        const Line& line = s.group_lines[group][x];
        if (line.dirty) return {{line.value, s}};
        std::vector<std::pair<int, State>> all;
        if (level <= 1 && line.value != kNone) all.emplace_back(line.value, s);
        for (auto& [value, state] : from_agent(s, agent, x, level)) {
            if (level <= 1)
                state.group_lines[group][x] = {static_cast<std::int8_t>(value), false, 0};
            all.emplace_back(value, std::move(state));
        }
        return all;
    }

    /// Whether a write of the unit to the location is still in its queue.
    [[nodiscard]] bool writes_wait(const State& s, int unit, int x) const {
        for (const std::int8_t id : s.queue[unit][x])
            if (test_.operations[id]->what != Do::load) return true;
        return false;
    }

    /// Neighbours of what is read bring lines in at any time, by the same queues.
    void fetch_ahead(const State& s) {
        for (int x = 0; x < kLocations; ++x) {
            for (int unit = 0; unit < units_; ++unit)
                if (wants(s,
                          [&](const Wave& w, const Step& step) {
                              return w.unit == unit && step.space == 'v' && step.location == x &&
                                     step.level == 0;
                          }) &&
                    s.queue[unit][x].empty())
                    for (auto& [value, state] : from_group(s, group_of_unit(unit), x, 0)) {
                        state.unit_lines[unit][x] = static_cast<std::int8_t>(value);
                        push(std::move(state));
                    }
            for (int group = 0; group < groups_; ++group) {
                const auto reads = [&](int most, char space) {
                    return wants(s, [&](const Wave& w, const Step& step) {
                        return w.group == group && step.location == x && step.level <= most &&
                               (space == 0 || step.space == space);
                    });
                };
                if (group_holds() && !s.group_lines[group][x].dirty && reads(1, 0))
                    for (auto& [value, state] : from_agent(s, agent_of(group), x, 0)) {
                        state.group_lines[group][x] = {static_cast<std::int8_t>(value), false, 0};
                        push(std::move(state));
                    }
                if (reads(0, 's'))
                    for (auto& [value, state] : from_group(s, group, x, 0)) {
                        state.scalar_lines[group][x] = static_cast<std::int8_t>(value);
                        push(std::move(state));
                    }
            }
            for (int agent = 0; agent < agents_; ++agent)
                if (agent_holds(x) && !s.agent_lines[agent][x].dirty &&
                    wants(s, [&](const Wave& w, const Step& step) {
                        return w.agent == agent && step.location == x && step.level <= 2;
                    })) {
                    State state = s;
                    state.agent_lines[agent][x] = {s.memory[x], false, 0};
                    push(std::move(state));
                }
        }
    }

    /// Whether a load that is not done yet is like that.
    template <class Is>
    bool wants(const State& s, Is&& is) {
        for (std::size_t id = 0; id < test_.operations.size(); ++id) {
            const Step& step = *test_.operations[id];
            if (step.what == Do::load && step.space != 'l' && s.stage[id] < 5 &&
                is(test_.waves[test_.wave_of[id]], step))
                return true;
        }
        return false;
    }

    // ---- waves ----

    [[nodiscard]] bool is_done(const State& s, int id) const {
        const Step& step = *test_.operations[id];
        if (step.space == 'v' && step.what != Do::load && step.what != Do::wb)
            return s.stage[id] >= (step.level == 3 ? 4 : step.level == 2 ? 3 : 2);
        if (step.what == Do::wb) {
            const int reached = (step.mask & 4) != 0 ? 4 : 3;
            for (std::size_t w = 0; w < s.stage.size(); ++w)
                if ((s.carried[id] >> w & 1U) != 0 && s.stage[w] < reached) return false;
            return true;
        }
        return s.stage[id] == 5;
    }

    /// In order, but for scalar loads.
    [[nodiscard]] int unreported(const State& s, std::size_t wave, int counter) const {
        int count = 0;
        bool before_are = true;
        for (std::size_t id = 0; id < test_.operations.size(); ++id) {
            const Step& step = *test_.operations[id];
            if (static_cast<std::size_t>(test_.wave_of[id]) != wave || step.counter != counter ||
                s.stage[id] == 0)
                continue;
            const bool done = is_done(s, static_cast<int>(id));
            if (step.space == 's') {
                count += done ? 0 : 1;
                continue;
            }
            before_are = before_are && done;
            count += before_are ? 0 : 1;
        }
        return count;
    }

    [[nodiscard]] bool all_at_barrier(const State& s, std::size_t wave) const {
        for (std::size_t w = 0; w < test_.waves.size(); ++w) {
            if (test_.waves[w].group != test_.waves[wave].group) continue;
            const bool stands = static_cast<std::size_t>(s.pc[w]) < test_.waves[w].steps.size() &&
                                test_.waves[w].steps[s.pc[w]].what == Do::barrier &&
                                s.bars[w] == s.bars[wave];
            if (!stands && s.bars[w] <= s.bars[wave]) return false;
        }
        return true;
    }

    void issue(const State& s, std::size_t w) {
        const Wave& wave = test_.waves[w];
        const Step& step = wave.steps[s.pc[w]];
        State next = s;
        ++next.pc[w];
        switch (step.what) {
            case Do::wait:
                if (unreported(s, w, step.counter) <= step.value) push(std::move(next));
                return;
            case Do::barrier:
                if (!all_at_barrier(s, w)) return;
                ++next.bars[w];
                return push(std::move(next));
            case Do::inv:
                invalidate(next, wave, step.mask);
                return push(std::move(next));
            case Do::wb:
                next.stage[step.id] = 1;
                next.carried[step.id] = to_carry(s, w, step);
                return push(std::move(next));
            default:
                break;
        }
        next.stage[step.id] = 1;
        if (step.space == 'l') {
            next.lds_queue[w].push_back(static_cast<std::int8_t>(step.id));
            return push(std::move(next));
        }
        if (step.space == 's') {
            next.scalars[w].push_back(static_cast<std::int8_t>(step.id));
            return push(std::move(next));
        }
        issue_vector(next, wave, step);
    }

    void issue_vector(State next, const Wave& wave, const Step& step) {
        std::int8_t& line = next.unit_lines[wave.unit][step.location];
        if (step.what == Do::load && step.level == 0 && line != kNone) {
            State hit = next;
            done(hit, step, line);
            push(std::move(hit));
            line = kNone;
        }
        if (step.what == Do::swap || step.what == Do::add) line = kNone;
        next.queue[wave.unit][step.location].push_back(static_cast<std::int8_t>(step.id));
        if (step.what == Do::store) {
            State kept = next;
            kept.unit_lines[wave.unit][step.location] = static_cast<std::int8_t>(step.value);
            push(std::move(kept));
            line = kNone;
        }
        push(std::move(next));
    }

    void done(State& s, const Step& step, int value) {
        if (step.reg != kNone) s.registers[step.reg] = static_cast<std::int8_t>(value);
        s.stage[step.id] = 5;
    }

    void invalidate(State& s, const Wave& wave, int mask) {
        for (int x = 0; x < kLocations; ++x) {
            if ((mask & 1) != 0) s.unit_lines[wave.unit][x] = kNone;
            if (Line& line = s.group_lines[wave.group][x]; (mask & 2) != 0 && !line.dirty)
                line = {};
            if (Line& line = s.agent_lines[wave.agent][x]; (mask & 4) != 0 && !line.dirty)
                line = {};
            if ((mask & 8) != 0) s.scalar_lines[wave.group][x] = kNone;
        }
    }

    /// Its wave's writes, and what is in the cache.
    [[nodiscard]] std::uint32_t to_carry(const State& s, std::size_t wave, const Step& step) const {
        std::uint32_t all = 0;
        if (step.mask == 0) return 0;
        for (std::size_t id = 0; id < test_.operations.size(); ++id) {
            const Step& each = *test_.operations[id];
            if (each.space != 'v' || each.what == Do::load || each.what == Do::wb) continue;
            const Wave& of = test_.waves[test_.wave_of[id]];
            const Wave& mine = test_.waves[wave];
            const bool is_own = static_cast<std::size_t>(test_.wave_of[id]) == wave;
            const bool in_group = of.group == mine.group && s.stage[id] >= 2;
            const bool in_agent =
                (step.mask & 4) != 0 && of.agent == mine.agent && s.stage[id] >= 3;
            if ((is_own && s.stage[id] >= 1) || in_group || in_agent) all |= 1U << id;
        }
        return all;
    }

    // ---- queues ----

    void perform_lds(State s, std::size_t w) {
        const Step& step = *test_.operations[s.lds_queue[w].front()];
        s.lds_queue[w].erase(s.lds_queue[w].begin());
        std::int8_t& cell = s.lds[test_.waves[w].group][step.location];
        const std::int8_t old = cell;
        if (step.what != Do::load)
            cell = static_cast<std::int8_t>(step.what == Do::add ? old + step.value : step.value);
        done(s, step, old);
        push(std::move(s));
    }

    void perform_scalar(const State& s, std::size_t w, std::size_t at) {
        const Step& step = *test_.operations[s.scalars[w][at]];
        State next = s;
        next.scalars[w].erase(next.scalars[w].begin() + static_cast<std::ptrdiff_t>(at));
        const int group = test_.waves[w].group;
        if (const int line = s.scalar_lines[group][step.location]; line != kNone) {
            State hit = next;
            done(hit, step, line);
            push(std::move(hit));
        }
        for (auto& [value, state] : from_group(next, group, step.location, 0)) {
            state.scalar_lines[group][step.location] = static_cast<std::int8_t>(value);
            done(state, step, value);
            push(std::move(state));
        }
    }

    void serve(const State& s, int unit, int x) {
        const int id = s.queue[unit][x].front();
        const Step& step = *test_.operations[id];
        const int group = group_of_unit(unit);
        State next = s;
        next.queue[unit][x].erase(next.queue[unit][x].begin());
        if (step.what == Do::load) {
            for (auto& [value, state] : from_group(next, group, x, step.level)) {
                if (step.level == 0 && state.unit_lines[unit][x] == kNone &&
                    !writes_wait(state, unit, x))
                    state.unit_lines[unit][x] = static_cast<std::int8_t>(value);
                done(state, step, value);
                push(std::move(state));
            }
            return;
        }
        if (step.what == Do::store) {
            into_group(next, group, x, {static_cast<std::int8_t>(step.value), true, 1U << id});
            return push(std::move(next));
        }
        modify(std::move(next), group, x, step);
    }

    void reach(State& s, std::uint32_t writes, int stage) {
        for (std::size_t id = 0; id < s.stage.size(); ++id)
            if ((writes >> id & 1U) != 0 && s.stage[id] < stage)
                s.stage[id] = static_cast<std::int8_t>(stage);
    }

    void into_memory(State& s, int x, const Line& line) {
        s.memory[x] = line.value;
        reach(s, line.writes, 4);
    }
    void into_agent(State& s, int agent, int x, const Line& line) {
        if (!agent_holds(x)) return into_memory(s, x, line);
        Line& into = s.agent_lines[agent][x];
        const std::uint32_t merged = into.dirty ? into.writes : 0;
        into = {line.value, true, line.writes | merged};
        reach(s, line.writes, 3);
    }
    void into_group(State& s, int group, int x, const Line& line) {
        if (!group_holds()) return into_agent(s, agent_of(group), x, line);
        Line& into = s.group_lines[group][x];
        const std::uint32_t merged = into.dirty ? into.writes : 0;
        into = {line.value, true, line.writes | merged};
        reach(s, line.writes, 2);
    }

    /// Where all of its scope see it; dirty lines on the way are written back before.
    void modify(State s, int group, int x, const Step& step) {
        const int agent = agent_of(group);
        if (group_holds()) {
            if (s.group_lines[group][x].dirty) return;
            s.group_lines[group][x] = {};
        }
        int old = s.memory[x];
        const bool in_agent = agent_holds(x) && step.level < 3;
        if (agent_holds(x) && step.level == 3) {
            if (s.agent_lines[agent][x].dirty) return;
            s.agent_lines[agent][x] = {};
        }
        const auto write = [&](State state, int from) {
            const int value = step.what == Do::add ? from + step.value : step.value;
            const Line line{static_cast<std::int8_t>(value), true, 1U << step.id};
            if (in_agent)
                into_agent(state, agent, x, line);
            else
                into_memory(state, x, line);
            if (step.reg != kNone) state.registers[step.reg] = static_cast<std::int8_t>(from);
            push(std::move(state));
        };
        if (!in_agent) return write(std::move(s), old);
        for (auto& [value, state] : from_agent(s, agent, x, 2)) write(state, value);
    }

    void write_back_group(State s, int group, int x) {
        Line& line = s.group_lines[group][x];
        const Line written = line;
        line.dirty = false;
        line.writes = 0;
        into_agent(s, agent_of(group), x, written);
        push(std::move(s));
    }
    void write_back_agent(State s, int agent, int x) {
        Line& line = s.agent_lines[agent][x];
        const Line written = line;
        line.dirty = false;
        line.writes = 0;
        into_memory(s, x, written);
        push(std::move(s));
    }

    void finish(const State& s) {
        std::string out;
        for (const std::int8_t each : s.registers) out += std::to_string(each) + " ";
        out += "|";
        for (int x = 0; x < kLocations; ++x) {
            int value = s.memory[x];
            for (const Values& lds : s.lds)
                if (lds[x] != 0) value = lds[x];
            out += " " + std::to_string(value);
        }
        finals_.insert(out);
    }

    const Test& test_;
    int units_ = 0, groups_ = 0, agents_ = 0;
    std::vector<State> work_;
    std::unordered_set<std::string> seen_;
    std::set<std::string> finals_;
};

Step read_step(const std::string& word, std::istream& in) {
    Step step;
    if (word == "load") {
        in >> step.location >> step.reg >> step.level >> step.space >> step.counter;
    } else if (word == "store") {
        step.what = Do::store;
        in >> step.location >> step.value >> step.level >> step.space >> step.counter;
    } else if (word == "swap" || word == "add") {
        step.what = word == "swap" ? Do::swap : Do::add;
        in >> step.location >> step.value >> step.reg >> step.level >> step.space >> step.counter;
    } else if (word == "inv") {
        step.what = Do::inv;
        in >> step.mask;
    } else if (word == "wb") {
        step.what = Do::wb;
        in >> step.mask >> step.counter;
    } else if (word == "wait") {
        step.what = Do::wait;
        in >> step.counter >> step.value;
    } else {
        step.what = Do::barrier;
    }
    return step;
}

void number(Test& test) {
    for (std::size_t w = 0; w < test.waves.size(); ++w)
        for (Step& step : test.waves[w].steps) {
            test.registers = std::max(test.registers, step.reg + 1);
            if (step.what == Do::inv || step.what == Do::wait || step.what == Do::barrier) continue;
            step.id = static_cast<int>(test.operations.size());
            test.operations.push_back(&step);
            test.wave_of.push_back(static_cast<int>(w));
        }
}

}  // namespace

int main() {
    std::string word;
    Test test;
    while (std::cin >> word) {
        if (word == "test") {
            test = Test{};
            std::cin >> test.name >> test.group_cache >> test.agent_cache;
        } else if (word == "through") {
            int x = 0;
            std::cin >> x;
            test.through.at(static_cast<std::size_t>(x)) = true;
        } else if (word == "wave") {
            Wave wave;
            std::cin >> wave.unit >> wave.group >> wave.agent;
            test.waves.push_back(wave);
        } else if (word == "end") {
            number(test);
            const std::set<std::string> finals = Machine(test).run();
            std::cout << test.name << ' ' << finals.size() << '\n';
            for (const std::string& each : finals) std::cout << each << '\n';
        } else {
            test.waves.back().steps.push_back(read_step(word, std::cin));
        }
    }
}
