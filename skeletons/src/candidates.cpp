#include "clmm/skeletons/candidates.h"

#include <algorithm>

#include "clmm/model/possible_sources.h"

namespace clmm::skeletons {
namespace {

using litmus::Event;
using litmus::EventId;
using litmus::EventKind;
using litmus::EventStructure;
using litmus::LocationId;
using litmus::TermId;
using litmus::TermOp;

constexpr std::size_t kMostCandidates = 20'000;
constexpr std::size_t kMostAssignments = 100'000;

/// What terms are worth once it is chosen what each read reads from.
class Assignment final : public litmus::Valuation {
public:
    explicit Assignment(const EventStructure& structure)
        : structure_(structure), source(structure.size()), values_(structure.size()) {}

    [[nodiscard]] std::uint64_t read_value(EventId event) const override {
        Known& known = values_[event.index()];
        if (known.state == State::done) return known.value;
        if (known.state == State::busy) {
            is_cyclic_ = true;
            return 0;
        }
        const EventId from = source[event.index()];
        if (!from.valid()) return 0;
        known.state = State::busy;
        known.value = litmus::evaluate(structure_.terms, structure_[from].value, *this);
        known.state = State::done;
        return known.value;
    }
    [[nodiscard]] std::uint64_t final_value(LocationId /*location*/) const override {
        asks_for_the_end_ = true;
        return 0;
    }
    [[nodiscard]] std::uint64_t choice(std::uint64_t number) const override {
        return choices[number];
    }

    [[nodiscard]] std::uint64_t value(TermId term) const {
        return litmus::evaluate(structure_.terms, term, *this);
    }
    void forget() { std::ranges::fill(values_, Known{}); }
    /// What was asked since the beginning has no answer of this kind.
    [[nodiscard]] bool is_beyond() const { return is_cyclic_ || asks_for_the_end_; }

private:
    enum class State : std::uint8_t { open, busy, done };
    struct Known {
        State state = State::open;
        std::uint64_t value = 0;
    };
    const EventStructure& structure_;

public:
    std::vector<EventId> source;  ///< by event; none() of what reads nothing
    std::vector<std::uint64_t> choices;

private:
    mutable std::vector<Known> values_;
    mutable bool is_cyclic_ = false;
    mutable bool asks_for_the_end_ = false;
};

class Enumeration {
public:
    explicit Enumeration(const EventStructure& structure)
        : structure_(structure), terms_(structure.terms), chosen_(structure) {}

    Candidates operator()() {
        if (!is_simple()) return refused();
        const auto sources = model::possible_sources(structure_);
        for (const Event& event : structure_.events) {
            if (event.kind != EventKind::read) continue;
            reads_.push_back(event.id);
            ways_.push_back(sources[event.id.index()]);
            if (!terms_.is_true(event.guard)) ways_.back().emplace_back();  // reads nothing
        }
        std::size_t assignments = std::size_t{1} << chosen_.choices.size();
        for (const auto& each : ways_) assignments *= std::max<std::size_t>(1, each.size());
        if (assignments > kMostAssignments) return refused();
        choose(0);
        if (is_beyond_ || chosen_.is_beyond()) return refused();
        return std::move(made_);
    }

private:
    static Candidates refused() { return {.declined = true, .all = {}}; }

    /// Each access has one location, and what is open are Booleans.
    bool is_simple() {
        if (structure_.cut) return false;
        for (const Event& event : structure_.events) {
            const bool is_access = event.kind == EventKind::read || event.kind == EventKind::write;
            if (is_access &&
                (event.targets.size() != 1 || !terms_.is_true(event.targets.front().when)))
                return false;
        }
        for (std::size_t i = 0; i < terms_.size(); ++i) {
            const litmus::Term& term = terms_[TermId(i)];
            if (term.op != TermOp::choice) continue;
            if (term.width != 1) return false;
            if (chosen_.choices.size() <= term.payload) chosen_.choices.resize(term.payload + 1);
        }
        return chosen_.choices.size() <= 12;
    }

    void choose(std::size_t read) {
        if (is_beyond_) return;
        if (read == reads_.size()) return choose_values(0);
        for (const EventId source : ways_[read]) {
            chosen_.source[reads_[read].index()] = source;
            choose(read + 1);
        }
        chosen_.source[reads_[read].index()] = EventId();
    }

    void choose_values(std::size_t choice) {
        if (choice == chosen_.choices.size()) return complete();
        for (const std::uint64_t value : {0, 1}) {
            chosen_.choices[choice] = value;
            choose_values(choice + 1);
        }
    }

    [[nodiscard]] bool is_wanted() const {
        for (const TermId each : structure_.constraints)
            if (chosen_.value(each) == 0) return false;
        return std::ranges::none_of(structure_.bounds, [&](const litmus::UnrollBound& bound) {
            return chosen_.value(bound.reached) != 0;
        });
    }

    void complete() {
        chosen_.forget();
        model::Execution execution(structure_.size());
        for (const Event& event : structure_.events)
            if (chosen_.value(event.guard) != 0) execution.executed.set(event.id.index());
        for (const EventId read : reads_) {
            const EventId from = chosen_.source[read.index()];
            if (execution.executed.test(read.index()) != from.valid()) return;
            if (!from.valid()) continue;
            if (!execution.executed.test(from.index())) return;
            execution.reads_from.set(from.index(), read.index());
        }
        if (!is_wanted()) return;
        if (chosen_.is_beyond()) {
            is_beyond_ = true;
            return;
        }
        place(execution);
        order(std::move(execution));
    }

    void place(model::Execution& execution) const {
        execution.choices = chosen_.choices;
        execution.executed.for_each([&](std::size_t e) {
            const Event& event = structure_.events[e];
            if (event.value.valid()) execution.values[e] = chosen_.value(event.value);
            if (event.kind == EventKind::read) execution.values[e] = chosen_.read_value(event.id);
            if (event.targets.empty()) return;
            execution.locations[e] = event.targets.front().location;
            for (std::size_t other = 0; other <= e; ++other)
                if (execution.executed.test(other) &&
                    execution.locations[other] == execution.locations[e]) {
                    execution.same_location.set(e, other);
                    execution.same_location.set(other, e);
                }
        });
        for (const litmus::BarrierPair& pair : structure_.barriers)
            if (execution.executed.test(pair.entry.index()) &&
                execution.executed.test(pair.exit.index()) && chosen_.value(pair.when) != 0)
                execution.barrier_pairs.set(pair.entry.index(), pair.exit.index());
    }

    /// Every order of each location's writes with each of the others'.
    void order(model::Execution execution) {
        std::vector<std::vector<std::size_t>> writes(structure_.locations.size());
        std::vector<std::size_t> first(structure_.locations.size());
        for (std::size_t e = 0; e < structure_.size(); ++e) {
            const Event& event = structure_.events[e];
            if (event.kind != EventKind::write || !execution.executed.test(e)) continue;
            if (event.initial)
                first[execution.locations[e].index()] = e;
            else
                writes[execution.locations[e].index()].push_back(e);
        }
        for (std::size_t i = 0; i < writes.size(); ++i)
            for (const std::size_t e : writes[i]) execution.modification_order.set(first[i], e);
        execution.final_values.resize(structure_.locations.size());
        order(execution, writes, 0);
    }

    void order(const model::Execution& execution, std::vector<std::vector<std::size_t>>& writes,
               std::size_t location) {
        if (is_beyond_) return;
        if (location == writes.size()) return finish(execution);
        std::vector<std::size_t>& here = writes[location];
        do {
            model::Execution more = execution;
            for (std::size_t i = 0; i < here.size(); ++i)
                for (std::size_t j = i + 1; j < here.size(); ++j)
                    more.modification_order.set(here[i], here[j]);
            more.final_values[location] =
                here.empty() ? structure_.locations[location].initial : more.values[here.back()];
            order(more, writes, location + 1);
        } while (std::ranges::next_permutation(here).found);
    }

    void finish(const model::Execution& execution) {
        const model::ExecutionValues values(execution);
        if (structure_.filter.valid() && litmus::evaluate(terms_, structure_.filter, values) == 0)
            return;
        if (made_.all.size() == kMostCandidates) {
            is_beyond_ = true;
            return;
        }
        Candidate made{execution, {}};
        for (const litmus::Observable& each : structure_.observables)
            made.observed.push_back(litmus::evaluate(terms_, each.value, values));
        made_.all.push_back(std::move(made));
    }

    const EventStructure& structure_;
    const litmus::TermPool& terms_;
    Assignment chosen_;
    std::vector<EventId> reads_;
    std::vector<std::vector<EventId>> ways_;  ///< by read: sources
    Candidates made_;
    bool is_beyond_ = false;
};

}  // namespace

Candidates candidates_of(const EventStructure& structure) { return Enumeration(structure)(); }

}  // namespace clmm::skeletons
