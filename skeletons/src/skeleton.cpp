#include "clmm/skeletons/skeleton.h"

#include <algorithm>
#include <map>

#include "any_orders.h"
#include "clmm/generator/orders.h"
#include "clmm/litmus/opencl_events.h"
#include "clmm/litmus/orders.h"
#include "clmm/skeletons/states.h"
#include "clmm/targets/languages.h"

namespace clmm::skeletons {
namespace {

using generator::Kind;
using generator::Statement;
using generator::Value;
using litmus::EventKind;

// Programs of one shape follow one another, so that few are asked for again later; a candidate
// takes about a kilobyte.
constexpr std::size_t kMostSkeletons = 256;
constexpr std::size_t kMostKept = 20'000;

class Key {
public:
    explicit Key(const generator::Program& program) {
        put(static_cast<std::size_t>(program.dialect));
        for (const generator::Location& each : program.locations) {
            put(each.name);
            put(static_cast<std::size_t>(each.is_atomic) * 2 +
                static_cast<std::size_t>(each.is_local));
            put(static_cast<std::size_t>(each.initial));
        }
        for (const generator::Thread& each : program.threads) {
            put(each.number);
            put(each.place.device);
            put(each.place.work_group);
            put(each.place.sub_group);
            body(each.body);
        }
    }
    std::string text;

private:
    void put(std::size_t number) {
        text += std::to_string(number);
        text += ' ';
    }
    void put(const std::string& word) {
        text += word;
        text += ' ';
    }
    void put(const Value& value) {
        put(static_cast<std::size_t>(value.kind));
        put(static_cast<std::size_t>(value.constant));
        put(static_cast<std::size_t>(value.op));
        put(value.reg);
        for (const Value& part : value.parts) put(part);
    }
    void body(const std::vector<Statement>& statements) {
        for (const Statement& each : statements) {
            put(static_cast<std::size_t>(each.kind));
            put(static_cast<std::size_t>(each.is_atomic));
            put(static_cast<std::size_t>(each.scope));
            put(static_cast<std::size_t>(each.flags.global) * 4 +
                static_cast<std::size_t>(each.flags.local) * 2 +
                static_cast<std::size_t>(each.flags.image));
            put(static_cast<std::size_t>(each.modification));
            put(static_cast<std::size_t>(each.is_weak) * 2 +
                static_cast<std::size_t>(each.is_of_sub_group));
            put(static_cast<std::size_t>(each.kind == Kind::compare_exchange && is_one_read(each)));
            put(each.location);
            put(each.offset);
            put(each.result);
            put(each.success);
            put(each.value);
            put(each.expected);
            text += '{';
            body(each.when_true);
            text += '}';
            body(each.when_false);
            text += ';';
        }
    }
};

template <class F>
void for_each_operation(const std::vector<Statement>& body, F&& f) {
    for (const Statement& each : body) {
        if (each.is_access() || each.kind == Kind::fence || each.kind == Kind::barrier) f(each);
        for_each_operation(each.when_true, f);
        for_each_operation(each.when_false, f);
    }
}

std::vector<EventKind> kinds_of(const Statement& statement) {
    switch (statement.kind) {
        case Kind::load:
            return {EventKind::read};
        case Kind::store:
            return {EventKind::write};
        case Kind::modify:
            return {EventKind::read, EventKind::write};
        case Kind::compare_exchange:
            if (is_one_read(statement)) return {EventKind::read, EventKind::write};
            return {EventKind::read, EventKind::write, EventKind::read};
        case Kind::barrier:
            return {EventKind::barrier_entry, EventKind::barrier_exit};
        default:
            return {EventKind::fence};
    }
}

/// Matches operations with events, both in the order of the text; of a compare-exchange whose
/// failing read has an order of its own, that read is the third. False: they do not match.
bool match(const generator::Program& program, Skeleton& skeleton) {
    const auto& structure = skeleton.structure;
    std::size_t next = structure.initial_count;
    bool fits = true;
    for (std::size_t i = 0; i < program.threads.size(); ++i)
        for_each_operation(program.threads[i].body, [&](const Statement& each) {
            std::vector<std::size_t>& events = skeleton.events.emplace_back();
            for (const EventKind kind : kinds_of(each)) {
                fits =
                    fits && next < structure.size() && structure.events[next].kind == kind &&
                    structure.events[next].unit.index() == i &&
                    (!each.is_access() ||
                     litmus::attributes(structure, litmus::EventId(next)).atomic == each.is_atomic);
                events.push_back(next++);
            }
        });
    return fits && next == structure.size();
}

/// `order_of` an operation's part: the third is a compare-exchange's failing read.
template <class OrderOf>
void dress(const generator::Program& program, Skeleton& skeleton, OrderOf&& order_of) {
    std::size_t next = 0;
    auto& known = litmus::own_opencl_data(skeleton.structure).of;
    for (const generator::Thread& thread : program.threads)
        for_each_operation(thread.body, [&](const Statement& each) {
            const std::vector<std::size_t>& events = skeleton.events[next++];
            if (each.kind == Kind::barrier || (each.is_access() && !each.is_atomic)) return;
            for (std::size_t i = 0; i < events.size(); ++i)
                known[events[i]].order = order_of(each, i);
        });
}

/// Each candidate's state, in the order of generator::observed().
void find_states(const generator::Program& program, Skeleton& skeleton) {
    const auto observed = observed_at(program, skeleton.structure.observables);
    if (!observed) {
        skeleton.is_usable = false;
        return;
    }
    for (const Candidate& each : skeleton.candidates)
        skeleton.states.push_back(state_at(*observed, each.observed));
    std::map<generator::State, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < skeleton.states.size(); ++i)
        groups[skeleton.states[i]].push_back(i);
    for (auto& [state, candidates] : groups) skeleton.by_state.push_back(std::move(candidates));
}

}  // namespace

bool is_one_read(const Statement& compare_exchange) {
    return generator::order_of_part(compare_exchange.order, Kind::load) ==
           generator::order_of_part(compare_exchange.failure, Kind::load);
}

std::string skeleton_key(const generator::Program& program) { return Key(program).text; }

Skeletons::Skeletons(const model::MemoryModel& model, const enumerator::CheckOptions& options,
                     std::vector<const model::MemoryModel*> asked)
    : model_(model), options_(options) {
    for (const model::MemoryModel* each : asked) asked_.emplace_back(*each);
}
Skeletons::~Skeletons() = default;
Skeletons::Skeletons(Skeletons&&) noexcept = default;

Skeleton Skeletons::made(const generator::Program& program) {
    Skeleton skeleton;
    auto test =
        targets::read_test(std::make_shared<Source>("source", generator::to_litmus(program)));
    if (!test) return skeleton;
    auto structure = enumerator::unfold_for(*test, model_, options_);
    if (!structure) return skeleton;
    skeleton.structure = std::move(structure).value();
    if (!match(program, skeleton)) return skeleton;
    skeleton.is_usable = find_candidates(program, skeleton);
    if (skeleton.is_usable) find_states(program, skeleton);
    return skeleton;
}

/// False: declined.
bool Skeletons::find_candidates(const generator::Program& program, Skeleton& skeleton) {
    for (AnyOrders& each : asked_)
        each.reset(skeleton.structure, [&](litmus::Order order) {
            dress(program, skeleton, [&](const auto&, std::size_t) { return order; });
        });
    const auto keep = [&](const Candidate& each) {
        const auto forbids = [&](AnyOrders& model) { return model.forbids(each.execution); };
        if (asked_.empty() || !std::ranges::all_of(asked_, forbids))
            skeleton.candidates.push_back(each);
    };
    const auto excluded = [&](const model::Execution& partly, Known known) {
        return !asked_.empty() && std::ranges::all_of(asked_, [&](const AnyOrders& model) {
            return model.excludes(partly, known);
        });
    };
    return for_each_candidate(skeleton.structure, keep, excluded);
}

void Skeletons::forget() {
    known_.clear();
    candidates_ = 0;
}

Skeleton& Skeletons::looked_up(const generator::Program& program) {
    std::string key = skeleton_key(program);
    auto found = known_.find(key);
    if (found == known_.end()) {
        if (known_.size() >= kMostSkeletons || candidates_ >= kMostKept) forget();
        found = known_.emplace(std::move(key), made(program)).first;
        candidates_ += found->second.candidates.size();
    }
    return found->second;
}

const Skeleton& Skeletons::of(const generator::Program& program) {
    Skeleton& skeleton = looked_up(program);
    if (skeleton.is_usable)
        dress(program, skeleton, [](const Statement& each, std::size_t part) {
            return litmus::order_of(part == 2 ? each.failure : each.order);
        });
    return skeleton;
}

const Skeleton& Skeletons::of(const generator::Program& program, generator::MemoryOrder order) {
    Skeleton& skeleton = looked_up(program);
    if (skeleton.is_usable)
        dress(program, skeleton,
              [&](const Statement&, std::size_t) { return litmus::order_of(order); });
    return skeleton;
}

}  // namespace clmm::skeletons
