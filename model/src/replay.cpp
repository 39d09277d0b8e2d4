#include "clmm/model/replay.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>

#include "clmm/base/ensure.h"

namespace clmm::model {
namespace {

using litmus::Event;
using litmus::EventKind;
using litmus::TermId;

std::string name(std::size_t event) { return "event " + std::to_string(event); }
std::string name(std::size_t a, std::size_t b) {
    return "events " + std::to_string(a) + " and " + std::to_string(b);
}

class Replay {
public:
    Replay(const EventStructure& structure, const Execution& execution)
        : structure_(structure), execution_(execution), values_(execution), n_(structure.size()) {}

    std::vector<std::string> run() {
        if (!has_right_size()) return std::move(defects_);
        for (const Event& event : structure_.events) {
            check_guard(event);
            check_location(event);
            check_value(event);
            if (event.kind == EventKind::read) check_source(event);
        }
        check_reads_from();
        check_same_location();
        check_modification_order();
        check_final_values();
        check_barriers();
        for (std::size_t i = 0; i < structure_.constraints.size(); ++i)
            require(value(structure_.constraints[i]) != 0,
                    [&] { return "constraint " + std::to_string(i) + " does not hold"; });
        for (const BitMatrix& order : execution_.total_orders) check_strict_total(order);
        return std::move(defects_);
    }

private:
    /// `defect` yields the text: most executions have none, and texts are what would take longest.
    template <class Defect>
    void require(bool holds, const Defect& defect) {
        if (!holds) defects_.push_back(defect());
    }
    [[nodiscard]] std::uint64_t value(TermId term) const {
        return litmus::evaluate(structure_.terms, term, values_);
    }
    [[nodiscard]] bool takes_place(std::size_t event) const {
        return execution_.executed.test(event);
    }

    bool has_right_size() {
        const auto check = [&](std::size_t actual, std::size_t expected, const char* what) {
            require(actual == expected, [&] { return std::string("wrong number of ") + what; });
        };
        check(execution_.executed.size(), n_, "events");
        check(execution_.values.size(), n_, "values");
        check(execution_.locations.size(), n_, "locations");
        check(execution_.final_values.size(), structure_.locations.size(), "final values");
        for (const BitMatrix* each : {&execution_.reads_from, &execution_.modification_order,
                                      &execution_.same_location, &execution_.barrier_pairs})
            check(each->size(), n_, "events in a relation");
        for (const BitMatrix& each : execution_.total_orders)
            check(each.size(), n_, "events in a total order");
        return defects_.empty();
    }

    void check_guard(const Event& event) {
        const bool guard = value(event.guard) != 0;
        require(guard == takes_place(event.id.index()), [&] {
            return name(event.id.index()) + (guard ? " does not take place though its guard holds"
                                                   : " takes place though its guard does not hold");
        });
    }

    void check_location(const Event& event) {
        const std::size_t e = event.id.index();
        if (!takes_place(e) || event.targets.empty()) {
            require(!execution_.locations[e].valid(),
                    [&] { return name(e) + " has a location though it is no access"; });
            return;
        }
        std::size_t targets = 0;
        for (const litmus::Target& target : event.targets) {
            if (value(target.when) == 0) continue;
            ++targets;
            require(target.location == execution_.locations[e],
                    [&] { return name(e) + " has a location that is not its target"; });
        }
        require(targets == 1,
                [&] { return name(e) + " has " + std::to_string(targets) + " targets"; });
    }

    void check_value(const Event& event) {
        const std::size_t e = event.id.index();
        if (!takes_place(e) || !event.value.valid()) return;
        require(value(event.value) == execution_.values[e],
                [&] { return name(e) + " has not the value of its term"; });
    }

    void check_source(const Event& read) {
        if (!takes_place(read.id.index())) return;
        std::size_t sources = 0;
        for (std::size_t write = 0; write < n_; ++write)
            if (execution_.reads_from.test(write, read.id.index())) ++sources;
        require(sources == 1, [&] {
            return name(read.id.index()) + " reads from " + std::to_string(sources) + " writes";
        });
    }

    [[nodiscard]] bool is(std::size_t event, EventKind kind) const {
        return takes_place(event) && structure_.events[event].kind == kind;
    }
    [[nodiscard]] bool meet(std::size_t a, std::size_t b) const {
        return execution_.locations[a].valid() &&
               execution_.locations[a] == execution_.locations[b];
    }

    void check_reads_from() {
        execution_.reads_from.for_each([&](std::size_t write, std::size_t read) {
            if (!is(write, EventKind::write) || !is(read, EventKind::read)) {
                require(false, [&] {
                    return name(write, read) +
                           ": reads-from is not from a write to a read that take place";
                });
                return;
            }
            require(meet(write, read),
                    [&] { return name(write, read) + ": reads-from between different locations"; });
            require(execution_.values[write] == execution_.values[read],
                    [&] { return name(write, read) + ": reads-from between different values"; });
        });
    }

    /// Pairs that one location, and if need be being writes, makes.
    [[nodiscard]] BitMatrix meeting(const std::function<bool(std::size_t)>& counts) const {
        std::vector<BitSet> at(structure_.locations.size(), BitSet(n_));
        for (std::size_t e = 0; e < n_; ++e)
            if (execution_.locations[e].valid() && counts(e))
                at[execution_.locations[e].index()].set(e);
        BitMatrix result(n_);
        for (const BitSet& events : at)
            events.for_each(
                [&](std::size_t a) { events.for_each([&](std::size_t b) { result.set(a, b); }); });
        return result;
    }

    void check_same_location() {
        const BitMatrix expected = meeting([&](std::size_t e) { return takes_place(e); });
        if (expected == execution_.same_location) return;
        for (std::size_t a = 0; a < n_; ++a)
            for (std::size_t b = 0; b < n_; ++b)
                require(execution_.same_location.test(a, b) == expected.test(a, b),
                        [&] { return name(a, b) + ": same location is wrong"; });
    }

    void check_modification_order() {
        const BitMatrix& mo = execution_.modification_order;
        check_ordered(mo, meeting([&](std::size_t e) { return is(e, EventKind::write); }));
        mo.for_each([&](std::size_t a, std::size_t b) {
            require(!structure_.events[b].initial,
                    [&] { return name(a, b) + ": an initial write is not first"; });
        });
        check_transitive(mo, "modification order");
    }

    /// One way between different events of `pairs`, which is symmetric, and no others.
    void check_ordered(const BitMatrix& mo, const BitMatrix& pairs) {
        for (std::size_t a = 0; a < n_; ++a) {
            require(!mo.test(a, a),
                    [&] { return name(a) + " precedes itself in modification order"; });
            for (std::size_t b = a + 1; b < n_; ++b) {
                const int ways = int{mo.test(a, b)} + int{mo.test(b, a)};
                require(ways == int{pairs.test(a, b)}, [&] {
                    return name(a, b) + ": modification order relates them " +
                           std::to_string(ways) + " times";
                });
            }
        }
    }

    void check_transitive(const BitMatrix& order, const char* what) {
        BitMatrix twice(n_);
        compose(order, order, twice);
        twice -= order;
        require(twice.none(), [&] { return std::string(what) + " is not transitive"; });
    }

    void check_final_values() {
        for (std::size_t location = 0; location < structure_.locations.size(); ++location) {
            std::optional<std::size_t> last;
            for (std::size_t write = 0; write < n_; ++write)
                if (is(write, EventKind::write) &&
                    execution_.locations[write] == LocationId(location) &&
                    (!last || execution_.modification_order.test(*last, write)))
                    last = write;
            const std::uint64_t expected =
                last ? execution_.values[*last] : structure_.locations[location].initial;
            require(execution_.final_values[location] == expected, [&] {
                return "location " + std::to_string(location) +
                       " does not end with the value last written";
            });
        }
    }

    void check_barriers() {
        BitMatrix expected(n_);
        for (const litmus::BarrierPair& pair : structure_.barriers)
            if (takes_place(pair.entry.index()) && takes_place(pair.exit.index()) &&
                value(pair.when) != 0)
                expected.set(pair.entry.index(), pair.exit.index());
        require(expected == execution_.barrier_pairs, [&] {
            return std::string("barrier entries and exits are not paired as they should be");
        });
    }

    void check_strict_total(const BitMatrix& order) {
        BitSet members(n_);
        order.for_each([&](std::size_t a, std::size_t b) {
            members.set(a);
            members.set(b);
            require(takes_place(a) && takes_place(b), [&] {
                return name(a, b) + ": a total order of events that do not take place";
            });
        });
        members.for_each([&](std::size_t a) {
            members.for_each([&](std::size_t b) {
                require(int{order.test(a, b)} + int{order.test(b, a)} == int{a != b},
                        [&] { return name(a, b) + ": a total order does not order them"; });
            });
        });
        check_transitive(order, "a total order");
    }

    const EventStructure& structure_;
    const Execution& execution_;
    ExecutionValues values_;
    std::size_t n_;
    std::vector<std::string> defects_;
};

}  // namespace

std::vector<std::string> defects(const EventStructure& structure, const Execution& execution) {
    return Replay(structure, execution).run();
}

std::vector<std::string> order_defects(const Program& program, const Evaluator& evaluator,
                                       const Execution& execution) {
    std::vector<std::string> defects;
    if (execution.total_orders.size() != program.total_orders.size())
        return {"wrong number of total orders"};
    for (std::size_t i = 0; i < program.total_orders.size(); ++i) {
        const BitSet& over = evaluator.set(program.total_orders[i].over);
        const BitMatrix& order = execution.total_orders[i];
        over.for_each([&](std::size_t a) {
            over.for_each([&](std::size_t b) {
                if (a < b && !order.test(a, b) && !order.test(b, a))
                    defects.push_back(name(a, b) + ": not ordered by " +
                                      program.total_orders[i].name);
            });
        });
    }
    return defects;
}

void replay(const MemoryModel& model, const EventStructure& structure, Evaluator& evaluator,
            const Execution& witness) {
    std::vector<std::string> found = defects(structure, witness);
    evaluator.evaluate(witness);
    std::ranges::move(order_defects(model.program, evaluator, witness), std::back_inserter(found));
    ensure(found.empty(), found.empty() ? "" : found.front().c_str());
    ensure(evaluator.consistent(), "a reported witness is consistent");
}

}  // namespace clmm::model
