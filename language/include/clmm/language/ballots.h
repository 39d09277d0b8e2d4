#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clmm::language {

/// `sub_group_ballot(predicate)` and what works on its results: 128 bits in a uint4, of which bit n
/// is about the work-item whose sub-group local ID is n.
///
/// Shape    `inverse`: the own bit. `bit_count`: of those of the sub-group; `inclusive_scan` up to
///          the own one, `exclusive_scan` before it. `find_lsb`, `find_msb`: the least and the
///          greatest, of no bit 0, which the text leaves open. `broadcast_first`: the value of the
///          first work-item that calls. Masks: the bits of those whose ID is
///          equal to the own one, greater or equal, greater, less or equal, less.
/// Source   cl_khr_subgroup_ballot
struct BallotFunction {
    enum class Kind : std::uint8_t {
        ballot,
        inverse,
        bit_extract,
        bit_count,
        inclusive_scan,
        exclusive_scan,
        find_lsb,
        find_msb,
        broadcast_first,
        mask_eq,
        mask_ge,
        mask_gt,
        mask_le,
        mask_lt,
    };
    std::string_view name;
    Kind kind = Kind::ballot;
    std::size_t arguments = 1;

    [[nodiscard]] bool yields_words() const {
        return kind == Kind::ballot || kind >= Kind::mask_eq;
    }
};
[[nodiscard]] std::optional<BallotFunction> find_ballot(std::string_view name);
[[nodiscard]] std::vector<std::string> ballot_names();

using BallotWords = std::array<std::uint32_t, 4>;
/// The bits of the work-items that a mask, or a scan, is about: of a sub-group of `width`.
[[nodiscard]] BallotWords ballot_mask(BallotFunction::Kind kind, std::uint64_t own,
                                      std::uint64_t width);

}  // namespace clmm::language
