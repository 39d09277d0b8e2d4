#include "cross/targets/processor.h"

/// "Arm Architecture Reference Manual for A-profile architecture", B2.3, definition by definition.
/// In place of "Ordered-before is irreflexive" there is one order of all effects in which those
/// observed from other observers and those ordered locally come one after another: a read then has
/// the value of the last write before it there, or of one of its own thread that is not yet there.
namespace clmm::oracle::processor {
namespace {

using targets::Run;

/// Single instructions as the two effects that they have.
Program in_halves(const Program& test) {
    Program made{test.machine, test.locations, {}};
    for (const Thread& thread : test.threads) {
        made.threads.emplace_back();
        std::vector<Instruction>& body = made.threads.back().body;
        std::vector<int> place;
        for (Instruction each : thread.body) {
            if (each.on >= 0) each.on = place[static_cast<std::size_t>(each.on)];
            if (each.kind == Kind::conditional && each.partner >= 0)
                each.partner = place[static_cast<std::size_t>(each.partner)];
            place.push_back(static_cast<int>(body.size()));
            each.is_single = is_single(each.kind);
            body.push_back(each);
            if (!each.is_single || each.fails) continue;
            each.is_second_half = true;
            each.partner = place.back();
            body.push_back(each);
        }
    }
    return made;
}

/// What is so whatever reads return.
class Locally {
public:
    explicit Locally(const Execution& execution) : e_(execution) {}

    /// "Locally-ordered-before", one step.
    [[nodiscard]] bool operator()(int a, int b) const {
        if (!e_.po(a, b) || !e_.run().accesses(a) || !e_.run().accesses(b)) return false;
        return local_write_successor(a, b) || dependency(a, b) || atomic(a, b) || barrier(a, b);
    }

    /// "Pick dependency" on an effect.
    [[nodiscard]] bool pick(int a, int b) const {
        for (int r = 0; r < e_.size(); ++r) {
            const bool is_from = r == a ? is_choice(a) : picked(a, r);
            if (is_from && ((r == b && r != a) || through_registers(r, b) || control(r, b)))
                return true;
        }
        return false;
    }

private:
    [[nodiscard]] bool reads(int o) const { return e_.run().reads(o); }
    [[nodiscard]] bool writes(int o) const { return e_.run().writes(o); }

    // "Memory accesses of atomic instructions with neither result …": what no register gets
    // acquires nothing, and no load barrier waits for it.
    [[nodiscard]] bool is_no_return(int o) const {
        return e_.instruction(o).is_single && !e_.instruction(o).has_result;
    }
    [[nodiscard]] bool acquires(int o) const {
        return reads(o) && e_.instruction(o).acquires && !is_no_return(o);
    }
    [[nodiscard]] bool acquires_pc(int o) const {
        return reads(o) && e_.instruction(o).acquires_pc;
    }
    [[nodiscard]] bool releases(int o) const { return writes(o) && e_.instruction(o).releases; }

    /// The status of a store-exclusive carries no dependency, and one that fails has no effect that
    /// could have an address.
    [[nodiscard]] bool address(int a, int b) const {
        return reads(a) && (reads(b) || writes(b)) && e_.address(a, b);
    }
    [[nodiscard]] bool data(int a, int b) const { return reads(a) && writes(b) && e_.data(a, b); }
    [[nodiscard]] bool control(int a, int b) const { return reads(a) && e_.control(a, b); }

    [[nodiscard]] bool local_write_successor(int a, int b) const {
        return writes(b) && e_.run().one_location(a, b);
    }

    /// "… and there is no other write of that location between."
    [[nodiscard]] bool local_read_successor(int w, int r) const {
        if (!writes(w) || !reads(r) || !e_.po(w, r) || !e_.run().one_location(w, r)) return false;
        for (int m = 0; m < e_.size(); ++m)
            if (e_.po(w, m) && e_.po(m, r) && writes(m) && e_.run().one_location(m, r))
                return false;
        return true;
    }

    [[nodiscard]] bool through_registers(int a, int b) const { return address(a, b) || data(a, b); }

    /// "Dependency-ordered-before", "Pick-ordered-before": a choice orders writes alone.
    [[nodiscard]] bool dependency(int a, int b) const {
        if (!reads(a)) return false;
        if (!is_choice(a) && through_registers(a, b)) return true;
        if (writes(b) && (control(a, b) || e_.address_before(a, b) || pick(a, b))) return true;
        if (reads(b) && isb_between(a, b)) return true;
        for (int w = 0; w < e_.size(); ++w)
            if (!is_choice(a) && through_registers(a, w) && local_read_successor(w, b)) return true;
        for (int r = 0; r < e_.size(); ++r)
            if (picked(a, r) &&
                ((writes(b) && e_.address_before(r, b)) || (reads(b) && isb_between(r, b))))
                return true;
        return false;
    }
    [[nodiscard]] bool isb_between(int a, int b) const {
        if (e_.control_fence(a, b, "ISB")) return true;
        for (int m = 0; m < e_.size(); ++m)
            if (address(a, m) && e_.fenced(m, b, "ISB")) return true;
        return false;
    }

    /// A compare-and-swap that succeeds leaves its register as it is: what is computed from that
    /// depends on what was read as on a choice.
    [[nodiscard]] bool is_choice(int o) const {
        return reads(o) && e_.is(o, Kind::compare) && !e_.instruction(o).fails;
    }
    /// A read whose value depends on a choice, through memory.
    [[nodiscard]] bool picked(int a, int r) const {
        for (int w = 0; w < e_.size(); ++w) {
            if (!local_read_successor(w, r)) continue;
            for (int m = 0; m < e_.size(); ++m)
                if (through_registers(m, w) &&  // so m is before w, and this ends
                    ((m == a && is_choice(a)) || (e_.po(a, m) && picked(a, m))))
                    return true;
        }
        return false;
    }

    /// "Atomic-ordered-before": a read of an atomic access, and an acquire that reads locally what
    /// that writes.
    [[nodiscard]] bool atomic(int a, int b) const {
        if (e_.paired(a, b)) return true;
        if (!acquires(b) && !acquires_pc(b)) return false;
        for (int w = 0; w < e_.size(); ++w)
            if (e_.paired(a, w) && local_read_successor(w, b)) return true;
        return false;
    }

    /// "Barrier-ordered-before", "DSB-ordered-before". Of the Non-shareable domain no other
    /// observer is a part.
    [[nodiscard]] bool barrier(int a, int b) const {
        const auto between = [&](std::string_view dmb, std::string_view dsb) {
            return e_.fenced(a, b, dmb) || e_.fenced(a, b, dsb);
        };
        if (between("DMB SY", "DSB SY")) return true;
        if (reads(a) && !is_no_return(a) && between("DMB LD", "DSB LD")) return true;
        if (writes(a) && writes(b) && e_.fenced(a, b, "DMB ST")) return true;
        if (writes(a) && e_.fenced(a, b, "DSB ST")) return true;
        if (acquires(a) || acquires_pc(a) || releases(b)) return true;
        if (releases(a) && acquires(b)) return true;
        return is_end_of_both(a);
    }
    /// The write of an instruction that acquires and releases.
    [[nodiscard]] bool is_end_of_both(int o) const {
        return releases(o) && e_.instruction(o).is_single && e_.instruction(o).acquires &&
               e_.instruction(o).has_result;
    }

    const Execution& e_;
};

class Observed {
public:
    Observed(const Execution& execution, const std::vector<int>& position)
        : e_(execution), position_(position) {}

    /// "Internal visibility requirement."
    [[nodiscard]] bool is_internally_visible() const {
        Pairs steps(e_.size());
        for (int a = 0; a < e_.size(); ++a)
            for (int b = 0; b < e_.size(); ++b)
                if (e_.run().one_location(a, b) && a != b &&
                    (e_.po(a, b) || reads_from(a, b) || coherence(a, b) || from_read(a, b)))
                    steps.add(a, b);
        return steps.acyclic();
    }

    /// "Atomic": no write of another observer between what the read half takes and the write half.
    [[nodiscard]] bool is_atomic() const {
        for (int r = 0; r < e_.size(); ++r)
            for (int w = 0; w < e_.size(); ++w)
                for (int other = 0; e_.paired(r, w) && other < e_.size(); ++other)
                    if (e_.run().writes(other) && e_.run().one_location(other, w) &&
                        !e_.run().one_thread(other, w) && from_read(r, other) &&
                        coherence(other, w))
                        return false;
        return true;
    }

private:
    [[nodiscard]] int at(int o) const { return position_[static_cast<std::size_t>(o)]; }
    [[nodiscard]] bool reads_from(int w, int r) const {
        return e_.run().reads(r) && e_.run().source(r) == w;
    }
    [[nodiscard]] bool coherence(int a, int b) const {
        return e_.run().writes(a) && e_.run().writes(b) && e_.run().one_location(a, b) &&
               at(a) < at(b);
    }
    [[nodiscard]] bool from_read(int r, int w) const {
        return e_.run().reads(r) && coherence(e_.run().source(r), w);
    }

    const Execution& e_;
    const std::vector<int>& position_;
};

void decide(const Program& test, Answer& answer) {
    const targets::Effects effects_of = effects(test);
    const Run before = targets::all_operations(effects_of, test.locations);
    const Execution shape(test, before);
    const Locally locally(shape);
    Pairs kept(before.size());
    for (int a = 0; a < before.size(); ++a)
        for (int b = 0; b < before.size(); ++b)
            if (locally(a, b)) kept.add(a, b);
    // "Pick-locally-ordered-before": a pick dependency, what is ordered behind it, a write.
    Pairs ordered = kept;
    ordered.close();
    for (int a = 0; a < before.size(); ++a)
        for (int b = 0; b < before.size(); ++b)
            for (int m = 0; m < before.size(); ++m)
                if (before.writes(b) && before.accesses(m) && locally.pick(a, m) && ordered(m, b))
                    kept.add(a, b);
    for_each_global_order(
        effects_of, test.locations, [&](int a, int b) { return kept(a, b); },
        [&](const Run& run, const std::vector<int>& position) {
            const Execution execution(test, run);
            const Observed observed(execution, position);
            if (execution.agrees_with_fates() && observed.is_internally_visible() &&
                observed.is_atomic())
                answer.outcomes.insert(run.outcome(last_writes(run, position)));
        });
}

}  // namespace

Answer armv8(const Program& test) {
    Answer answer;
    for_each_fate(test, [&](const Program& each) { decide(in_halves(each), answer); });
    return answer;
}

}  // namespace clmm::oracle::processor
