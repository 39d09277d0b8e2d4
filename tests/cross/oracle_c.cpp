#include "candidates.h"

/// RC11 as in Lahav, Vafeiadis, Kang, Hur, Dreyer (PLDI 2017), section 3, and SC by interleaving.
namespace clmm::oracle {
namespace {

using Predicate = std::function<bool(int, int)>;

Pairs table(int n, const Predicate& holds) {
    Pairs pairs(n);
    for (int a = 0; a < n; ++a)
        for (int b = 0; b < n; ++b)
            if (holds(a, b)) pairs.add(a, b);
    return pairs;
}

/// Some y with first(a, y) and second(y, b).
Pairs through(const Pairs& first, const Pairs& second) {
    return table(first.size(), [&](int a, int b) {
        for (int y = 0; y < first.size(); ++y)
            if (first(a, y) && second(y, b)) return true;
        return false;
    });
}

class Rc11 {
public:
    explicit Rc11(const Candidate& candidate)
        : c_(candidate),
          n_(c_.size()),
          sb_(table(n_, [&](int a, int b) { return before(a, b); })),
          hb_(n_),
          eco_(n_) {
        const Pairs sw = synchronises_with();
        hb_ = table(n_, [&](int a, int b) { return sb_(a, b) || sw(a, b); });
        hb_.close();
        eco_ = table(n_, [&](int a, int b) { return rf(a, b) || c_.co(a, b) || c_.fr(a, b); });
        eco_.close();
    }

    [[nodiscard]] bool consistent() const {
        return hb_.irreflexive() && coherent() && rmw_reads_immediate_predecessor(c_) &&
               table(n_, [&](int a, int b) { return sb_(a, b) || rf(a, b); }).acyclic() &&
               sc_holds();
    }

    void note_races(Answer& answer) const {
        for (int a = 0; a < n_; ++a)
            for (int b = 0; b < n_; ++b)
                if (c_.same_location(a, b) && (c_[a].is_write() || c_[b].is_write()) &&
                    (!c_[a].is_atomic() || !c_[b].is_atomic()) && !hb_(a, b) && !hb_(b, a) &&
                    c_.place(a) < c_.place(b))
                    answer.races.emplace(c_.place(a), c_.place(b));
        answer.racy = !answer.races.empty();
    }

private:
    /// sb, with initial writes before everything.
    [[nodiscard]] bool before(int a, int b) const {
        return c_.sb(a, b) || (c_[a].is_initial() && !c_[b].is_initial());
    }
    [[nodiscard]] bool rf(int a, int b) const { return c_[b].is_read() && c_.rf(b) == a; }
    [[nodiscard]] bool sc(int e) const { return c_[e].order == Order::sc; }
    [[nodiscard]] bool sc_fence(int e) const { return c_[e].is_fence() && sc(e); }
    [[nodiscard]] static bool releases(const Event& e) {
        return e.order == Order::rel || e.order == Order::ar || e.order == Order::sc;
    }
    [[nodiscard]] static bool acquires(const Event& e) {
        return e.order == Order::acq || e.order == Order::ar || e.order == Order::sc;
    }

    /// rs = [W]; sb|loc?; [W at least rlx]; (rf; rmw)*
    [[nodiscard]] Pairs release_sequence() const {
        Pairs chain = table(n_, [&](int a, int b) {  // rf; rmw: the write half follows its read
            return a != b && b > 0 && c_[b].is_write() && c_[b].rmw && rf(a, b - 1);
        });
        chain.close();
        return table(n_, [&](int a, int b) {
            for (int w = 0; w < n_; ++w)
                if (c_[a].is_write() && c_[w].is_write() && c_[w].is_atomic() &&
                    (a == w || (sb_(a, w) && c_.same_location(a, w))) && (w == b || chain(w, b)))
                    return true;
            return false;
        });
    }

    /// sw = [at least rel]; ([F]; sb)?; rs; rf; [R at least rlx]; (sb; [F])?; [at least acq]
    [[nodiscard]] Pairs synchronises_with() const {
        const Pairs rs = release_sequence();
        const Pairs read = table(n_, [&](int a, int b) {
            return c_[b].is_read() && c_[b].is_atomic() && rs(a, c_.rf(b));
        });
        return table(n_, [&](int a, int b) {
            if (!releases(c_[a]) || !acquires(c_[b])) return false;
            for (int x = 0; x < n_; ++x)
                for (int y = 0; y < n_; ++y)
                    if ((x == a || (c_[a].is_fence() && sb_(a, x))) &&
                        (y == b || (c_[b].is_fence() && sb_(y, b))) && read(x, y))
                        return true;
            return false;
        });
    }

    /// hb; eco? is irreflexive.
    [[nodiscard]] bool coherent() const {
        for (int a = 0; a < n_; ++a)
            for (int b = 0; b < n_; ++b)
                if (hb_(a, b) && eco_(b, a)) return false;
        return true;
    }

    /// scb = sb ∪ sb|≠loc; hb; sb|≠loc ∪ hb|loc ∪ mo ∪ rb
    [[nodiscard]] Pairs sc_basis() const {
        const Pairs other =
            table(n_, [&](int a, int b) { return sb_(a, b) && !c_.same_location(a, b); });
        const Pairs around = through(through(other, hb_), other);
        return table(n_, [&](int a, int b) {
            return sb_(a, b) || around(a, b) || (hb_(a, b) && c_.same_location(a, b)) ||
                   c_.co(a, b) || c_.fr(a, b);
        });
    }

    /// psc_base = ([SC] ∪ [F_sc]; hb?); scb; ([SC] ∪ hb?; [F_sc]),
    /// psc_F = [F_sc]; (hb ∪ hb; eco; hb); [F_sc]; their union is acyclic.
    [[nodiscard]] bool sc_holds() const {
        const Pairs start = table(n_, [&](int a, int b) {
            return (a == b && sc(a)) || (sc_fence(a) && (a == b || hb_(a, b)));
        });
        const Pairs end = table(n_, [&](int a, int b) {
            return (a == b && sc(a)) || (sc_fence(b) && (a == b || hb_(a, b)));
        });
        const Pairs base = through(through(start, sc_basis()), end);
        const Pairs far = through(through(hb_, eco_), hb_);
        return table(n_,
                     [&](int a, int b) {
                         return base(a, b) ||
                                (sc_fence(a) && sc_fence(b) && (hb_(a, b) || far(a, b)));
                     })
            .acyclic();
    }

    const Candidate& c_;
    int n_;
    Pairs sb_, hb_, eco_;
};

bool sequentially_consistent(const Candidate& c) {
    return rmw_reads_immediate_predecessor(c) &&
           table(c.size(), [&](int a, int b) {
               return c.sb(a, b) || (c[a].is_initial() && !c[b].is_initial()) ||
                      (c[b].is_read() && c.rf(b) == a) || c.co(a, b) || c.fr(a, b);
           }).acyclic();
}

}  // namespace

Answer rc11(const Program& test) {
    Answer answer;
    for_each_candidate(test, [&](const Candidate& candidate) {
        if (!rmw_reads_immediate_predecessor(candidate)) return;
        const Rc11 model(candidate);
        if (!model.consistent()) return;
        ++answer.executions;
        answer.outcomes.insert(candidate.outcome);
        model.note_races(answer);
    });
    return answer;
}

Answer sc(const Program& test) {
    Answer answer;
    for_each_candidate(test, [&](const Candidate& candidate) {
        if (!sequentially_consistent(candidate)) return;
        ++answer.executions;
        answer.outcomes.insert(candidate.outcome);
    });
    return answer;
}

}  // namespace clmm::oracle
