// Tests from cycles.

#include "clmm/suites/cycles.h"

#include <algorithm>
#include <map>

#include "clmm/base/reject.h"
#include "clmm/separation/separate.h"
#include "cycle_shape.h"

namespace clmm::suites {
namespace {

using generator::Kind;
using generator::MemoryOrder;
using generator::Statement;
using generator::Value;

class Test {
public:
    Test(const CycleShape& cycle, const CycleDefaults& defaults)
        : cycle_(cycle), defaults_(defaults), places_(places_of_threads(cycle)) {}

    StateTest operator()() {
        test_.program.dialect = defaults_.dialect;
        if (defaults_.dialect == generator::Dialect::c) expect_no_places();
        locations();
        for (std::size_t i = 0; i < cycle_.size(); ++i)
            if (i == 0 || cycle_.thread(i) != cycle_.thread(i - 1)) {
                registers_ = 0;
                test_.program.threads.push_back({static_cast<std::uint32_t>(cycle_.thread(i)),
                                                 places_[cycle_.thread(i)], rest(i)});
            }
        for (std::size_t i = 0; i < cycle_.locations(); ++i) observe(i);
        state();
        test_.program.name = separation::name_of(test_.program);
        return std::move(test_);
    }

private:
    void expect_no_places() const {
        for (std::size_t i = 0; i < cycle_.size(); ++i) {
            const Edge& edge = cycle_.edge(i);
            const Annotation& access = cycle_.access(i);
            if (edge.sharing != Edge::Sharing::unsaid || edge.scope || edge.flags)
                refuse_cycle("tests in C have no scopes, flags and places", edge.span);
            if (access.scope || access.is_local)
                refuse_cycle("tests in C have no scopes and regions", access.span);
        }
    }

    void locations() {
        test_.program.locations.resize(cycle_.locations());
        for (std::size_t i = 0; i < cycle_.locations(); ++i)
            test_.program.locations[i].name = generator::location_name(i);
        for (std::size_t i = 0; i < cycle_.size(); ++i) {
            generator::Location& location = test_.program.locations[cycle_.location(i)];
            location.is_local |= cycle_.access(i).is_local;
            location.is_atomic &= !cycle_.access(i).is_plain;
        }
        for (std::size_t i = 0; i < cycle_.size(); ++i) {
            const generator::Location& location = test_.program.locations[cycle_.location(i)];
            const Annotation& access = cycle_.access(i);
            if (!location.is_atomic && access.order)
                refuse_cycle("another access of this location is not atomic", access.span,
                             "Na for all of its accesses");
            if (location.is_local && places_[cycle_.thread(i)] != place_of(cycle_.location(i)))
                refuse_cycle("local memory is of one work-group", place_to_blame(i),
                             "Rfe@wg: the two threads share a work-group");
        }
    }

    /// Of the first thread that has the location.
    [[nodiscard]] generator::Placement place_of(std::size_t location) const {
        std::size_t at = 0;
        while (cycle_.location(at) != location) ++at;
        return places_[cycle_.thread(at)];
    }

    [[nodiscard]] Span place_to_blame(std::size_t at) const {
        for (std::size_t i = 0; i < cycle_.size(); ++i)
            if (cycle_.location(i) == cycle_.location(at) && cycle_.access(i).is_local)
                return cycle_.access(i).span;
        return {};
    }

    /// What a thread does from an access on; all of it after a dependency on control is under the
    /// condition that what was read is as it should be.
    std::vector<Statement> rest(std::size_t at) {
        const bool is_one = cycle_.edge(at).kind == Edge::Kind::modify;
        std::vector<Statement> made = is_one ? modification(at) : std::vector{statement(at)};
        at += static_cast<std::size_t>(is_one);
        const Edge& edge = cycle_.edge(at);
        if (edge.is_external) return made;
        if (edge.kind == Edge::Kind::fence) made.push_back(fence(at));
        if (edge.kind == Edge::Kind::control) {
            Statement branch{.kind = Kind::branch, .value = condition(at)};
            branch.when_true = rest(at + 1);
            made.push_back(std::move(branch));
            return made;
        }
        std::vector<Statement> others = rest(at + 1);
        made.insert(made.end(), std::make_move_iterator(others.begin()),
                    std::make_move_iterator(others.end()));
        return made;
    }

    /// A read and the write behind it as one operation.
    std::vector<Statement> modification(std::size_t at) {
        const Edge& edge = cycle_.edge(at);
        Statement made = statement(at);
        const Statement write = statement(at + 1);
        if (!made.is_atomic) refuse_cycle("a read-modify-write is atomic", edge.span);
        if (cycle_.access(at).scope && cycle_.access(at + 1).scope && made.scope != write.scope)
            refuse_cycle("a read-modify-write has one scope", cycle_.access(at + 1).span);
        if (!cycle_.access(at).scope) made.scope = write.scope;
        made.failure = made.order;
        made.order = together(made.order, write.order);
        made.kind = Kind::modify;
        made.modification = edge.modification;
        made.value = write.value;
        if (edge.modification == generator::Modification::add)
            made.value = Value::number(cycle_.value(at + 1) - cycle_.value(at));
        if (edge.modification != generator::Modification::none) return {made};
        made.kind = Kind::compare_exchange;
        made.expected = Value::of_register(made.result);
        if (cycle_.value(at) == 0) return {made};
        return {{.kind = Kind::compute,
                 .result = made.result,
                 .value = Value::number(cycle_.value(at))},
                made};
    }

    /// The order of a read-modify-write whose parts have these.
    static MemoryOrder together(MemoryOrder read, MemoryOrder write) {
        if (read == MemoryOrder::seq_cst || write == MemoryOrder::seq_cst)
            return MemoryOrder::seq_cst;
        if (read == MemoryOrder::relaxed) return write;
        return write == MemoryOrder::relaxed ? read : MemoryOrder::acq_rel;
    }

    Statement statement(std::size_t at) {
        const Annotation& access = cycle_.access(at);
        const bool is_read = cycle_.is_read(at);
        Statement made{.kind = is_read ? Kind::load : Kind::store,
                       .is_atomic = test_.program.locations[cycle_.location(at)].is_atomic,
                       .location = generator::location_name(cycle_.location(at))};
        if (made.is_atomic) {
            made.order = access.order.value_or(is_read ? defaults_.load : defaults_.store);
            made.scope = access.scope.value_or(defaults_.scope);
        }
        const MemoryOrder other = is_read ? MemoryOrder::release : MemoryOrder::acquire;
        if (made.order == other || made.order == MemoryOrder::acq_rel)
            refuse_cycle(word_of(is_read ? 'R' : 'W') + " has no such order", access.span,
                         is_read ? "Rlx, Acq, Sc" : "Rlx, Rel, Sc");
        if (cycle_.edge_before(at).kind == Edge::Kind::address) made.offset = result_.at(at - 1);
        if (is_read) {
            made.result = "r" + std::to_string(registers_++);
            result_[at] = made.result;
            return made;
        }
        made.value = Value::number(cycle_.value(at));
        if (cycle_.edge_before(at).kind == Edge::Kind::data)
            made.value = computed(at - 1, std::move(made.value));
        return made;
    }

    [[nodiscard]] Value computed(std::size_t reader, Value value) const {
        const Value reg = Value::of_register(result_.at(reader));
        Value zero{
            .kind = Value::Kind::binary, .op = generator::Operator::bit_xor, .parts = {reg, reg}};
        return {.kind = Value::Kind::binary, .parts = {std::move(zero), std::move(value)}};
    }

    [[nodiscard]] Value condition(std::size_t reader) const {
        Value value{.kind = Value::Kind::binary,
                    .op = cycle_.value(reader) == 0 ? generator::Operator::equal
                                                    : generator::Operator::not_equal};
        value.parts = {Value::of_register(result_.at(reader)), Value::number(0)};
        return value;
    }

    [[nodiscard]] Statement fence(std::size_t at) const {
        const Edge& edge = cycle_.edge(at);
        Statement made{.kind = Kind::fence,
                       .order = edge.fence,
                       .scope = edge.scope.value_or(defaults_.scope)};
        if (edge.flags) {
            made.flags = *edge.flags;
            return made;
        }
        for (std::size_t i = 0; i < cycle_.size(); ++i)
            if (cycle_.thread(i) == cycle_.thread(at))
                (test_.program.locations[cycle_.location(i)].is_local ? made.flags.local
                                                                      : made.flags.global) = true;
        return made;
    }

    [[nodiscard]] std::uint32_t writes_of(std::size_t location) const {
        std::uint32_t count = 0;
        for (std::size_t i = 0; i < cycle_.size(); ++i)
            count +=
                static_cast<std::uint32_t>(cycle_.location(i) == location && !cycle_.is_read(i));
        return count;
    }

    /// Of more than two writes the final value does not tell the order.
    void observe(std::size_t location) {
        const std::uint32_t writes = writes_of(location);
        if (writes < 3) return;
        const auto number = static_cast<std::uint32_t>(test_.program.threads.size());
        generator::Thread observer{number, place_of(location), {}};
        if (!test_.program.locations[location].is_local)
            observer.place.work_group = number + static_cast<std::uint32_t>(cycle_.size());
        for (std::uint32_t value = 1; value < writes; ++value) {
            const std::string reg = "r" + std::to_string(value - 1);
            observer.body.push_back({.kind = Kind::load,
                                     .is_atomic = test_.program.locations[location].is_atomic,
                                     .scope = defaults_.scope,
                                     .location = generator::location_name(location),
                                     .result = reg});
            seen_[{static_cast<int>(number), reg}] = value;
        }
        test_.program.threads.push_back(std::move(observer));
    }

    void state() {
        for (const auto& [at, reg] : result_)
            seen_[{static_cast<int>(cycle_.thread(at)), reg}] = cycle_.value(at);
        const auto observed = generator::observed(test_.program);
        for (std::size_t i = 0; i < observed.size(); ++i) {
            const generator::Observed& each = observed[i];
            if (each.thread >= 0) {
                test_.state.push_back(seen_.at({each.thread, each.name}));
                test_.shown.push_back(i);
                continue;
            }
            const auto at =
                std::ranges::find(test_.program.locations, each.name, &generator::Location::name);
            const std::uint32_t writes =
                writes_of(static_cast<std::size_t>(at - test_.program.locations.begin()));
            test_.state.push_back(writes);
            if (writes > 1) test_.shown.push_back(i);
        }
    }

    const CycleShape& cycle_;
    const CycleDefaults& defaults_;
    std::vector<generator::Placement> places_;
    std::map<std::size_t, std::string> result_;  ///< by read
    std::map<std::pair<int, std::string>, std::uint32_t> seen_;
    std::size_t registers_ = 0;
    StateTest test_;
};

}  // namespace

Result<StateTest> test_of(const Cycle& cycle, const CycleDefaults& defaults) {
    try {
        return Test(CycleShape(cycle), defaults)();
    } catch (const Rejected& rejected) {
        return Result<StateTest>::failure(rejected.in(cycle.source));
    }
}

}  // namespace clmm::suites
