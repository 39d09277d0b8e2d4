#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

#include "cross/targets/vulkan.h"

/// Vulkan specification, appendix "Memory Model", section by section; what availability and
/// visibility operations include is taken from its formal form, alloy/spirv.als.
namespace clmm::oracle::vulkan {
namespace {

using targets::Run;

constexpr Scope kScopes[] = {Scope::subgroup, Scope::workgroup, Scope::queue_family, Scope::device};

/// What follows from the program alone.
class Execution {
public:
    Execution(const Program& test, const Run& run) : test_(test), run_(run) {}

    [[nodiscard]] const Run& run() const { return run_; }
    [[nodiscard]] int size() const { return run_.size(); }
    [[nodiscard]] const Program& test() const { return test_; }

    [[nodiscard]] const Instruction& operator[](int o) const {
        static const Instruction initial{.kind = Kind::store};
        if (run_.is_initial(o)) return initial;
        const auto [thread, at] = run_.place(o);
        return test_.threads[static_cast<std::size_t>(thread)].body[static_cast<std::size_t>(at)];
    }
    [[nodiscard]] Place place(int o) const { return {run_[o].thread, (*this)[o].origin}; }
    [[nodiscard]] bool is_initial(int o) const { return run_.is_initial(o); }
    /// The write of a read-modify-write, whose read is the operation before.
    [[nodiscard]] bool is_second_half(int o) const { return (*this)[o].is_second_half; }
    [[nodiscard]] bool is_access(int o) const { return run_.accesses(o) && !is_initial(o); }
    [[nodiscard]] bool reads(int o) const { return run_.reads(o); }
    [[nodiscard]] bool writes(int o) const { return run_.writes(o) && !is_initial(o); }
    [[nodiscard]] bool is_atomic(int o) const { return is_access(o) && (*this)[o].is_atomic; }
    [[nodiscard]] bool is_barrier(int o) const {
        return (*this)[o].kind == Kind::membar || (*this)[o].kind == Kind::cbar;
    }
    [[nodiscard]] unsigned storage_class(int o) const {
        return is_access(o) ? test_.classes[static_cast<std::size_t>(run_[o].does.location)] : 0;
    }
    /// Atomic operations, and those with an availability or visibility operation.
    [[nodiscard]] bool is_non_private(int o) const {
        return is_access(o) && ((*this)[o].is_non_private || (*this)[o].is_atomic ||
                                (*this)[o].makes_available || (*this)[o].makes_visible);
    }
    [[nodiscard]] bool one_reference(int a, int b) const {
        return is_access(a) && is_access(b) && (*this)[a].reference == (*this)[b].reference;
    }

    /// In one instance of a scope.
    [[nodiscard]] bool together(int a, int b, Scope scope) const {
        if (is_initial(a) || is_initial(b)) return false;
        const Thread& x = test_.threads[static_cast<std::size_t>(run_[a].thread)];
        const Thread& y = test_.threads[static_cast<std::size_t>(run_[b].thread)];
        if (scope == Scope::device) return true;
        if (x.queue_family != y.queue_family) return false;
        if (scope == Scope::queue_family) return true;
        if (x.workgroup != y.workgroup) return false;
        return scope == Scope::workgroup || x.subgroup == y.subgroup;
    }
    [[nodiscard]] bool in_scopes(int a, int b) const {
        return together(a, b, (*this)[a].scope) && together(a, b, (*this)[b].scope);
    }
    [[nodiscard]] bool mutually_ordered(int a, int b) const {
        return a != b && is_atomic(a) && is_atomic(b) && run_.one_location(a, b) &&
               one_reference(a, b) && in_scopes(a, b);
    }
    [[nodiscard]] bool system_synchronizes(int a, int b) const {
        if (is_initial(a) || is_initial(b)) return false;
        const std::pair<int, int> threads{run_[a].thread, run_[b].thread};
        return std::find(test_.system.begin(), test_.system.end(), threads) != test_.system.end();
    }

    // ---- Availability and visibility operations ----

    [[nodiscard]] bool is_own_av(int o) const {
        return writes(o) && ((*this)[o].is_atomic || (*this)[o].makes_available);
    }
    [[nodiscard]] bool is_own_vis(int o) const {
        return reads(o) && ((*this)[o].is_atomic || (*this)[o].makes_visible);
    }
    /// Makes available to the domain of a scope.
    [[nodiscard]] bool available_to(int o, Scope scope) const {
        return (is_own_av(o) || (*this)[o].sem_available) && (*this)[o].scope >= scope;
    }
    [[nodiscard]] bool visible_from(int o, Scope scope) const {
        return (is_own_vis(o) || (*this)[o].sem_visible) && (*this)[o].scope >= scope;
    }
    /// `o` is an availability or visibility operation that has the access `a` in its scope.
    [[nodiscard]] bool includes(int o, int a) const {
        if (!is_access(a)) return false;
        const Instruction& of = (*this)[o];
        if (of.kind == Kind::avdevice || of.kind == Kind::visdevice) return true;
        if ((is_own_av(o) || is_own_vis(o)) && one_reference(o, a) && run_.one_location(o, a))
            return true;
        return o != a && (of.sem_available || of.sem_visible) &&
               (of.semantics & storage_class(a)) != 0;
    }

private:
    const Program& test_;
    const Run& run_;
};

/// An order of the writes of each location: atomic ones are, by the orders that agree with it, in
/// scoped modification orders.
class ModificationOrder {
public:
    ModificationOrder(const Execution& e, const std::vector<std::vector<int>>& orders)
        : e_(e), orders_(orders) {}

    [[nodiscard]] bool operator()(int a, int b) const {
        for (const std::vector<int>& order : orders_) {
            const auto first = std::find(order.begin(), order.end(), a);
            if (first != order.end() && std::find(first + 1, order.end(), b) != order.end())
                return true;
        }
        return false;
    }
    [[nodiscard]] bool scoped(int a, int b) const {
        return e_.writes(a) && e_.writes(b) && e_.mutually_ordered(a, b) && (*this)(a, b);
    }

    /// "The longest continuous subsequence of A's scoped modification order that consists of the
    /// atomic operation A" and "atomic read-modify-write operations".
    [[nodiscard]] std::vector<int> release_sequence(int head) const {
        std::vector<int> sequence{head};
        const auto& order = orders_[static_cast<std::size_t>(e_.run()[head].does.location)];
        for (auto next = std::find(order.begin(), order.end(), head) + 1; next != order.end();
             ++next) {
            if (!e_.mutually_ordered(head, *next)) continue;
            if (!e_.is_second_half(*next)) break;
            sequence.push_back(*next);
        }
        return sequence;
    }
    [[nodiscard]] bool reads_sequence_of(int head, int read) const {
        const std::vector<int> sequence = release_sequence(head);
        return std::find(sequence.begin(), sequence.end(), e_.run().source(read)) != sequence.end();
    }

private:
    const Execution& e_;
    const std::vector<std::vector<int>>& orders_;
};

/// Happens-before.
class Order {
public:
    Order(const Execution& e, const ModificationOrder& mo)
        : e_(e), n_(e.size()), synchronizes_(n_), happens_(n_) {
        for (int a = 0; a < n_; ++a)
            for (int b = 0; b < n_; ++b)
                if (a != b && synchronizes(mo, a, b)) synchronizes_.add(a, b);
        for (const unsigned classes : {1U, 2U, 3U}) add_inter_thread(classes);
        for (int a = 0; a < n_; ++a)
            for (int b = 0; b < n_; ++b)
                if (e_.run().program_order(a, b)) happens_.add(a, b);
    }

    [[nodiscard]] bool operator()(int a, int b) const { return happens_(a, b); }

private:
    // ---- Synchronizes-with ----

    [[nodiscard]] bool is_release(int o) const { return e_[o].releases; }
    [[nodiscard]] bool is_acquire(int o) const { return e_[o].acquires; }
    [[nodiscard]] bool before(int a, int b) const { return e_.run().program_order(a, b); }
    [[nodiscard]] bool has_class(int barrier, int access) const {
        return (e_[barrier].semantics & e_.storage_class(access)) != 0;
    }

    [[nodiscard]] bool synchronizes(const ModificationOrder& mo, int a, int b) const {
        if (!is_release(a) || !is_acquire(b) || !e_.in_scopes(a, b)) return false;
        if (meet_at_barrier(a, b)) return true;
        for (int x = 0; x < n_; ++x) {
            const bool heads = e_.is_atomic(x) && e_.writes(x) &&
                               (x == a || (e_.is_barrier(a) && before(a, x) && has_class(a, x)));
            for (int y = 0; heads && y < n_; ++y) {
                const bool ends = e_.is_atomic(y) && e_.reads(y) &&
                                  (y == b || (e_.is_barrier(b) && before(y, b) && has_class(b, y)));
                if (ends && e_.mutually_ordered(x, y) && mo.reads_sequence_of(x, y)) return true;
            }
        }
        return false;
    }

    /// "A is program-ordered before (or equals) C", and so on, for both sides of a control barrier.
    [[nodiscard]] bool meet_at_barrier(int a, int b) const {
        if (!e_.is_barrier(a) || !e_.is_barrier(b)) return false;
        for (int c = 0; c < n_; ++c)
            for (int d = 0; d < n_; ++d)
                if (c != d && e_[c].kind == Kind::cbar && e_[d].kind == Kind::cbar &&
                    e_.together(c, d, Scope::workgroup) && e_.in_scopes(c, d) &&
                    (a == c || before(a, c)) && (d == b || before(d, b)))
                    return true;
        return false;
    }

    // ---- Inter-thread-happens-before ----

    [[nodiscard]] bool has_all(int o, unsigned classes) const {
        return (e_[o].semantics & classes) == classes;
    }
    [[nodiscard]] bool is_of(int o, unsigned classes) const {
        return (e_.storage_class(o) & classes) != 0 || has_all(o, classes);
    }

    void add_inter_thread(unsigned classes) {
        Pairs steps(n_);
        for (int a = 0; a < n_; ++a)
            for (int b = 0; b < n_; ++b) {
                const bool is_step =
                    e_.system_synchronizes(a, b) ||
                    (synchronizes_(a, b) && has_all(a, classes) && has_all(b, classes)) ||
                    (before(a, b) && is_of(a, classes) && is_release(b) && has_all(b, classes)) ||
                    (before(a, b) && is_acquire(a) && has_all(a, classes) && is_of(b, classes));
                if (is_step) steps.add(a, b);
            }
        steps.close();
        for (int a = 0; a < n_; ++a)
            for (int b = 0; b < n_; ++b)
                if (steps(a, b)) happens_.add(a, b);
    }

    const Execution& e_;
    int n_;
    Pairs synchronizes_;
    Pairs happens_;
};

/// Location-ordered; an operation before itself where it happens before itself, as in the formal
/// form: no execution has that.
class LocationOrder {
public:
    LocationOrder(const Execution& e, const Order& happens)
        : e_(e), happens_(happens), system_(e.size()), order_(e.size()) {
        for (int a = 0; a < e.size(); ++a)
            for (int b = 0; b < e.size(); ++b)
                if (e.system_synchronizes(a, b)) system_.add(a, b);
        system_.close();
        for (int x = 0; x < e.size(); ++x)
            for (int y = 0; y < e.size(); ++y)
                if (e.is_access(x) && e.is_access(y) && e.run().one_location(x, y) &&
                    is_ordered(x, y))
                    order_.add(x, y);
    }

    [[nodiscard]] bool operator()(int a, int b) const { return order_(a, b); }

private:
    [[nodiscard]] bool is_ordered(int x, int y) const {
        const bool both = e_.is_non_private(x) && e_.is_non_private(y);
        if (e_.run().one_thread(x, y) && e_.one_reference(x, y) && happens_(x, y)) return true;
        if (e_.reads(x) && both && happens_(x, y)) return true;
        if (e_.reads(x) && system_(x, y)) return true;
        if (!e_.writes(x)) return false;
        if (through_device_domain(x, y)) return true;
        if (!e_.one_reference(x, y) || !both) return false;
        return std::any_of(std::begin(kScopes), std::end(kScopes),
                           [&](Scope domain) { return through(domain, x, y); });
    }

    [[nodiscard]] bool same_or_before(int a, int b) const {
        return a == b || e_.run().program_order(a, b);
    }

    /// X →rcpo AVC → Y, or X →rcpo AVC → VISC →rcpo Y.
    [[nodiscard]] bool through(Scope domain, int x, int y) const {
        for (const int av : available(x, domain)) {
            for (int next = 0; next < e_.size(); ++next) {
                if (!happens_(av, next) || !e_.together(av, next, domain)) continue;
                if (next == y && e_.writes(y)) return true;
                if (e_.reads(y) && e_.visible_from(next, domain) && makes_visible(next, domain, y))
                    return true;
            }
        }
        return false;
    }

    /// The last operations of availability chains that make `x` available to a domain.
    [[nodiscard]] std::vector<int> available(int x, Scope domain) const {
        std::vector<int> last;
        for (int av = 0; av < e_.size(); ++av)
            if (same_or_before(x, av) && e_.includes(av, x)) extend(av, -1, domain, last);
        return last;
    }
    /// "A sequence of availability operations to increasingly broad memory domains, where element
    /// N+1 of the chain is performed in the dual scope instance of … element N."
    void extend(int av, int reached, Scope domain, std::vector<int>& last) const {
        if (e_.available_to(av, domain)) last.push_back(av);
        for (const Scope narrower : kScopes) {
            if (static_cast<int>(narrower) <= reached || narrower >= domain ||
                !e_.available_to(av, narrower))
                continue;
            for (int next = 0; next < e_.size(); ++next)
                if (happens_(av, next) && e_.together(av, next, narrower) &&
                    e_.includes(next, av) && e_.available_to(next, Scope::subgroup))
                    extend(next, static_cast<int>(narrower), domain, last);
        }
    }

    /// A visibility chain from a domain that begins with `vis` ends at the read `y`.
    [[nodiscard]] bool makes_visible(int vis, Scope from, int y) const {
        if (same_or_before(vis, y) && e_.includes(vis, y)) return true;
        for (const Scope narrower : kScopes) {
            if (narrower >= from) continue;
            for (int next = 0; next < e_.size(); ++next)
                if (e_.visible_from(next, narrower) && happens_(vis, next) &&
                    e_.together(vis, next, narrower) && e_.includes(vis, next) &&
                    makes_visible(next, narrower, y))
                    return true;
        }
        return false;
    }

    [[nodiscard]] bool through_device_domain(int x, int y) const {
        for (int av = 0; av < e_.size(); ++av) {
            if (e_[av].kind != Kind::avdevice || !happens_(x, av)) continue;
            if (e_.writes(y) && happens_(av, y)) return true;
            for (int vis = 0; vis < e_.size(); ++vis)
                if (e_.reads(y) && e_[vis].kind == Kind::visdevice && happens_(av, vis) &&
                    happens_(vis, y))
                    return true;
        }
        return false;
    }

    const Execution& e_;
    const Order& happens_;
    Pairs system_;
    Pairs order_;
};

/// Acyclicity, and what plain reads see.
class Consistency {
public:
    Consistency(const Execution& e, const ModificationOrder& mo, const LocationOrder& order)
        : e_(e), mo_(mo), order_(order) {}

    [[nodiscard]] bool holds() const {
        return writes_agree() && is_acyclic() && values_hold() && atomicity();
    }

private:
    /// The order of all writes, which leaves the last value, agrees with location order.
    [[nodiscard]] bool writes_agree() const {
        for (int a = 0; a < e_.size(); ++a)
            for (int b = 0; b < e_.size(); ++b)
                if (e_.writes(a) && e_.writes(b) && order_(a, b) && !mo_(a, b)) return false;
        return true;
    }

    /// "… reads a value written earlier than the second operation in the second operation's scoped
    /// modification order or location order (or the first operation reads from the initial value)".
    [[nodiscard]] bool from_reads(int r, int w) const {
        if (!e_.reads(r) || !e_.writes(w) || r == w || !e_.run().one_location(r, w)) return false;
        const int source = e_.run().source(r);
        return e_.is_initial(source) || mo_.scoped(source, w) || order_(source, w);
    }

    [[nodiscard]] bool is_acyclic() const {
        Pairs steps(e_.size());
        for (int a = 0; a < e_.size(); ++a)
            for (int b = 0; b < e_.size(); ++b) {
                const bool rf = e_.reads(b) && e_.run().source(b) == a;
                if (rf || order_(a, b) || mo_.scoped(a, b) || from_reads(a, b)) steps.add(a, b);
            }
        return steps.acyclic();
    }

    /// "If A is a write and B is a read-modify-write and B reads the value written by A, then B
    /// comes immediately after A in A's scoped modification order."
    [[nodiscard]] bool atomicity() const {
        for (int own = 0; own < e_.size(); ++own)
            for (int w = 0; e_.is_second_half(own) && w < e_.size(); ++w)
                if (w != own && from_reads(own - 1, w) && mo_.scoped(w, own)) return false;
        return true;
    }

    /// "If X is visible-to Y, then Y reads the value written by X": no value that another write
    /// hides.
    [[nodiscard]] bool values_hold() const {
        for (int r = 0; r < e_.size(); ++r) {
            if (!e_.reads(r) || e_.is_atomic(r)) continue;
            for (int hides = 0; hides < e_.size(); ++hides)
                if (e_.writes(hides) && order_(e_.run().source(r), hides) && order_(hides, r))
                    return false;
        }
        return true;
    }

    const Execution& e_;
    const ModificationOrder& mo_;
    const LocationOrder& order_;
};

void add_races(const Execution& e, const LocationOrder& order, Answer& answer) {
    for (int x = 0; x < e.size(); ++x)
        for (int y = x + 1; y < e.size(); ++y) {
            if (!e.is_access(x) || !e.is_access(y) || !e.run().one_location(x, y)) continue;
            if (!e.writes(x) && !e.writes(y)) continue;
            if (e.mutually_ordered(x, y) || order(x, y) || order(y, x)) continue;
            answer.racy = true;
            answer.races.insert(std::minmax(e.place(x), e.place(y)));
        }
}

int first_read(const Run& run, int thread) {
    for (const targets::Operation& each : run.operations)
        if (each.thread == thread && each.at == 0) return each.has_read;
    return 0;
}

/// Every order of the writes of each location, initial write first.
void for_each_order(const Run& run,
                    const std::function<void(const std::vector<std::vector<int>>&)>& visit) {
    std::vector<std::vector<int>> orders(static_cast<std::size_t>(run.locations));
    for (int w = 0; w < run.size(); ++w)
        if (run.writes(w)) orders[static_cast<std::size_t>(run[w].does.location)].push_back(w);
    const std::function<void(std::size_t)> choose = [&](std::size_t location) {
        if (location == orders.size()) return visit(orders);
        auto& own = orders[location];
        do choose(location + 1);
        while (std::next_permutation(own.begin() + 1, own.end()));
    };
    choose(0);
}

}  // namespace

targets::Effects effects(const Program& test) {
    using targets::Effect;
    return targets::by_instruction(test.threads, [&](const Instruction& each, int at) {
        if (each.kind > Kind::exchange) return Effect{};
        const int location = test.references[static_cast<std::size_t>(each.reference)];
        Effect does = targets::access(each.kind != Kind::store, each.kind != Kind::load, location,
                                      each.value);
        if (each.kind == Kind::add) does.stored = Effect::Stored::added;
        if (each.adds) {
            does.stored = Effect::Stored::copied;
            does.source = at - 1;
        }
        return does;
    });
}

Program in_halves(const Program& test) {
    Program made = test;
    for (Thread& thread : made.threads) {
        std::vector<Instruction> body;
        for (std::size_t i = 0; i < thread.body.size(); ++i) {
            Instruction each = thread.body[i];
            each.origin = static_cast<int>(i);
            if (each.kind != Kind::add && each.kind != Kind::exchange) {
                body.push_back(each);
                continue;
            }
            // "Performs both an acquire operation and a release operation": the one by its read,
            // the other by its write.
            Instruction read = each;
            read.kind = Kind::load;
            read.releases = read.sem_available = false;
            if (!read.acquires) read.semantics = 0;
            body.push_back(read);
            each.is_second_half = true;
            each.adds = each.kind == Kind::add;
            each.kind = Kind::store;
            each.acquires = each.sem_visible = false;
            if (!each.releases) each.semantics = 0;
            body.push_back(each);
        }
        thread.body = std::move(body);
    }
    return made;
}

Answer decide(const Program& whole) {
    const Program test = in_halves(whole);
    Answer answer;
    const int locations = static_cast<int>(test.classes.size());
    targets::for_each_run(effects(test), locations, [&](const Run& run) {
        if (test.sees_a_write && first_read(run, 1) == 0) return;
        const Execution e(test, run);
        for_each_order(run, [&](const std::vector<std::vector<int>>& orders) {
            const ModificationOrder mo(e, orders);
            const Order happens(e, mo);
            const LocationOrder order(e, happens);
            if (!Consistency(e, mo, order).holds()) return;
            std::vector<int> last;
            for (const auto& each : orders) last.push_back(each.back());
            answer.outcomes.insert(run.outcome(last));
            add_races(e, order, answer);
        });
    });
    return answer;
}

}  // namespace clmm::oracle::vulkan
