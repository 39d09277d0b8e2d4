#pragma once

#include "candidates.h"

/// The parts of the oracle of OpenCL (docs/model.md).
namespace clmm::oracle {

enum class Region : std::uint8_t { global, local };

/// What all readings share: synchronisation, happens-before, coherence, races.
class Shared {
public:
    /// `commands`: what commands add; null where there are none.
    Shared(const Candidate& candidate, const Reading& reading, const Sequence* commands);

    [[nodiscard]] bool consistent() const;

    /// "The execution of a program contains a data race if it contains two conflicting actions …"
    [[nodiscard]] bool races(int a, int b) const;

    /// "… different kernel instances consisting of a parent kernel and any number of child kernels
    /// enqueued by that kernel".
    [[nodiscard]] bool of_one_family(int a, int b) const;

    [[nodiscard]] const Reading& reading() const { return reading_; }

    /// Of two actions that are no fences, or whatever they act on.
    [[nodiscard]] bool inclusive_scope(int a, int b) const;

    [[nodiscard]] bool ghb(int a, int b) const { return ghb_(a, b); }
    /// The happens-before of the region that the location of `a` lies in.
    [[nodiscard]] bool hb(int a, int b) const {
        if (reading_.image_barrier && is_image(a) && is_image(b)) return image_hb_(a, b);
        return c_[a].global ? ghb_(a, b) : lhb_(a, b);
    }
    [[nodiscard]] bool in_some_happens_before(int a, int b) const {
        return ghb_(a, b) || lhb_(a, b);
    }

private:
    /// Whether work-items of the two, which are no hosts, are "in the same kernel or one of its
    /// children".
    [[nodiscard]] bool joined_on_buffer(int a, int b) const;
    [[nodiscard]] bool inclusive_scope(int a, int b, Scope of_a, Scope of_b, bool on_buffer) const;
    [[nodiscard]] bool inclusive_through(int a, int b, int object) const;
    [[nodiscard]] bool in_release_sequence(int head, int member) const;
    [[nodiscard]] bool synchronises(int a, int b, Region region) const;
    [[nodiscard]] bool stands_for(int side, int access, bool release, Region region) const;
    [[nodiscard]] bool barrier(int entry, int exit, Region region) const;
    void synchronise();
    [[nodiscard]] bool is_image(int e) const {
        return c_[e].is_access() && c_[e].memory == Memory::image;
    }
    [[nodiscard]] Pairs image_happens_before() const;
    [[nodiscard]] Pairs happens_before(Region region, const Pairs& synchronised) const;
    void add_commands();
    [[nodiscard]] Pairs steps(bool device_enqueue) const;
    [[nodiscard]] bool calls_come_in_sequence() const;
    [[nodiscard]] bool coherent() const;
    [[nodiscard]] bool modified_before(int a, int b) const;
    [[nodiscard]] bool coherent_pair(int a, int b) const;
    [[nodiscard]] bool sees_nothing_overwritten() const;
    [[nodiscard]] bool reads_nothing_later() const;
    [[nodiscard]] bool plain_reads_see_visible_side_effects() const;

    const Candidate& c_;
    Reading reading_;
    const Sequence* commands_;
    Pairs gsw_, lsw_, ghb_, lhb_;
    Pairs image_hb_;  ///< with what barriers with CLK_IMAGE_MEM_FENCE order; of image accesses
};

/// docs/model.md, memory_order_seq_cst, scoped.
[[nodiscard]] bool scoped_order(const Candidate& candidate, const Shared& shared);
/// … memory_order_seq_cst, as written: some total order S fits.
[[nodiscard]] bool total_order(const Candidate& candidate, const Shared& shared);
/// Whether revision 2.0 asks for the order S.
[[nodiscard]] bool needs_total_order(const Candidate& candidate, const Reading& reading);
/// On local memory "memory_scope with wider visibility than memory_scope_work_group will be reduced
/// to memory_scope_work_group".
[[nodiscard]] Scope scope_on(const Event& object, Scope scope, const Reading& reading);
/// Lahav, Vafeiadis, Kang, Hur, Dreyer, PLDI 2017, with hb = ghb ∪ lhb, the part of
/// sequenced-before that is in it, and pairs of inclusive scope.
[[nodiscard]] bool partial_order(const Candidate& candidate, const Shared& shared);

/// Uses of memory that section 5 leaves unavailable.
void find_unavailable(const Candidate& candidate, const Shared& shared,
                      std::set<std::string>& kinds);

}  // namespace clmm::oracle
