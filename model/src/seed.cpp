#include "clmm/model/seed.h"

#include <algorithm>

#include "evaluate/assumption.h"
#include "evaluate/forbidden.h"
#include "evaluate/intervals.h"
#include "evaluate/plan.h"

namespace clmm::model {
namespace {

namespace k = kernels;
using Side = Intervals::Side;

/// What one pass over all literals takes, in evaluations.
constexpr std::size_t kPass = 3;

class SeedSearch {
public:
    SeedSearch(const MemoryModel& model, const EventStructure& structure, const SeedLimits& limits)
        : structure_(structure),
          limits_(limits),
          facts_(structure, model.program.names),
          remembered_plan_(plan_for(model.program, facts_)),
          plan_(*remembered_plan_),
          shape_(facts_.shape),
          intervals_(plan_, facts_),
          known_(facts_.knowledge),
          tried_(facts_.knowledge),
          alive_(shape_.stride),
          surely_(shape_.words(false)) {
        intervals_.compute(known_);
        std::vector<std::pair<std::uint32_t, Side>> wanted;
        for (const Check& check : model.program.checks) {
            if (check.role != CheckRole::axiom) continue;
            axioms_.push_back(check);
            wanted.emplace_back(number(check), check.negated ? Side::may : Side::must);
        }
        intervals_.select(wanted);
    }

    std::vector<Reason> run() {
        if (shape_.n == 0 || axioms_.empty()) return {};
        find_orders();
        do {
            if (violated(known_)) return {{}};
        } while (settles_something() && within_limits());
        collect_candidates();
        while (refute_singles()) {
        }
        if (limits_.pairs) refute_pairs();
        std::sort(found_.begin(), found_.end(), [](const Reason& a, const Reason& b) {
            return std::pair(a.size(), std::cref(a).get()) <
                   std::pair(b.size(), std::cref(b).get());
        });
        found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
        return std::move(found_);
    }

private:
    static std::uint32_t number(const Check& check) {
        return static_cast<std::uint32_t>(check.node.index());
    }

    /// Whether something new has been settled, which may settle more.
    bool settles_something() {
        const bool some = settle_orders();
        return refute_at_once() || some;
    }

    /// What the axioms forbid by what must hold, of all literals in one pass.
    bool refute_at_once() {
        evaluations_ += kPass;
        const ForbiddenPairs forbidden(plan_, shape_, intervals_, axioms_);
        std::vector<Literal> refuted;
        const auto add = [&](Literal::Kind kind, const Words* pairs, const Interval& bounds) {
            if (pairs == nullptr) return;
            for (std::size_t a = 0; a < shape_.n; ++a)
                k::for_each(shape_, bounds.may.data() + a * shape_.stride, [&](std::size_t b) {
                    if (k::test(shape_, pairs->data(), a, b))
                        refuted.push_back({kind, true, 0, EventId(a), EventId(b)});
                });
        };
        add(Literal::Kind::reads_from, forbidden.of(Base::reads_from), known_.reads_from);
        add(Literal::Kind::modification_order, forbidden.of(Base::modification_order),
            known_.modification_order);
        for (const Literal& literal : refuted) found_.push_back({literal});
        refute(shape_, refuted, known_);
        return !refuted.empty();
    }

    void collect_candidates() {
        const auto add = [&](Literal::Kind kind, const Interval& bounds) {
            for (std::size_t a = 0; a < shape_.n; ++a)
                k::for_each(shape_, bounds.may.data() + a * shape_.stride, [&](std::size_t b) {
                    if (limits_.own_units && !in_one_unit(EventId(a), EventId(b))) return;
                    if (!k::test(shape_, bounds.must.data(), a, b))
                        candidates_.push_back({kind, true, 0, EventId(a), EventId(b)});
                });
        };
        if (limits_.own_units) add_neighbours();
        add(Literal::Kind::reads_from, known_.reads_from);
        if (!limits_.own_units) add(Literal::Kind::modification_order, known_.modification_order);
    }

    [[nodiscard]] bool in_one_unit(EventId a, EventId b) const {
        return structure_[a].unit.valid() && structure_[a].unit == structure_[b].unit;
    }

    /// Writes of a unit with none between them, the wrong way around: what is known of these is
    /// enough to tell which of the unit's writes are overwritten before a read.
    void add_neighbours() {
        for (std::size_t a = 0; a < shape_.n; ++a) {
            const Words& may = known_.modification_order.may;
            for (std::size_t b = a + 1; b < shape_.n; ++b) {
                if (!k::test(shape_, may.data(), b, a) || !in_one_unit(EventId(a), EventId(b)))
                    continue;
                candidates_.push_back(
                    {Literal::Kind::modification_order, true, 0, EventId(b), EventId(a)});
                break;
            }
        }
    }

    /// An axiom irreflexive(order; agrees) of a total order: what must be in the one must be in
    /// the other.
    struct Ordered {
        std::uint32_t number, order, agrees;
    };

    void find_orders() {
        for (const Check& check : axioms_) {
            const Node& node = plan_.nodes[number(check)];
            if (check.kind != CheckKind::irreflexive || check.negated) continue;
            if (node.op != NodeOp::sequence) continue;
            if (plan_.nodes[node.left.index()].op == NodeOp::total_order)
                orders_.push_back({plan_.nodes[node.left.index()].payload,
                                   static_cast<std::uint32_t>(node.left.index()),
                                   static_cast<std::uint32_t>(node.right.index())});
        }
    }

    bool settle_orders() {
        bool some = false;
        for (const Ordered& each : orders_) some = settle(each) || some;
        return some;
    }

    bool settle(const Ordered& of) {
        if (known_.total_orders.size() <= of.number)
            known_.total_orders.resize(of.number + 1, Words(shape_.words(false)));
        bool some = false;
        for (std::size_t a = 0; a < shape_.n; ++a) {
            const Words& must = intervals_[of.agrees].must;
            k::for_each(shape_, must.data() + a * shape_.stride, [&](std::size_t b) {
                Words& settled = known_.total_orders[of.number];
                if (!k::test(shape_, intervals_[of.order].may.data(), b, a)) return;
                if (k::test(shape_, settled.data(), a, b)) return;
                k::put(settled.data() + a * shape_.stride, b);
                found_.push_back({{Literal::Kind::total_order, true,
                                   static_cast<std::uint16_t>(of.number), EventId(b), EventId(a)}});
                some = true;
            });
        }
        return some;
    }

    [[nodiscard]] bool within_limits() const {
        // To compose two relations takes a row for each pair.
        const std::size_t composition = shape_.n * shape_.n * shape_.stride;
        return evaluations_ < limits_.evaluations && evaluations_ * composition < limits_.words &&
               !limits_.budget.exceeded();
    }

    /// Some axiom fails by what must hold, or for lack of what may.
    bool violated(const Knowledge& knowledge) {
        ++evaluations_;
        intervals_.compute(knowledge);
        return std::any_of(axioms_.begin(), axioms_.end(),
                           [&](const Check& check) { return violated(check, knowledge); });
    }

    bool violated(const Check& check, const Knowledge& knowledge) {
        const std::uint32_t node = number(check);
        const bool is_set = plan_.nodes[node].is_set;
        const Word* words =
            check.negated ? intervals_[node].may.data() : intervals_[node].must.data();
        if (!check.negated) {
            // What takes place whatever happens: implied by all events, since some surely do.
            Words sure(shape_.stride, ~Word{0});
            for (std::size_t a = 0; a < shape_.n; ++a)
                k::intersect(shape_.stride, sure.data(),
                             knowledge.implies.data() + a * shape_.stride, sure.data());
            if (is_set)
                k::intersect(shape_.stride, sure.data(), words, surely_.data());
            else
                k::within(shape_, sure.data(), words, surely_.data());
            words = surely_.data();
        }
        bool witness = false;
        switch (check.kind) {
            case CheckKind::acyclic:
                witness = !k::acyclic(shape_, words, alive_.data());
                break;
            case CheckKind::irreflexive:
                witness = !k::irreflexive(shape_, words);
                break;
            case CheckKind::empty:
                witness = !k::none(shape_.words(is_set), words);
                break;
        }
        return witness != check.negated;
    }

    bool is_refuted(const Literal& literal) {
        tried_ = known_;
        assume(shape_, literal, tried_);
        return violated(tried_);
    }

    /// One round over the literals left; true if it is worth another.
    bool refute_singles() {
        std::vector<Literal> left;
        bool goes_on = true;
        for (const Literal& literal : candidates_) {
            goes_on = goes_on && within_limits();
            if (!goes_on || !is_refuted(literal)) {
                left.push_back(literal);
                continue;
            }
            found_.push_back({literal});
            refute(shape_, {&literal, 1}, known_);
        }
        const bool some = left.size() != candidates_.size();
        candidates_ = std::move(left);
        return some && within_limits();
    }

    [[nodiscard]] bool exclude_each_other(const Literal& a, const Literal& b) const {
        if (a.kind != b.kind) return false;
        return a.kind == Literal::Kind::reads_from ? a.b == b.b : a.a == b.b && a.b == b.a;
    }
    [[nodiscard]] bool touch(EventId a, EventId b) const {
        const litmus::UnitId unit = structure_[a].unit;
        return a == b || (unit.valid() && unit == structure_[b].unit) ||
               k::test(shape_, facts_.knowledge.same_location.may.data(), a.index(), b.index());
    }
    [[nodiscard]] bool related(const Literal& a, const Literal& b) const {
        return touch(a.a, b.a) || touch(a.a, b.b) || touch(a.b, b.a) || touch(a.b, b.b);
    }

    void refute_pairs() {
        for (std::size_t i = 0; i < candidates_.size() && within_limits(); ++i) {
            Knowledge with_first = known_;
            assume(shape_, candidates_[i], with_first);
            for (std::size_t j = i + 1; j < candidates_.size() && within_limits(); ++j) {
                const Literal& second = candidates_[j];
                if (exclude_each_other(candidates_[i], second) || !related(candidates_[i], second))
                    continue;
                if (!open(second, with_first)) continue;
                tried_ = with_first;
                assume(shape_, second, tried_);
                if (violated(tried_)) found_.push_back({candidates_[i], second});
            }
        }
    }

    /// Neither excluded nor implied by what is known.
    [[nodiscard]] bool open(const Literal& literal, const Knowledge& knowledge) const {
        const Interval& bounds = literal.kind == Literal::Kind::reads_from
                                     ? knowledge.reads_from
                                     : knowledge.modification_order;
        return k::test(shape_, bounds.may.data(), literal.a.index(), literal.b.index()) &&
               !k::test(shape_, bounds.must.data(), literal.a.index(), literal.b.index());
    }

    using Word = kernels::Word;
    const EventStructure& structure_;
    const SeedLimits& limits_;
    Facts facts_;
    std::shared_ptr<const Plan> remembered_plan_;
    const Plan& plan_;
    Shape shape_;
    Intervals intervals_;
    Knowledge known_, tried_;
    Words alive_, surely_;
    std::vector<Check> axioms_;
    std::vector<Ordered> orders_;
    std::vector<Literal> candidates_;
    std::vector<Reason> found_;
    std::size_t evaluations_ = 0;
};

}  // namespace

std::vector<Reason> seed_conflicts(const MemoryModel& model, const EventStructure& structure,
                                   const SeedLimits& limits) {
    return SeedSearch(model, structure, limits).run();
}

}  // namespace clmm::model
