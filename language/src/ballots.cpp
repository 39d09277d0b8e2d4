#include "clmm/language/ballots.h"

#include <algorithm>

namespace clmm::language {
namespace {

using Kind = BallotFunction::Kind;

constexpr std::array kBallots = {
    BallotFunction{"sub_group_ballot", Kind::ballot},
    BallotFunction{"sub_group_inverse_ballot", Kind::inverse},
    BallotFunction{"sub_group_ballot_bit_extract", Kind::bit_extract, 2},
    BallotFunction{"sub_group_ballot_bit_count", Kind::bit_count},
    BallotFunction{"sub_group_ballot_inclusive_scan", Kind::inclusive_scan},
    BallotFunction{"sub_group_ballot_exclusive_scan", Kind::exclusive_scan},
    BallotFunction{"sub_group_ballot_find_lsb", Kind::find_lsb},
    BallotFunction{"sub_group_ballot_find_msb", Kind::find_msb},
    BallotFunction{"sub_group_broadcast_first", Kind::broadcast_first},
    BallotFunction{"get_sub_group_eq_mask", Kind::mask_eq, 0},
    BallotFunction{"get_sub_group_ge_mask", Kind::mask_ge, 0},
    BallotFunction{"get_sub_group_gt_mask", Kind::mask_gt, 0},
    BallotFunction{"get_sub_group_le_mask", Kind::mask_le, 0},
    BallotFunction{"get_sub_group_lt_mask", Kind::mask_lt, 0},
};

bool is_about(Kind kind, std::uint64_t other, std::uint64_t own) {
    switch (kind) {
        case Kind::mask_eq:
        case Kind::inverse:
            return other == own;
        case Kind::mask_ge:
            return other >= own;
        case Kind::mask_gt:
            return other > own;
        case Kind::mask_le:
        case Kind::inclusive_scan:
            return other <= own;
        case Kind::mask_lt:
        case Kind::exclusive_scan:
            return other < own;
        default:
            return true;
    }
}

}  // namespace

std::optional<BallotFunction> find_ballot(std::string_view name) {
    const auto* const found = std::ranges::find(kBallots, name, &BallotFunction::name);
    return found == kBallots.end() ? std::nullopt : std::optional(*found);
}

std::vector<std::string> ballot_names() {
    std::vector<std::string> names;
    for (const BallotFunction& each : kBallots) names.emplace_back(each.name);
    return names;
}

BallotWords ballot_mask(Kind kind, std::uint64_t own, std::uint64_t width) {
    BallotWords words = {};
    for (std::uint64_t other = 0; other < std::min<std::uint64_t>(width, 128); ++other)
        if (is_about(kind, other, own)) words.at(other / 32) |= std::uint32_t{1} << (other % 32);
    return words;
}

}  // namespace clmm::language
