#include <deque>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "cross/targets/processor.h"

/// The abstract machine of Owens, Sarkar, Sewell, "A better x86 memory model: x86-TSO": hardware
/// threads with a store buffer each, one memory, one lock. All that it may do is gone through.
namespace clmm::oracle::processor {
namespace {

struct Hardware {
    std::size_t next = 0;   ///< instruction
    bool has_read = false;  ///< the first half of it
    int read = 0;
    std::deque<std::pair<int, int>> buffer;  ///< location and value, oldest first
    std::vector<int> registers;
    friend auto operator<=>(const Hardware&, const Hardware&) = default;
};

struct State {
    std::vector<Hardware> threads;
    std::vector<int> memory;
    int lock = -1;  ///< who holds it
    friend auto operator<=>(const State&, const State&) = default;
};

class Exploring {
public:
    explicit Exploring(const Program& test) : test_(test) {}

    std::set<Outcome> operator()() {
        State first;
        first.threads.resize(test_.threads.size());
        first.memory.resize(static_cast<std::size_t>(test_.locations));
        reach(first);
        return outcomes_;
    }

private:
    void reach(const State& state) {
        if (!seen_.insert(state).second) return;
        bool is_final = true;
        for (std::size_t t = 0; t < test_.threads.size(); ++t) {
            const bool has_ended = state.threads[t].next == test_.threads[t].body.size();
            is_final = is_final && has_ended && state.threads[t].buffer.empty();
            write_to_memory(state, t);
            if (!has_ended) step(state, t);
        }
        if (is_final) finish(state);
    }

    void finish(const State& state) {
        Outcome outcome;
        for (const Hardware& each : state.threads)
            outcome.insert(outcome.end(), each.registers.begin(), each.registers.end());
        outcome.insert(outcome.end(), state.memory.begin(), state.memory.end());
        outcomes_.insert(outcome);
    }

    /// "Not blocked": no other holds the lock.
    static bool is_free(const State& state, std::size_t t) {
        return state.lock < 0 || state.lock == static_cast<int>(t);
    }

    /// The oldest write of a buffer.
    void write_to_memory(const State& state, std::size_t t) {
        if (state.threads[t].buffer.empty() || !is_free(state, t)) return;
        State after = state;
        const auto [location, value] = after.threads[t].buffer.front();
        after.threads[t].buffer.pop_front();
        after.memory[static_cast<std::size_t>(location)] = value;
        reach(after);
    }

    void step(const State& state, std::size_t t) {
        const Instruction& next = test_.threads[t].body[state.threads[t].next];
        if (next.kind == Kind::fence) return fence(state, t, next);
        if (!is_single(next.kind)) return plain(state, t, next);
        const bool holds = state.lock == static_cast<int>(t);
        if (next.is_locked && !holds) return acquire_lock(state, t);
        if (!state.threads[t].has_read) return first_half(state, t, next);
        second_half(state, t, next);
    }

    /// LFENCE and SFENCE do nothing here.
    void fence(const State& state, std::size_t t, const Instruction& next) {
        if (next.fence == "MFENCE" && !state.threads[t].buffer.empty()) return;
        State after = state;
        ++after.threads[t].next;
        reach(after);
    }

    /// From the newest write of its own buffer, else from memory.
    static int value_at(const State& state, std::size_t t, int location) {
        const auto& buffer = state.threads[t].buffer;
        for (auto each = buffer.rbegin(); each != buffer.rend(); ++each)
            if (each->first == location) return each->second;
        return state.memory[static_cast<std::size_t>(location)];
    }

    void plain(const State& state, std::size_t t, const Instruction& next) {
        State after = state;
        Hardware& thread = after.threads[t];
        ++thread.next;
        if (next.kind == Kind::store) {
            thread.buffer.emplace_back(next.location, next.value);
        } else {
            if (!is_free(state, t)) return;
            thread.registers.push_back(value_at(state, t, next.location));
        }
        reach(after);
    }

    void acquire_lock(const State& state, std::size_t t) {
        if (state.lock >= 0) return;
        State after = state;
        after.lock = static_cast<int>(t);
        reach(after);
    }

    void first_half(const State& state, std::size_t t, const Instruction& next) {
        if (!is_free(state, t)) return;
        State after = state;
        after.threads[t].has_read = true;
        after.threads[t].read = value_at(state, t, next.location);
        if (next.is_locked) write(after.threads[t], next);
        reach(after);
    }

    /// Into the buffer.
    static void write(Hardware& thread, const Instruction& next) {
        if (const auto value = written(next, thread.read))
            thread.buffer.emplace_back(next.location, *value);
    }

    static std::optional<int> written(const Instruction& of, int read) {
        if (of.kind == Kind::add) return read + of.value;
        if (of.kind == Kind::compare && read != of.expected) return std::nullopt;
        return of.value;
    }

    /// Without the lock what is written is a step of its own; the lock is given back when the
    /// buffer is empty.
    void second_half(const State& state, std::size_t t, const Instruction& next) {
        if (next.is_locked && !state.threads[t].buffer.empty()) return;
        State after = state;
        Hardware& thread = after.threads[t];
        if (next.is_locked)
            after.lock = -1;
        else
            write(thread, next);
        thread.registers.push_back(thread.read);
        ++thread.next;
        thread.has_read = false;
        thread.read = 0;
        reach(after);
    }

    const Program& test_;
    std::set<State> seen_;
    std::set<Outcome> outcomes_;
};

}  // namespace

Answer x86(const Program& test) {
    Answer answer;
    answer.outcomes = Exploring(test)();
    return answer;
}

}  // namespace clmm::oracle::processor
