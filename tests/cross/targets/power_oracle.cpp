#include <algorithm>
#include <functional>

#include "cross/targets/processor.h"

/// Alglave, Maranget, Tautschnig, "Herding cats", TOPLAS 2014, Power, relation by relation: each is
/// a table, filled until nothing is missing.
namespace clmm::oracle::processor {
namespace {

using targets::Run;

/// Of tables.
Pairs followed_by(const Pairs& first, const Pairs& second) {
    Pairs made(first.size());
    for (int a = 0; a < first.size(); ++a)
        for (int m = 0; m < first.size(); ++m)
            for (int b = 0; first(a, m) && b < first.size(); ++b)
                if (second(m, b)) made.add(a, b);
    return made;
}

/// Whether something was missing.
bool fill(Pairs& into, const Pairs& from) {
    bool has_grown = false;
    for (int a = 0; a < into.size(); ++a)
        for (int b = 0; b < into.size(); ++b)
            if (from(a, b) && !into(a, b)) {
                into.add(a, b);
                has_grown = true;
            }
    return has_grown;
}

/// Zero steps or more.
Pairs any_steps(Pairs of) {
    of.close();
    for (int o = 0; o < of.size(); ++o) of.add(o, o);
    return of;
}

/// An execution with a coherence order.
class Power {
public:
    Power(const Execution& execution, const Pairs& coherence) : e_(execution), co_(coherence) {}

    [[nodiscard]] bool is_allowed() const {
        return is_sc_per_location() && is_atomic() && are_reservations_in_order() &&
               has_no_thin_air();
    }

private:
    [[nodiscard]] Pairs where(const std::function<bool(int, int)>& holds) const {
        Pairs made(e_.size());
        for (int a = 0; a < e_.size(); ++a)
            for (int b = 0; b < e_.size(); ++b)
                if (holds(a, b)) made.add(a, b);
        return made;
    }

    [[nodiscard]] const Run& run() const { return e_.run(); }
    [[nodiscard]] bool reads(int o) const { return run().reads(o); }
    [[nodiscard]] bool writes(int o) const { return run().writes(o); }
    [[nodiscard]] bool is_access(int o) const { return run().accesses(o); }
    [[nodiscard]] bool external(int a, int b) const { return run()[a].thread != run()[b].thread; }
    [[nodiscard]] bool rf(int a, int b) const { return reads(b) && run().source(b) == a; }
    [[nodiscard]] bool fr(int a, int b) const { return reads(a) && co_(run().source(a), b); }
    [[nodiscard]] bool com(int a, int b) const { return rf(a, b) || co_(a, b) || fr(a, b); }
    [[nodiscard]] bool po_location(int a, int b) const {
        return e_.po(a, b) && run().one_location(a, b);
    }

    [[nodiscard]] bool is_sc_per_location() const {
        return where([&](int a, int b) { return po_location(a, b) || com(a, b); }).acyclic();
    }

    [[nodiscard]] bool is_atomic() const {
        for (int r = 0; r < e_.size(); ++r)
            for (int w = 0; w < e_.size(); ++w)
                for (int other = 0; e_.paired(r, w) && other < e_.size(); ++other)
                    if (external(other, w) && fr(r, other) && co_(other, w)) return false;
        return true;
    }

    [[nodiscard]] bool is_reserving(int o) const {
        return is_access(o) && (e_.is(o, Kind::reserve) || e_.is(o, Kind::conditional));
    }
    [[nodiscard]] bool are_reservations_in_order() const {
        return where([&](int a, int b) {
                   return co_(a, b) || (e_.po(a, b) && is_reserving(a) && is_reserving(b));
               })
            .acyclic();
    }

    // ---- Preserved program order ----

    [[nodiscard]] bool dp(int a, int b) const {
        return is_access(a) && is_access(b) && (e_.address(a, b) || e_.data(a, b));
    }
    [[nodiscard]] bool rdw(int a, int b) const {
        return po_location(a, b) && reads(b) && external(a, run().source(b)) &&
               fr(a, run().source(b));
    }
    [[nodiscard]] bool detour(int a, int b) const {
        return po_location(a, b) && reads(b) && external(a, run().source(b)) && writes(a) &&
               co_(a, run().source(b));
    }
    [[nodiscard]] bool begins_before_begins(int a, int b) const {
        return dp(a, b) || rdw(a, b) || (rf(a, b) && !external(a, b));
    }
    [[nodiscard]] bool commits_before_begins(int a, int b) const {
        return detour(a, b) || (is_access(a) && is_access(b) && e_.control_fence(a, b, "isync"));
    }
    [[nodiscard]] bool commits_before_commits(int a, int b) const {
        return dp(a, b) || po_location(a, b) ||
               (is_access(a) && is_access(b) && (e_.control(a, b) || e_.address_before(a, b)));
    }

    [[nodiscard]] Pairs preserved() const {
        Pairs ii = where([&](int a, int b) { return begins_before_begins(a, b); });
        Pairs ci = where([&](int a, int b) { return commits_before_begins(a, b); });
        Pairs cc = where([&](int a, int b) { return commits_before_commits(a, b); });
        Pairs ic(e_.size());
        for (bool has_grown = true; has_grown;) {
            has_grown = false;
            const auto grow = [&](Pairs& into, const Pairs& from) {
                has_grown = fill(into, from) || has_grown;
            };
            grow(ii, ci);
            grow(ii, followed_by(ic, ci));
            grow(ii, followed_by(ii, ii));
            grow(ic, ii);
            grow(ic, cc);
            grow(ic, followed_by(ic, cc));
            grow(ic, followed_by(ii, ic));
            grow(ci, followed_by(ci, ii));
            grow(ci, followed_by(cc, ci));
            grow(cc, ci);
            grow(cc, followed_by(ci, ic));
            grow(cc, followed_by(cc, cc));
        }
        return where([&](int a, int b) {
            return reads(a) && ((reads(b) && ii(a, b)) || (writes(b) && ic(a, b)));
        });
    }

    // ---- Fences and propagation ----

    [[nodiscard]] bool full_fence(int a, int b) const {
        return is_access(a) && is_access(b) && e_.fenced(a, b, "sync");
    }
    [[nodiscard]] bool fence(int a, int b) const {
        if (!is_access(a) || !is_access(b)) return false;
        return full_fence(a, b) || (e_.fenced(a, b, "lwsync") && !(writes(a) && reads(b))) ||
               (e_.fenced(a, b, "eieio") && writes(a) && writes(b));
    }

    /// "No thin air", and what rests on happens-before.
    [[nodiscard]] bool has_no_thin_air() const {
        const Pairs fences = where([&](int a, int b) { return fence(a, b); });
        const Pairs from_others = where([&](int a, int b) { return rf(a, b) && external(a, b); });
        Pairs hb = preserved();
        fill(hb, fences);
        fill(hb, from_others);
        return hb.acyclic() && propagates(fences, from_others, any_steps(hb));
    }

    [[nodiscard]] bool propagates(const Pairs& fences, const Pairs& from_others,
                                  const Pairs& hb) const {
        Pairs base = fences;
        fill(base, followed_by(from_others, fences));
        base = followed_by(base, hb);
        const Pairs strong = followed_by(where([&](int a, int b) { return full_fence(a, b); }), hb);
        const Pairs communicated = any_steps(where([&](int a, int b) { return com(a, b); }));
        Pairs prop = where([&](int a, int b) { return writes(a) && writes(b) && base(a, b); });
        fill(prop, followed_by(followed_by(communicated, any_steps(base)), strong));
        return observes(prop, hb) && agrees_with_coherence(prop);
    }

    [[nodiscard]] bool observes(const Pairs& prop, const Pairs& hb) const {
        const Pairs missed = where([&](int a, int b) { return fr(a, b) && external(a, b); });
        return followed_by(followed_by(missed, prop), hb).irreflexive();
    }

    [[nodiscard]] bool agrees_with_coherence(Pairs prop) const {
        fill(prop, co_);
        return prop.acyclic();
    }

    const Execution& e_;
    const Pairs& co_;
};

/// Every order of the writes of each location, the initial one first.
void for_each_coherence(const Run& run,
                        const std::function<void(const Pairs&, const std::vector<int>&)>& visit) {
    std::vector<std::vector<int>> writes(static_cast<std::size_t>(run.locations));
    for (int o = 0; o < run.size(); ++o)
        if (run.writes(o)) writes[static_cast<std::size_t>(run[o].does.location)].push_back(o);
    const std::function<void(std::size_t, Pairs, std::vector<int>)> order =
        [&](std::size_t location, const Pairs& co, const std::vector<int>& last) {
            if (location == writes.size()) return visit(co, last);
            std::vector<int> way = writes[location];
            do {
                Pairs more = co;
                for (std::size_t i = 0; i < way.size(); ++i)
                    for (std::size_t j = i + 1; j < way.size(); ++j) more.add(way[i], way[j]);
                std::vector<int> ends = last;
                ends.push_back(way.back());
                order(location + 1, more, ends);
            } while (std::next_permutation(way.begin() + 1, way.end()));
        };
    order(0, Pairs(run.size()), {});
}

}  // namespace

Answer power(const Program& test) {
    Answer answer;
    for_each_fate(test, [&](const Program& each) {
        targets::for_each_run(effects(each), each.locations, [&](const Run& run) {
            const Execution execution(each, run);
            for_each_coherence(run, [&](const Pairs& co, const std::vector<int>& last) {
                if (Power(execution, co).is_allowed()) answer.outcomes.insert(run.outcome(last));
            });
        });
    });
    return answer;
}

}  // namespace clmm::oracle::processor
