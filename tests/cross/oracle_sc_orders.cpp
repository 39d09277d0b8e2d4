#include <algorithm>

#include "opencl.h"

/// The order of SC operations: scoped acyclicity, the text's total order S, and
/// the partial order of RC11.
namespace clmm::oracle {
namespace {

class ScopedOrder {
public:
    ScopedOrder(const Candidate& candidate, const Shared& shared)
        : c_(candidate), shared_(shared) {}

    /// ((F;sb)? ; (rb ∪ mo ∪ ghb ∪ lhb) ; (sb;F)?) between SC actions of inclusive
    /// scope.
    [[nodiscard]] bool consistent() const {
        Pairs s(c_.size());
        for (int a = 0; a < c_.size(); ++a)
            for (int b = 0; b < c_.size(); ++b)
                if (c_[a].order == Order::sc && c_[b].order == Order::sc &&
                    shared_.inclusive_scope(a, b) && sc_before(a, b))
                    s.add(a, b);
        return s.acyclic();
    }

private:
    [[nodiscard]] bool sc_before(int a, int b) const {
        for (int x = 0; x < c_.size(); ++x)
            for (int y = 0; y < c_.size(); ++y) {
                const bool from = x == a || (c_[a].is_fence() && c_.sb(a, x));
                const bool to = y == b || (c_[b].is_fence() && c_.sb(y, b));
                if (from && to && (on_atomic(x, y) || shared_.in_some_happens_before(x, y)))
                    return true;
            }
        return false;
    }

    /// mo and rb are about atomic objects.
    [[nodiscard]] bool on_atomic(int x, int y) const {
        return c_.same_location(x, y) && c_.on_atomic_object(x) && (c_.co(x, y) || c_.fr(x, y));
    }

    const Candidate& c_;
    const Shared& shared_;
};

/// "There shall exist a single total order S for all memory_order_seq_cst operations …"
class TotalOrder {
public:
    TotalOrder(const Candidate& candidate, const Shared& shared)
        : c_(candidate), shared_(shared), place_(candidate.events.size(), -1) {}

    [[nodiscard]] bool exists() {
        std::vector<int> operations;  // a read-modify-write is one, named by its read
        for (int e = 0; e < c_.size(); ++e)
            if (sc(e) && !(c_[e].is_write() && c_[e].rmw)) operations.push_back(e);
        do {
            int next = 0;
            for (const int e : operations) {
                place_[at(e)] = next++;
                if (c_[e].is_read() && c_[e].rmw) place_[at(e + 1)] = next++;
            }
            if (consistent()) return true;
        } while (std::next_permutation(operations.begin(), operations.end()));
        return false;
    }

private:
    static std::size_t at(int e) { return static_cast<std::size_t>(e); }
    [[nodiscard]] bool sc(int e) const { return c_[e].order == Order::sc; }
    [[nodiscard]] bool sc_fence(int e) const { return sc(e) && c_[e].is_fence(); }
    [[nodiscard]] bool atomic_write(int e) const { return c_[e].is_write() && c_[e].is_atomic(); }
    [[nodiscard]] bool precedes(int a, int b) const {
        return sc(a) && sc(b) && place_[at(a)] < place_[at(b)];
    }

    [[nodiscard]] bool consistent() const {
        for (int a = 0; a < c_.size(); ++a)
            for (int b = 0; b < c_.size(); ++b) {
                // "… that is consistent with the modification orders for all affected locations, as
                // well as the appropriate global-happens-before and local-happens-before orders …"
                if (precedes(b, a) && (c_.co(a, b) || shared_.in_some_happens_before(a, b)))
                    return false;
                if (atomic_write(a) && !fences_order(a, b)) return false;
            }
        for (int read = 0; read < c_.size(); ++read)
            if (c_[read].is_read() && c_[read].is_atomic())
                if ((sc(read) && !observes(read)) || !after_fence(read)) return false;
        return true;
    }

    /// The last SC modification of the read's object that precedes `limit` in S; -1: none.
    [[nodiscard]] int last_preceding(int read, int limit) const {
        int last = -1;
        for (int w = 0; w < c_.size(); ++w)
            if (c_[w].is_write() && c_.same_location(w, read) && precedes(w, limit) &&
                (last < 0 || precedes(last, w)))
                last = w;
        return last;
    }

    /// "… such that each memory_order_seq_cst operation B that loads a value from an atomic object
    /// M … observes one of the following values". Coherence keeps it in the visible sequence.
    [[nodiscard]] bool observes(int b) const {
        const int a = last_preceding(b, b);
        const int x = c_.rf(b);
        if (a < 0) return !sc(x);
        return x == a || (!sc(x) && !shared_.hb(x, a));
    }

    [[nodiscard]] bool not_before(int a, int b) const {
        return c_.rf(b) == a || c_.co(a, c_.rf(b));
    }

    /// "… if there is a memory_order_seq_cst fence X sequenced-before B, then B observes either the
    /// last memory_order_seq_cst modification of M preceding X in the total order S or a later
    /// one".
    [[nodiscard]] bool after_fence(int b) const {
        for (int x = 0; x < c_.size(); ++x) {
            if (!sc_fence(x) || !c_.sb(x, b)) continue;
            const int a = last_preceding(b, x);
            if (a >= 0 && !not_before(a, b)) return false;
        }
        return true;
    }

    /// The three paragraphs with a fence X after A: B follows X in S, or a fence Y before B does.
    [[nodiscard]] bool fences_order(int a, int b) const {
        if (!c_.same_location(a, b) || !c_[b].is_atomic() || a == b) return true;
        for (int x = 0; x < c_.size(); ++x) {
            if (!sc_fence(x) || !c_.sb(a, x)) continue;
            bool two_fences = false;
            for (int y = 0; y < c_.size(); ++y)
                two_fences = two_fences || (sc_fence(y) && c_.sb(y, b) && precedes(x, y));
            if (c_[b].is_read() && (precedes(x, b) || two_fences) && !not_before(a, b))
                return false;
            if (c_[b].is_write() && two_fences && !c_.co(a, b)) return false;
        }
        return true;
    }

    const Candidate& c_;
    const Shared& shared_;
    std::vector<int> place_;  ///< in S, by event
};

class PartialOrder {
public:
    PartialOrder(const Candidate& candidate, const Shared& shared)
        : c_(candidate), shared_(shared), eco_(c_.size()), scb_(c_.size()) {
        for (int a = 0; a < c_.size(); ++a)
            for (int b = 0; b < c_.size(); ++b)
                if ((c_[b].is_read() && c_.rf(b) == a) || on_atomic(a, b)) eco_.add(a, b);
        eco_.close();
        for (int a = 0; a < c_.size(); ++a)
            for (int b = 0; b < c_.size(); ++b)
                if (sc_before(a, b)) scb_.add(a, b);
    }

    [[nodiscard]] bool consistent() const {
        Pairs psc(c_.size());
        for (int a = 0; a < c_.size(); ++a)
            for (int b = 0; b < c_.size(); ++b)
                if (c_[a].order == Order::sc && c_[b].order == Order::sc &&
                    shared_.inclusive_scope(a, b) && (base(a, b) || fences(a, b)))
                    psc.add(a, b);
        return psc.acyclic();
    }

private:
    [[nodiscard]] bool hb(int a, int b) const { return shared_.in_some_happens_before(a, b); }
    [[nodiscard]] bool hb_or_same(int a, int b) const { return a == b || hb(a, b); }
    [[nodiscard]] bool sb(int a, int b) const { return c_.sb(a, b) && hb(a, b); }
    [[nodiscard]] bool elsewhere(int a, int b) const { return sb(a, b) && !c_.same_location(a, b); }
    [[nodiscard]] bool on_atomic(int x, int y) const {
        return c_.same_location(x, y) && c_.on_atomic_object(x) && (c_.co(x, y) || c_.fr(x, y));
    }

    /// scb = sb ∪ sb|≠loc; hb; sb|≠loc ∪ hb|loc ∪ mo ∪ rb.
    [[nodiscard]] bool sc_before(int a, int b) const {
        if (sb(a, b) || (hb(a, b) && c_.same_location(a, b)) || on_atomic(a, b)) return true;
        for (int x = 0; x < c_.size(); ++x)
            for (int y = 0; y < c_.size(); ++y)
                if (elsewhere(a, x) && hb(x, y) && elsewhere(y, b)) return true;
        return false;
    }

    /// ([SC] ∪ [Fsc]; hb?); scb; ([SC] ∪ hb?; [Fsc]).
    [[nodiscard]] bool base(int a, int b) const {
        for (int x = 0; x < c_.size(); ++x)
            for (int y = 0; y < c_.size(); ++y) {
                const bool from = x == a || (c_[a].is_fence() && hb_or_same(a, x));
                const bool to = y == b || (c_[b].is_fence() && hb_or_same(y, b));
                if (from && to && scb_(x, y)) return true;
            }
        return false;
    }

    /// [Fsc]; (hb ∪ hb; eco; hb); [Fsc].
    [[nodiscard]] bool fences(int a, int b) const {
        if (!c_[a].is_fence() || !c_[b].is_fence()) return false;
        if (hb(a, b)) return true;
        for (int x = 0; x < c_.size(); ++x)
            for (int y = 0; y < c_.size(); ++y)
                if (hb(a, x) && eco_(x, y) && hb(y, b)) return true;
        return false;
    }

    const Candidate& c_;
    const Shared& shared_;
    Pairs eco_, scb_;
};

}  // namespace

bool scoped_order(const Candidate& candidate, const Shared& shared) {
    return ScopedOrder(candidate, shared).consistent();
}

bool total_order(const Candidate& candidate, const Shared& shared) {
    return TotalOrder(candidate, shared).exists();
}

/// "If one of the following two conditions holds": all SC operations have scope
/// memory_scope_all_svm_devices and all affected locations are system allocations or fine-grain SVM
/// with atomics; or all have scope memory_scope_device and no affected location is. A fence affects
/// no location that could reduce its scope.
bool needs_total_order(const Candidate& candidate, const Reading& reading) {
    bool all_svm_devices = true;
    bool device = true;
    for (int e = 0; e < candidate.size(); ++e) {
        const Event& event = candidate[e];
        if (event.order != Order::sc) continue;
        const bool such_memory =
            event.is_access() && event.global && event.memory == Memory::atomic_svm;
        const bool is_reduced = event.is_access() && !reading.given_scopes;
        const Scope scope = is_reduced ? scope_on(event, event.scope, reading) : event.scope;
        if (scope != Scope::all || (event.is_access() && !such_memory)) all_svm_devices = false;
        if (scope != Scope::dev || such_memory) device = false;
    }
    return all_svm_devices || device;
}

bool partial_order(const Candidate& candidate, const Shared& shared) {
    return PartialOrder(candidate, shared).consistent();
}

}  // namespace clmm::oracle
