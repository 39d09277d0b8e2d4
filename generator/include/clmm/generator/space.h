#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "clmm/generator/program.h"

namespace clmm::generator {

/// Which programs there are: all with up to `accesses` accesses, in this vocabulary.
///
/// Shape    threads run straight on; loads keep their values in registers, the i-th write of a
///          location writes 2 to the power of i (where it has an `and`, which needs bits to take
///          away, it does not begin with 0, and stores keep those bits). Fences stand between two
///          accesses. Each location is used by two threads at least, and written. A location is
///          plain or atomic in all of its accesses. After an atomic read, what follows may be under
///          a condition on its value (not the initial one, or that), if a plain access is among it:
///          else such a program says no more than the one without.
struct Space {
    Dialect dialect = Dialect::c;
    std::size_t accesses = 3;
    std::size_t threads = 3;  ///< at most; at least two
    std::size_t fences = 2;   ///< at most, of the whole program
    bool plain = true;
    std::vector<MemoryOrder> load_orders{MemoryOrder::relaxed, MemoryOrder::acquire,
                                         MemoryOrder::seq_cst};
    std::vector<MemoryOrder> store_orders{MemoryOrder::relaxed, MemoryOrder::release,
                                          MemoryOrder::seq_cst};
    std::vector<MemoryOrder> modify_orders{MemoryOrder::relaxed, MemoryOrder::acquire,
                                           MemoryOrder::release, MemoryOrder::acq_rel,
                                           MemoryOrder::seq_cst};
    std::vector<MemoryOrder> fence_orders{MemoryOrder::acquire, MemoryOrder::release,
                                          MemoryOrder::acq_rel, MemoryOrder::seq_cst};
    std::vector<Modification> modifications{Modification::exchange};
    bool unused_results = true;     ///< also read-modify-writes whose result nobody uses
    bool compare_exchange = false;  ///< from the initial value, in all pairs of orders
    std::vector<MemoryScope> scopes{MemoryScope::all_devices};
    bool places = false;  ///< all ways to place threads in work-groups and devices; else one each
    /// All ways to place the threads of a work-group in sub-groups, if there is a scope of these;
    /// else one each. False: they are in one.
    bool sub_groups = false;
    bool regions = false;   ///< also locations in local memory, and fences about one region of two
    bool barriers = false;  ///< also one barrier of a work-group
    /// Also stores whose value is computed from the last read before, and any access under a
    /// condition on an atomic read.
    bool dependencies = false;
    bool addresses = false;  ///< also accesses whose address depends on the last read before
};

struct Dressed;

/// A program of a space that is not made yet, and takes a fraction of its memory.
class Draft {
public:
    /// Keeps the space by reference.
    Draft(const Space& space, std::shared_ptr<const Dressed> dressed)
        : space_(&space), dressed_(std::move(dressed)) {}

    /// Equal for programs that differ in the orders of accesses and fences alone; of others hardly
    /// ever. The same in each run.
    [[nodiscard]] std::uint64_t family() const;
    /// Cost: more than finding the draft.
    [[nodiscard]] Program program() const;
    /// What for_each_draft gives is of that moment; this may be kept as long as the space.
    [[nodiscard]] Draft kept() const;

private:
    const Space* space_;
    std::shared_ptr<const Dressed> dressed_;
};

/// Every program of the space once up to names of threads and locations, those with fewer accesses
/// first; ends early where `take` returns false.
///
/// Errors   none.
/// Cost     those that are not the first of their kind are dropped early.
/// Tests    tests/unit/generator holds it against an enumerator that knows no symmetry.
void for_each_draft(const Space& space, const std::function<bool(const Draft&)>& take);

/// … each of them made.
void for_each_program(const Space& space, const std::function<bool(const Program&)>& take);

/// How many programs there are, up to `most`: for estimates. Cost: a tenth of making them.
[[nodiscard]] std::uint64_t count_programs(const Space& space, std::uint64_t most);

/// What kinds of accesses go where, with neither orders nor fences: the shapes that
/// for_each_program dresses. Loads, stores and read-modify-writes alike count as one kind each.
[[nodiscard]] std::uint64_t count_shapes(std::size_t accesses, std::size_t threads);

/// The space in words, as results say what they are about.
[[nodiscard]] std::string describe(const Space& space);

}  // namespace clmm::generator
