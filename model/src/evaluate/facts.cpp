#include "evaluate/facts.h"

#include <algorithm>
#include <set>

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

    void compare_guards() {
        const TermPool& terms = structure_.terms;
        std::vector<std::set<TermId>> claims;
        for (const Event& event : structure_.events)
            claims.push_back(conjuncts(terms, event.guard));
        facts_.sure.assign(facts_.shape.stride, 0);
        for (std::size_t a = 0; a < n_; ++a) {
            const TermId guard = structure_.events[a].guard;
            if (terms.is_true(guard)) k::put(facts_.sure.data(), a);
            std::size_t first = 0;
            while (structure_.events[first].guard != guard) ++first;
            facts_.representative.push_back(static_cast<std::uint32_t>(first));
            for (std::size_t b = 0; b < n_; ++b) {
                if (!contradict(terms, claims[a], claims[b]) &&
                    !contradict(terms, claims[b], claims[a]))
                    put(knowledge_.possible, a, b);
                if (terms.is_true(structure_.events[b].guard) ||
                    claims[a].contains(structure_.events[b].guard) ||
                    std::includes(claims[a].begin(), claims[a].end(), claims[b].begin(),
                                  claims[b].end()))
                    put(knowledge_.implies, a, b);
            }
        }
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
