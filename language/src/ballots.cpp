#include "clmm/language/ballots.h"

#include <algorithm>

namespace clmm::language {
namespace {

using BallotKind = BallotFunction::Kind;

constexpr std::array kBallots = {
    BallotFunction{"sub_group_ballot", BallotKind::ballot},
    BallotFunction{"sub_group_inverse_ballot", BallotKind::inverse},
    BallotFunction{"sub_group_ballot_bit_extract", BallotKind::bit_extract, 2},
    BallotFunction{"sub_group_ballot_bit_count", BallotKind::bit_count},
    BallotFunction{"sub_group_ballot_inclusive_scan", BallotKind::inclusive_scan},
    BallotFunction{"sub_group_ballot_exclusive_scan", BallotKind::exclusive_scan},
    BallotFunction{"sub_group_ballot_find_lsb", BallotKind::find_lsb},
    BallotFunction{"sub_group_ballot_find_msb", BallotKind::find_msb},
    BallotFunction{"sub_group_broadcast_first", BallotKind::broadcast_first},
    BallotFunction{"get_sub_group_eq_mask", BallotKind::mask_eq, 0},
    BallotFunction{"get_sub_group_ge_mask", BallotKind::mask_ge, 0},
    BallotFunction{"get_sub_group_gt_mask", BallotKind::mask_gt, 0},
    BallotFunction{"get_sub_group_le_mask", BallotKind::mask_le, 0},
    BallotFunction{"get_sub_group_lt_mask", BallotKind::mask_lt, 0},
};

bool is_about(BallotKind kind, std::uint64_t other, std::uint64_t own) {
    switch (kind) {
        case BallotKind::mask_eq:
        case BallotKind::inverse:
            return other == own;
        case BallotKind::mask_ge:
            return other >= own;
        case BallotKind::mask_gt:
            return other > own;
        case BallotKind::mask_le:
        case BallotKind::inclusive_scan:
            return other <= own;
        case BallotKind::mask_lt:
        case BallotKind::exclusive_scan:
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

BallotWords ballot_mask(BallotKind kind, std::uint64_t own, std::uint64_t width) {
    BallotWords words = {};
    for (std::uint64_t other = 0; other < std::min<std::uint64_t>(width, 128); ++other)
        if (is_about(kind, other, own)) words.at(other / 32) |= std::uint32_t{1} << (other % 32);
    return words;
}

}  // namespace clmm::language
