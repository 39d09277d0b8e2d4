#include "clmm/skeletons/candidates.h"

#include <algorithm>

#include "clmm/litmus/evaluation.h"
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
constexpr std::size_t kMostExcluded = 1'000'000;  ///< questions whether something is

/// What terms are worth once it is chosen what each read reads from.
class Assignment final : public litmus::Valuation {
public:
    explicit Assignment(const EventStructure& structure)
        : structure_(structure),
          source(structure.size()),
          terms_(structure.terms),
          values_(structure.size()) {}

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
        known.value = terms_.value(structure_[from].value, *this);
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

    [[nodiscard]] std::uint64_t value(TermId term) const { return terms_.value(term, *this); }
    void forget() {
        std::ranges::fill(values_, Known{});
        terms_.forget();
    }
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
    mutable litmus::Evaluation terms_;
    mutable std::vector<Known> values_;
    mutable bool is_cyclic_ = false;
    mutable bool asks_for_the_end_ = false;
};

/// What a structure's terms ask for.
class Questions {
public:
    explicit Questions(const litmus::TermPool& terms) : asked_(terms.size()) {
        for (std::size_t i = 0; i < terms.size(); ++i) {  // operands come before users
            const litmus::Term& term = terms[TermId(i)];
            if (term.op == TermOp::read_value) asked_[i].reads = true;
            if (term.op == TermOp::final_value) asked_[i].end = true;
            for (const TermId operand : {term.a, term.b, term.c}) {
                if (!operand.valid()) continue;
                asked_[i].reads = asked_[i].reads || asked_[operand.index()].reads;
                asked_[i].end = asked_[i].end || asked_[operand.index()].end;
            }
        }
    }
    /// … what memory ends with.
    [[nodiscard]] bool about_the_end(TermId term) const { return asked_[term.index()].end; }
    /// … nothing but what is open besides reads and the end.
    [[nodiscard]] bool about_choices(TermId term) const {
        return !asked_[term.index()].reads && !about_the_end(term);
    }

private:
    struct Asked {
        bool reads = false, end = false;
    };
    std::vector<Asked> asked_;
};

class Enumeration {
public:
    Enumeration(const EventStructure& structure, const std::function<void(const Candidate&)>& take,
                const IsExcluded& is_excluded)
        : structure_(structure),
          terms_(structure.terms),
          take_(take),
          is_excluded_(is_excluded),
          questions_(structure.terms),
          chosen_(structure),
          now_{model::Execution(structure.size())},
          writes_(structure.locations.size()),
          first_(structure.locations.size()) {
        made_now_.final_values.resize(structure.locations.size());
    }

    /// False: declined.
    bool operator()() {
        if (!is_simple()) return false;
        const auto sources = model::possible_sources(structure_);
        for (const Event& event : structure_.events) {
            if (event.kind != EventKind::read) continue;
            reads_.push_back(event.id);
            ways_.push_back(sources[event.id.index()]);
            if (!terms_.is_true(event.guard)) ways_.back().emplace_back();  // reads nothing
        }
        std::size_t assignments = std::size_t{1} << chosen_.choices.size();
        for (const auto& each : ways_) assignments *= std::max<std::size_t>(1, each.size());
        if (assignments > kMostAssignments) return false;
        find_conditions();
        choose_values(0);
        return !is_beyond_ && !chosen_.is_beyond();
    }

private:
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

    void find_conditions() {
        conditions_ = structure_.constraints;
        if (structure_.filter.valid() && !questions_.about_the_end(structure_.filter))
            conditions_.push_back(structure_.filter);
    }

    void choose_values(std::size_t choice) {
        if (choice < chosen_.choices.size()) {
            for (const std::uint64_t value : {0, 1}) {
                chosen_.choices[choice] = value;
                choose_values(choice + 1);
            }
            return;
        }
        chosen_.forget();
        for (const TermId each : conditions_)
            if (questions_.about_choices(each) && chosen_.value(each) == 0) return;
        for (const Event& event : structure_.events)
            place_[event.id.index()] = !questions_.about_choices(event.guard) ? Place::open
                                       : chosen_.value(event.guard) != 0      ? Place::takes
                                                                              : Place::none;
        begin_early();
        choose(0);
    }

    /// Where it is known what takes place, executions are excluded before all their reads have
    /// sources. Which barriers belong together may depend on what is read.
    void begin_early() {
        is_early_ = is_excluded_ && structure_.barriers.empty() &&
                    std::ranges::find(place_, Place::open) == place_.end();
        if (!is_early_) return;
        made_now_.executed.clear();
        for (const Event& event : structure_.events)
            if (place_[event.id.index()] == Place::takes) made_now_.executed.set(event.id.index());
        made_now_.reads_from.clear();
        find_locations();
        find_writes();
    }

    /// Whether an execution may be wanted whose read has this source, as others before it have.
    [[nodiscard]] bool is_worth_it(EventId source, EventId read) {
        if (!is_early_ || !source.valid()) return true;
        made_now_.reads_from.set(source.index(), read.index());
        return !is_excluded(Known::sources);
    }

    /// What a read reads from, as far as it is known already what takes place.
    void choose(std::size_t read) {
        if (is_beyond_) return;
        if (read == reads_.size()) return complete();
        const EventId event = reads_[read];
        for (const EventId source : ways_[read]) {
            if (place_[event.index()] == (source.valid() ? Place::none : Place::takes)) continue;
            if (source.valid() && place_[source.index()] == Place::none) continue;
            chosen_.source[event.index()] = source;
            if (is_worth_it(source, event)) choose(read + 1);
            if (source.valid()) made_now_.reads_from.reset(source.index(), event.index());
        }
        chosen_.source[event.index()] = EventId();
    }

    [[nodiscard]] bool is_wanted() const {
        for (const TermId each : conditions_)
            if (chosen_.value(each) == 0) return false;
        return std::ranges::none_of(structure_.bounds, [&](const litmus::UnrollBound& bound) {
            return chosen_.value(bound.reached) != 0;
        });
    }

    void complete() {
        chosen_.forget();
        if (!fits() || !is_wanted()) return;
        if (chosen_.is_beyond()) {
            is_beyond_ = true;
            return;
        }
        place();
        if (!is_early_) find_writes();
        observe();
        if (!is_excluded(Known::writes)) order(0, 0);
    }

    [[nodiscard]] bool is_excluded(Known known) {
        if (!is_excluded_) return false;
        if (++asked_ > kMostExcluded) is_beyond_ = true;
        return is_excluded_(made_now_, known);
    }

    /// Which events take place, and whether all that is read is among them.
    bool fits() {
        made_now_.executed.clear();
        for (const Event& event : structure_.events)
            if (terms_.is_true(event.guard) || chosen_.value(event.guard) != 0)
                made_now_.executed.set(event.id.index());
        return std::ranges::all_of(reads_, [&](EventId read) {
            const EventId from = chosen_.source[read.index()];
            if (made_now_.executed.test(read.index()) != from.valid()) return false;
            return !from.valid() || made_now_.executed.test(from.index());
        });
    }

    void place() {
        model::Execution& now = made_now_;
        now.choices = chosen_.choices;
        now.reads_from.clear();
        now.barrier_pairs.clear();
        std::ranges::fill(now.values, 0);
        now.executed.for_each([&](std::size_t e) {
            const Event& event = structure_.events[e];
            if (event.value.valid()) now.values[e] = chosen_.value(event.value);
            if (event.kind == EventKind::read) now.values[e] = chosen_.read_value(event.id);
            if (event.kind == EventKind::read && chosen_.source[e].valid())
                now.reads_from.set(chosen_.source[e].index(), e);
        });
        if (!is_early_) find_locations();
        for (const litmus::BarrierPair& pair : structure_.barriers)
            if (now.executed.test(pair.entry.index()) && now.executed.test(pair.exit.index()) &&
                chosen_.value(pair.when) != 0)
                now.barrier_pairs.set(pair.entry.index(), pair.exit.index());
    }

    void find_locations() {
        model::Execution& now = made_now_;
        now.same_location.clear();
        std::ranges::fill(now.locations, LocationId());
        now.executed.for_each([&](std::size_t e) {
            const Event& event = structure_.events[e];
            if (event.targets.empty()) return;
            now.locations[e] = event.targets.front().location;
            for (std::size_t other = 0; other <= e; ++other)
                if (now.executed.test(other) && now.locations[other] == now.locations[e]) {
                    now.same_location.set(e, other);
                    now.same_location.set(other, e);
                }
        });
    }

    void find_writes() {
        for (auto& each : writes_) each.clear();
        made_now_.executed.for_each([&](std::size_t e) {
            const Event& event = structure_.events[e];
            if (event.kind != EventKind::write) return;
            const std::size_t location = made_now_.locations[e].index();
            if (event.initial)
                first_[location] = e;
            else
                writes_[location].push_back(e);
        });
        made_now_.modification_order.clear();
        for (std::size_t i = 0; i < writes_.size(); ++i)
            for (const std::size_t e : writes_[i]) made_now_.modification_order.set(first_[i], e);
    }

    /// What is the same in all orders of the writes.
    void observe() {
        now_.observed.assign(structure_.observables.size(), 0);
        for (std::size_t i = 0; i < now_.observed.size(); ++i)
            if (const TermId value = structure_.observables[i].value;
                !questions_.about_the_end(value))
                now_.observed[i] = chosen_.value(value);
    }

    /// Every order of each location's writes with each of the others', of which the first ones of
    /// this location have their places.
    void order(std::size_t location, std::size_t placed) {
        if (is_beyond_) return;
        if (location == writes_.size()) return finish();
        std::vector<std::size_t>& here = writes_[location];
        if (placed == here.size()) {
            made_now_.final_values[location] = here.empty() ? structure_.locations[location].initial
                                                            : made_now_.values[here.back()];
            return order(location + 1, 0);
        }
        for (std::size_t i = placed; i < here.size(); ++i) {
            move(here, i, placed);
            put_before_the_rest(here, placed, true);
            const bool is_news = placed + 1 < here.size();
            if (!is_news || !is_excluded(Known::writes)) order(location, placed + 1);
            put_before_the_rest(here, placed, false);
            move(here, placed, i);
        }
    }

    static void move(std::vector<std::size_t>& writes, std::size_t from, std::size_t to) {
        const std::size_t write = writes[from];
        writes.erase(writes.begin() + static_cast<std::ptrdiff_t>(from));
        writes.insert(writes.begin() + static_cast<std::ptrdiff_t>(to), write);
    }

    void put_before_the_rest(const std::vector<std::size_t>& writes, std::size_t at, bool is_so) {
        BitMatrix& before = made_now_.modification_order;
        for (std::size_t i = at + 1; i < writes.size(); ++i)
            is_so ? before.set(writes[at], writes[i]) : before.reset(writes[at], writes[i]);
    }

    void finish() {
        const model::ExecutionValues values(made_now_);
        const TermId filter = structure_.filter;
        if (filter.valid() && questions_.about_the_end(filter) &&
            litmus::evaluate(terms_, filter, values) == 0)
            return;
        if (++count_ > kMostCandidates) {
            is_beyond_ = true;
            return;
        }
        for (std::size_t i = 0; i < now_.observed.size(); ++i)
            if (const TermId value = structure_.observables[i].value;
                questions_.about_the_end(value))
                now_.observed[i] = litmus::evaluate(terms_, value, values);
        take_(now_);
    }

    const EventStructure& structure_;
    const litmus::TermPool& terms_;
    const std::function<void(const Candidate&)>& take_;
    const IsExcluded& is_excluded_;
    Questions questions_;
    Assignment chosen_;
    std::vector<TermId> conditions_;  ///< constraints, and a filter that is not about the end
    enum class Place : std::uint8_t { open, takes, none };
    std::vector<Place> place_ = std::vector<Place>(structure_.size());  ///< by event, so far
    std::vector<EventId> reads_;
    std::vector<std::vector<EventId>> ways_;  ///< by read: sources
    std::size_t count_ = 0, asked_ = 0;
    Candidate now_;  ///< the execution at hand
    model::Execution& made_now_ = now_.execution;
    std::vector<std::vector<std::size_t>> writes_;  ///< by location, but the first one
    std::vector<std::size_t> first_;
    bool is_early_ = false;  ///< begin_early()
    bool is_beyond_ = false;
};

}  // namespace

bool for_each_candidate(const EventStructure& structure,
                        const std::function<void(const Candidate&)>& take,
                        const IsExcluded& is_excluded) {
    return Enumeration(structure, take, is_excluded)();
}

}  // namespace clmm::skeletons
