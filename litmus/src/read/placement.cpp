#include "read/placement.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace clmm::litmus {
namespace {

struct UnitPlace {
    std::uint32_t device = 0;
    std::uint32_t kernel = 0;
    std::uint32_t work_group = 0;
    std::optional<std::uint32_t> sub_group = {};
    bool is_host = false;
};

std::string unit_name(std::uint32_t number) { return "P" + std::to_string(number); }

/// The field of a UnitPlace that a word of a placement or a scope tree stands for.
enum class Level { system, device, kernel, work_group, sub_group, host, unknown };

Level level_of(std::string_view kind) {
    if (kind == "system" || kind == "sys") return Level::system;
    if (kind == "dev" || kind == "device") return Level::device;
    if (kind == "ker" || kind == "kernel") return Level::kernel;
    if (kind == "wg" || kind == "work_group" || kind == "workgroup") return Level::work_group;
    if (kind == "host") return Level::host;
    if (kind == "sg" || kind == "sub_group" || kind == "subgroup") return Level::sub_group;
    return Level::unknown;
}

class TreePlacer {
public:
    TreePlacer(const syntax::LitmusTree& tree, Reporter& reporter) : reporter_(reporter) {
        for (const syntax::Thread& thread : tree.threads) declared_.insert(thread.number);
    }

    std::map<std::uint32_t, UnitPlace> operator()(const syntax::ScopeTree& root) {
        visit(root, {}, false);
        for (const std::uint32_t number : declared_)
            if (!places_.contains(number))
                reporter_.error("E-PLACE", unit_name(number) + " is not in the scope tree",
                                root.span);
        return std::move(places_);
    }

private:
    void visit(const syntax::ScopeTree& node, UnitPlace place, bool in_group) {
        switch (level_of(node.kind)) {
            case Level::device:
                place.device = next_device_++;
                break;
            case Level::kernel:
                place.kernel = next_kernel_++;
                break;
            case Level::work_group:
                place.work_group = next_group_++;
                in_group = true;
                break;
            case Level::sub_group:
                place.sub_group = next_sub_group_++;
                break;
            case Level::system:
                break;
            case Level::host:
            case Level::unknown:
                reporter_.error("E-PLACE", "unknown scope '" + node.kind + "' in the scope tree",
                                node.span, "scopes are device, kernel, work_group and sub_group");
        }
        for (const std::uint32_t number : node.units) put(number, place, in_group, node.span);
        for (const syntax::ScopeTree& child : node.children) visit(child, place, in_group);
    }

    void put(std::uint32_t number, UnitPlace place, bool in_group, Span span) {
        if (!declared_.contains(number))
            reporter_.error("E-PLACE",
                            "the scope tree places " + unit_name(number) +
                                ", which is not a thread of this test",
                            span);
        else if (places_.contains(number))
            reporter_.error("E-PLACE", "the scope tree places " + unit_name(number) + " twice",
                            span);
        if (!in_group) place.work_group = next_group_++;
        places_.emplace(number, place);
    }

    Reporter& reporter_;
    std::set<std::uint32_t> declared_;
    std::map<std::uint32_t, UnitPlace> places_;
    std::uint32_t next_device_ = 0, next_kernel_ = 0, next_group_ = 0, next_sub_group_ = 0;
};

UnitPlace placed_by_words(const syntax::Thread& thread, Reporter& reporter) {
    UnitPlace place;
    std::set<Level> seen;
    for (const syntax::Placement& word : thread.placement) {
        const Level level = level_of(word.kind);
        if (!seen.insert(level).second)
            reporter.error("E-PLACE", "'" + word.kind + "' given twice", word.span);
        switch (level) {
            case Level::device:
                place.device = word.index;
                break;
            case Level::kernel:
                place.kernel = word.index;
                break;
            case Level::work_group:
                place.work_group = word.index;
                break;
            case Level::sub_group:
                place.sub_group = word.index;
                break;
            case Level::host:
                place.is_host = true;
                break;
            case Level::system:
            case Level::unknown:
                reporter.error("E-PLACE", "unknown placement '" + word.kind + "'", word.span,
                               "units are placed by wg, dev, sg and ker, or as host");
        }
    }
    return place;
}

void check_numbers(const syntax::LitmusTree& tree, Reporter& reporter) {
    if (tree.threads.empty() && tree.launches.empty())
        reporter.error("E-EMPTY", "a test without threads", Span{});
    std::set<std::uint32_t> numbers;
    for (const syntax::Thread& thread : tree.threads)
        if (!numbers.insert(thread.number).second)
            reporter.error("E-NAME", unit_name(thread.number) + " is defined twice",
                           thread.name_span);
}

bool any_placement(const syntax::LitmusTree& tree) {
    return std::ranges::any_of(
        tree.threads, [](const syntax::Thread& thread) { return !thread.placement.empty(); });
}

/// What the words or the tree say, by the order of the threads.
std::vector<UnitPlace> places_of(const syntax::LitmusTree& tree, Reporter& reporter) {
    std::vector<UnitPlace> places;
    const bool is_opencl = tree.dialect == syntax::Dialect::opencl;
    if (tree.scope_tree) {
        const auto by_number = TreePlacer(tree, reporter)(*tree.scope_tree);
        for (const syntax::Thread& thread : tree.threads) {
            if (!thread.placement.empty())
                reporter.error(
                    "E-PLACE",
                    unit_name(thread.number) + " is placed both here and by the scope tree",
                    thread.placement.front().span);
            const auto found = by_number.find(thread.number);
            places.push_back(found == by_number.end() ? UnitPlace{} : found->second);
        }
        return places;
    }
    const bool placed = any_placement(tree);
    for (const syntax::Thread& thread : tree.threads) {
        places.push_back(placed_by_words(thread, reporter));
        if (placed && thread.placement.empty())
            reporter.error("E-PLACE", unit_name(thread.number) + " has no placement, others have",
                           thread.name_span, "add for example '@wg 0, dev 0'");
        if (!placed && is_opencl)
            places.back().work_group = static_cast<std::uint32_t>(places.size() - 1);
    }
    if (!placed && is_opencl && !tree.threads.empty())
        reporter.warn("W-PLACE", "no placement: each thread is taken as a work-group of one device",
                      tree.threads.front().name_span,
                      "place threads with '@wg 0, dev 0' or a scopeTree");
    return places;
}

}  // namespace

namespace {

bool is_work_item(const Unit& unit) { return unit.kind == UnitKind::work_item; }
/// What its work-items copy is the kernel-instance's, too.
bool is_in_kernel(const Unit& unit) { return is_work_item(unit) || unit.kind == UnitKind::copy; }

}  // namespace

std::vector<std::vector<UnitBlock>> blocks_by_place(const std::vector<Unit>& units) {
    std::array<std::map<std::vector<std::uint32_t>, UnitBlock>, 3> sharing;
    for (const Unit& unit : units) {
        if (!is_work_item(unit)) continue;
        sharing[0][{unit.device, unit.kernel, unit.work_group}].push_back(unit.id);
        sharing[1][{unit.device, unit.kernel}].push_back(unit.id);
        sharing[2][{unit.device}].push_back(unit.id);
    }
    std::vector<std::vector<UnitBlock>> levels;
    for (auto& level : sharing) {
        levels.emplace_back();
        for (auto& [place, block] : level) levels.back().push_back(std::move(block));
    }
    return levels;
}

bool same_device(const Unit& a, const Unit& b) {
    const bool on_devices = a.kind != UnitKind::host_thread && b.kind != UnitKind::host_thread;
    return a.id == b.id || (on_devices && a.device == b.device);
}
bool same_kernel_instance(const Unit& a, const Unit& b) {
    return same_device(a, b) && is_in_kernel(a) && is_in_kernel(b) && a.kernel == b.kernel;
}
bool is_parent(const Unit& parent, const Unit& child) {
    return same_device(parent, child) && is_in_kernel(parent) && is_in_kernel(child) &&
           !child.ancestors.empty() && child.ancestors.back() == parent.kernel;
}
bool same_work_group(const Unit& a, const Unit& b) {
    return same_kernel_instance(a, b) && a.work_group == b.work_group;
}
bool same_sub_group(const Unit& a, const Unit& b) {
    return same_work_group(a, b) && is_work_item(a) && is_work_item(b) &&
           a.sub_group == b.sub_group;
}

std::vector<Unit> place_units(const syntax::LitmusTree& tree, Reporter& reporter) {
    check_numbers(tree, reporter);
    const std::vector<UnitPlace> places = places_of(tree, reporter);
    std::uint32_t next_sub_group = 0;
    for (const UnitPlace& place : places)
        if (place.sub_group) next_sub_group = std::max(next_sub_group, *place.sub_group + 1);
    std::vector<Unit> units;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const UnitPlace& place = places[i];
        const std::uint32_t own = tree.dialect == syntax::Dialect::c ? 0 : next_sub_group++;
        units.push_back({.id = UnitId(i),
                         .kind = place.is_host ? UnitKind::host_thread : UnitKind::work_item,
                         .name = unit_name(tree.threads[i].number),
                         .number = tree.threads[i].number,
                         .device = place.device,
                         .kernel = place.kernel,
                         .work_group = place.work_group,
                         .sub_group = place.sub_group.value_or(own)});
    }
    return units;
}

}  // namespace clmm::litmus
