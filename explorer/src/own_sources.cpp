#include "own_sources.h"

#include <map>

#include "clmm/model/incremental.h"

namespace clmm::explorer {
namespace {

using model::Literal;
using Input = model::IncrementalEvaluator::Input;

class OwnSources {
public:
    OwnSources(const EventStructure& structure, const model::MemoryModel& model,
               const Budget& budget)
        : structure_(structure),
          budget_(budget),
          evaluator_(model, structure),
          axioms_(model::IncrementalEvaluator::create(
              evaluator_, model::IncrementalEvaluator::Orders::implied)),
          previous_(structure.size()),
          chain_(structure.size()),
          members_(structure.size()) {}

    void run(Sources& sources) {
        if (!axioms_ || !axioms_->settle()) return;
        find_chains();
        find_orders();
        const std::vector<Literal>& inputs = axioms_->inputs();
        for (Input input = 0; input < inputs.size(); ++input) {
            const auto& [kind, positive, order, write, read] = inputs[input];
            if (kind != Literal::Kind::reads_from || !may_be_overwritten(write, read)) continue;
            if (input % kAskEvery == 0 && budget_.exceeded()) return;
            if (is_refuted({input}) || is_overwritten(input))
                std::erase(sources[read.index()], write);
        }
    }

private:
    static constexpr Input kAskEvery = 64;

    /// What an object starts with is as old as what a unit wrote first.
    [[nodiscard]] bool may_be_overwritten(EventId write, EventId read) const {
        const litmus::UnitId unit = structure_[write].unit;
        return structure_[write].initial || (unit.valid() && unit == structure_[read].unit);
    }

    [[nodiscard]] bool is_refuted(std::initializer_list<Input> held) {
        const auto mark = axioms_->mark();
        for (const Input each : held) axioms_->hold(each);
        const bool holds = axioms_->settle();
        axioms_->undo(mark);
        return !holds;
    }

    /// By the unit's last write before the read, as far as it is in one order with the source.
    [[nodiscard]] bool is_overwritten(Input reads_from) {
        const auto& [kind, positive, order, write, read] = axioms_->inputs()[reads_from];
        const EventId last = last_before(read, chain_[write.index()]);
        if (!last.valid() || !(write < last)) return false;
        const auto found = order_of_.find({write, last});
        return found != order_of_.end() && is_refuted({found->second, reads_from});
    }
    [[nodiscard]] EventId last_before(EventId read, EventId chain) const {
        const std::vector<EventId>& members = members_[chain.index()];
        const auto after = std::ranges::find_if(
            members, [&](EventId each) { return !structure_.sb.test(each.index(), read.index()); });
        return after == members.begin() ? EventId() : *(after - 1);
    }

    /// Writes that take place in each execution, to one place, one after another in a unit.
    void find_chains() {
        std::map<std::pair<litmus::UnitId, LocationId>, EventId> last;
        for (const Event& event : structure_.events) {
            chain_[event.id.index()] = event.id;
            if (!takes_place(event)) continue;
            EventId& before = last[{event.unit, event.targets.front().location}];
            if (before.valid() && structure_.sb.test(before.index(), event.id.index()))
                previous_[event.id.index()] = before;
            before = event.id;
        }
    }
    [[nodiscard]] bool takes_place(const Event& event) const {
        return event.kind == EventKind::write && !event.initial && event.targets.size() == 1 &&
               structure_.terms.is_true(event.guard) &&
               structure_.terms.is_true(event.targets.front().when);
    }

    void find_orders() {
        const std::vector<Literal>& inputs = axioms_->inputs();
        const auto for_each_order = [&](const auto& f) {
            for (Input input = 0; input < inputs.size(); ++input)
                if (inputs[input].kind == Literal::Kind::modification_order)
                    f(input, inputs[input].a, inputs[input].b);
        };
        BitSet follows(structure_.size());
        for_each_order([&](Input input, EventId a, EventId b) {
            if (previous_[a.index()] == b && is_refuted({input})) follows.set(a.index());
        });
        for (const Event& event : structure_.events) {
            if (follows.test(event.id.index()))
                chain_[event.id.index()] = chain_[previous_[event.id.index()].index()];
            members_[chain_[event.id.index()].index()].push_back(event.id);
        }
        for_each_order([&](Input input, EventId a, EventId b) {
            if (a < b && chain_[a.index()] == chain_[b.index()])
                order_of_.emplace(std::pair(a, b), input);
        });
    }

    const EventStructure& structure_;
    const Budget& budget_;
    model::Evaluator evaluator_;
    std::unique_ptr<model::IncrementalEvaluator> axioms_;
    std::vector<EventId> previous_;  ///< by write: that of its unit to its place, if any
    std::vector<EventId> chain_;     ///< by event: the first of those in order, to which it belongs
    std::vector<std::vector<EventId>> members_;              ///< of a chain, by its first one
    std::map<std::pair<EventId, EventId>, Input> order_of_;  ///< pairs of a chain
};

}  // namespace

void remove_own_sources(Sources& sources, const EventStructure& structure,
                        const model::MemoryModel& model, const Budget& budget) {
    OwnSources(structure, model, budget).run(sources);
}

}  // namespace clmm::explorer
