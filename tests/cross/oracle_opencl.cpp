#include "candidates.h"

/// `opencl-scoped` from the Khronos chapter (MODEL.md sections 1 to 4, with 4.7 for SC).
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

class Scoped {
public:
    explicit Scoped(const Candidate& candidate)
        : c_(candidate), gsw_(c_.size()), lsw_(c_.size()), ghb_(c_.size()), lhb_(c_.size()) {
        synchronise();
        ghb_ = happens_before(Region::global, gsw_);
        lhb_ = happens_before(Region::local, lsw_);
    }

    [[nodiscard]] bool consistent() const {
        return ghb_.irreflexive() && lhb_.irreflexive() && coherent() && reads_nothing_later() &&
               plain_reads_see_visible_side_effects() && rmw_reads_immediate_predecessor(c_) &&
               sc_scoped();
    }

    /// "The execution of a program contains a data race if it contains two conflicting actions …"
    [[nodiscard]] bool racy() const {
        for (int a = 0; a < c_.size(); ++a)
            for (int b = 0; b < c_.size(); ++b)
                if (races(a, b)) return true;
        return false;
    }

private:
    [[nodiscard]] bool races(int a, int b) const {
        if (c_[a].is_initial() || c_[b].is_initial() || c_[a].thread == c_[b].thread) return false;
        if (!c_.same_location(a, b) || (!c_[a].is_write() && !c_[b].is_write())) return false;
        if (c_[a].is_atomic() && c_[b].is_atomic() && inclusive_scope(c_[a], c_[b])) return false;
        return !hb(a, b) && !hb(b, a);
    }

    /// The happens-before of the region that the location of `a` lies in.
    [[nodiscard]] bool hb(int a, int b) const { return c_[a].global ? ghb_(a, b) : lhb_(a, b); }

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

    /// MODEL 4.7: ((F;sb)? ; (rb ∪ mo ∪ ghb ∪ lhb) ; (sb;F)?) between SC actions of inclusive
    /// scope.
    [[nodiscard]] bool sc_scoped() const {
        Pairs s(c_.size());
        for (int a = 0; a < c_.size(); ++a)
            for (int b = 0; b < c_.size(); ++b)
                if (c_[a].order == Order::sc && c_[b].order == Order::sc &&
                    inclusive_scope(c_[a], c_[b]) && sc_before(a, b))
                    s.add(a, b);
        return s.acyclic();
    }

    [[nodiscard]] bool sc_before(int a, int b) const {
        for (int x = 0; x < c_.size(); ++x)
            for (int y = 0; y < c_.size(); ++y) {
                const bool from = x == a || (c_[a].is_fence() && c_.sb(a, x));
                const bool to = y == b || (c_[b].is_fence() && c_.sb(y, b));
                if (from && to && (on_atomic(x, y) || ghb_(x, y) || lhb_(x, y))) return true;
            }
        return false;
    }

    /// mo and rb are about atomic objects.
    [[nodiscard]] bool on_atomic(int x, int y) const {
        return c_.same_location(x, y) && c_.atomic_location(x) && (c_.co(x, y) || c_.fr(x, y));
    }

    const Candidate& c_;
    Pairs gsw_, lsw_, ghb_, lhb_;
};

}  // namespace

Answer opencl_scoped(const Program& test) {
    Answer answer;
    for_each_candidate(test, [&](const Candidate& candidate) {
        if (!rmw_reads_immediate_predecessor(candidate)) return;
        const Scoped scoped(candidate);
        if (!scoped.consistent()) return;
        ++answer.executions;
        answer.outcomes.insert(candidate.outcome);
        answer.racy = answer.racy || scoped.racy();
    });
    return answer;
}

}  // namespace clmm::oracle
