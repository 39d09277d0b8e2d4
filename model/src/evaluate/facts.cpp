#include "evaluate/facts.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace clmm::model {
namespace {

using litmus::Event;
using litmus::Target;
using litmus::TermId;
using litmus::TermOp;
using litmus::TermPool;
namespace k = kernels;

std::set<TermId> conjuncts(const TermPool& terms, TermId guard) {
    std::set<TermId> found;
    std::vector<TermId> pending{guard};
    while (!pending.empty()) {
        const TermId id = pending.back();
        pending.pop_back();
        if (!found.insert(id).second || terms[id].op != TermOp::logical_and) continue;
        pending.push_back(terms[id].a);
        pending.push_back(terms[id].b);
    }
    return found;
}

/// No execution satisfies both: one side claims what the other denies.
bool contradict(const TermPool& terms, const std::set<TermId>& a, const std::set<TermId>& b) {
    return std::any_of(a.begin(), a.end(), [&](TermId id) {
        return terms.is_false(id) ||
               (terms[id].op == TermOp::logical_not && b.contains(terms[id].a));
    });
}

class Derivation {
public:
    Derivation(const EventStructure& structure, Facts& facts)
        : structure_(structure), facts_(facts), knowledge_(facts.knowledge), n_(structure.size()) {}

    void run() {
        for (Words* words : {&knowledge_.possible, &knowledge_.implies}) *words = relation();
        for (Interval* interval : {&knowledge_.reads_from, &knowledge_.modification_order,
                                   &knowledge_.same_location, &knowledge_.barrier_pair})
            *interval = {relation(), relation()};
        compare_guards();
        relate_locations();
        pair_barriers();
        bound_reads_from();
        bound_modification_order();
    }

private:
    [[nodiscard]] Words relation() const { return Words(facts_.shape.words(false)); }
    void put(Words& words, std::size_t a, std::size_t b) const {
        k::put(words.data() + a * facts_.shape.stride, b);
    }
    [[nodiscard]] bool test(const Words& words, std::size_t a, std::size_t b) const {
        return k::test(facts_.shape, words.data(), a, b);
    }

    /// Events under one guard, and what it claims.
    struct Guarded {
        TermId guard;
        std::set<TermId> claims;
        std::vector<std::uint32_t> events;
    };

    [[nodiscard]] std::vector<Guarded> by_guard() const {
        std::vector<Guarded> found;
        std::unordered_map<TermId, std::size_t> numbers;
        for (std::uint32_t e = 0; e < n_; ++e) {
            const TermId guard = structure_.events[e].guard;
            const auto [place, is_new] = numbers.try_emplace(guard, found.size());
            if (is_new) found.push_back({guard, conjuncts(structure_.terms, guard), {}});
            found[place->second].events.push_back(e);
        }
        return found;
    }

    [[nodiscard]] bool are_compatible(const Guarded& a, const Guarded& b) const {
        return !contradict(structure_.terms, a.claims, b.claims) &&
               !contradict(structure_.terms, b.claims, a.claims);
    }
    [[nodiscard]] bool implies(const Guarded& a, const Guarded& b) const {
        return structure_.terms.is_true(b.guard) || a.claims.contains(b.guard) ||
               std::ranges::includes(a.claims, b.claims);
    }

    void compare_guards() {
        const std::vector<Guarded> guards = by_guard();
        const auto set_row = [&](Words& relation, std::size_t e, const Words& row) {
            std::ranges::copy(row, relation.data() + e * facts_.shape.stride);
        };
        facts_.sure.assign(facts_.shape.stride, 0);
        facts_.representative.resize(n_);
        for (const Guarded& a : guards) {
            Words possible(facts_.shape.stride, 0);
            Words implied(facts_.shape.stride, 0);
            for (const Guarded& b : guards) {
                if (are_compatible(a, b)) put_all(possible, b.events);
                if (implies(a, b)) put_all(implied, b.events);
            }
            for (const std::uint32_t e : a.events) {
                facts_.representative[e] = a.events.front();
                set_row(knowledge_.possible, e, possible);
                set_row(knowledge_.implies, e, implied);
            }
            if (structure_.terms.is_true(a.guard)) put_all(facts_.sure, a.events);
        }
    }
    static void put_all(Words& row, const std::vector<std::uint32_t>& events) {
        for (const std::uint32_t e : events) k::put(row.data(), e);
    }

    [[nodiscard]] bool may_meet(const Event& a, const Event& b) const {
        for (const Target& x : a.targets)
            for (const Target& y : b.targets)
                if (x.location == y.location && !structure_.terms.is_false(x.when) &&
                    !structure_.terms.is_false(y.when))
                    return true;
        return false;
    }
    /// Both have one target and it is the same, or all targets coincide under equal conditions.
    [[nodiscard]] bool must_meet(const Event& a, const Event& b) const {
        if (a.targets.empty() || a.targets.size() != b.targets.size()) return false;
        for (std::size_t i = 0; i < a.targets.size(); ++i)
            if (a.targets[i].location != b.targets[i].location) return false;
        if (a.targets.size() == 1) return true;
        for (std::size_t i = 0; i < a.targets.size(); ++i)
            if (a.targets[i].when != b.targets[i].when) return false;
        return true;
    }

    void relate_locations() {
        for (std::size_t a = 0; a < n_; ++a)
            for (std::size_t b = 0; b < n_; ++b) {
                if (!test(knowledge_.possible, a, b)) continue;
                const Event& x = structure_.events[a];
                const Event& y = structure_.events[b];
                const bool must = (a == b && !x.targets.empty()) || must_meet(x, y);
                if (must) put(knowledge_.same_location.must, a, b);
                if (must || may_meet(x, y)) put(knowledge_.same_location.may, a, b);
            }
    }

    void pair_barriers() {
        for (const litmus::BarrierPair& pair : structure_.barriers) {
            const std::size_t a = pair.entry.index();
            const std::size_t b = pair.exit.index();
            if (structure_.terms.is_false(pair.when) || !test(knowledge_.possible, a, b)) continue;
            put(knowledge_.barrier_pair.may, a, b);
            if (structure_.terms.is_true(pair.when)) put(knowledge_.barrier_pair.must, a, b);
        }
    }

    void bound_reads_from() {
        for (const Event& read : structure_.events) {
            if (read.kind != litmus::EventKind::read) continue;
            std::vector<std::size_t> sources;
            for (const Event& write : structure_.events)
                if (write.kind == litmus::EventKind::write &&
                    test(knowledge_.same_location.may, write.id.index(), read.id.index()))
                    sources.push_back(write.id.index());
            for (const std::size_t write : sources)
                put(knowledge_.reads_from.may, write, read.id.index());
            if (sources.size() == 1) put(knowledge_.reads_from.must, sources[0], read.id.index());
        }
    }

    void bound_modification_order() {
        for (const Event& a : structure_.events)
            for (const Event& b : structure_.events) {
                if (a.kind != litmus::EventKind::write || b.kind != litmus::EventKind::write)
                    continue;
                if (a.id == b.id || b.initial) continue;
                if (!test(knowledge_.same_location.may, a.id.index(), b.id.index())) continue;
                put(knowledge_.modification_order.may, a.id.index(), b.id.index());
                if (a.initial && test(knowledge_.same_location.must, a.id.index(), b.id.index()))
                    put(knowledge_.modification_order.must, a.id.index(), b.id.index());
            }
    }

    const EventStructure& structure_;
    Facts& facts_;
    Knowledge& knowledge_;
    std::size_t n_;
};

}  // namespace

Facts::Facts(const EventStructure& structure, const std::vector<NamedBase>& names)
    : shape(structure.size()) {
    Derivation(structure, *this).run();
    for (std::uint32_t base = 0; base < static_cast<std::uint32_t>(Base::first_named); ++base)
        bases.push_back(static_base(structure, static_cast<Base>(base)));
    for (const NamedBase& name : names) bases.push_back(named_base(structure, name));
    read_modify_write = bases[static_cast<std::size_t>(Base::read_modify_write)];
}

AbsentBases absent_bases(const Facts& facts) {
    const auto has_none = [](const Words& words) {
        return std::ranges::all_of(words, [](kernels::Word word) { return word == 0; });
    };
    AbsentBases absent(facts.bases.size());
    std::transform(facts.bases.begin(), facts.bases.end(), absent.begin(), has_none);
    const Knowledge& known = facts.knowledge;
    const auto set = [&](Base base, const Words& words) {
        absent[static_cast<std::size_t>(base)] = has_none(words);
    };
    set(Base::reads_from, known.reads_from.may);
    set(Base::modification_order, known.modification_order.may);
    set(Base::same_location, known.same_location.may);
    set(Base::barrier_pair, known.barrier_pair.may);
    set(Base::rmw_event, facts.read_modify_write);
    return absent;
}

}  // namespace clmm::model
