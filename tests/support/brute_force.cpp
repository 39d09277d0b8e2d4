#include "brute_force.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace clmm::test {
namespace {

using litmus::Event;
using litmus::EventId;
using litmus::EventKind;
using litmus::LocationId;
using litmus::TermId;
using litmus::TermOp;
using model::Execution;

struct Spent {};

class Candidates {
public:
    Candidates(const model::EventStructure& structure, const model::MemoryModel& model,
               const BruteForceLimits& limits, const std::function<void(const Execution&)>& visit)
        : structure_(structure),
          model_(model),
          evaluator_(model, structure),
          left_(limits),
          visit_(visit) {
        collect_constants();
        for (const Event& event : structure.events)
            if (event.kind == EventKind::read) reads_.push_back(event.id);
    }

    void run() { choose(choices_.begin()); }

private:
    using Sources = std::map<EventId, EventId>;  ///< of the reads that take place
    using Values = std::map<EventId, std::uint64_t>;
    using Choices = std::map<std::uint64_t, unsigned>;  ///< width by number

    static void spend(std::uint64_t& left) {
        if (left-- == 0) throw Spent{};
    }

    void collect_constants() {
        constants_ = {0, 1};
        for (std::size_t i = 0; i < structure_.terms.size(); ++i) {
            const litmus::Term& term = structure_.terms[TermId(i)];
            if (term.op == TermOp::constant) constants_.insert(term.payload);
            if (term.op == TermOp::choice) choices_[term.payload] = term.width;
        }
    }

    [[nodiscard]] std::set<std::uint64_t> constants_of(unsigned width) const {
        std::set<std::uint64_t> fitting;
        for (const std::uint64_t each : constants_)
            if (width >= 64 || each >> width == 0) fitting.insert(each);
        return fitting;
    }

    // ---- choices and sources ----

    void choose(Choices::const_iterator next) {
        if (next == choices_.end()) {
            take_source(0);
            return;
        }
        for (const std::uint64_t value : constants_of(next->second)) {
            chosen_[next->first] = value;
            choose(std::next(next));
        }
    }

    [[nodiscard]] bool may_meet(EventId a, EventId b) const {
        for (const litmus::Target& x : structure_[a].targets)
            for (const litmus::Target& y : structure_[b].targets)
                if (x.location == y.location) return true;
        return false;
    }

    void take_source(std::size_t index) {
        if (index == reads_.size()) {
            spend(left_.assignments);
            guess_values();
            return;
        }
        const EventId read = reads_[index];
        sources_.erase(read);
        if (!structure_.terms.is_true(structure_[read].guard)) take_source(index + 1);
        if (structure_.terms.is_false(structure_[read].guard)) return;
        for (const Event& write : structure_.events) {
            if (write.kind != EventKind::write || !may_meet(write.id, read)) continue;
            sources_[read] = write.id;
            take_source(index + 1);
        }
        sources_.erase(read);
    }

    // ---- values ----

    /// Reads that a term mentions.
    void reads_of(TermId root, std::set<EventId>& into) const {
        std::vector<TermId> open{root};
        std::set<TermId> seen;
        while (!open.empty()) {
            const TermId id = open.back();
            open.pop_back();
            if (!id.valid() || !seen.insert(id).second) continue;
            const litmus::Term& term = structure_.terms[id];
            if (term.op == TermOp::read_value) into.insert(EventId(term.payload));
            open.insert(open.end(), {term.a, term.b, term.c});
        }
    }

    /// A read whose value depends on itself, unless one of `guessed` lies between.
    [[nodiscard]] std::optional<EventId> on_a_cycle(const Values& guessed) const {
        BitMatrix depends(structure_.size());
        for (const auto& [read, write] : sources_) {
            if (guessed.contains(read)) continue;
            std::set<EventId> on;
            reads_of(structure_[write].value, on);
            for (const EventId other : on) depends.set(read.index(), other.index());
        }
        depends.close_transitively();
        for (const EventId read : reads_)
            if (depends.test(read.index(), read.index())) return read;
        return std::nullopt;
    }

    void guess_values(Values guessed = {}) {
        const std::optional<EventId> read = on_a_cycle(guessed);
        if (!read) {
            with_values(guessed);
            return;
        }
        const unsigned width = structure_.terms[structure_[*read].value].width;
        for (const std::uint64_t value : constants_of(width)) {
            guessed[*read] = value;
            guess_values(guessed);
        }
    }

    class Valuation final : public litmus::Valuation {
    public:
        Valuation(const Candidates& of, Values values) : of_(of), values_(std::move(values)) {}
        [[nodiscard]] std::uint64_t read_value(EventId read) const override {
            if (const auto known = values_.find(read); known != values_.end()) return known->second;
            const auto source = of_.sources_.find(read);
            const std::uint64_t value =
                source == of_.sources_.end() ? 0 : of_.evaluate(source->second, *this);
            return values_[read] = value;
        }
        [[nodiscard]] std::uint64_t final_value(LocationId) const override { return 0; }
        [[nodiscard]] std::uint64_t choice(std::uint64_t number) const override {
            return of_.chosen_.at(number);
        }

    private:
        const Candidates& of_;
        mutable Values values_;
    };

    [[nodiscard]] std::uint64_t evaluate(EventId write, const litmus::Valuation& values) const {
        return litmus::evaluate(structure_.terms, structure_[write].value, values);
    }

    void with_values(const Values& guessed) {
        const Valuation values(*this, guessed);
        for (const auto& [read, value] : guessed)
            if (evaluate(sources_.at(read), values) != value) return;
        const auto is = [&](TermId term) {
            return litmus::evaluate(structure_.terms, term, values) != 0;
        };
        Execution made(structure_.size());
        for (const auto& [number, value] : chosen_) {
            if (made.choices.size() <= number) made.choices.resize(number + 1);
            made.choices[number] = value;
        }
        for (const Event& event : structure_.events) {
            const std::size_t e = event.id.index();
            const bool there = is(event.guard);
            if (event.kind == EventKind::read && there != sources_.contains(event.id)) return;
            if (!there) continue;
            made.executed.set(e);
            for (const litmus::Target& target : event.targets)
                if (is(target.when)) made.locations[e] = target.location;
            if (event.value.valid())
                made.values[e] = litmus::evaluate(structure_.terms, event.value, values);
        }
        for (const auto& [read, write] : sources_) {
            if (!made.executed.test(write.index()) ||
                made.locations[write.index()] != made.locations[read.index()])
                return;
            made.reads_from.set(write.index(), read.index());
        }
        relate(made, is);
        order_writes(made, 0);
    }

    template <class Is>
    void relate(Execution& made, const Is& is) const {
        made.executed.for_each([&](std::size_t a) {
            made.executed.for_each([&](std::size_t b) {
                if (made.locations[a].valid() && made.locations[a] == made.locations[b])
                    made.same_location.set(a, b);
            });
        });
        for (const litmus::BarrierPair& pair : structure_.barriers)
            if (made.executed.test(pair.entry.index()) && made.executed.test(pair.exit.index()) &&
                is(pair.when))
                made.barrier_pairs.set(pair.entry.index(), pair.exit.index());
    }

    // ---- orders ----

    static BitMatrix in_line(const std::vector<std::size_t>& events, BitMatrix onto) {
        for (std::size_t i = 0; i < events.size(); ++i)
            for (std::size_t j = i + 1; j < events.size(); ++j) onto.set(events[i], events[j]);
        return onto;
    }

    void order_writes(Execution& made, std::size_t location) {
        if (location == structure_.locations.size()) {
            finish(made);
            return;
        }
        std::vector<std::size_t> writes;  // the initial one comes first
        std::size_t initial = 0;
        made.executed.for_each([&](std::size_t e) {
            if (structure_.events[e].kind != EventKind::write ||
                made.locations[e] != LocationId(location))
                return;
            writes.push_back(e);
            if (structure_.events[e].initial) ++initial;
        });
        const BitMatrix before = made.modification_order;
        const auto free = writes.begin() + static_cast<std::ptrdiff_t>(initial);
        made.final_values.resize(location + 1);
        do {
            made.modification_order = in_line(writes, before);
            made.final_values[location] = writes.empty() ? structure_.locations[location].initial
                                                         : made.values[writes.back()];
            order_writes(made, location + 1);
            made.final_values.resize(location + 1);
        } while (std::next_permutation(free, writes.end()));
        made.modification_order = before;
    }

    void finish(Execution& made) {
        const model::ExecutionValues values(made);
        const auto is = [&](TermId term) {
            return litmus::evaluate(structure_.terms, term, values) != 0;
        };
        if (!std::ranges::all_of(structure_.constraints, is) || !is(structure_.filter)) return;
        for (const litmus::UnrollBound& bound : structure_.bounds)
            if (is(bound.reached)) return;
        const auto& orders = model_.program.total_orders;
        made.total_orders.assign(orders.size(), BitMatrix(structure_.size()));
        evaluator_.evaluate(made);
        std::vector<std::vector<std::size_t>> members(orders.size());
        for (std::size_t i = 0; i < orders.size(); ++i)
            evaluator_.set(orders[i].over).for_each([&](std::size_t e) {
                members[i].push_back(e);
            });
        order_totally(made, members, 0);
    }

    void order_totally(Execution& made, std::vector<std::vector<std::size_t>>& members,
                       std::size_t order) {
        if (order == members.size()) {
            spend(left_.candidates);
            visit_(made);
            return;
        }
        do {
            made.total_orders[order] = in_line(members[order], BitMatrix(structure_.size()));
            order_totally(made, members, order + 1);
        } while (std::ranges::next_permutation(members[order]).found);
    }

    const model::EventStructure& structure_;
    const model::MemoryModel& model_;
    model::Evaluator evaluator_;
    BruteForceLimits left_;
    const std::function<void(const Execution&)>& visit_;
    std::set<std::uint64_t> constants_;
    Choices choices_;
    std::vector<EventId> reads_;
    std::map<std::uint64_t, std::uint64_t> chosen_;
    Sources sources_;
};

}  // namespace

bool for_each_candidate(const model::EventStructure& structure, const model::MemoryModel& model,
                        const BruteForceLimits& limits,
                        const std::function<void(const Execution&)>& visit) {
    try {
        Candidates(structure, model, limits, visit).run();
        return true;
    } catch (const Spent&) {
        return false;
    }
}

}  // namespace clmm::test
