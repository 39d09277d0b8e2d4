#include <algorithm>

#include "candidates.h"

/// OpenCL from the Khronos chapter (MODEL.md sections 1 to 4): what all readings share, then the
/// order of SC operations as scoped acyclicity (4.7) or as the text's total order S (4.6).
namespace clmm::oracle {
namespace {

bool releases(Order order) {
    return order == Order::rel || order == Order::ar || order == Order::sc;
}
bool acquires(Order order) {
    return order == Order::acq || order == Order::ar || order == Order::sc;
}

enum class Region { global, local };

bool acts_on(const Event& event, Region region) {
    return region == Region::global ? event.global : event.local;
}

bool both_flags(const Event& event) { return event.is_fence() && event.global && event.local; }

/// "Two actions A and B are defined to have an inclusive scope if they have the same scope P
/// such that …". Plain accesses have none.
bool inclusive_scope(const Event& a, const Event& b) {
    if ((!a.is_fence() && !a.is_atomic()) || (!b.is_fence() && !b.is_atomic())) return false;
    if (a.is_initial() || b.is_initial() || a.scope != b.scope) return false;
    switch (a.scope) {
        case Scope::wg:
            return a.device == b.device && a.group == b.group;
        case Scope::dev:
            return a.device == b.device;
        case Scope::all:
            return true;
    }
    return false;
}

class Shared {
public:
    explicit Shared(const Candidate& candidate)
        : c_(candidate), gsw_(c_.size()), lsw_(c_.size()), ghb_(c_.size()), lhb_(c_.size()) {
        synchronise();
        ghb_ = happens_before(Region::global, gsw_);
        lhb_ = happens_before(Region::local, lsw_);
    }

    [[nodiscard]] bool consistent() const {
        return ghb_.irreflexive() && lhb_.irreflexive() && coherent() && reads_nothing_later() &&
               plain_reads_see_visible_side_effects() && rmw_reads_immediate_predecessor(c_);
    }

    /// "The execution of a program contains a data race if it contains two conflicting actions …"
    [[nodiscard]] bool racy() const {
        for (int a = 0; a < c_.size(); ++a)
            for (int b = 0; b < c_.size(); ++b)
                if (races(a, b)) return true;
        return false;
    }

    /// The happens-before of the region that the location of `a` lies in.
    [[nodiscard]] bool hb(int a, int b) const { return c_[a].global ? ghb_(a, b) : lhb_(a, b); }

    [[nodiscard]] bool in_some_happens_before(int a, int b) const {
        return ghb_(a, b) || lhb_(a, b);
    }

private:
    [[nodiscard]] bool races(int a, int b) const {
        if (c_[a].is_initial() || c_[b].is_initial() || c_[a].thread == c_[b].thread) return false;
        if (!c_.same_location(a, b) || (!c_[a].is_write() && !c_[b].is_write())) return false;
        if (c_[a].is_atomic() && c_[b].is_atomic() && inclusive_scope(c_[a], c_[b])) return false;
        return !hb(a, b) && !hb(b, a);
    }

    /// "A release sequence begins with a release operation A … maximal contiguous sub-sequence of
    /// side effects in the modification order of M, where the first operation is A and every
    /// subsequent operation either is performed by the same work-item … or is an atomic
    /// read-modify-write operation." Hypothetical where A is no release.
    [[nodiscard]] bool in_release_sequence(int head, int member) const {
        bool inside = false;
        for (const int write : c_.order[static_cast<std::size_t>(c_[head].location)]) {
            if (write == head)
                inside = true;
            else if (inside && c_[write].thread != c_[head].thread && !c_[write].rmw)
                return false;
            if (inside && write == member) return true;
        }
        return false;
    }

    /// "Atomic Operations" and "Fence Operations": A is a release operation and X itself, or a
    /// release fence of the region sequenced before X; likewise B and Y. Both X and Y are atomic
    /// operations on one object of the region, Y reads from X's release sequence.
    [[nodiscard]] bool synchronises(int a, int b, Region region) const {
        if (c_[a].thread < 0 || c_[b].thread < 0 || c_[a].thread == c_[b].thread) return false;
        if (!releases(c_[a].order) || !acquires(c_[b].order)) return false;
        if (!inclusive_scope(c_[a], c_[b])) return false;
        for (int x = 0; x < c_.size(); ++x)
            for (int y = 0; y < c_.size(); ++y)
                if (stands_for(a, x, true, region) && stands_for(b, y, false, region) &&
                    c_.same_location(x, y) && in_release_sequence(x, c_.rf(y)))
                    return true;
        return false;
    }

    [[nodiscard]] bool stands_for(int side, int access, bool release, Region region) const {
        if (!c_[access].is_atomic() || !acts_on(c_[access], region)) return false;
        if (release ? !c_[access].is_write() : !c_[access].is_read()) return false;
        if (!c_[side].is_fence()) return side == access;
        if (!acts_on(c_[side], region)) return false;
        return release ? c_.sb(side, access) : c_.sb(access, side);
    }

    /// "the entry fence global-synchronizes-with the exit fence of all other work-items in the
    /// same work-group", of one dynamic instance.
    [[nodiscard]] bool barrier(int entry, int exit, Region region) const {
        const Event& a = c_[entry];
        const Event& b = c_[exit];
        return a.barrier_entry >= 0 && a.barrier_entry == b.barrier_exit && a.thread != b.thread &&
               a.device == b.device && a.group == b.group && acts_on(a, region) &&
               acts_on(b, region);
    }

    void synchronise() {
        for (int a = 0; a < c_.size(); ++a)
            for (int b = 0; b < c_.size(); ++b) {
                const bool global =
                    synchronises(a, b, Region::global) || barrier(a, b, Region::global);
                const bool local =
                    synchronises(a, b, Region::local) || barrier(a, b, Region::local);
                // "Let X and Y be two memory_order_seq_cst operations …", "Let X and Y be two
                // work-item fences that each have both … flags set."
                const bool crosses = (c_[a].order == Order::sc && c_[b].order == Order::sc) ||
                                     (both_flags(c_[a]) && both_flags(c_[b]));
                if (global || (crosses && local)) gsw_.add(a, b);
                if (local || (crosses && global)) lsw_.add(a, b);
            }
    }

    /// "A global memory action A global-happens-before a global memory action B if …"
    [[nodiscard]] Pairs happens_before(Region region, const Pairs& synchronised) const {
        Pairs hb(c_.size());
        for (int a = 0; a < c_.size(); ++a)
            for (int b = 0; b < c_.size(); ++b)
                if (acts_on(c_[a], region) && acts_on(c_[b], region) &&
                    (c_.sb(a, b) || synchronised(a, b) ||
                     (c_[a].is_initial() && !c_[b].is_initial())))
                    hb.add(a, b);
        hb.close();
        return hb;
    }

    [[nodiscard]] bool coherent() const {
        for (int a = 0; a < c_.size(); ++a)
            for (int b = 0; b < c_.size(); ++b)
                if (c_.same_location(a, b) && hb(a, b) && !coherent_pair(a, b)) return false;
        return true;
    }

    /// The four requirements for A happens-before B on one object; on an object that is not
    /// atomic only its order of writes follows happens-before.
    [[nodiscard]] bool coherent_pair(int a, int b) const {
        const Event& first = c_[a];
        const Event& second = c_[b];
        if (first.is_write() && second.is_write()) return c_.co(a, b);
        if (!c_.atomic_location(a)) return true;
        if (first.is_read() && second.is_read())
            return c_.rf(a) == c_.rf(b) || c_.co(c_.rf(a), c_.rf(b));
        if (first.is_read() && second.is_write()) return c_.co(c_.rf(a), b);
        return c_.rf(b) == a || c_.co(a, c_.rf(b));
    }

    [[nodiscard]] bool reads_nothing_later() const {
        for (int read = 0; read < c_.size(); ++read)
            if (c_[read].is_read() && hb(read, c_.rf(read))) return false;
        return true;
    }

    /// "A visible side effect A on a global object M with respect to a value computation B …"
    [[nodiscard]] bool plain_reads_see_visible_side_effects() const {
        for (int read = 0; read < c_.size(); ++read) {
            if (!c_[read].is_read() || c_[read].is_atomic()) continue;
            if (!hb(c_.rf(read), read)) return false;
            for (int x = 0; x < c_.size(); ++x)
                if (c_[x].is_write() && c_.same_location(x, read) && hb(c_.rf(read), x) &&
                    hb(x, read))
                    return false;
        }
        return true;
    }

    const Candidate& c_;
    Pairs gsw_, lsw_, ghb_, lhb_;
};

class ScopedOrder {
public:
    ScopedOrder(const Candidate& candidate, const Shared& shared)
        : c_(candidate), shared_(shared) {}

    /// MODEL 4.7: ((F;sb)? ; (rb ∪ mo ∪ ghb ∪ lhb) ; (sb;F)?) between SC actions of inclusive
    /// scope.
    [[nodiscard]] bool consistent() const {
        Pairs s(c_.size());
        for (int a = 0; a < c_.size(); ++a)
            for (int b = 0; b < c_.size(); ++b)
                if (c_[a].order == Order::sc && c_[b].order == Order::sc &&
                    inclusive_scope(c_[a], c_[b]) && sc_before(a, b))
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
        return c_.same_location(x, y) && c_.atomic_location(x) && (c_.co(x, y) || c_.fr(x, y));
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

template <class ScCondition>
Answer decide(const Program& test, ScCondition sc_condition) {
    Answer answer;
    for_each_candidate(test, [&](const Candidate& candidate) {
        if (!rmw_reads_immediate_predecessor(candidate)) return;
        const Shared shared(candidate);
        if (!shared.consistent() || !sc_condition(candidate, shared)) return;
        ++answer.executions;
        answer.outcomes.insert(candidate.outcome);
        answer.racy = answer.racy || shared.racy();
    });
    return answer;
}

}  // namespace

Answer opencl_scoped(const Program& test) {
    return decide(test, [](const Candidate& candidate, const Shared& shared) {
        return ScopedOrder(candidate, shared).consistent();
    });
}

Answer opencl_text(const Program& test) {
    return decide(test, [](const Candidate& candidate, const Shared& shared) {
        return TotalOrder(candidate, shared).exists();
    });
}

}  // namespace clmm::oracle
