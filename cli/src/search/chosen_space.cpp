#include "search/chosen_space.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "search/space_options.h"

namespace clmm::cli {
namespace {

using generator::MemoryScope;
using generator::Space;

constexpr std::array<std::string_view, 9> kScopes{"SG",  "WG",  "DEV", "ALL", "REDUCED",
                                                  "ssg", "swg", "sdv", "ski"};
constexpr std::array<std::string_view, 3> kRegions{"G", "L", "REDUCED"};
constexpr std::array<std::string_view, 2> kPlain{"NA", "NAL"};
/// What tests of all vocabularies have.
constexpr std::array<std::string_view, 8> kAlways{"A",  "RLX", "ACQ", "REL",
                                                  "AR", "SC",  "F",   "ACQ_REL"};

/// More take many seconds.
constexpr std::uint64_t kMany = 20'000;

bool has_all_orders(const Space& space) {
    const Space small = small_space();
    return space.load_orders == small.load_orders && space.store_orders == small.store_orders &&
           space.modify_orders == small.modify_orders && space.fence_orders == small.fence_orders;
}

bool has_only_defaults(const Space& space) {
    return has_all_orders(space) && space.scopes == std::vector{MemoryScope::all_devices} &&
           !space.places && !space.regions && !space.barriers && !space.plain &&
           !space.dependencies && !space.addresses && space.modifications.empty() &&
           !space.compare_exchange;
}

bool has_scopes(const Space& space) {
    return space.places && space.scopes != std::vector{MemoryScope::all_devices};
}

}  // namespace

SpaceNeeds needs_of(const std::set<std::string>& names, generator::Dialect dialect) {
    SpaceNeeds needs;
    for (const std::string& name : names) {
        const auto is_in = [&](const auto& words) {
            return std::ranges::find(words, name) != words.end();
        };
        if (name == "rmw")
            needs.modifications = true;
        else if (name == "addr" || name == "data")
            needs.dependencies = true;
        else if (name == "bar")
            needs.barriers = true;
        else if (is_in(kPlain))
            needs.plain = true;
        else if (!is_in(kScopes) && !is_in(kRegions) && !is_in(kAlways))
            needs.beyond = true;
        needs.scopes = needs.scopes || is_in(kScopes);
        needs.regions = needs.regions || is_in(kRegions);
    }
    if (dialect == generator::Dialect::c)
        needs.scopes = needs.regions = needs.barriers = needs.beyond = false;
    return needs;
}

Space with_needs(Space space, const SpaceNeeds& needs) {
    if (!has_only_defaults(space)) return space;
    const Space small = small_space();
    if (needs.scopes) {
        space.scopes = {MemoryScope::work_group, MemoryScope::device};
        space.places = true;
    }
    space.regions = needs.regions;
    const bool is_plain_space = has_only_defaults(space);
    const bool are_limits_given = space.threads != small.threads || space.fences != small.fences ||
                                  space.accesses != small.accesses;
    if (is_plain_space || are_limits_given) return space;
    struct Limits {
        std::size_t threads, fences, accesses;
    };
    for (const Limits& each :
         {Limits{3, 1, 4}, Limits{2, 1, 4}, Limits{2, 0, 4}, Limits{2, 0, 3}}) {
        space.threads = each.threads;
        space.fences = each.fences;
        space.accesses = each.accesses;
        if (generator::count_programs(space, kMany) < kMany) break;
    }
    return space;
}

std::string missing_options(const Space& space, const SpaceNeeds& needs) {
    std::string options;
    const auto add = [&](bool is_missing, std::string_view option) {
        if (is_missing) options += (options.empty() ? "" : " ") + std::string(option);
    };
    add(needs.scopes && !has_scopes(space), "--scopes work_group,device --places");
    add(needs.regions && !space.regions, "--regions");
    add(needs.barriers && !space.barriers, space.places ? "--barriers" : "--barriers --places");
    add(needs.plain && !space.plain, "--plain");
    add(needs.modifications && space.modifications.empty(), "--rmw exchange");
    add(needs.dependencies && !space.dependencies, "--dependencies");
    return options;
}

}  // namespace clmm::cli
