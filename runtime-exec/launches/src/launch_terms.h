#pragma once

#include <array>
#include <vector>

#include "clmm/runtime/kernel_code.h"
#include "clmm/runtime/launch_space.h"
#include "execute/handlers.h"
#include "formulas.h"

namespace clmm::runtime::launches {

/// A term is in a range.
void know_range(Formulas& formulas, TermId term, const NumberRange& range, bool is_signed);

/// The sizes of the launch and the place of a work-item in it, with what relates them.
///
/// Shape    64 bits; dimensions that the space lacks have the size 1 and the ID 0.
class LaunchTerms {
public:
    LaunchTerms(Formulas& formulas, const LaunchSpace& space);

    /// Nothing where the launch does not say: sub-groups.
    [[nodiscard]] std::optional<TermId> query(handlers::ItemQuery what, std::uint64_t dimension);
    [[nodiscard]] TermId global_size(unsigned d) const { return global_[d]; }
    [[nodiscard]] TermId local_size(unsigned d) const { return local_[d]; }
    [[nodiscard]] TermId groups(unsigned d) const { return groups_[d]; }
    [[nodiscard]] TermId local_id(unsigned d) const { return local_id_[d]; }
    [[nodiscard]] TermId group_id(unsigned d) const { return group_id_[d]; }
    [[nodiscard]] unsigned dimensions() const { return dimensions_; }

private:
    void add_sizes(const NumberRange& global, const NumberRange& local, unsigned d);
    void add_ids(unsigned d);

    Formulas& formulas_;
    unsigned dimensions_;
    std::array<TermId, 3> global_, local_, groups_, local_id_, group_id_, global_id_;
};

}  // namespace clmm::runtime::launches
