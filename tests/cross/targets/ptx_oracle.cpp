#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "cross/targets/ptx.h"

/// "Parallel Thread Execution ISA", chapter "Memory Consistency Model", section by section. Where
/// version 6.0 and later ones differ, `Version` says which is meant; what proxy fences do is said
/// in Lustig, Cooksey, Giroux, ISCA 2022.
namespace clmm::oracle::ptx {
namespace {

using targets::Run;

/// All of an execution but what is "determined at runtime": Fence-SC and coherence order.
class Execution {
public:
    Execution(const Program& test, Version version, const Run& run)
        : test_(test),
          version_(version),
          run_(run),
          observation_(run.size()),
          synchronizes_(run.size()) {
        observe();
        synchronize();
    }

    // ---- Operation types ----

    [[nodiscard]] const Instruction& instruction(int o) const {
        const auto [thread, at] = run_.place(o);
        return test_.threads[static_cast<std::size_t>(thread)].body[static_cast<std::size_t>(at)];
    }
    [[nodiscard]] bool is(int o, Kind kind) const {
        return !run_.is_initial(o) && instruction(o).kind == kind;
    }
    [[nodiscard]] bool is_memory(int o) const { return run_.accesses(o); }
    [[nodiscard]] bool is_atomic(int o) const { return run_.reads(o) && run_.writes(o); }
    [[nodiscard]] bool is_fence_sc(int o) const {
        return is(o, Kind::fence) && instruction(o).order == Order::sc;
    }
    [[nodiscard]] bool is_strong(int o) const {
        return !run_.is_initial(o) &&
               (is(o, Kind::fence) || (is_memory(o) && instruction(o).order != Order::weak));
    }
    /// "A memory operation with .acquire or .acq_rel qualifier."
    [[nodiscard]] bool is_acquire(int o) const {
        return is_memory(o) && !run_.is_initial(o) &&
               (instruction(o).order == Order::acquire || instruction(o).order == Order::acq_rel);
    }
    [[nodiscard]] bool is_release(int o) const {
        return run_.writes(o) && !run_.is_initial(o) &&
               (instruction(o).order == Order::release || instruction(o).order == Order::acq_rel);
    }
    [[nodiscard]] bool is_barrier(int o) const { return is(o, Kind::sync) || is(o, Kind::arrive); }

    // ---- Scope, proxies, overlap ----

    [[nodiscard]] const Thread& thread(int o) const {
        return test_.threads[static_cast<std::size_t>(run_[o].thread)];
    }
    [[nodiscard]] bool one_gpu(int a, int b) const { return thread(a).gpu == thread(b).gpu; }
    [[nodiscard]] bool one_cta(int a, int b) const {
        return one_gpu(a, b) && thread(a).cta == thread(b).cta;
    }
    /// The scope of `a` includes the thread that executes `b`.
    [[nodiscard]] bool includes(int a, int b) const {
        switch (instruction(a).scope) {
            case Scope::cta:
                return one_cta(a, b);
            case Scope::gpu:
                return one_gpu(a, b);
            case Scope::sys:
                break;
        }
        return true;
    }
    [[nodiscard]] const Address& address(int o) const {
        return test_.addresses[static_cast<std::size_t>(
            run_.is_initial(o) ? run_[o].does.location : instruction(o).address)];
    }
    [[nodiscard]] Proxy proxy(int o) const {
        return is_memory(o) ? address(o).proxy : Proxy::generic;
    }
    /// From 7.5 on of operations of one virtual address.
    [[nodiscard]] bool overlap(int a, int b) const {
        return run_.one_location(a, b) &&
               (version_ == Version::v6_0 ||
                address(a).virtual_address == address(b).virtual_address);
    }

    // ---- Morally strong operations ----

    [[nodiscard]] bool morally_strong(int a, int b) const {
        if (a == b || run_.is_initial(a) || run_.is_initial(b)) return false;
        const bool strong = is_strong(a) && is_strong(b) && includes(a, b) && includes(b, a);
        if (!run_.one_thread(a, b) && !strong) return false;
        if (version_ == Version::v7_5 && proxy(a) != proxy(b)) return false;
        return !is_memory(a) || !is_memory(b) || overlap(a, b);
    }

    [[nodiscard]] const Run& run() const { return run_; }
    [[nodiscard]] Version version() const { return version_; }
    [[nodiscard]] const Pairs& observation() const { return observation_; }
    [[nodiscard]] const Pairs& synchronizes() const { return synchronizes_; }

private:
    // ---- Observation order ----

    void observe() {
        for (int r = 0; r < run_.size(); ++r)
            if (run_.reads(r) && morally_strong(run_.source(r), r))
                observation_.add(run_.source(r), r);
        // "For some atomic operation Z, W precedes Z and Z precedes R": what is both ends is one.
        observation_.close();
    }

    // ---- Release and acquire patterns ----

    /// First operation, and the write.
    [[nodiscard]] std::vector<std::pair<int, int>> release_patterns() const {
        std::vector<std::pair<int, int>> all;
        for (int x = 0; x < run_.size(); ++x) {
            if (is_release(x)) all.emplace_back(x, x);
            for (int w = 0; w < run_.size(); ++w) {
                if (!run_.program_order(x, w) || !run_.writes(w) || !is_strong(w)) continue;
                if (is(x, Kind::fence) || (is_release(x) && overlap(x, w))) all.emplace_back(x, w);
            }
        }
        return all;
    }

    /// The read, and the last operation. "Atomic reductions … this strong read does not form an
    /// acquire pattern."
    [[nodiscard]] std::vector<std::pair<int, int>> acquire_patterns() const {
        std::vector<std::pair<int, int>> all;
        for (int r = 0; r < run_.size(); ++r) {
            if (!run_.reads(r) || !is_strong(r) || is(r, Kind::reduction)) continue;
            if (is_acquire(r)) all.emplace_back(r, r);
            for (int y = 0; y < run_.size(); ++y) {
                if (!run_.program_order(r, y) || is(y, Kind::reduction)) continue;
                if (is(y, Kind::fence) || (is_acquire(y) && overlap(r, y))) all.emplace_back(r, y);
            }
        }
        return all;
    }

    // ---- Memory synchronization ----

    void synchronize() {
        for (const auto& [x, write] : release_patterns())
            for (const auto& [read, y] : acquire_patterns())
                if (observation_(write, read) && morally_strong(x, y)) synchronizes_.add(x, y);
        for (int x = 0; x < run_.size(); ++x)
            for (int y = 0; y < run_.size(); ++y)
                if (is_barrier(x) && is(y, Kind::sync) && !run_.one_thread(x, y) && one_cta(x, y))
                    synchronizes_.add(x, y);
    }

    const Program& test_;
    Version version_;
    const Run& run_;
    Pairs observation_;
    Pairs synchronizes_;
};

/// Causality order for one Fence-SC order.
class Causality {
public:
    Causality(const Execution& execution, const Pairs& fence_sc)
        : e_(execution), n_(e_.run().size()), base_(n_), direct_(n_), order_(n_) {
        make_base(fence_sc);
        if (e_.version() == Version::v6_0)
            order_of_6_0();
        else
            order_of_7_5();
    }

    [[nodiscard]] bool operator()(int a, int b) const { return order_(a, b); }
    /// The part that does not begin with an observation, so also with a read.
    [[nodiscard]] bool without_observation(int a, int b) const { return direct_(a, b); }

private:
    /// "X precedes Y in program order" alone is of 7.5 on.
    void make_base(const Pairs& fence_sc) {
        Pairs synchronizes = e_.synchronizes();
        for (int a = 0; a < n_; ++a)
            for (int b = 0; b < n_; ++b)
                if (fence_sc(a, b)) synchronizes.add(a, b);
        Pairs steps = synchronizes;
        for (int a = 0; a < n_; ++a)
            for (int b = 0; b < n_; ++b)
                if (e_.run().program_order(a, b)) steps.add(a, b);
        steps.close();
        const auto reaches = [&](int a, int b) { return a == b || steps(a, b); };
        if (e_.version() == Version::v7_5) {
            base_ = steps;
            return;
        }
        for (int x = 0; x < n_; ++x)
            for (int y = 0; y < n_; ++y)
                for (int a = 0; synchronizes(x, y) && a < n_; ++a)
                    for (int b = 0; b < n_; ++b)
                        if (reaches(a, x) && reaches(y, b)) base_.add(a, b);
    }

    void order_of_6_0() {
        direct_ = base_;
        for (int x = 0; x < n_; ++x)
            for (int y = 0; y < n_; ++y) {
                if (base_(x, y)) order_.add(x, y);
                for (int z = 0; z < n_; ++z)
                    if (e_.observation()(x, z) &&
                        (base_(z, y) || (e_.run().program_order(z, y) && e_.overlap(z, y))))
                        order_.add(x, y);
            }
    }

    void order_of_7_5() {
        for (int x = 0; x < n_; ++x)
            for (int y = 0; y < n_; ++y)
                if (e_.run().one_location(x, y) && is_preserved(x, y)) direct_.add(x, y);
        order_ = direct_;
        for (int x = 0; x < n_; ++x)
            for (int z = 0; z < n_; ++z)
                for (int y = 0; y < n_; ++y)
                    if (e_.observation()(x, z) && direct_(z, y)) order_.add(x, y);
    }

    // ---- Proxy-preserved base causality order ----

    /// A fence of the proxy of the access, in its thread block.
    [[nodiscard]] bool is_fence_for(int fence, int access) const {
        return e_.is(fence, Kind::proxy_fence) && e_.instruction(fence).proxy == e_.proxy(access) &&
               e_.one_cta(fence, access);
    }
    /// Where a path from or to an access meets what all proxies see: itself in the generic proxy,
    /// and fences of its proxy on the path.
    [[nodiscard]] std::vector<int> ends(int access, bool is_begin) const {
        std::vector<int> all;
        if (e_.proxy(access) == Proxy::generic) all.push_back(access);
        for (int f = 0; f < n_; ++f)
            if (is_fence_for(f, access) && (is_begin ? base_(access, f) : base_(f, access)))
                all.push_back(f);
        return all;
    }

    [[nodiscard]] bool is_preserved(int x, int y) const {
        if (e_.run().is_initial(x) || e_.run().is_initial(y)) return false;
        if (e_.overlap(x, y) && base_(x, y) && e_.proxy(x) == e_.proxy(y) && e_.one_cta(x, y))
            return true;
        for (const int out : ends(x, true))
            for (const int in : ends(y, false)) {
                if (e_.overlap(x, y) && base_(out, in)) return true;
                for (int f = 0; f < n_; ++f)
                    if (e_.is(f, Kind::alias_fence) && base_(out, f) && base_(f, in)) return true;
            }
        return false;
    }

    const Execution& e_;
    int n_;
    Pairs base_;
    Pairs direct_;
    Pairs order_;
};

/// The axioms, for one Fence-SC and one coherence order.
class Axioms {
public:
    Axioms(const Execution& execution, const Causality& causality, const Pairs& fence_sc,
           const Pairs& coherence)
        : e_(execution), cause_(causality), fence_sc_(fence_sc), co_(coherence) {}

    [[nodiscard]] bool hold() const {
        return co_.irreflexive() && fence_sc_holds() && atomicity() && location_sc() && causality();
    }

private:
    [[nodiscard]] int size() const { return e_.run().size(); }
    [[nodiscard]] bool rf(int w, int r) const {
        return e_.run().reads(r) && e_.run().source(r) == w;
    }
    /// "R returns the value written by a write W' that precedes W in coherence order."
    [[nodiscard]] bool fr(int r, int w) const {
        return e_.run().reads(r) && r != w && co_(e_.run().source(r), w);
    }

    [[nodiscard]] bool fence_sc_holds() const {
        for (int a = 0; a < size(); ++a)
            for (int b = 0; b < size(); ++b)
                if (e_.is_fence_sc(a) && e_.is_fence_sc(b) && cause_(a, b) &&
                    e_.morally_strong(a, b) && !fence_sc_(a, b))
                    return false;
        return true;
    }

    [[nodiscard]] bool atomicity() const {
        for (int a = 0; a < size(); ++a)
            for (int w = 0; w < size(); ++w)
                if (e_.is_atomic(a) && e_.run().writes(w) && e_.morally_strong(a, w) && fr(a, w) &&
                    co_(w, a))
                    return false;
        return true;
    }

    /// "A concatenation of program order between overlapping operations and morally strong
    /// relations in communication order cannot result in a cycle."
    [[nodiscard]] bool location_sc() const {
        Pairs steps(size());
        for (int a = 0; a < size(); ++a)
            for (int b = 0; b < size(); ++b) {
                const bool communicate = rf(a, b) || co_(a, b) || fr(a, b);
                if ((e_.run().program_order(a, b) && e_.overlap(a, b)) ||
                    (communicate && e_.morally_strong(a, b)))
                    steps.add(a, b);
            }
        return steps.acyclic();
    }

    [[nodiscard]] bool causality() const {
        for (int r = 0; r < size(); ++r)
            for (int w = 0; w < size(); ++w) {
                if (!e_.run().reads(r) || !e_.run().writes(w)) continue;
                // "A write W precedes a read R in observation order": a read begins no observation.
                if (cause_.without_observation(r, w) && rf(w, r)) return false;
                if (cause_(w, r) && co_(e_.run().source(r), w)) return false;
            }
        return true;
    }

    const Execution& e_;
    const Causality& cause_;
    const Pairs& fence_sc_;
    const Pairs& co_;
};

/// Every way to turn the pairs, added to `fixed`.
void for_each_orientation(const Pairs& fixed, const std::vector<std::pair<int, int>>& pairs,
                          const std::function<void(const Pairs&)>& visit) {
    for (std::size_t way = 0; way < std::size_t{1} << pairs.size(); ++way) {
        Pairs order = fixed;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const auto [a, b] = pairs[i];
            if ((way >> i & 1U) != 0)
                order.add(b, a);
            else
                order.add(a, b);
        }
        visit(order);
    }
}

/// Morally strong pairs of what `is_one` holds of.
std::vector<std::pair<int, int>> strong_pairs(const Execution& e,
                                              const std::function<bool(int)>& is_one) {
    std::vector<std::pair<int, int>> all;
    for (int a = 0; a < e.run().size(); ++a)
        for (int b = a + 1; b < e.run().size(); ++b)
            if (is_one(a) && is_one(b) && e.morally_strong(a, b)) all.emplace_back(a, b);
    return all;
}

/// A location has in the end what some write left that no other is after.
void add_outcomes(const Run& run, const Pairs& coherence, std::set<Outcome>& outcomes) {
    std::vector<std::vector<int>> last(static_cast<std::size_t>(run.locations));
    for (int w = 0; w < run.size(); ++w) {
        if (!run.writes(w)) continue;
        bool is_last = true;
        for (int later = 0; later < run.size(); ++later)
            is_last = is_last && !(run.one_location(w, later) && coherence(w, later));
        if (is_last) last[static_cast<std::size_t>(run[w].does.location)].push_back(w);
    }
    targets::for_each_choice(
        last, [&](const std::vector<int>& writes) { outcomes.insert(run.outcome(writes)); });
}

void decide_run(const Execution& e, Answer& answer) {
    const Run& run = e.run();
    const auto fences = strong_pairs(e, [&](int o) { return e.is_fence_sc(o); });
    const auto writes = strong_pairs(e, [&](int o) { return run.writes(o); });
    for_each_orientation(Pairs(run.size()), fences, [&](const Pairs& fence_sc) {
        if (!fence_sc.acyclic()) return;
        const Causality causality(e, fence_sc);
        Pairs fixed(run.size());
        for (int a = 0; a < run.size(); ++a)
            for (int b = 0; b < run.size(); ++b)
                if (run.writes(a) && run.writes(b) && run.one_location(a, b) &&
                    ((run.is_initial(a) && a != b) || causality(a, b)))
                    fixed.add(a, b);
        for_each_orientation(fixed, writes, [&](Pairs coherence) {
            coherence.close();
            if (Axioms(e, causality, fence_sc, coherence).hold())
                add_outcomes(run, coherence, answer.outcomes);
        });
    });
}

}  // namespace

targets::Effects effects(const Program& test) {
    using targets::Effect;
    return targets::by_instruction(test.threads, [&](const Instruction& each, int /*at*/) {
        if (each.kind > Kind::reduction) return Effect{};
        Effect does = targets::access(
            each.kind != Kind::store, each.kind != Kind::load,
            test.addresses[static_cast<std::size_t>(each.address)].location, each.value);
        does.observed = does.reads && each.kind != Kind::reduction;
        does.expected = each.expected;
        does.source = each.source;
        if (each.source >= 0) {
            does.stored = Effect::Stored::copied;
            does.value = 0;
        }
        if (each.kind == Kind::add || each.kind == Kind::reduction)
            does.stored = Effect::Stored::added;
        if (each.kind == Kind::compare) does.stored = Effect::Stored::compared;
        return does;
    });
}

Answer decide(const Program& test, Version version) {
    Answer answer;
    targets::for_each_run(effects(test), test.locations, [&](const Run& run) {
        decide_run(Execution(test, version, run), answer);
    });
    return answer;
}

}  // namespace clmm::oracle::ptx
